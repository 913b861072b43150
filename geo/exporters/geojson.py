"""GeoJSON by RFC 7946: one FeatureCollection, a feature a line, written as it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson

from geo.exporters.format import Format
from geo.features import feature

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from gazetteer.place import Gazetteer
    from geo.exporters.methods import Methods
    from geo.record import Record


def write(
    records: Iterable[Record], path: Path, *, gazetteer: Gazetteer | None, methods: Methods
) -> int:
    """Write records to a file and return their number."""
    del methods
    number = 0
    with path.open("wb") as file:
        file.write(b'{"type":"FeatureCollection","features":[')
        for number, record in enumerate(records, start=1):
            file.write(b",\n" if number > 1 else b"\n")
            file.write(orjson.dumps(feature(record, gazetteer=gazetteer)))
        file.write(b"\n]}\n")
    return number


FORMAT = Format(
    name="geojson",
    label="GeoJSON",
    suffix=".geojson",
    content_type="application/geo+json",
    write=write,
    rank=1,
)
