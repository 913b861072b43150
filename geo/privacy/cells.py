"""Fixed cells that stand for positions: the same for every place within, whoever asks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, cast

import shapely
from geopy.distance import geodesic
from shapely.geometry import box

from gazetteer.place import Coordinates

if TYPE_CHECKING:
    from collections.abc import Hashable

    from shapely.geometry.base import BaseGeometry

    from gazetteer.place import Gazetteer, Place

SIZE_DEG = 0.2
# A cell of which less land than this is left after the cut would give the place away.
_LEAST_SHARE = 0.25
_DOUBLINGS = 3
_ID = "cell:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """An area in place of a position; `coordinates` are its label point, no centre of anything."""

    id: str
    name: str
    geometry: BaseGeometry
    coordinates: Coordinates
    radius_km: float
    words: str


def is_cell(place: Place) -> bool:
    """Tell whether a place is a cell that stands for another."""
    return place.id.startswith(_ID)


def cell(
    point: Coordinates, country_codes: tuple[str, ...], *, gazetteer: Gazetteer | None
) -> Cell:
    """Return the cell of a point, cut to its countries; wider where little would be left of it.

    The cells lie on a grid of 0.2 degrees from -180, -90, doubled up to three times.
    """
    for doubling in range(_DOUBLINGS + 1):
        size = SIZE_DEG * 2**doubling
        column, row = _index(point.lon + 180, size, 360), _index(point.lat + 90, size, 180)
        found = _cut_cell(column, row, size, country_codes, cast("Hashable", gazetteer))
        if found is not None:
            return found
    column, row = _index(point.lon + 180, SIZE_DEG, 360), _index(point.lat + 90, SIZE_DEG, 180)
    return _described(_square(column, row, SIZE_DEG), f"{column}-{row}", SIZE_DEG, name="")


@lru_cache(4096)
def _cut_cell(
    column: int, row: int, size: float, codes: tuple[str, ...], hashed: Hashable
) -> Cell | None:
    """Return a cell cut to its countries; None where too little of it is left."""
    gazetteer = cast("Gazetteer | None", hashed)
    square = _square(column, row, size)
    countries = [place for code in codes if gazetteer and (place := gazetteer.country(code))]
    shapes = [gazetteer.footprint(place) for place in countries if gazetteer]
    land = shapely.union_all([shape for shape in shapes if shape is not None]).intersection(square)
    if land.area < _LEAST_SHARE * SIZE_DEG**2:
        return None
    names = " and ".join(place.name for place in countries)
    return _described(land, f"{column}-{row}", size, name=names)


def _described(area: BaseGeometry, key: str, size: float, *, name: str) -> Cell:
    area = shapely.set_precision(area, 1e-6)
    label = area.representative_point()
    coordinates = Coordinates(lat=round(label.y, 6), lon=round(label.x, 6))
    corners = shapely.get_coordinates(shapely.convex_hull(area))
    radius = max(geodesic(coordinates.latlon, (lat, lon)).km for lon, lat in corners)
    cut = f", cut to {name}" if name else ""
    return Cell(
        id=f"{_ID}{size:g}-{key}",
        name=name,
        geometry=area,
        coordinates=coordinates,
        radius_km=math.ceil(radius * 1000) / 1000,
        words=f"fixed cell of {size:g} degrees{cut}, within {math.ceil(radius * 1000)} metres",
    )


def _index(offset: float, size: float, whole: float) -> int:
    """Return the number of a cell; the world's very edge belongs to the last one."""
    return min(math.floor(offset / size), math.ceil(whole / size) - 1)


def _square(column: int, row: int, size: float) -> BaseGeometry:
    west, south = column * size - 180, row * size - 90
    return box(west, south, min(west + size, 180), min(south + size, 90))
