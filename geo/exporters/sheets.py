"""Comma-separated files that spreadsheets open as they are meant: accents, dates, no live formula."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

# What makes a spreadsheet take a text for a formula; the wide forms do so in Japanese settings.
_LIVE = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_GUARD = "'"


def write_rows(heads: Iterable[Iterable[str]], rows: Iterable[Iterable[Any]], path: Path) -> int:
    """Write head lines and rows, and return the number of rows.

    UTF-8 with a byte order mark, without which Excel takes accents for something else. None is an
    empty cell; texts that a spreadsheet would run are led by an apostrophe.
    """
    number = 0
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerows(heads)
        for row in rows:
            writer.writerow([_cell(value) for value in row])
            number += 1
    return number


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return _GUARD + value if value.startswith(_LIVE) else value
    if isinstance(value, bool):
        return "true" if value else "false"
    return value
