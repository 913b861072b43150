"""GeoNames dumps: download, check, and turn into additions."""

from __future__ import annotations

from gazetteer.geonames.download import discard
from gazetteer.geonames.dump import CLASSES, BrokenDumpError, file_name, stage

__all__ = ["CLASSES", "BrokenDumpError", "discard", "file_name", "stage"]
