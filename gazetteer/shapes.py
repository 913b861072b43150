"""Make geometries in longitude and latitude: boxes, circles, rings the right way round."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import shapely
from shapely.geometry.polygon import orient

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_CORNERS = 32


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
