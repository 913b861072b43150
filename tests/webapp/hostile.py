"""Articles that attack the page, with each payload in every field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from geo.cleaning import clean, clean_line

PAYLOADS: list[str] = json.loads(Path(__file__).with_name("hostile_texts.json").read_text("utf-8"))
_PLACES = ("geonames:3685533", "geonames:3667202", "geonames:3625655")


def hostile_rows() -> list[dict[str, Any]]:
    """Return a row for the sample store of each payload, cleaned as the reader cleans articles."""
    return [_row(number, payload) for number, payload in enumerate(PAYLOADS)]


def _row(number: int, payload: str) -> dict[str, Any]:
    text, line = clean(payload), clean_line(payload)
    return {
        "kind": ("clash", "crossing")[number % 2],
        "title": f"{line} in the title, {number}",
        "source": f"{line} as source",
        "published": "2019-03-01",
        "url": payload if payload.startswith("javascript:") else f"https://example.org/?q={line}",
        "sentence": f"Before 😀 {text} after, number {number}.",
        "surface": text,
        "name": f"{line} as place",
        "place": _PLACES[number % len(_PLACES)],
        "from": f"2019-02-{number + 1:02d}",
        "to": f"2019-02-{number + 1:02d}",
        "counts": {},
    }
