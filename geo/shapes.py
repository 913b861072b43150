"""Bring geometries into the form of RFC 7946: within -180 to 180, right-hand rings, finite."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry import (
    GeometryCollection,
    LineString,
    MultiLineString,
    MultiPoint,
    MultiPolygon,
    Polygon,
    box,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapely.geometry.base import BaseGeometry

_DECIMALS = 7


def is_sound(geometry: BaseGeometry) -> bool:
    """Tell whether a geometry holds something, all finite, with latitudes from -90 to 90."""
    points = shapely.get_coordinates(geometry)
    return bool(len(points) and np.isfinite(points).all() and (np.abs(points[:, 1]) <= 90).all())


def cut(geometry: BaseGeometry) -> BaseGeometry:
    """Return a geometry in two dimensions, cut at the antimeridian (RFC 7946, 3.1.9)."""
    geometry = _unwrapped(shapely.force_2d(geometry))
    west, _, east, _ = geometry.bounds
    if west >= -180 and east <= 180:
        return geometry
    valid = _valid(geometry)
    pieces = []
    for turn in range(int(np.floor((west + 180) / 360)), int(np.ceil((east + 180) / 360))):
        world = box(turn * 360 - 180, -90, turn * 360 + 180, 90)
        pieces.append(affinity.translate(valid.intersection(world), -360 * turn))
    return _of_dimension(pieces, dimension=_dimension(geometry))


def tidy(geometry: BaseGeometry) -> BaseGeometry:
    """Return a geometry as RFC 7946 wants it: cut, valid, right-hand rings, at most 7 decimals.

    What is too small for seven decimals, about a centimetre, comes out empty.
    """
    geometry = _valid(cut(geometry))
    rounded = shapely.transform(geometry, lambda points: np.round(points, _DECIMALS) + 0.0)
    if not rounded.is_valid:
        # Of coordinates next to nothing GEOS warns, and snaps them all the same.
        with np.errstate(all="ignore"):
            snapped = shapely.set_precision(geometry, 10**-_DECIMALS)
        rounded = _of_dimension([snapped], dimension=_dimension(geometry))
    return shapely.orient_polygons(rounded)


def bounds(geometry: BaseGeometry) -> list[float]:
    """Return west, south, east, north of a cut geometry; west > east across 180 degrees."""
    parts = sorted(part.bounds for part in shapely.get_parts(geometry))
    _, south, _, north = geometry.bounds
    west, east, gap = parts[0][0], max(part[2] for part in parts), 0.0
    outer = 360 - (east - west)
    reach = parts[0][2]
    found = [west, south, east, north]
    for part in parts[1:]:
        if part[0] - reach > max(gap, outer):
            gap = part[0] - reach
            found = [part[0], south, reach, north]
        reach = max(reach, part[2])
    return found


def _valid(geometry: BaseGeometry) -> BaseGeometry:
    if geometry.is_valid:
        return geometry
    return _of_dimension([shapely.make_valid(geometry)], dimension=_dimension(geometry))


def _dimension(geometry: BaseGeometry) -> int:
    return int(shapely.get_dimensions(geometry))


def _of_dimension(geometries: Iterable[BaseGeometry], *, dimension: int) -> BaseGeometry:
    """Gather the simple parts that have a dimension (0 points, 1 lines, 2 areas)."""
    atoms = [atom for geometry in geometries for atom in _atoms(geometry)]
    fitting = [atom for atom in atoms if _dimension(atom) == dimension]
    if len(fitting) == 1:
        return fitting[0]
    makers: tuple[Any, ...] = (MultiPoint, MultiLineString, MultiPolygon)
    return makers[dimension](fitting) if dimension >= 0 else GeometryCollection()


def _atoms(geometry: BaseGeometry) -> list[BaseGeometry]:
    """Return the points, lines and polygons that a geometry is made of, however deep they lie."""
    if not hasattr(geometry, "geoms"):
        return [] if geometry.is_empty else [geometry]
    return [atom for part in geometry.geoms for atom in _atoms(part)]


def _unwrapped(geometry: BaseGeometry) -> BaseGeometry:
    """Return a geometry whose rings and lines never jump to the other end of the world."""
    if not _jumps(geometry):
        return geometry
    if isinstance(geometry, Polygon):
        shell = _steady(shapely.get_coordinates(geometry.exterior))
        holes = [_steady(shapely.get_coordinates(hole)) for hole in geometry.interiors]
        return Polygon(shell, [_beside(hole, shell=shell) for hole in holes])
    if isinstance(geometry, LineString):
        return LineString(_steady(shapely.get_coordinates(geometry)))
    parts = [_unwrapped(part) for part in _atoms(geometry)]
    return _of_dimension(parts, dimension=_dimension(geometry))


def _jumps(geometry: BaseGeometry) -> bool:
    west, _, east, _ = geometry.bounds
    if east - west <= 180:
        return False
    rings = [ring for atom in _atoms(geometry) for ring in _rings(atom)]
    return any(_leaps(shapely.get_coordinates(ring)[:, 0]).any() for ring in rings)


def _rings(geometry: BaseGeometry) -> list[BaseGeometry]:
    if isinstance(geometry, Polygon):
        return [geometry.exterior, *geometry.interiors]
    return [geometry]


def _leaps(lons: np.ndarray) -> np.ndarray:
    """Tell which steps are longer than half the world (a full turn, along a pole, is none)."""
    steps = np.abs(np.diff(lons))
    return (steps > 180) & (steps < 360)


def _steady(points: np.ndarray) -> np.ndarray:
    steps = np.diff(points[:, 0])
    turns = np.where(_leaps(points[:, 0]), -np.sign(steps) * 360, 0)
    steadied = points.copy()
    steadied[1:, 0] += np.cumsum(turns)
    return steadied


def _beside(hole: np.ndarray, *, shell: np.ndarray) -> np.ndarray:
    shifted = hole.copy()
    shifted[:, 0] += 360 * np.round((shell[:, 0].mean() - hole[:, 0].mean()) / 360)
    return shifted
