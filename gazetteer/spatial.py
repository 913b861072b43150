"""Questions of where: places in an area, near a point, areas around a point."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from gazetteer.place import Coordinates, Kind, Place

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator

    from shapely.geometry.base import BaseGeometry

# What is near without being named: kinds that are points on a map of a district.
POINT_KINDS: Final = frozenset(
    {Kind.SETTLEMENT, Kind.BRIDGE, Kind.CROSSING, Kind.FACILITY, Kind.MOUNTAIN, Kind.ISLAND}
)
_KM_PER_DEGREE: Final = 110.57
_EARTH_KM: Final = 6371.0088
_FIRST_REACH_KM: Final = 10.0
_POINTS: Final = (
    "SELECT ordinal, kind FROM point WHERE east >= ? AND west <= ? AND north >= ? AND south <= ?"
)
_SHAPES: Final = _POINTS.replace("FROM point", "FROM shape")


class SpatialIndex:
    """R*Trees over the points of all places and the boxes of all lines and areas."""

    def __init__(
        self,
        database: sqlite3.Connection,
        *,
        place: Callable[[int], Place],
        geometry: Callable[[int], BaseGeometry | None],
    ) -> None:
        self._database = database
        self._place = place
        self._geometry = geometry

    def within(self, area: BaseGeometry, *, kinds: frozenset[Kind] | None) -> list[Place]:
        """Return the places whose point lies in an area, the most populous first."""
        import shapely

        if area.is_empty:
            return []
        shapely.prepare(area)
        found = [
            place
            for place in map(self._place, self._in_box(_POINTS, *area.bounds, kinds=kinds))
            if shapely.intersects_xy(area, *place.coordinates.lonlat)
        ]
        return sorted(found, key=lambda place: (-place.population, place.id))

    def containing(self, at: Coordinates, *, kinds: frozenset[Kind] | None) -> list[Place]:
        """Return the places whose area holds a point, the smallest area first."""
        import shapely

        box = (at.lon, at.lat, at.lon, at.lat)
        found = []
        for ordinal in self._in_box(_SHAPES, *box, kinds=kinds):
            shape = self._geometry(ordinal)
            if shape is not None and shape.area and shapely.intersects_xy(shape, *at.lonlat):
                found.append((shape.area, self._place(ordinal)))
        return [place for _, place in sorted(found, key=lambda pair: (pair[0], pair[1].id))]

    def nearest(
        self, at: Coordinates, *, kinds: frozenset[Kind], limit: int, radius_km: float
    ) -> list[Place]:
        """Return the places nearest to a point; of a line or area its nearest part counts."""
        reach_km = min(radius_km, _FIRST_REACH_KM)
        while True:
            found = self._reached(at, reach_km, kinds=kinds)
            if len(found) >= limit or reach_km >= radius_km:
                return [place for _, _, place in found[:limit]]
            reach_km = min(reach_km * 4, radius_km)

    def _reached(
        self, at: Coordinates, reach_km: float, *, kinds: frozenset[Kind]
    ) -> list[tuple[float, str, Place]]:
        distances: dict[int, float] = {}
        for box in _boxes(at, reach_km):
            for ordinal in self._in_box(_POINTS, *box, kinds=kinds):
                distances[ordinal] = distance_km(at, self._place(ordinal).coordinates)
            for ordinal in self._in_box(_SHAPES, *box, kinds=kinds):
                distances[ordinal] = distance_to_shape_km(at, self._geometry(ordinal))
        found = [
            (distance, place.id, place)
            for ordinal, distance in distances.items()
            if distance <= reach_km and (place := self._place(ordinal))
        ]
        return sorted(found, key=lambda row: row[:2])

    def _in_box(
        self,
        query: str,
        west: float,
        south: float,
        east: float,
        north: float,
        *,
        kinds: Iterable[Kind] | None,
    ) -> Iterator[int]:
        wanted = None if kinds is None else {kind.value for kind in kinds}
        for ordinal, kind in self._database.execute(query, (west, east, south, north)):
            if wanted is None or kind in wanted:
                yield ordinal


def distance_km(a: Coordinates, b: Coordinates) -> float:
    """Return the great-circle distance, within 0.6 % of the geodesic: enough to order neighbours."""
    lat1, lat2 = math.radians(a.lat), math.radians(b.lat)
    half = math.sin((lat2 - lat1) / 2) ** 2
    half += math.cos(lat1) * math.cos(lat2) * math.sin(math.radians(b.lon - a.lon) / 2) ** 2
    return 2 * _EARTH_KM * math.asin(min(1.0, math.sqrt(half)))


def _boxes(at: Coordinates, reach_km: float) -> Iterator[tuple[float, float, float, float]]:
    """Boxes (west, south, east, north) around a point, one more beyond the 180th meridian."""
    height = reach_km / _KM_PER_DEGREE * 1.01
    cosine = math.cos(math.radians(min(abs(at.lat) + height, 89.9)))
    width = min(height / cosine, 180.0)
    for shift in (0, -360, 360):
        west, east = at.lon - width + shift, at.lon + width + shift
        if west < 180 and east > -180:
            yield west, at.lat - height, east, at.lat + height


def distance_to_shape_km(at: Coordinates, shape: BaseGeometry | None) -> float:
    """Return the distance to the nearest part of a shape, in a plane around the point."""
    import numpy as np
    import shapely

    if shape is None:
        return math.inf
    scale = np.array([math.cos(math.radians(at.lat)), 1.0]) * _KM_PER_DEGREE

    def to_plane(degrees: np.ndarray) -> np.ndarray:
        east = (degrees[:, 0] - at.lon + 180) % 360 - 180
        return np.column_stack([east, degrees[:, 1] - at.lat]) * scale

    return float(shapely.distance(shapely.transform(shape, to_plane), shapely.Point(0, 0)))
