"""Where to look: a box, or the surroundings of a point or a place."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gazetteer.place import Coordinates
from geo.errors import BadInputError

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer

MAX_RADIUS_KM = 2_000
_KM_PER_DEGREE = 111.2
_PLACE_ID = re.compile(r"[\w-]{1,40}:[^\s,]{1,80}")


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundingBox:
    """A box in WGS 84 degrees; west > east crosses the antimeridian."""

    west: float
    south: float
    east: float
    north: float

    @classmethod
    def parse(cls, text: str, *, name: str = "bbox") -> BoundingBox:
        """Read "west,south,east,north"; raise BadInputError naming the parameter."""
        wanted = (
            f"{name} {text[:80]!r}: wanted west,south,east,north in degrees, such as -73,7,-72,8"
        )
        try:
            numbers = [float(part) for part in text.split(",")]
        except ValueError as error:
            raise BadInputError(wanted) from error
        if len(numbers) != 4 or not all(map(math.isfinite, numbers)):
            raise BadInputError(wanted)
        west, south, east, north = numbers
        if not (-90 <= south <= north <= 90):
            raise BadInputError(f"{wanted}; south and north from -90 to 90, south first")
        if not (-180 <= west <= 180 and -180 <= east <= 180):
            raise BadInputError(f"{wanted}; west and east from -180 to 180")
        return cls(west=west, south=south, east=east, north=north)

    @property
    def parts(self) -> tuple[BoundingBox, ...]:
        """The box itself, or its two halves on either side of the antimeridian."""
        if self.west <= self.east:
            return (self,)
        return (
            BoundingBox(west=self.west, south=self.south, east=180.0, north=self.north),
            BoundingBox(west=-180.0, south=self.south, east=self.east, north=self.north),
        )

    @property
    def square_degrees(self) -> float:
        """Its size in square degrees, a measure of what share of the world it asks for."""
        width = self.east - self.west if self.west <= self.east else 360 + self.east - self.west
        return width * (self.north - self.south)

    def __str__(self) -> str:
        """Write the box as `parse` reads it."""
        return ",".join(f"{edge:.9g}" for edge in (self.west, self.south, self.east, self.north))


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearby:
    """What lies within `radius_km` of a point; `place` is the gazetteer's id that names the point.

    `centre` is None until `located` has looked the place up.
    """

    radius_km: float
    centre: Coordinates | None = None
    place: str = ""

    @classmethod
    def parse(cls, text: str) -> Nearby:
        """Read "lat,lon,km" or "place id,km"; raise BadInputError naming the parameter."""
        wanted = (
            f"near {text[:80]!r}: wanted lat,lon,km such as 7.9,-72.5,25, or a place's id and km "
            "such as geonames:3685533,25"
        )
        *where, radius = text.split(",")
        if len(where) == 1 and _PLACE_ID.fullmatch(where[0].strip()):
            return cls(place=where[0].strip(), radius_km=_radius_km(radius, wanted))
        try:
            lat, lon = map(float, where)
            centre = Coordinates(lat=lat, lon=lon)
        except ValueError as error:
            raise BadInputError(wanted) from error
        return cls(centre=centre, radius_km=_radius_km(radius, wanted))

    def located(self, gazetteer: Gazetteer | None) -> Nearby:
        """Return the same with its centre known; raise BadInputError for an unknown place."""
        if self.centre is not None:
            return self
        found = gazetteer.place(self.place) if gazetteer else None
        if found is None:
            raise BadInputError(
                f"near {self.place!r}: no place of this id in the gazetteer; "
                "placeline gazetteer lookup NAME tells the ids"
            )
        return Nearby(place=self.place, centre=found.coordinates, radius_km=self.radius_km)

    @property
    def bbox(self) -> BoundingBox:
        """A box that holds the whole circle; all longitudes where it reaches a pole."""
        lat, lon = _known_centre(self).latlon
        # A tenth more than the sphere's, for the flattening of the Earth and for rounding.
        reach = 1.1 * self.radius_km / _KM_PER_DEGREE
        south, north = max(lat - reach, -90.0), min(lat + reach, 90.0)
        narrowest = math.cos(math.radians(max(abs(south), abs(north))))
        width = reach / narrowest if narrowest > 1e-9 else 180.0
        if width >= 180:
            return BoundingBox(west=-180.0, south=south, east=180.0, north=north)
        west, east = _wrapped(lon - width), _wrapped(lon + width)
        return BoundingBox(west=west, south=south, east=east, north=north)

    def __str__(self) -> str:
        """Write it as `parse` reads it."""
        if self.place:
            return f"{self.place},{self.radius_km:.9g}"
        lat, lon = _known_centre(self).latlon
        return f"{lat:.9g},{lon:.9g},{self.radius_km:.9g}"


def _known_centre(near: Nearby) -> Coordinates:
    if near.centre is None:
        raise BadInputError(f"near {near.place!r}: not located; wanted a gazetteer that knows it")
    return near.centre


def _wrapped(lon: float) -> float:
    return (lon + 180) % 360 - 180


def _radius_km(text: str, wanted: str) -> float:
    try:
        radius = float(text)
    except ValueError as error:
        raise BadInputError(wanted) from error
    if not 0 < radius <= MAX_RADIUS_KM:
        raise BadInputError(f"{wanted}; km more than 0 and at most {MAX_RADIUS_KM}")
    return radius
