"""CSV for spreadsheets and QGIS: a row an event, a label point for lines and areas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo.exporters.fields import fields, row
from geo.exporters.format import Format
from geo.exporters.sheets import write_rows

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from gazetteer.place import Gazetteer
    from geo.exporters.methods import Methods
    from geo.record import Record


def write(
    records: Iterable[Record], path: Path, *, gazetteer: Gazetteer | None, methods: Methods
) -> int:
    """Write records under one line of column names and return their number."""
    del methods
    rows = (row(record, gazetteer=gazetteer) for record in records)
    return write_rows([[field.name for field in fields()]], rows, path)


FORMAT = Format(
    name="csv",
    label="CSV for spreadsheets and QGIS",
    suffix=".csv",
    content_type="text/csv; charset=utf-8",
    write=write,
    rank=2,
)
