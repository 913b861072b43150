"""Where the packaged tables, the user's additions and downloads stand."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

ENVIRONMENT = "PLACELINE_GAZETTEER"


def additions_path() -> Path:
    """Return the folder of what the user has added, which outlives every edition."""
    chosen = os.environ.get(ENVIRONMENT)
    if chosen:
        path = Path(chosen)
        return path.with_name(path.name + "-additions")
    return Path(platformdirs.user_data_dir("placeline")) / "additions"


def downloads_path() -> Path:
    """Return the folder of downloads, whole and half."""
    return Path(platformdirs.user_cache_dir("placeline")) / "downloads"


def data_path() -> Path:
    """Return the folder of the derived and curated tables in the package."""
    return Path(__file__).parent / "data"
