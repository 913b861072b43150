"""Open a built gazetteer, and say what is in it."""

from __future__ import annotations

import collections
import contextlib
from dataclasses import dataclass
from pathlib import Path

from gazetteer.edition import default_path
from gazetteer.place import Kind
from gazetteer.sources import Source
from gazetteer.sqlite import SqliteGazetteer


def open_gazetteer(path: Path | None = None) -> SqliteGazetteer:
    """Open the gazetteer of a folder, by default the one of the current edition.

    Raises NotBuiltError where none stands, DamagedError where its files are not whole.
    """
    return SqliteGazetteer(default_path() if path is None else Path(path))


@dataclass(frozen=True, slots=True, kw_only=True)
class Info:
    """What a built gazetteer holds; `size_bytes` is that of all its files."""

    path: Path
    edition: str
    built: str
    places: int
    names: int
    size_bytes: int
    kinds: dict[Kind, int]
    sources: tuple[Source, ...]


def info(path: Path | None = None) -> Info:
    """Count the rows, kinds and sources of a built gazetteer."""
    with contextlib.closing(open_gazetteer(path)) as gazetteer:
        meta = gazetteer.meta()
        return Info(
            path=gazetteer.path,
            edition=gazetteer.edition,
            built=meta["built"],
            places=len(gazetteer),
            names=int(meta["names"]),
            size_bytes=sum(file.stat().st_size for file in gazetteer.path.iterdir()),
            kinds=dict(collections.Counter(gazetteer.kinds()).most_common()),
            sources=tuple(gazetteer.sources()),
        )
