"""Names of rivers, set along the water where it runs straight enough."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import shapely

from webapp.basemap.lettering import Label, lettering
from webapp.basemap.mercator import TILE_SIZE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from webapp.basemap.mercator import Tile
    from webapp.basemap.source import Atlas

FIRST_ZOOM = 5
_EVERY_PX = 620.0
_LEAST_PX = 160.0
_STRAIGHT = 0.93
_OFF_PX = 5.0
_STEEPEST_DEG = 75.0
# Above the water rather than across it.
_LIFT_PX = 8.0


class RiverNames:
    """The named rivers of an atlas, asked for by tile."""

    def __init__(self, atlas: Atlas) -> None:
        self._parts, self._river = shapely.get_parts(atlas.rivers, return_index=True)
        self._names = atlas.river_names
        self._tree = shapely.STRtree(self._parts)
        self._labels = lru_cache(maxsize=4096)(self._make)

    def near(self, tile: Tile) -> Iterator[Label]:
        """Return the names whose middle lies within one tile of a tile."""
        if tile.z < FIRST_ZOOM:
            return
        window = tile.window(margin=1.0)
        factor = TILE_SIZE * 2**tile.z
        west, north, east, south = (edge * factor for edge in window)
        for part in np.sort(self._tree.query(shapely.box(*window))):
            for label in self._labels(int(part), tile.z):
                if west < label.x < east and north < label.y < south:
                    yield label

    def _make(self, part: int, zoom: int) -> tuple[Label, ...]:
        name = self._names[self._river[part]]
        points = shapely.get_coordinates(self._parts[part]) * (TILE_SIZE * 2**zoom)
        along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
        if not name or along[-1] < _LEAST_PX:
            return ()
        count = max(1, int(along[-1] // _EVERY_PX))
        middles = (np.arange(count) + 0.5) * along[-1] / count
        made = (_label(name, points, along, middle=middle) for middle in middles)
        return tuple(label for label in made if label is not None)


def _label(
    name: str, points: NDArray[np.float64], along: NDArray[np.float64], *, middle: float
) -> Label | None:
    """Return a name about a spot of the line, None where the line bends too much for it."""
    how = lettering("river")
    half = how.width_px(name) / 2
    (x0, y0), (x, y), (x1, y1) = (
        (float(np.interp(at, along, points[:, 0])), float(np.interp(at, along, points[:, 1])))
        for at in (middle - half, middle, middle + half)
    )
    run, rise = x1 - x0, y0 - y1
    chord = float(np.hypot(run, rise))
    off = abs((x - x0) * (y1 - y0) - (y - y0) * run) / chord if chord else _OFF_PX
    if chord < _STRAIGHT * 2 * half or off >= _OFF_PX:
        return None
    angle = float(np.degrees(np.arctan2(rise, run)))
    angle = angle - 180 if angle > 90 else angle + 180 if angle < -90 else angle
    if abs(angle) > _STEEPEST_DEG:
        return None
    turn = np.radians(angle)
    return Label(
        lines=(name,),
        lettering=how,
        x=x - float(np.sin(turn)) * _LIFT_PX,
        y=y - float(np.cos(turn)) * _LIFT_PX,
        weight=1e4 + along[-1],
        angle_deg=angle or 0.01,
    )
