"""Build a gazetteer from the installed packages, the derived and curated tables and additions."""

from __future__ import annotations

from gazetteer.build.extend import Extended, add_file, add_geonames, remove
from gazetteer.build.run import Progress, bar, build, is_current
from gazetteer.edition import current_edition

__all__ = [
    "Extended",
    "Progress",
    "add_file",
    "add_geonames",
    "bar",
    "build",
    "current_edition",
    "is_current",
    "remove",
]
