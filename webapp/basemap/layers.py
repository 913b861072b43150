"""The atlas made ready to draw: simplified for a band of zooms, cut small, indexed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from webapp.basemap.mercator import TILE_SIZE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from webapp.basemap.source import Atlas

# The last zoom of each band; a band is simplified for its last zoom.
BANDS = (2, 4, 6, 8, 12)
TOLERANCE_PX = 0.35
_POLYGON = 3
_PIECE_VERTICES = 300
_RUN_VERTICES = 48

Window = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a shape that is cheap to draw.

    `rings` are rows of x and y: one line, or an outer ring and its holes. `start` is how far along
    its line it begins, `weight` the length of the line or the width of the area that it was
    cut from or bounds; both in
    the unit square. `name` is the number of the whole.
    """

    rings: tuple[NDArray[np.float64], ...]
    weight: float = 0.0
    start: float = 0.0
    name: int = 0


class Layer:
    """Pieces that can be asked for by window, always given in the same order.

    `bounds` has a row of west, north, east and south for each.
    """

    def __init__(self, pieces: Sequence[Piece], bounds: NDArray[np.float64]) -> None:
        self._pieces = pieces
        self._tree = shapely.STRtree(np.asarray(shapely.box(*bounds.reshape(-1, 4).T)))

    def within(self, window: Window) -> list[Piece]:
        """Return the pieces whose box meets a window of the unit square."""
        found = np.sort(self._tree.query(shapely.box(*window)))
        return [self._pieces[i] for i in found]


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """All that is drawn between two zooms."""

    land: Layer
    coast: Layer
    lakes: Layer
    rivers: Layer
    borders: Layer
    divisions: Layer


class Bands:
    """The bands of an atlas, each made when it is first asked for."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._made = lru_cache(maxsize=None)(self._make)

    def at(self, zoom: int) -> Band:
        """Return the band of a zoom."""
        return self._made(next((last for last in BANDS if zoom <= last), BANDS[-1]))

    def _make(self, last_zoom: int) -> Band:
        tolerance = TOLERANCE_PX / (TILE_SIZE * 2**last_zoom)
        atlas = self._atlas
        divisions = atlas.divisions
        return Band(
            land=_areas(atlas.land, tolerance=tolerance),
            coast=_lines(atlas.coast, tolerance=tolerance),
            lakes=_areas(atlas.lakes, tolerance=tolerance),
            rivers=_lines(atlas.rivers, tolerance=tolerance),
            borders=_lines(atlas.borders, tolerance=tolerance),
            divisions=_lines(divisions.lines, tolerance=tolerance, weights=divisions.widths),
        )


def _lines(
    shapes: NDArray[Any], *, tolerance: float, weights: NDArray[np.float64] | None = None
) -> Layer:
    """Cut lines into runs of few vertices that know how far along their line they begin."""
    if weights is None:
        weights = shapely.length(shapes)
    parts, names = shapely.get_parts(shapes, return_index=True)
    points, part = shapely.get_coordinates(shapely.simplify(parts, tolerance), return_index=True)
    firsts = np.flatnonzero(np.diff(part, prepend=-1))
    steps = np.hypot(*np.diff(points, axis=0, prepend=points[:1]).T)
    along = np.cumsum(steps)
    along -= np.repeat(along[firsts], np.diff(firsts, append=len(points)))
    runs = [
        (start, min(start + _RUN_VERTICES + 1, end))
        for first, end in pairwise([*firsts.tolist(), len(points)])
        for start in range(first, end - 1, _RUN_VERTICES)
    ]
    of = [int(names[part[start]]) for start, _ in runs]
    pieces = [
        Piece((points[start:end],), float(weights[name]), float(along[start]), name)
        for (start, end), name in zip(runs, of, strict=True)
    ]
    return Layer(pieces, np.array([_bounds(points[start:end]) for start, end in runs]))


def _bounds(points: NDArray[np.float64]) -> tuple[float, float, float, float]:
    x, y = points[:, 0], points[:, 1]
    return float(x.min()), float(y.min()), float(x.max()), float(y.max())


def _areas(shapes: NDArray[Any], *, tolerance: float) -> Layer:
    """Cut areas into pieces of few vertices, the largest first so that isles come after holes."""
    parts, names = shapely.get_parts(shapes, return_index=True)
    simple = shapely.simplify(parts, tolerance, preserve_topology=False)
    kept = np.flatnonzero(~shapely.is_empty(simple))
    whole, origin = shapely.get_parts(shapely.make_valid(simple[kept]), return_index=True)
    areal = np.flatnonzero(shapely.get_type_id(whole) == _POLYGON)
    cut = [(piece, kept[origin[i]]) for i in areal for piece in _subdivided(whole[i])]
    bounds = shapely.bounds(np.array([piece for piece, _ in cut], dtype=object)).reshape(-1, 4)
    order = np.argsort(
        -(bounds[:, 2] - bounds[:, 0]) * (bounds[:, 3] - bounds[:, 1]), kind="stable"
    )
    widths = np.sqrt(shapely.area(parts))
    pieces = [
        Piece(_rings(cut[i][0]), float(widths[cut[i][1]]), 0.0, int(names[cut[i][1]]))
        for i in order
    ]
    return Layer(pieces, bounds[order])


def _rings(polygon: Any) -> tuple[NDArray[np.float64], ...]:
    return tuple(shapely.get_coordinates(ring) for ring in shapely.get_rings(polygon))


def _subdivided(polygon: Any) -> Iterable[Any]:
    """Halve a polygon until each part has few vertices."""
    todo = [polygon]
    while todo:
        shape = todo.pop()
        if shapely.get_num_coordinates(shape) <= _PIECE_VERTICES:
            yield shape
            continue
        for half in _halves(*shapely.bounds(shape)):
            parts = shapely.get_parts(shapely.clip_by_rect(shape, *half))
            todo.extend(parts[shapely.get_type_id(parts) == _POLYGON])


def _halves(west: float, north: float, east: float, south: float) -> tuple[Window, Window]:
    if east - west > south - north:
        middle = (west + east) / 2
        return (west, north, middle, south), (middle, north, east, south)
    middle = (north + south) / 2
    return (west, north, east, middle), (west, middle, east, south)
