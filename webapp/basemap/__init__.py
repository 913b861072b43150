"""The offline basemap: raster tiles drawn from the gazetteer's own geometries."""

from __future__ import annotations

from webapp.basemap.cache import default_folder
from webapp.basemap.mercator import Tile
from webapp.basemap.service import MAX_ZOOM, SCALES, Basemap
from webapp.basemap.style import THEMES

__all__ = ["MAX_ZOOM", "SCALES", "THEMES", "Basemap", "Tile", "default_folder"]
