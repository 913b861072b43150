"""Build under a temporary name, then rename: a gazetteer is there whole or not at all."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

from gazetteer.additions import additions as additions_of
from gazetteer.build.aliases import Aliases
from gazetteer.build.layers import layers as all_layers
from gazetteer.build.writer import Writer
from gazetteer.edition import current_edition, default_path
from gazetteer.errors import GazetteerError
from gazetteer.paths import additions_path
from gazetteer.sources import Source, sources
from gazetteer.sqlite import DATABASE_FILE, SqliteGazetteer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gazetteer.build.entry import Entry

# Told (step, done, total) as the build goes on.
Progress = Callable[[str, int, int], None]
# Given the folder of additions: (what it is, its entries), in order.
Layers = Callable[[Path], "Iterable[tuple[str, Iterable[Entry]]]"]
_log = logging.getLogger(__name__)
_EVERY = 2_000
# Roughly how many places a build writes, for the bar.
_EXPECTED = 275_000
_LONGEST_WAIT_MS = 600_000
_KEPT = 2


def build(
    path: Path | None = None,
    *,
    progress: Progress | None = None,
    additions: Path | None = None,
    layers: Layers = all_layers,
) -> Path:
    """Build the gazetteer and return its folder; what stood there before stays until the end.

    `additions` is the folder of what users have added, by default their own.
    """
    extra = additions_path() if additions is None else additions
    target = default_path(additions=extra) if path is None else Path(path)
    _check_target(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with _lock(target.parent) as waited:
        if not (waited and _edition_at(target) == current_edition(extra)):
            _sweep(target)
            _build_at(target, additions=extra, layers=layers, tell=progress or _silent)
    _prune(target)
    return target


def _check_target(target: Path) -> None:
    """Refuse to put a gazetteer in the place of something else."""
    empty = not target.exists() or (target.is_dir() and not any(target.iterdir()))
    if not empty and not (target / DATABASE_FILE).exists():
        raise GazetteerError(f"{target} is there and is no gazetteer: choose another folder")


def _build_at(target: Path, *, additions: Path, layers: Layers, tell: Progress) -> None:
    edition = current_edition(additions)
    scratch = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent))
    # Millions of short-lived tuples and strings, no cycles: collecting them costs a fifth.
    gc.disable()
    try:
        known = sources() | _added_sources(additions)
        with Writer(scratch, sources=known, aliases=Aliases.curated()) as writer:
            _fill(writer, layers(additions), tell)
            unmatched = writer.finish(edition=edition, built=_now())
        if layers is all_layers:
            for alias in unmatched:
                _log.warning("aliases.csv: no place is %s", alias)
        _replace(target, scratch)
    except BaseException:
        shutil.rmtree(scratch, ignore_errors=True)
        raise
    finally:
        gc.enable()


def _fill(writer: Writer, layers: Iterable[tuple[str, Iterable[Entry]]], tell: Progress) -> None:
    count = 0
    for step, entries in layers:
        tell(step, count, _EXPECTED)
        for entry in entries:
            writer.add(entry)
            count += 1
            if count % _EVERY == 0:
                tell(step, count, _EXPECTED)
    tell("index", count, max(count, _EXPECTED))


def _added_sources(folder: Path) -> dict[str, Source]:
    return {
        addition.source: Source(
            name=addition.source,
            version=addition.version,
            licence=addition.licence,
            url=addition.url,
            credit=addition.source,
        )
        for addition in additions_of(folder)
    }


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@contextlib.contextmanager
def _lock(folder: Path) -> Iterator[bool]:
    """Let one process build at a time; yield whether another had to be waited for.

    A lock of SQLite's goes with its process, on every system, however that ends.
    """
    with contextlib.closing(
        sqlite3.connect(folder / ".build-lock.sqlite", timeout=0, isolation_level=None)
    ) as lock:
        waited = False
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            waited = True
            lock.execute(f"PRAGMA busy_timeout = {_LONGEST_WAIT_MS}")
            lock.execute("BEGIN EXCLUSIVE")
        yield waited


def _prune(target: Path) -> None:
    """Keep a few editions beside the current one: a user may go back, a server may run on."""
    if not target.name.startswith("gazetteer-"):
        return
    others = [p for p in target.parent.glob("gazetteer-*") if p != target and p.is_dir()]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in others[_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def _replace(target: Path, scratch: Path) -> None:
    """Put the new folder in the old one's place; a reader has one or the other."""
    scratch.chmod(0o755)
    old = target.with_name(f".{target.name}.old-{os.getpid()}.part")
    if target.exists():
        target.rename(old)
    scratch.rename(target)
    shutil.rmtree(old, ignore_errors=True)


def _sweep(target: Path) -> None:
    """Remove what a killed build has left; put an old gazetteer back that lost its place."""
    for left in target.parent.glob(f".{target.name}.*.part"):
        if ".old-" in left.name and not target.exists():
            left.rename(target)
        else:
            shutil.rmtree(left, ignore_errors=True)


def _silent(step: str, done: int, total: int) -> None:
    del step, done, total


def is_current(path: Path | None = None) -> bool:
    """Tell whether a whole gazetteer of the inputs' edition stands there."""
    target = default_path() if path is None else Path(path)
    return _edition_at(target) == current_edition()


def _edition_at(folder: Path) -> str:
    """Return the edition of the gazetteer in a folder, "" where none is whole."""
    try:
        with SqliteGazetteer(folder) as gazetteer:
            return gazetteer.edition
    except GazetteerError:
        return ""


@contextlib.contextmanager
def bar() -> Iterator[Progress]:
    """Yield a progress function that draws a bar on standard error."""
    with tqdm(total=_EXPECTED, desc="gazetteer", unit=" places", leave=False) as drawn:

        def tell(step: str, done: int, total: int) -> None:
            drawn.total = max(total, done)
            drawn.set_postfix_str(step, refresh=False)
            drawn.update(done - drawn.n)

        yield tell
