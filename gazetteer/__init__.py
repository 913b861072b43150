"""The gazetteer: names in, places and geometries out; it knows nothing of articles."""

from __future__ import annotations

from gazetteer.edition import default_path
from gazetteer.errors import DamagedError, FormatError, GazetteerError, NotBuiltError
from gazetteer.place import Candidate, Coordinates, Gazetteer, Kind, NameType, Place
from gazetteer.reading import Info, info, open_gazetteer
from gazetteer.sources import Source

__all__ = [
    "Candidate",
    "Coordinates",
    "DamagedError",
    "FormatError",
    "Gazetteer",
    "GazetteerError",
    "Info",
    "Kind",
    "NameType",
    "NotBuiltError",
    "Place",
    "Source",
    "default_path",
    "info",
    "open_gazetteer",
]
