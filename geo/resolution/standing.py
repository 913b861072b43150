"""Where on a long line an article is: the point of a river or border that lists and points need."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from geopy.distance import great_circle
from shapely.geometry import Point
from shapely.ops import nearest_points

from gazetteer.place import Coordinates, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapely.geometry.base import BaseGeometry

    from geo.model import Resolution

_WIDE = frozenset({Kind.COUNTRY, Kind.ADMIN1, Kind.REGION, Kind.SEA, Kind.RIVER, Kind.BORDER})
_AT_LINE_KM = 60.0


def on_line(line: BaseGeometry, at: Coordinates) -> Coordinates:
    """Return the point of a line (x = longitude) that is nearest to a place."""
    point, _ = nearest_points(line, Point(*at.lonlat))
    return Coordinates(lat=point.y, lon=point.x)


def standing_point(
    line: BaseGeometry, position: int, resolutions: Sequence[Resolution]
) -> Coordinates | None:
    """Return the point of a line next to the article's own place at it, None where it names none.

    Of several places the one named closest to `position` (code points) counts.
    """
    near = [
        (abs(r.mention.start - position), point)
        for r in resolutions
        if r.kind not in _WIDE
        and apart_km(point := on_line(line, r.coordinates), r.coordinates) < _AT_LINE_KM
    ]
    return min(near, key=lambda pair: pair[0])[1] if near else None


def apart_km(one: Coordinates, other: Coordinates) -> float:
    """Return the great-circle distance of two points in km."""
    return float(great_circle(one.latlon, other.latlon).km)


def stand_on_rivers(resolutions: Sequence[Resolution]) -> list[Resolution]:
    """Return the resolutions with each river standing where the article is at it."""
    return [_stood(r, resolutions) for r in resolutions]


def _stood(resolution: Resolution, resolutions: Sequence[Resolution]) -> Resolution:
    if resolution.kind != Kind.RIVER or resolution.geometry is None:
        return resolution
    point = standing_point(resolution.geometry, resolution.mention.start, resolutions)
    return resolution if point is None else replace(resolution, coordinates=point)
