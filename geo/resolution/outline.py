"""Where a place is, for distances: its point, or points along it where it is long or wide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from shapely import get_coordinates

from gazetteer.place import Kind

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer, Place

#: Kinds that are far longer than a town: the distance to one is the distance to its nearest part.
LONG = frozenset(
    {Kind.RIVER, Kind.BORDER, Kind.LAKE, Kind.SEA, Kind.ISLAND, Kind.REGION, Kind.MOUNTAIN}
)
_MOST_POINTS = 96
_EARTH_KM = 6371.0088
_CACHE: dict[tuple[str, str], np.ndarray] = {}


def outline(place: Place, gazetteer: Gazetteer) -> np.ndarray:
    """Return points along a place as unit vectors: shape (points, 3)."""
    key = (gazetteer.edition, place.id)
    if key not in _CACHE:
        geometry = gazetteer.footprint(place)
        points = get_coordinates(geometry) if geometry is not None else np.zeros((0, 2))
        step = max(1, len(points) // _MOST_POINTS)
        own = np.array([place.coordinates.latlon])
        _CACHE[key] = unit_vectors(np.vstack([own, points[::step, ::-1]]))
    return _CACHE[key]


def unit_vectors(points: np.ndarray) -> np.ndarray:
    """Return points in degrees, latitude first, as vectors from the Earth's centre: shape (n, 3)."""
    lat, lon = np.radians(points).T
    return np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], axis=1)


def log_km_of(cosines: np.ndarray) -> np.ndarray:
    """Return ln(1 + great-circle km) of the cosines of angles between unit vectors."""
    half = np.sqrt(np.clip((1.0 - cosines) / 2.0, 0.0, 1.0))
    return np.asarray(np.log1p(2 * _EARTH_KM * np.arcsin(half)))


def log_km(points: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return ln(1 + great-circle km) between points (n, 2) and others (m, 2), latitude first."""
    return log_km_of(unit_vectors(points) @ unit_vectors(others).T)
