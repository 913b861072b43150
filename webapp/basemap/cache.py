"""Drawn tiles on disk, so that each is drawn once for an edition of the gazetteer."""

from __future__ import annotations

import hashlib
import os
import tempfile
from contextlib import suppress
from functools import partial
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

    from webapp.basemap.mercator import Tile


_ATLAS_MODULES = ("source.py", "keeping.py", "mercator.py")


def default_folder() -> Path:
    """Return where tiles are kept: $PLACELINE_TILES, else the user's cache."""
    named = os.environ.get("PLACELINE_TILES")
    return Path(named) if named else Path(platformdirs.user_cache_dir("placeline")) / "tiles"


def write_whole(path: Path, fill: Callable[[IO[bytes]], None]) -> None:
    """Write a file under another name and move it into place; a full disk leaves nothing."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        part = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                fill(file)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


class TileFiles:
    """A folder of tiles; one that cannot be written is not an error, only slower."""

    def __init__(self, folder: Path, *, edition: str) -> None:
        edition = _slug(edition)
        self._folder = folder / f"{edition}-{_digest('.py', '.json')}"
        self.atlas = folder / f"atlas-{edition}-{_digest(*_ATLAS_MODULES)}.npz"

    def read(self, theme: str, tile: Tile, *, scale: int) -> bytes | None:
        """Return a tile drawn before."""
        try:
            return self._path(theme, tile, scale=scale).read_bytes() or None
        except OSError:
            return None

    def write(self, theme: str, tile: Tile, png: bytes, *, scale: int) -> None:
        """Keep a tile: whole or not at all."""
        write_whole(self._path(theme, tile, scale=scale), partial(_put, png))

    def _path(self, theme: str, tile: Tile, *, scale: int) -> Path:
        return self._folder / theme / f"{scale}x" / str(tile.z) / str(tile.x) / f"{tile.y}.png"


def _put(content: bytes, file: IO[bytes]) -> None:
    file.write(content)


def _slug(text: str) -> str:
    return "".join(char if char.isalnum() or char in ".-" else "_" for char in text)[:60] or "none"


def _digest(*endings: str) -> str:
    """Name a way of drawing by its files: another style or another drawer makes other tiles."""
    digest = hashlib.sha256()
    for file in sorted(resources.files(__package__).iterdir(), key=lambda each: each.name):
        if file.name.endswith(endings):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:10]
