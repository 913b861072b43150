"""Make geometries in longitude and latitude: boxes, circles, rings the right way round."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import shapely
import shapely.affinity
from shapely.geometry.polygon import orient

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_CORNERS = 32
_MAIN_SHARE = 0.5
_SPECK_SHARE = 0.05
# The Azores are 22 degrees off Portugal, Clipperton 107 off France.
_FAR_DEG = 25.0


def box(west: float, south: float, east: float, north: float) -> BaseGeometry:
    """Return a box in degrees; west greater than east crosses the 180th meridian."""
    if west <= east:
        return shapely.box(west, south, east, north)
    return shapely.MultiPolygon(
        [shapely.box(west, south, 180, north), shapely.box(-180, south, east, north)]
    )


def circle(*, lat: float, lon: float, radius_km: float) -> BaseGeometry:
    """Return a circle around a point as a polygon of 32 corners."""
    height = radius_km / 110.57
    width = radius_km / (111.32 * max(math.cos(math.radians(lat)), 0.01))
    angles = [2 * math.pi * step / _CORNERS for step in range(_CORNERS)]
    return shapely.Polygon(
        [(lon + width * math.cos(angle), lat + height * math.sin(angle)) for angle in angles]
    )


def counter_clockwise(area: BaseGeometry) -> BaseGeometry:
    """Turn outer rings counter-clockwise, holes clockwise (RFC 7946); lines stay as they are."""
    if isinstance(area, shapely.Polygon):
        return orient(area)
    if isinstance(area, shapely.MultiPolygon):
        return shapely.MultiPolygon([orient(part) for part in area.geoms])
    return area


def without_outliers(area: BaseGeometry) -> BaseGeometry:
    """Leave out the specks of a country that lie an ocean away from its main land.

    France without Clipperton, Norway without Bouvet; Alaska, the Canaries and scattered islands
    without a main land stay. In degrees; the 180th meridian is no distance.
    """
    pieces = list(shapely.get_parts(area))
    main = max(pieces, key=lambda piece: piece.area)
    if main.area < _MAIN_SHARE * area.area:
        return area
    around = shapely.MultiPolygon(
        [shapely.affinity.translate(main.envelope, xoff=turn) for turn in (-360, 0, 360)]
    )
    near = [
        piece
        for piece in pieces
        if piece.area > _SPECK_SHARE * area.area or shapely.dwithin(around, piece, _FAR_DEG)
    ]
    return shapely.MultiPolygon(near) if len(near) < len(pieces) else area


def area_km2(geometry: BaseGeometry) -> float:
    """Return an area in the cylindrical equal-area projection of a sphere."""
    import numpy as np

    def project(degrees: np.ndarray) -> np.ndarray:
        x, y = np.radians(degrees[:, 0]), np.sin(np.radians(degrees[:, 1]))
        return np.column_stack([x, y]) * 6371.0088

    return float(shapely.transform(geometry, project).area)


def extent_km(geometry: BaseGeometry) -> float:
    """Return how far the one point of a line or area may be off.

    The radius of a circle of an area's size; half the diagonal of a line's box.
    """
    if geometry.geom_type in {"Polygon", "MultiPolygon"}:
        return round(max(math.sqrt(area_km2(geometry) / math.pi), 0.1), 1)
    west, south, east, north = geometry.bounds
    width = (east - west) * 111.32 * math.cos(math.radians((south + north) / 2))
    return round(max(math.hypot(width, (north - south) * 110.57) / 2, 0.1), 1)
