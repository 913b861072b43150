"""Write derived files: the same content gives the same bytes."""

from __future__ import annotations

import gzip
import math
from typing import TYPE_CHECKING, Any

import orjson
import shapely

from gazetteer.shapes import counter_clockwise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from shapely.geometry.base import BaseGeometry

DECIMALS = 4


def write_geojson(
    path: Path, features: Iterable[tuple[dict[str, Any], BaseGeometry]], *, decimals: int = DECIMALS
) -> None:
    """Write features to a gzipped GeoJSON file: right-hand rings, coordinates rounded."""
    collection = {
        "type": "FeatureCollection",
        "features": [
            {"type": "Feature", "properties": properties, "geometry": _mapping(snapped, decimals)}
            for properties, geometry in features
            if not (snapped := counter_clockwise(rounded(geometry, decimals=decimals))).is_empty
        ],
    }
    path.write_bytes(gzip.compress(orjson.dumps(collection), 9, mtime=0))


def write_table(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a tab-separated table, gzipped where the name ends in .gz."""
    lines = ["\t".join(header)]
    for row in rows:
        cells = ["" if cell is None else str(cell) for cell in row]
        lines.append("\t".join(" ".join(cell.split()) for cell in cells))
    data = ("\n".join(lines) + "\n").encode()
    path.write_bytes(gzip.compress(data, 9, mtime=0) if path.suffix == ".gz" else data)


def rounded(geometry: BaseGeometry, *, decimals: int = DECIMALS) -> BaseGeometry:
    """Snap a geometry to a decimal grid and keep it valid (degrees)."""
    snapped: BaseGeometry = shapely.set_precision(geometry, 10.0**-decimals)
    return snapped


def _mapping(geometry: BaseGeometry, decimals: int) -> dict[str, Any]:
    plain: dict[str, Any] = _round_numbers(shapely.geometry.mapping(geometry), decimals)
    return plain


def _round_numbers(value: Any, decimals: int) -> Any:
    if isinstance(value, float):
        number = round(value, decimals)
        return int(number) if math.isclose(number, int(number), abs_tol=1e-12) else number
    if isinstance(value, tuple | list):
        return [_round_numbers(item, decimals) for item in value]
    if isinstance(value, dict):
        return {key: _round_numbers(item, decimals) for key, item in value.items()}
    return value
