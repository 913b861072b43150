"""The kinds of event as the page draws them."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from markupsafe import escape

from geo.extraction import kinds
from webapp.assets import Asset
from webapp.state import state

_DISC = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    '<circle cx="16" cy="16" r="13.5" fill="{colour}" stroke="#fff" stroke-width="2"/>'
    '<text x="16" y="21.500" fill="#fff" font-family="sans-serif" font-size="16" font-weight="700"'
    ' text-anchor="middle">{letter}</text></svg>'
)


def drawn_kinds() -> list[dict[str, Any]]:
    """Return what the page needs of each installed kind, in the order of their labels."""
    return [
        {
            "name": kind.name,
            "label": kind.label,
            "colour": kind.colour,
            "textColour": kind.text_colour,
            "letter": kind.letter,
            "icon": f"/kinds/{kind.name}.svg?v={state().assets.version}",
            "protected": kind.sensitivity == "protected",
        }
        for kind in sorted(kinds().values(), key=lambda each: each.label)
    ]


@cache
def icon(name: str) -> Asset | None:
    """Return the picture of a kind, a lettered disc where it brings none; None for no kind."""
    kind = kinds().get(name)
    if kind is None:
        return None
    file = resources.files(kind.package).joinpath(*kind.icon.split("/")) if kind.icon else None
    if file is not None and file.is_file():
        return Asset("image/svg+xml", file.read_bytes())
    drawn = _DISC.format(colour=escape(kind.text_colour), letter=escape(kind.letter))
    return Asset("image/svg+xml", drawn.encode())
