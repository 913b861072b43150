"""GeoParquet 1.1 for pandas, R and data warehouses, a group of rows at a time."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import orjson
import shapely

from geo.exporters.fields import fields
from geo.exporters.format import Format
from geo.exporters.layers import batches

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import pyarrow as pa

    from gazetteer.place import Gazetteer
    from geo.exporters.methods import Methods
    from geo.record import Record

_GROUP = 2_000


def write(
    records: Iterable[Record], path: Path, *, gazetteer: Gazetteer | None, methods: Methods
) -> int:
    """Write records with their shapes as well-known binary and return their number."""
    # An extra, which others do without.
    import pyarrow as pa
    from pyarrow import parquet

    schema = _schema(pa)
    number, types = 0, set[str]()
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for rows, shapes in batches(records, gazetteer=gazetteer, size=_GROUP):
            columns = [_column(index, rows) for index in range(len(fields()))]
            arrays = [
                pa.array(values, type=field.type)
                for values, field in zip([*columns, shapes], schema, strict=True)
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
            number += len(rows)
            types |= _types(shapes)
        writer.add_key_value_metadata(
            {"geo": orjson.dumps(_about(types)).decode(), "methods": methods.text}
        )
    return number


def _schema(pa: Any) -> pa.Schema:
    types = {
        "text": pa.string(),
        "date": pa.date32(),
        "integer": pa.int64(),
        "number": pa.float64(),
        "boolean": pa.bool_(),
    }
    named = [(field.name, types[field.type]) for field in fields()]
    return pa.schema([*named, ("geometry", pa.binary())])


def _column(index: int, rows: list[list[Any]]) -> list[Any]:
    values = [each[index] for each in rows]
    if fields()[index].type != "date":
        return values
    return [None if value is None else date.fromisoformat(value) for value in values]


def _types(shapes: list[bytes | None]) -> set[str]:
    return {str(shape.geom_type) for shape in shapely.from_wkb(shapes) if shape is not None}


def _about(types: set[str]) -> dict[str, Any]:
    """Return the member "geo" of GeoParquet; without a CRS it is longitude, latitude of WGS 84."""
    geometry = {
        "encoding": "WKB",
        "geometry_types": sorted(types),
        "orientation": "counterclockwise",
    }
    return {"version": "1.1.0", "primary_column": "geometry", "columns": {"geometry": geometry}}


FORMAT = Format(
    name="geoparquet",
    label="GeoParquet",
    suffix=".parquet",
    content_type="application/vnd.apache.parquet",
    write=write,
    rank=8,
    needs=("pyarrow",),
)
