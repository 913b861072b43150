"""A layer of features written by GDAL, a batch at a time, so that memory holds only one."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from geo.errors import BadInputError
from geo.exporters.fields import fields, row
from geo.features import geometry_wkb

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gazetteer.place import Gazetteer
    from geo.exporters.methods import Methods
    from geo.record import Record

LAYER = "events"
CRS = "EPSG:4326"
_BATCH = 500
_BLANK: dict[str, tuple[Any, Any]] = {
    "text": (object, None),
    "date": ("datetime64[D]", "NaT"),
    "integer": (np.int64, 0),
    "number": (np.float64, np.nan),
    "boolean": (np.bool_, False),
}


def write_geopackage(
    records: Iterable[Record], path: Path, *, gazetteer: Gazetteer | None, methods: Methods
) -> int:
    """Write records into a new GeoPackage at a path that ends in .gpkg; return their number."""
    # Slow to import: it brings pandas along.
    from pyogrio.raw import write

    number = 0
    for rows, shapes in batches(records, gazetteer=gazetteer, size=_BATCH):
        data, masks = _columns(rows)
        first = number == 0
        about: dict[str, Any] = {"layer_metadata": {"methods": methods.text}} if first else {}
        options = {"IDENTIFIER": methods.title, "DESCRIPTION": methods.text} if first else {}
        write(
            path,
            geometry=np.array([*shapes, None], dtype=object)[:-1],
            field_data=data,
            fields=np.array([field.name for field in fields()], dtype=object),
            field_mask=masks,
            layer=LAYER,
            driver="GPKG",
            geometry_type="Unknown",
            crs=CRS,
            append=not first,
            # What older programs read as well.
            dataset_options={"VERSION": "1.3"} if first else {},
            layer_options=options,
            **about,
        )
        number += len(rows)
    return number


def batches(
    records: Iterable[Record], *, gazetteer: Gazetteer | None, size: int
) -> Iterator[tuple[list[list[Any]], list[bytes | None]]]:
    """Yield the rows and shapes of records, so many at a time; one empty batch where there are none."""
    waiting = iter(records)
    batch = list(islice(waiting, size))
    while True:
        yield [row(each, gazetteer=gazetteer) for each in batch], list(map(geometry_wkb, batch))
        batch = list(islice(waiting, size))
        if not batch:
            return


@contextmanager
def workplace(path: Path, *, suffix: str) -> Iterator[Path]:
    """Give a path with a suffix in a folder beside another; what is written takes the other's place.

    GDAL decides by the end of a name, and lays files of its own beside what it writes.
    """
    from pyogrio.errors import DataLayerError, DataSourceError, FeatureError, GeometryError

    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".export.") as folder:
        made = Path(folder, f"events{suffix}")
        try:
            yield made
        except (DataLayerError, DataSourceError, FeatureError, GeometryError) as error:
            cause = " ".join(str(error).split())
            raise BadInputError(f"output {path.name}: cannot be written ({cause})") from error
        made.replace(path)


def _columns(rows: list[list[Any]]) -> tuple[list[Any], list[Any]]:
    """Return the columns of rows as arrays, and for each which values are unknown."""
    data: list[Any] = []
    masks: list[Any] = []
    for index, field in enumerate(fields()):
        values = [each[index] for each in rows]
        unknown = np.array([value is None for value in values], dtype=bool)
        kind, blank = _BLANK[field.type]
        filled = [blank if value is None else value for value in values]
        data.append(np.array(filled, dtype=kind))
        masks.append(unknown if field.type in ("integer", "boolean") and unknown.any() else None)
    return data, masks
