"""FlatGeobuf, for maps in the browser and quick reading; made from a GeoPackage, a batch at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo.exporters.format import Format
from geo.exporters.layers import CRS, LAYER, workplace, write_geopackage

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from gazetteer.place import Gazetteer
    from geo.exporters.methods import Methods
    from geo.record import Record

_BATCH = 500


def write(
    records: Iterable[Record], path: Path, *, gazetteer: Gazetteer | None, methods: Methods
) -> int:
    """Write records as the layer "events" and return their number.

    Without an index of boxes: it would leave out events without a place, and has to be built in
    memory.
    """
    from pyogrio import open_arrow
    from pyogrio.raw import write_arrow

    with workplace(path, suffix=".fgb") as made:
        between = made.with_suffix(".gpkg")
        number = write_geopackage(records, between, gazetteer=gazetteer, methods=methods)
        with open_arrow(between, layer=LAYER, batch_size=_BATCH, use_pyarrow=False) as source:
            meta, stream = source
            write_arrow(
                stream,
                made,
                layer=LAYER,
                driver="FlatGeobuf",
                geometry_name=meta["geometry_name"] or "wkb_geometry",
                geometry_type="Unknown",
                crs=CRS,
                layer_options={
                    "SPATIAL_INDEX": "NO",
                    "TITLE": methods.title,
                    "DESCRIPTION": methods.text,
                },
            )
        return number


FORMAT = Format(
    name="flatgeobuf",
    label="FlatGeobuf",
    suffix=".fgb",
    content_type="application/octet-stream",
    write=write,
    rank=7,
)
