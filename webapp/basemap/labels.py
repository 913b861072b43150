"""The names that ask for a place on a tile, and which of them get it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from webapp.basemap.lettering import DOT_GAP_PX, Label, Letterer, Lettering, lettering
from webapp.basemap.mercator import TILE_SIZE
from webapp.basemap.placement import place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray
    from PIL import Image

    from webapp.basemap.mercator import Tile
    from webapp.basemap.rivers import RiverNames
    from webapp.basemap.source import Atlas, Names
    from webapp.basemap.style import Style

# How far a tile looks for names that may reach onto it, in tiles.
REACH = 1.0
_TOWNS_PER_TILE = 18
# The smallest town named at a zoom; from the last zoom on every one may be.
_LEAST_POPULATION = (9e9, 5e6, 1.5e6, 5e5, 1.5e5, 4e4, 1e4, 1e3, 0)


class Labels:
    """All names of an atlas, asked for by tile."""

    def __init__(self, atlas: Atlas, rivers: RiverNames) -> None:
        self._atlas = atlas
        self._rivers = rivers
        self._towns = _TownGrid(atlas.towns)

    def on(self, tile: Tile) -> list[Label]:
        """Return the names that stand on a tile, wholly or in part."""
        asking = list(self._asking(tile))
        if not asking:
            return []
        boxes = np.array([label.box() for label in asking])
        stands = place(boxes, np.array([label.weight for label in asking]))
        west, north = tile.x * TILE_SIZE, tile.y * TILE_SIZE
        meets = (
            (boxes[:, 0] < west + TILE_SIZE) & (boxes[:, 2] > west)
            & (boxes[:, 1] < north + TILE_SIZE) & (boxes[:, 3] > north)
        )  # fmt: skip
        return [asking[i] for i in np.flatnonzero(stands & meets)]

    def _asking(self, tile: Tile) -> Iterator[Label]:
        yield from _seas(self._atlas.seas, tile)
        yield from _countries(self._atlas.countries, tile)
        yield from _regions(self._atlas.regions, tile)
        yield from _lakes(self._atlas.lake_names, tile)
        yield from self._towns.near(tile)
        yield from self._rivers.near(tile)


class _TownGrid:
    """The towns by tile of any zoom, the largest first."""

    def __init__(self, towns: Names) -> None:
        self._towns = towns
        self._by_zoom = cache(self._sorted_by_tile)

    def near(self, tile: Tile) -> Iterator[Label]:
        least = _LEAST_POPULATION[min(tile.z, len(_LEAST_POPULATION) - 1)]
        order, cells = self._by_zoom(tile.z)
        for cell in _cells_around(tile):
            start, end = np.searchsorted(cells, [cell, cell + 1])
            for i in order[start : min(end, start + _TOWNS_PER_TILE)]:
                if self._towns.weight[i] >= least:
                    yield self._label(i, zoom=tile.z)

    def _label(self, i: int, *, zoom: int) -> Label:
        population = float(self._towns.weight[i])
        x, y = self._towns.at[i] * TILE_SIZE * 2**zoom
        return Label(
            lines=(self._towns.texts[i],),
            lettering=lettering(_town_class(population, zoom=zoom)),
            x=float(x),
            y=float(y),
            weight=population,
        )

    def _sorted_by_tile(self, zoom: int) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
        columns, rows = (self._towns.at * 2**zoom).astype(np.int64).T
        cells = rows * 2**zoom + columns
        order = np.argsort(cells, kind="stable")
        return order, cells[order]


def _cells_around(tile: Tile) -> Iterator[int]:
    side = 2**tile.z
    for row in range(max(tile.y - 1, 0), min(tile.y + 2, side)):
        for column in range(max(tile.x - 1, 0), min(tile.x + 2, side)):
            yield row * side + column


def _town_class(population: float, *, zoom: int) -> str:
    """Return the class of lettering: a town looks larger the closer one comes."""
    size = population * 2.0 ** max(0, zoom - 5)
    for least, name in ((3e6, "metropolis"), (8e5, "city"), (2.5e5, "large_town"), (5e4, "town")):
        if size >= least:
            return name
    return "village"


def _near(names: Names, tile: Tile) -> Iterable[tuple[str, float, float, float]]:
    """Return text, x, y and radius, in pixels of the world, of the names near a tile."""
    if not names.texts:
        return
    west, north, east, south = tile.window(margin=REACH)
    x, y = names.at.T
    factor = TILE_SIZE * 2**tile.z
    for i in np.flatnonzero((x > west) & (x < east) & (y > north) & (y < south)):
        yield names.texts[i], x[i] * factor, y[i] * factor, names.weight[i] * factor


def _seas(names: Names, tile: Tile) -> Iterator[Label]:
    for text, x, y, radius in _near(names, tile):
        how = lettering("ocean" if "ocean" in text.lower() else "sea")
        lines = _wrapped(text, how, room_px=radius * 1.9)
        if lines and radius < 2000:
            yield Label(lines=lines, lettering=how, x=x, y=y, weight=1e9 + radius)


def _countries(names: Names, tile: Tile) -> Iterator[Label]:
    if tile.z > 7:
        return
    for text, x, y, radius in _near(names, tile):
        for size, share in (("country_large", 1.7), ("country", 2.2), ("country_small", 2.6)):
            how = lettering(size)
            lines = _wrapped(how.written(text), how, room_px=radius * share)
            if lines:
                yield Label(lines=lines, lettering=how, x=x, y=y, weight=1e8 + 1e5 * radius)
                break


def _regions(names: Names, tile: Tile) -> Iterator[Label]:
    if not 5 <= tile.z <= 9:
        return
    how = lettering("region")
    for text, x, y, radius in _near(names, tile):
        lines = _wrapped(how.written(text), how, room_px=radius * 1.5)
        if lines and 45 < radius < 420:
            yield Label(lines=lines, lettering=how, x=x, y=y, weight=1e5 + radius)


def _lakes(names: Names, tile: Tile) -> Iterator[Label]:
    how = lettering("lake")
    for text, x, y, radius in _near(names, tile):
        lines = _wrapped(text, how, room_px=radius * 2.2)
        if lines and radius < 2000:
            yield Label(lines=lines, lettering=how, x=x, y=y, weight=2e5 + radius)


def _wrapped(text: str, how: Lettering, *, room_px: float) -> tuple[str, ...]:
    """Break a name into lines that fit its room; nothing where it does not fit."""
    if not text or room_px < 4 * how.size_px:
        return ()
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and how.width_px(longer) > room_px:
            lines.append(word)
        else:
            lines[-1] = longer
    fits = len(lines) <= 3 and all(how.width_px(line) <= room_px for line in lines)
    return tuple(lines) if fits else ()


def letter(
    image: Image.Image, labels: Iterable[Label], style: Style, *, tile: Tile, scale: int
) -> None:
    """Write names onto a tile, the lightest first."""
    pen = Letterer(image, style, scale=scale)
    for label in sorted(labels, key=lambda each: each.weight):
        x, y = label.x - tile.x * TILE_SIZE, label.y - tile.y * TILE_SIZE
        if label.lettering.dot_px:
            pen.line(label.lines[0], label.lettering, left=x + DOT_GAP_PX, middle=y)
            pen.dot(x=x, y=y, radius_px=label.lettering.dot_px)
        elif label.angle_deg:
            pen.tilted(label.lines[0], label.lettering, x=x, y=y, angle_deg=label.angle_deg)
        else:
            pen.lines(label.lines, label.lettering, x=x, y=y)
