"""Files that are mapped into memory."""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def map_file(path: Path) -> mmap.mmap:
    """Map a file into memory, for reading only."""
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
