"""Read what a person asks a geocoder: "Decatur, Georgia", kinds, a box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from geopy.exc import GeocoderQueryError
from geopy.point import Point

from gazetteer.place import Candidate, Coordinates, Kind, NameType, Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.sqlite import SqliteGazetteer

# Nominatim's words for kinds.
_NOMINATIM = {
    "state": Kind.ADMIN1,
    "county": Kind.ADMIN2,
    "city": Kind.SETTLEMENT,
    "town": Kind.SETTLEMENT,
    "village": Kind.SETTLEMENT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A box in degrees; west greater than east crosses the 180th meridian."""

    west: float
    south: float
    east: float
    north: float

    @classmethod
    def of(cls, viewbox: Sequence[Any] | None) -> Self | None:
        """Read geopy's viewbox: two opposite corners, each a Point, a pair or a string."""
        if viewbox is None:
            return None
        if len(viewbox) != 2:
            raise GeocoderQueryError(f"viewbox: found {len(viewbox)} corners, wanted two")
        a, b = (Point(corner) for corner in viewbox)
        south, north = sorted((a.latitude, b.latitude))
        west, east = sorted((a.longitude, b.longitude))
        return cls(west=west, south=south, east=east, north=north)

    def holds(self, at: Coordinates) -> bool:
        """Tell whether a point lies in the box."""
        return self.south <= at.lat <= self.north and self.west <= at.lon <= self.east


def kinds_of(featuretype: str | Sequence[str] | None) -> frozenset[Kind]:
    """Return the kinds that words mean; none for None."""
    if featuretype is None:
        return frozenset()
    words = [featuretype] if isinstance(featuretype, str) else list(featuretype)
    try:
        return frozenset(_NOMINATIM.get(word) or Kind(word) for word in words)
    except ValueError as error:
        known = ", ".join(sorted({*_NOMINATIM, *(kind.value for kind in Kind)}))
        raise GeocoderQueryError(f"featuretype: {error}, wanted some of {known}") from error


def candidates_of(gazetteer: SqliteGazetteer, text: str) -> list[Candidate]:
    """Return the candidates of "Name" or "Name, Container, Container", the best first."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    for length in range(len(parts), 0, -1):
        found = _places(gazetteer, ", ".join(parts[:length]))
        for container in parts[length:]:
            holders = [c.place for c in gazetteer.lookup(container) if c.place.kind in _HOLDERS]
            found = [c for c in found if any(_holds(gazetteer, h, c.place) for h in holders)]
        if found:
            return found
    return []


_HOLDERS = {Kind.COUNTRY, Kind.ADMIN1, Kind.ADMIN2, Kind.REGION, Kind.ISLAND}


def _places(gazetteer: SqliteGazetteer, name: str) -> list[Candidate]:
    found = gazetteer.lookup(name)
    return [c for c in found if c.name_type is not NameType.DEMONYM]


def _holds(gazetteer: SqliteGazetteer, holder: Place, place: Place) -> bool:
    if holder.id == place.id:
        return False
    if holder.kind is Kind.COUNTRY:
        return holder.country_codes[0] in place.country_codes
    if holder.kind is Kind.ADMIN1 and place.admin1:
        return (holder.country_codes[0], holder.admin1) == (place.country_codes[0], place.admin1)
    area = gazetteer.footprint(holder)
    if area is None:
        return False
    import shapely

    return bool(shapely.intersects_xy(area, *place.coordinates.lonlat))
