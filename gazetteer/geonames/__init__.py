"""GeoNames dumps: download, check, and turn into additions."""

from __future__ import annotations

from gazetteer.geonames.download import discard
from gazetteer.geonames.dump import CLASSES, BrokenDumpError, check_classes, file_name, stage

__all__ = ["CLASSES", "BrokenDumpError", "check_classes", "discard", "file_name", "stage"]
