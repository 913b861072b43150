"""A gazetteer of one small island with two countries, to draw a basemap from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shapely.geometry import LineString, Polygon, box

from gazetteer.place import Coordinates, Kind, Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapely.geometry.base import BaseGeometry

# Two countries whose common border was simplified apart, as real data is.
WEST = Polygon([(0, 0), (10, 0), (10.002, 4), (10, 10), (0, 10)])
EAST = Polygon([(10, 0), (20, 0), (20, 10), (10, 10), (9.998, 6)])
SHAPES: dict[str, tuple[Kind, str, BaseGeometry]] = {
    "country:WW": (Kind.COUNTRY, "Westland", WEST),
    "country:EE": (Kind.COUNTRY, "Eastland", EAST),
    "admin1:WW-1": (Kind.ADMIN1, "North", box(0, 5, 10, 10)),
    "admin1:WW-2": (Kind.ADMIN1, "South", box(0, 0, 10, 5)),
    "lake:1": (Kind.LAKE, "Round Lake", box(3, 6, 5, 8)),
    "sea:1": (Kind.SEA, "Outer Sea", box(-40, -30, -5, 30)),
    "river:1": (Kind.RIVER, "Long River", LineString([(1 + i / 20, 2) for i in range(160)])),
    "river:2": (Kind.RIVER, "Guessed River", LineString([(1, 1), (9, 1.5)])),
    "border:EE-WW": (Kind.BORDER, "Border", LineString([(10, 0), (10, 10)])),
}
CAPITAL = Place(
    id="town:1",
    name="Capital",
    kind=Kind.SETTLEMENT,
    country_codes=("WW",),
    coordinates=Coordinates(lat=5.0, lon=2.0),
    population=9_000_000,
)


@dataclass
class Island:
    """Answers the two questions that the basemap asks; counts them."""

    towns: list[Place] = field(default_factory=lambda: [CAPITAL])
    edition: str = "island-1"
    asked: int = 0

    def within(self, _: BaseGeometry, *, kinds: Iterable[Kind]) -> list[Place]:
        """Return all places of the kinds."""
        self.asked += 1
        shaped = [_place(key) for key, (kind, _, _) in SHAPES.items() if kind in kinds]
        return shaped + (self.towns if Kind.SETTLEMENT in kinds else [])

    def footprint(self, place: Place) -> BaseGeometry | None:
        """Return the shape of a place."""
        return SHAPES[place.id][2] if place.id in SHAPES else None


def _place(key: str) -> Place:
    kind, name, shape = SHAPES[key]
    middle = shape.representative_point()
    return Place(
        id=key,
        name=name,
        kind=kind,
        country_codes=(key.split(":")[1][:2],),
        coordinates=Coordinates(lat=middle.y, lon=middle.x),
    )
