"""Read a dump of GeoNames in its own format: 19 columns, tab-separated, UTF-8, no quoting."""

from __future__ import annotations

import contextlib
import io
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gazetteer.additions import Addition, write
from gazetteer.errors import GazetteerError
from gazetteer.geonames.download import discard, fetch
from gazetteer.names import is_transliteration, words
from gazetteer.place import Coordinates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CLASSES: Final = frozenset("PAHTLS")
_COLUMNS: Final = 19
_KINDS: Final = {(row[0], row[1]): row[2] for row in words("feature_codes.tsv")}
_FILES: Final = {"allCountries", "cities500", "cities1000", "cities5000", "cities15000"}
_EVERY: Final = 5_000


class BrokenDumpError(GazetteerError, ValueError):
    """A dump is cut short, or is not one."""


def stage(
    code: str,
    folder: Path,
    *,
    from_dir: Path | None,
    classes: frozenset[str],
    progress: Callable[[str, int, int], None] | None,
) -> Addition:
    """Check one dump and write its places as an addition into a folder.

    Raises BrokenDumpError before anything is written when the dump is not whole.
    """
    name = file_name(code)
    tell = progress or _silent
    if from_dir:
        return _write(folder, _found(name, from_dir), name, classes=classes, tell=tell)
    try:
        return _write(folder, fetch(name, progress=tell), name, classes=classes, tell=tell)
    except BrokenDumpError:
        discard(name)
        raise


def _write(
    folder: Path,
    path: Path,
    name: str,
    *,
    classes: frozenset[str],
    tell: Callable[[str, int, int], None],
) -> Addition:
    with _open(path, name) as file:
        return write(
            folder,
            name=f"geonames-{name.lower()}",
            source=f"GeoNames dump {name}",
            licence="CC BY 4.0",
            version="",
            url="https://www.geonames.org/",
            wins=False,
            rows=_rows(file, path=path, classes=classes, tell=tell, label=name),
        )


def _silent(step: str, done: int, total: int) -> None:
    del step, done, total


def file_name(code: str) -> str:
    """Return the name of a dump's file for "ve" or "cities500"; GazetteerError for no such."""
    if code in _FILES:
        return code
    if len(code) == 2 and code.isascii() and code.isalpha():
        return code.upper()
    raise GazetteerError(
        f"found {code!r}, wanted a two-letter country code or one of {', '.join(sorted(_FILES))}"
    )


def check_classes(classes: frozenset[str]) -> None:
    """Raise GazetteerError for a feature class or code of which no place is ever taken."""
    for one in sorted(classes - CLASSES):
        feature_class, _, code = one.partition(".")
        if not code or not _kind(feature_class, code, classes):
            raise GazetteerError(
                f"class {one!r}: no places are taken of it; wanted some of"
                f" {', '.join(sorted(CLASSES))} or a code of these, such as S.BDG"
            )


def _found(name: str, folder: Path) -> Path:
    for suffix in (".zip", ".txt"):
        path = folder / f"{name}{suffix}"
        if path.is_file():
            return path
    raise GazetteerError(f"{folder}: found neither {name}.zip nor {name}.txt")


@contextlib.contextmanager
def _open(path: Path, name: str) -> Iterator[io.TextIOBase]:
    """Open a dump after checking it: a zip by its checksums, a text by its last line."""
    with contextlib.ExitStack() as stack:
        try:
            raw: Any = (
                _member(stack.enter_context(zipfile.ZipFile(path)), f"{name}.txt", path)
                if path.suffix == ".zip"
                else path.open("rb")
            )
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise BrokenDumpError(f"{path} is not a whole zip file: download it again") from error
        stack.enter_context(raw)
        if path.suffix == ".txt":
            _check_end(raw, path)
        yield stack.enter_context(io.TextIOWrapper(raw, encoding="utf-8", newline="\n"))


def _member(archive: zipfile.ZipFile, name: str, path: Path) -> Any:
    broken = archive.testzip()
    if broken:
        raise BrokenDumpError(f"{path}: {broken} in it is damaged: download it again")
    if name not in archive.namelist():
        raise BrokenDumpError(f"{path}: found no {name} in it")
    return archive.open(name)


def _check_end(file: Any, path: Path) -> None:
    size = file.seek(0, io.SEEK_END)
    if size:
        file.seek(-1, io.SEEK_END)
        if file.read(1) != b"\n":
            raise BrokenDumpError(f"{path} ends in the middle of a line: download it again")
    file.seek(0)


def _rows(
    file: io.TextIOBase,
    *,
    path: Path,
    classes: frozenset[str],
    tell: Callable[[str, int, int], None],
    label: str,
) -> Iterator[dict[str, Any]]:
    count = 0
    try:
        for count, line in enumerate(file, 1):
            cells = line.rstrip("\n").split("\t")
            if len(cells) != _COLUMNS:
                raise BrokenDumpError(
                    f"{path} line {count}: found {len(cells)} columns, wanted {_COLUMNS}:"
                    " download it again"
                )
            if count % _EVERY == 0:
                tell(label, count, 0)
            kind = _kind(cells[6], cells[7], classes)
            if kind:
                yield _row(cells, kind)
    except UnicodeDecodeError as error:
        raise BrokenDumpError(f"{path} after line {count}: not UTF-8: download it again") from error
    except ValueError as error:
        raise BrokenDumpError(f"{path} line {count}: {error}: download it again") from error


def _kind(feature_class: str, code: str, classes: frozenset[str]) -> str:
    if feature_class not in classes and f"{feature_class}.{code}" not in classes:
        return ""
    kind = _KINDS.get((feature_class, code)) or _KINDS.get((feature_class, "*"), "-")
    return "" if kind == "-" else kind


def _row(cells: list[str], kind: str) -> dict[str, Any]:
    (
        key, name, _, alternates, lat, lon, _, code, country, others, admin1, admin2, _, _,
        population, *_,
    ) = cells  # fmt: skip
    at = Coordinates(lat=float(lat), lon=float(lon))
    countries = (
        [country, *others.split(",")] if kind in {"river", "bridge", "crossing"} else [country]
    )
    return {
        "id": f"geonames:{int(key)}",
        "name": name,
        "names": [
            a for a in alternates.split(",") if a and a != name and not is_transliteration(a)
        ],
        "kind": kind,
        "countries": list(dict.fromkeys(filter(None, countries))),
        "admin1": admin1,
        "admin2": admin2,
        "lat": at.lat,
        "lon": at.lon,
        "population": int(population or 0),
        "accuracy_km": _ACCURACY_KM.get(kind, 1.0),
        "note": f"GeoNames feature {code}",
    }


_ACCURACY_KM: Final = {"river": 30.0, "region": 25.0, "admin2": 25.0, "lake": 5.0, "sea": 30.0}
