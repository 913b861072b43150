"""What a user adds to the gazetteer: kept as plain files that outlive every edition."""

from __future__ import annotations

import gzip
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from gazetteer.errors import GazetteerError
from gazetteer.paths import additions_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Addition", "UnknownAdditionError", "additions", "read_rows", "staged", "write"]

SUFFIX = ".jsonl.gz"


class UnknownAdditionError(GazetteerError, KeyError):
    """No addition has the name."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """A file of places that a user has added; `wins` says whether it outdoes all other sources."""

    name: str
    source: str
    licence: str
    version: str
    url: str
    wins: bool
    rows: int
    path: Path


def additions(folder: Path | None = None) -> tuple[Addition, ...]:
    """Return the additions by name."""
    where = additions_path() if folder is None else folder
    return tuple(map(_head, sorted(where.glob(f"*{SUFFIX}"))))


def read_rows(addition: Addition) -> Iterator[dict[str, Any]]:
    """Yield the places of an addition."""
    with gzip.open(addition.path, "rb") as file:
        next(file)
        yield from map(orjson.loads, file)


def write(
    folder: Path,
    *,
    name: str,
    source: str,
    licence: str,
    version: str,
    url: str,
    wins: bool,
    rows: Iterable[dict[str, Any]],
) -> Addition:
    """Write an addition: whole, or not at all; the same rows give the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    body = folder / f".{name}.rows.part"
    with body.open("wb") as file:
        count = 0
        for row in rows:
            file.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
            count += 1
    head = {
        "name": name, "source": source, "licence": licence, "version": version, "url": url,
        "wins": wins, "rows": count,
    }  # fmt: skip
    part = folder / f".{name}{SUFFIX}.part"
    with part.open("wb") as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:
        packed.write(orjson.dumps(head, option=orjson.OPT_APPEND_NEWLINE))
        with body.open("rb") as file:
            shutil.copyfileobj(file, packed, 1 << 20)
    body.unlink()
    path = folder / f"{name}{SUFFIX}"
    part.replace(path)
    return _head(path)


def staged(folder: Path, *, without: str = "") -> Path:
    """Return a fresh folder beside `folder` that holds what it holds, but for one addition.

    Raises UnknownAdditionError when that one is not there.
    """
    stage = folder.with_name(f".{folder.name}.staged")
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir(parents=True)
    known = {addition.name: addition for addition in additions(folder)}
    if without and without not in known:
        raise UnknownAdditionError(
            f"no addition is named {without!r}; there are: {', '.join(known) or 'none'}"
        )
    for name, addition in known.items():
        if name != without:
            shutil.copy2(addition.path, stage / addition.path.name)
    return stage


def _head(path: Path) -> Addition:
    try:
        with gzip.open(path, "rb") as file:
            head = orjson.loads(next(file))
        return Addition(path=path, **head)
    except (OSError, EOFError, StopIteration, orjson.JSONDecodeError, TypeError) as error:
        raise GazetteerError(f"{path} is damaged ({error}): remove it and add it again") from error
