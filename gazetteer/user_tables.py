"""Read a user's own table of places: CSV with a header, or GeoJSON."""

from __future__ import annotations

import csv
import hashlib
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from gazetteer.errors import GazetteerError
from gazetteer.names import fold, words
from gazetteer.place import Coordinates, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["BadTableError", "Table", "read_table"]

_COLUMNS = {row[1]: row[0] for row in words("column_names.tsv")}
_MOST_SHOWN = 3


class BadTableError(GazetteerError, ValueError):
    """A file is not a table of places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The places of a file, and why the other rows were left out."""

    rows: tuple[dict[str, Any], ...]
    skipped: tuple[str, ...]


def read_table(file: Path, *, prefix: str) -> Table:
    """Read a CSV or GeoJSON file; ids without a source get the prefix.

    Raises BadTableError when the file is neither, or holds no usable place.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadTableError(f"{file}: {error.strerror}") from error
    if not data.strip():
        raise BadTableError(f"{file} is empty, wanted CSV with a header or GeoJSON")
    raw = _features(file, data) if data.lstrip()[:1] in b"{[" else _records(file, data)
    rows: dict[str, dict[str, Any]] = {}
    skipped = []
    for where, values in raw:
        try:
            row = _place(values, prefix=prefix)
        except ValueError as error:
            skipped.append(f"{where}: {error}")
            continue
        if row["id"] in rows:
            skipped.append(f"{where}: the id {row['id']} stands twice")
        else:
            rows[row["id"]] = row
    if not rows:
        reasons = "; ".join(skipped[:_MOST_SHOWN]) or "no rows"
        raise BadTableError(f"{file}: found no usable place ({reasons})")
    return Table(rows=tuple(rows.values()), skipped=tuple(skipped))


def _records(file: Path, data: bytes) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadTableError(f"{file}: not UTF-8 at byte {error.start}: save it as UTF-8") from error
    header = text.partition("\n")[0]
    if "\0" in text:
        raise BadTableError(f"{file} is binary, wanted CSV with a header or GeoJSON")
    delimiter = max(",;\t", key=header.count)
    reader = csv.DictReader(text.splitlines(), delimiter=delimiter)
    columns = {name: _COLUMNS.get(fold(name or "")) for name in reader.fieldnames or ()}
    found = set(columns.values())
    if "name" not in found or not ({"lat", "lon"} <= found or "geometry" in found):
        raise BadTableError(
            f"{file}: found the columns {', '.join(columns)}; wanted name, lat, lon"
            " (and, as you like, kind, countries, admin1, names, population, accuracy_km, id, note)"
        )
    for row in reader:
        yield (
            f"line {reader.line_num}",
            {key: row[name] for name, key in columns.items() if key and row.get(name)},
        )


def _features(file: Path, data: bytes) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        tree = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raise BadTableError(f"{file}: broken JSON ({error})") from error
    features = tree.get("features") if isinstance(tree, dict) else None
    if not isinstance(features, list):
        raise BadTableError(f"{file}: wanted a GeoJSON FeatureCollection")
    for number, feature in enumerate(features, 1):
        properties = feature.get("properties") if isinstance(feature, dict) else None
        values = {
            key: value
            for name, value in (properties or {}).items()
            if (key := _COLUMNS.get(fold(str(name)))) and value not in (None, "")
        }
        if isinstance(feature, dict) and feature.get("geometry"):
            values["geometry"] = feature["geometry"]
        yield f"feature {number}", values


def _place(values: dict[str, Any], *, prefix: str) -> dict[str, Any]:
    name = " ".join(str(values.get("name", "")).split())
    if not fold(name):
        raise ValueError("no name")
    shape = _shape(values.get("geometry"))
    at = _point(values, shape)
    kind = _kind(str(values.get("kind", "facility")))
    key = str(values.get("id", "")).strip()
    digest = hashlib.blake2b(f"{name}{at.latlon}".encode(), digest_size=5).hexdigest()
    return {
        "id": key if ":" in key else f"{prefix}:{key or digest}",
        "name": name,
        "names": _listed(values.get("names"), separators="|"),
        "kind": kind.value,
        "countries": [code.upper() for code in _listed(values.get("countries"), separators=";|, ")],
        "admin1": str(values.get("admin1", "")).strip(),
        "lat": round(at.lat, 6),
        "lon": round(at.lon, 6),
        "population": int(_number(values.get("population", 0), "population")),
        "accuracy_km": _number(values.get("accuracy_km", 1.0), "accuracy_km"),
        "geometry": shape if shape and shape["type"] != "Point" else None,
        "note": str(values.get("note", "")).strip(),
    }


def _kind(text: str) -> Kind:
    try:
        return Kind(text.strip().lower())
    except ValueError:
        # A ministry's own words ("shelter", "albergue") are kinds of facility.
        return Kind.FACILITY


def _listed(value: Any, *, separators: str) -> list[str]:
    if isinstance(value, list):
        return [str(item).strip() for item in value if str(item).strip()]
    parts = re.split(f"[{re.escape(separators)}]", str(value or ""))
    return [part.strip() for part in parts if part.strip()]


def _number(value: Any, column: str) -> float:
    text = str(value).strip()
    if re.fullmatch(r"-?\d+,\d+", text):
        text = text.replace(",", ".")
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{column}: found {text!r}, wanted a number")
    return number


def _point(values: dict[str, Any], shape: dict[str, Any] | None) -> Coordinates:
    if "lat" in values and "lon" in values:
        lat, lon = _number(values["lat"], "lat"), _number(values["lon"], "lon")
        return Coordinates(lat=lat, lon=lon)
    if shape is None:
        raise ValueError("no lat and lon")
    import shapely

    inside = shapely.point_on_surface(shapely.geometry.shape(shape))
    return Coordinates(lat=inside.y, lon=inside.x)


def _shape(value: Any) -> dict[str, Any] | None:
    """Return a GeoJSON geometry, or WKT as one, checked."""
    if not value:
        return None
    import shapely

    try:
        shape = (
            shapely.from_wkt(value)
            if isinstance(value, str)
            else shapely.from_geojson(orjson.dumps(value))
        )
    except (shapely.errors.ShapelyError, TypeError) as error:
        raise ValueError(f"geometry: {error}") from error
    if shape is None or shape.is_empty:
        raise ValueError("geometry: empty")
    if not shape.is_valid:
        raise ValueError(f"geometry: {shapely.is_valid_reason(shape)}")
    _check_range(shape.bounds)
    mapping: dict[str, Any] = orjson.loads(shapely.to_geojson(_right_handed(shape)))
    return mapping


def _check_range(bounds: Iterable[float]) -> None:
    west, south, east, north = bounds
    Coordinates(lat=south, lon=west)
    Coordinates(lat=north, lon=east)


def _right_handed(shape: Any) -> Any:
    from gazetteer.shapes import counter_clockwise

    return counter_clockwise(shape)
