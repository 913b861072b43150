"""What the finders of described places share: finding anchors by position, making a resolution."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from gazetteer.place import Coordinates
from geo.model import Mention, Precision, Resolution, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapely.geometry.base import BaseGeometry

CERTAINTY = 0.95


class Anchors:
    """The resolutions of a text by where their mentions begin and end."""

    def __init__(self, resolutions: Sequence[Resolution]) -> None:
        self._ordered = sorted(resolutions, key=lambda r: r.mention.start)
        self._starts = [r.mention.start for r in self._ordered]
        self._by_end = {r.mention.end: r for r in self._ordered}

    def starting_at(self, position: int) -> Resolution | None:
        """Return the anchor whose mention begins at a position."""
        index = bisect_left(self._starts, position)
        if index < len(self._starts) and self._starts[index] == position:
            return self._ordered[index]
        return None

    def ending_at(self, position: int) -> Resolution | None:
        """Return the anchor whose mention ends at a position."""
        return self._by_end.get(position)

    def between(self, start: int, end: int) -> list[Resolution]:
        """Return the anchors whose mentions begin in a span."""
        return self._ordered[bisect_left(self._starts, start) : bisect_left(self._starts, end)]


@cache
def words(name: str) -> dict[str, tuple[str, ...]]:
    """Return a word table of geo/relations/data: group to its words."""
    text = files("geo.relations").joinpath(f"data/{name}.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t", 1) for line in text.splitlines() if line.strip())
    return {group: tuple(entries.split("|")) for group, entries in rows}


def described(
    text: str,
    anchor: Resolution,
    *,
    start: int,
    end: int,
    name: str,
    geometry: BaseGeometry | None,
    precision: Precision,
    uncertainty_km: float,
    why: str,
    point: Coordinates | None = None,
) -> Resolution:
    """Return the resolution of a description; its point is the geometry's own unless one is given."""
    return Resolution(
        mention=Mention(start=start, end=end, surface=text[start:end], role=Role.RELATION),
        place=anchor.place,
        name=name,
        kind=anchor.kind,
        country_codes=anchor.country_codes,
        coordinates=point or inner_point(geometry) or anchor.coordinates,
        geometry=geometry,
        precision=precision,
        uncertainty_km=round(uncertainty_km, 1),
        confidence=round(anchor.confidence * CERTAINTY, 3),
        alternatives=anchor.alternatives,
        why=why,
    )


def inner_point(geometry: BaseGeometry | None) -> Coordinates | None:
    """Return a point on or in a geometry (x = longitude)."""
    if geometry is None or geometry.is_empty:
        return None
    point = geometry.representative_point()
    return Coordinates(lat=point.y, lon=point.x)
