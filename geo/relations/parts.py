"""Parts of a country or region: "northern Syria", "the south-east of Bolívar state"."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from shapely.geometry import box

from gazetteer.place import Kind
from geo.model import Precision, Resolution, Role
from geo.relations.anchors import Anchors, described, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapely.geometry.base import BaseGeometry

    from gazetteer.place import Gazetteer

_WHOLE = frozenset({Kind.COUNTRY, Kind.ADMIN1, Kind.REGION, Kind.ISLAND})
# "Northern" is the half on that side, a little more than the exact half.
_SHARE = 0.55
_MIDDLE = 0.3
_REACH = 40


def find_parts(
    text: str, resolutions: Sequence[Resolution], gazetteer: Gazetteer
) -> Iterator[Resolution]:
    """Yield the parts of countries, divisions and regions that a text names by a direction."""
    anchors = Anchors(
        [r for r in resolutions if r.kind in _WHOLE and r.mention.role != Role.DEMONYM]
    )
    for match in _pattern().finditer(text):
        anchor = anchors.starting_at(match.end())
        geometry = gazetteer.footprint(anchor.place) if anchor else None
        if anchor is not None and geometry is not None:
            direction = _directions()[re.sub(r"[\s-]", "", match["direction"].lower())]
            yield _part(text, match.start(), anchor, geometry, direction)


def _part(
    text: str, start: int, anchor: Resolution, geometry: BaseGeometry, direction: str
) -> Resolution:
    part = geometry.intersection(_half(geometry, direction))
    end = anchor.mention.end
    return described(
        text, anchor, start=start, end=end, name=f"{direction} {anchor.name}",
        geometry=geometry if part.is_empty else part, precision=Precision.REGION,
        uncertainty_km=anchor.uncertainty_km * _SHARE,
        why=f"The {direction} part of {anchor.name}, cut from its area.",
    )  # fmt: skip


def _half(geometry: BaseGeometry, direction: str) -> BaseGeometry:
    """Return the box that holds the side of a geometry's main part that a direction names."""
    main = max(getattr(geometry, "geoms", [geometry]), key=lambda part: part.area)
    west, south, east, north = main.bounds
    width, height = east - west, north - south
    if direction == "central":
        return box(
            west + _MIDDLE * width,
            south + _MIDDLE * height,
            east - _MIDDLE * width,
            north - _MIDDLE * height,
        )
    if "north" in direction:
        south = north - _SHARE * height
    if "south" in direction:
        north = south + _SHARE * height
    if "east" in direction:
        west = east - _SHARE * width
    if "west" in direction:
        east = west + _SHARE * width
    return box(west, south, east, north)


@cache
def _directions() -> dict[str, str]:
    return {word: direction for direction, group in words("parts").items() for word in group}


@cache
def _pattern() -> re.Pattern[str]:
    names = "|".join(sorted({re.escape(w) for w in _spellings()}, key=len, reverse=True))
    of = r"(?:\s+(?:part\s+)?(?:of|de|del|do|da)\s+(?:the\s+|el\s+|la\s+)?|\s+)"
    return re.compile(rf"\b(?:the\s+|el\s+|o\s+)?(?P<direction>{names}){of}", re.IGNORECASE)


def _spellings() -> Iterator[str]:
    for word in _directions():
        yield word
        for first in ("north", "south"):
            if word.startswith(first) and len(word) > len(first) + 3:
                yield f"{first}-{word[len(first) :]}"
