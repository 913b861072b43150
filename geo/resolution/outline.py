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
    """Return points of a place in degrees: shape (points, 2), latitude first."""
    own = np.array([place.coordinates.latlon])
    if place.kind not in LONG:
        return own
    key = (gazetteer.edition, place.id)
    if key not in _CACHE:
        geometry = gazetteer.footprint(place)
        points = get_coordinates(geometry) if geometry is not None else np.zeros((0, 2))
        step = max(1, len(points) // _MOST_POINTS)
        _CACHE[key] = np.vstack([own, points[::step, ::-1]])
    return _CACHE[key]


def log_km(points: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return ln(1 + great-circle km) between points (n, 2) and others (m, 2): shape (n, m)."""
    a, b = np.radians(points)[:, None, :], np.radians(others)[None, :, :]
    half = np.sin((b - a) / 2) ** 2
    h = half[..., 0] + np.cos(a[..., 0]) * np.cos(b[..., 0]) * half[..., 1]
    return np.asarray(np.log1p(2 * _EARTH_KM * np.arcsin(np.sqrt(np.clip(h, 0, 1)))))
