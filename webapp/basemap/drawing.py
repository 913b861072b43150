"""The shapes of a tile: water, land, rivers, borders. Drawn large, then reduced to be smooth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw

from webapp.basemap.mercator import TILE_SIZE
from webapp.basemap.style import border_width_px, river_width_px

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from webapp.basemap.layers import Band, Piece
    from webapp.basemap.mercator import Tile
    from webapp.basemap.style import Style

# A wider line shows gaps at its corners unless they are rounded.
_ROUNDED_FROM_PX = 14
_MARGIN = 0.04
_MIN_LAKE_PX = 3.0
_MIN_DIVISION_PX = 40.0
_DIVISIONS_FROM_ZOOM = 4
_CASED_FROM_ZOOM = 3
_DASH_PX, _GAP_PX = 5.0, 3.5


class Canvas:
    """A tile to draw on; `scale` is its pixels per CSS pixel, 1 or 2."""

    def __init__(self, tile: Tile, *, scale: int, background: str) -> None:
        self.tile = tile
        self._smooth = 3 if scale == 1 else 2
        self._px = scale * self._smooth
        side = TILE_SIZE * self._px
        self._image = Image.new("RGB", (side, side), background)
        self._draw = ImageDraw.Draw(self._image)
        self._origin = np.array([tile.x * tile.span, tile.y * tile.span])
        self._factor = side / tile.span

    def finish(self) -> Image.Image:
        """Return the smoothed tile."""
        return self._image.reduce(self._smooth)

    def fill(self, pieces: Iterable[Piece], *, colour: str, hole: str) -> None:
        """Fill areas; their holes show `hole`."""
        for piece in pieces:
            self._ring(piece.rings[0], colour)
            for ring in piece.rings[1:]:
                self._ring(ring, hole)

    def stroke(self, pieces: Iterable[Piece], *, colour: str, width_px: float) -> None:
        """Draw lines of one width."""
        width = max(1, round(width_px * self._px))
        for piece in pieces:
            points = self._flat(piece.rings[0])
            self._draw.line(points, fill=colour, width=width)
            if width > _ROUNDED_FROM_PX:
                for corner in zip(points[::2], points[1::2], strict=True):
                    self._draw.circle(corner, width / 2 - 0.5, fill=colour)

    def dash(self, pieces: Iterable[Piece], *, colour: str, width_px: float) -> None:
        """Draw dashed lines; a dash runs on from tile to tile."""
        width = max(1, round(width_px * self._px))
        for piece in pieces:
            points = self._pixels(piece.rings[0])
            for ends in self._dashes(points, start=piece.start * self._factor):
                self._draw.line(ends, fill=colour, width=width)

    def _ring(self, ring: NDArray[np.float64], colour: str) -> None:
        self._draw.polygon(self._flat(ring), fill=colour)

    def _pixels(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        pixels: NDArray[np.float64] = (points - self._origin) * self._factor
        return pixels

    def _flat(self, points: NDArray[np.float64]) -> list[float]:
        flat: list[float] = self._pixels(points).ravel().tolist()
        return flat

    def _dashes(self, points: NDArray[np.float64], *, start: float) -> list[list[float]]:
        """Return the straight stretches that are inked, as x, y, x, y."""
        dash, period = _DASH_PX * self._px, (_DASH_PX + _GAP_PX) * self._px
        along = start + np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
        on = np.arange(np.floor(along[0] / period), along[-1] / period + 1) * period
        cuts = np.unique(np.concatenate([along, on, on + dash]))
        cuts = cuts[(cuts >= along[0]) & (cuts <= along[-1])]
        xy = np.column_stack([np.interp(cuts, along, points[:, axis]) for axis in (0, 1)])
        inked = (cuts[:-1] + cuts[1:]) / 2 % period < dash
        side, margin = self._image.width, dash
        inside = np.all((xy > -margin) & (xy < side + margin), axis=1)
        stretches = np.hstack([xy[:-1], xy[1:]])[inked & inside[:-1]]
        ends: list[list[float]] = stretches.tolist()
        return ends


def draw_shapes(tile: Tile, band: Band, style: Style, *, scale: int) -> Image.Image:
    """Draw all of a tile but its names."""
    canvas = Canvas(tile, scale=scale, background=style.water)
    window = tile.window(margin=_MARGIN)
    coast = band.coast.within(window)
    canvas.stroke(coast, colour=style.shore, width_px=min(2.0 + 2 * max(tile.z - 2, 0), 9.0))
    canvas.fill(band.land.within(window), colour=style.land, hole=style.water)
    _draw_waters(canvas, band, style, window=window)
    canvas.stroke(coast, colour=style.coast, width_px=0.8)
    _draw_limits(canvas, band, style, window=window)
    return canvas.finish()


def _draw_waters(
    canvas: Canvas, band: Band, style: Style, *, window: tuple[float, float, float, float]
) -> None:
    zoom, px = canvas.tile.z, TILE_SIZE * 2**canvas.tile.z
    for piece in band.rivers.within(window):
        width = river_width_px(zoom=zoom, length=piece.weight)
        if width:
            canvas.stroke([piece], colour=style.river, width_px=width)
    lakes = [p for p in band.lakes.within(window) if p.weight * px >= _MIN_LAKE_PX]
    canvas.fill(lakes, colour=style.water, hole=style.land)


def _draw_limits(
    canvas: Canvas, band: Band, style: Style, *, window: tuple[float, float, float, float]
) -> None:
    zoom = canvas.tile.z
    borders = band.borders.within(window)
    width = border_width_px(zoom)
    if zoom >= _CASED_FROM_ZOOM:
        canvas.stroke(borders, colour=style.border_casing, width_px=width + 2.6)
    if zoom >= _DIVISIONS_FROM_ZOOM:
        least = _MIN_DIVISION_PX / (TILE_SIZE * 2**zoom)
        divisions = [p for p in band.divisions.within(window) if p.weight >= least]
        canvas.dash(divisions, colour=style.division, width_px=0.6 + 0.05 * zoom)
    canvas.stroke(borders, colour=style.border, width_px=width)
