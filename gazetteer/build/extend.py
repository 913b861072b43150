"""Add to the gazetteer: stage the addition, build with it, and only then keep it."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gazetteer import geonames
from gazetteer.additions import SUFFIX, Addition, additions, staged, write
from gazetteer.build.layers import layers as all_layers
from gazetteer.build.run import Layers, Progress, build
from gazetteer.names import fold
from gazetteer.paths import additions_path
from gazetteer.sources import sources
from gazetteer.user_tables import read_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["Extended", "add_file", "add_geonames", "remove"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extended:
    """What came of an addition: the new gazetteer's folder, and the rows left out, with reasons."""

    path: Path
    added: tuple[Addition, ...]
    skipped: tuple[str, ...] = ()


def add_file(
    file: Path,
    *,
    name: str = "",
    licence: str = "",
    path: Path | None = None,
    progress: Progress | None = None,
    layers: Layers = all_layers,
) -> Extended:
    """Add a user's CSV or GeoJSON, which wins over every other source; build anew.

    An addition of the same name (by default the file's) is replaced. Raises BadTableError.
    """
    slug = re.sub(r"[^a-z0-9]+", "-", fold(name or file.stem)).strip("-") or "places"
    table = read_table(file, prefix=slug)
    stage = staged(additions_path())
    added = write(
        stage,
        name=f"user-{slug}",
        source=_source_name(name or file.stem),
        licence=licence or "not stated",
        version="",
        url="",
        wins=True,
        rows=table.rows,
    )
    return _keep(
        stage, (added,), skipped=table.skipped, path=path, progress=progress, layers=layers
    )


def _source_name(name: str) -> str:
    """Keep a user's file from passing for one of our sources."""
    return f"{name} (added)" if name in sources() else name


def add_geonames(
    codes: Sequence[str],
    *,
    from_dir: Path | None = None,
    classes: frozenset[str] = geonames.CLASSES,
    path: Path | None = None,
    progress: Progress | None = None,
    layers: Layers = all_layers,
) -> Extended:
    """Add GeoNames dumps ("VE", "CO", "cities500"), downloaded or from a folder; build anew.

    `classes` are feature classes ("P") or codes ("S.BDG"). Raises GazetteerError for a file that
    is broken or half there; what was downloaded of it is kept and resumed.
    """
    geonames.check_classes(classes)
    names = list(dict.fromkeys(map(geonames.file_name, codes)))
    stage = staged(additions_path())
    added = tuple(
        geonames.stage(name, stage, from_dir=from_dir, classes=classes, progress=progress)
        for name in names
    )
    done = _keep(stage, added, path=path, progress=progress, layers=layers)
    for name in names:
        geonames.discard(name)
    return done


def remove(
    name: str,
    *,
    path: Path | None = None,
    progress: Progress | None = None,
    layers: Layers = all_layers,
) -> Extended:
    """Take an addition out again; build anew."""
    stage = staged(additions_path(), without=name)
    return _keep(stage, (), path=path, progress=progress, layers=layers)


def _keep(
    stage: Path,
    added: tuple[Addition, ...],
    *,
    skipped: tuple[str, ...] = (),
    path: Path | None,
    progress: Progress | None,
    layers: Layers,
) -> Extended:
    """Build with the staged additions, then put them in the place of the old ones.

    Killed before the end, the old additions and the old gazetteer are still there.
    """
    target = build(path, progress=progress, additions=stage, layers=layers)
    folder = additions_path()
    folder.mkdir(parents=True, exist_ok=True)
    kept = {addition.path.name for addition in additions(stage)}
    for name in sorted(kept):
        (stage / name).replace(folder / name)
    for old in folder.glob(f"*{SUFFIX}"):
        if old.name not in kept:
            old.unlink()
    shutil.rmtree(stage, ignore_errors=True)
    return Extended(path=target, added=added, skipped=skipped)
