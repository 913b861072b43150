"""Read derived and curated tables."""

from __future__ import annotations

import csv
import gzip
import logging
from typing import TYPE_CHECKING, Any, TypeVar

import orjson
import shapely

from gazetteer.paths import data_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapely.geometry.base import BaseGeometry


T = TypeVar("T")
_log = logging.getLogger(__name__)


def features(name: str) -> list[tuple[dict[str, Any], BaseGeometry]]:
    """Return the properties and geometry of each feature of a derived GeoJSON file."""
    data = gzip.decompress((data_path() / "derived" / name).read_bytes())
    rows = orjson.loads(data)["features"]
    shapes = shapely.from_geojson([orjson.dumps(row["geometry"]) for row in rows])
    return [(row["properties"], shape) for row, shape in zip(rows, shapes, strict=True)]


def derived(name: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a derived tab-separated table."""
    path = data_path() / "derived" / name
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    header, *rows = text.splitlines()
    keys = header.split("\t")
    for row in rows:
        yield dict(zip(keys, row.split("\t"), strict=True))


def curated(name: str, read: Callable[[dict[str, str]], T]) -> Iterator[T]:
    """Yield what `read` makes of each row of a curated table.

    A row that `read` refuses is left out, and named in the log by its file and line: one slip in a
    table of thousands must not keep a newsroom from its map. A test finds it before a release.
    """
    for line, row in curated_rows(name):
        try:
            yield read(row)
        except (ValueError, KeyError, TypeError, shapely.errors.ShapelyError) as error:
            _log.warning("%s line %d left out: %s", name, line, error)


def curated_rows(name: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the (line, row) pairs of a curated table; a missing table has none."""
    path = data_path() / "curated" / name
    if not path.exists():
        return
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file, restkey="")
        for row in reader:
            if None in row.values() or "" in row:
                wanted = len(reader.fieldnames or ())
                _log.warning("%s line %d left out: wanted %d cells", name, reader.line_num, wanted)
            else:
                yield reader.line_num, row
