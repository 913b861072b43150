"""CSV with HXL tags in its second line, for the tools of the humanitarian data exchange."""

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
    """Write records under a line of column names and one of tags; return their number."""
    del methods
    heads = ([field.name for field in fields()], [field.hxl for field in fields()])
    rows = (row(record, gazetteer=gazetteer) for record in records)
    return write_rows(heads, rows, path)


FORMAT = Format(
    name="hxl",
    label="CSV with HXL tags",
    suffix="-hxl.csv",
    content_type="text/csv; charset=utf-8",
    write=write,
    rank=5,
)
