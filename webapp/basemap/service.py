"""The basemap as the web application asks for it: a tile by theme and number, as PNG."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from webapp.basemap import keeping
from webapp.basemap.cache import TileFiles
from webapp.basemap.drawing import draw_shapes
from webapp.basemap.labels import Labels, letter
from webapp.basemap.layers import Bands
from webapp.basemap.mercator import Tile
from webapp.basemap.palette import encode
from webapp.basemap.rivers import RiverNames
from webapp.basemap.source import read_atlas
from webapp.basemap.style import THEMES, style

if TYPE_CHECKING:
    from pathlib import Path

    from gazetteer.place import Gazetteer

MAX_ZOOM = 12
SCALES = (1, 2)
_WARM_ZOOMS = 3


@dataclass(frozen=True, slots=True)
class _Drawer:
    bands: Bands
    labels: Labels


class Basemap:
    """Draws tiles from a gazetteer, one at a time, and keeps them on disk.

    The gazetteer is read in the background when the first tile is wanted that is not on disk:
    nobody waits for it.
    """

    def __init__(self, gazetteer: Gazetteer, *, folder: Path) -> None:
        self._gazetteer = gazetteer
        self._files = TileFiles(folder, edition=gazetteer.edition)
        self._drawing = threading.Lock()
        self._loading = threading.Lock()
        self._drawer: _Drawer | None = None

    def png(self, theme: str, tile: Tile, *, scale: int = 1) -> bytes | None:
        """Return a tile of 512 times `scale` pixels; None while the gazetteer is being read."""
        kept = self._files.read(theme, tile, scale=scale)
        if kept:
            return kept
        drawer = self._drawer
        if drawer is None:
            self.warm()
            return None
        with self._drawing:
            kept = self._files.read(theme, tile, scale=scale)
            return kept or self._draw(drawer, theme, tile, scale=scale)

    def warm(self) -> threading.Thread | None:
        """Begin to read the gazetteer and to draw the first zooms; None where that has begun."""
        if self._drawer is not None or self._loading.locked():
            return None
        thread = threading.Thread(target=self._warm, name="basemap", daemon=True)
        thread.start()
        return thread

    def load(self) -> None:
        """Read the gazetteer now, unless that is done."""
        with self._loading:
            self._drawer = self._drawer or self._load()

    def _warm(self) -> None:
        self.load()
        for zoom in range(_WARM_ZOOMS):
            for theme in THEMES:
                for number in range(4**zoom):
                    self.png(theme, Tile(z=zoom, x=number % 2**zoom, y=number // 2**zoom))

    def _draw(self, drawer: _Drawer, theme: str, tile: Tile, *, scale: int) -> bytes:
        image = draw_shapes(tile, drawer.bands.at(tile.z), style(theme), scale=scale)
        letter(image, drawer.labels.on(tile), style(theme), tile=tile, scale=scale)
        png = encode(image, theme=theme)
        self._files.write(theme, tile, png, scale=scale)
        return png

    def _load(self) -> _Drawer:
        atlas = keeping.load(self._files.atlas)
        if atlas is None:
            atlas = read_atlas(self._gazetteer)
            keeping.save(atlas, self._files.atlas)
        return _Drawer(Bands(atlas), Labels(atlas, RiverNames(atlas)))
