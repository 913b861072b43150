"""GeoPackage for QGIS and ArcGIS: one layer of points, lines and areas, its methods as metadata."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo.exporters.format import Format
from geo.exporters.layers import workplace, write_geopackage

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from gazetteer.place import Gazetteer
    from geo.exporters.methods import Methods
    from geo.record import Record


def write(
    records: Iterable[Record], path: Path, *, gazetteer: Gazetteer | None, methods: Methods
) -> int:
    """Write records as the layer "events" and return their number."""
    with workplace(path, suffix=".gpkg") as made:
        return write_geopackage(records, made, gazetteer=gazetteer, methods=methods)


FORMAT = Format(
    name="gpkg",
    label="GeoPackage for QGIS and ArcGIS",
    suffix=".gpkg",
    content_type="application/geopackage+sqlite3",
    write=write,
    rank=3,
)
