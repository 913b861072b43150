"""Values as the store keeps them: places as JSON, geometries as WKB, each once."""

from __future__ import annotations

import hashlib
import sqlite3
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

import orjson
import shapely

from gazetteer.place import Coordinates, Kind, Place
from geo.errors import BadInputError
from geo.model import Alternative, Count, Mention, Precision, Qualifier, Resolution, Role
from geo.shapes import cut, is_sound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from shapely.geometry.base import BaseGeometry

RESOLUTION_COLUMNS = (
    'start, "end", surface, role, place, name, kind, country_codes, lat, lon, geometry, precision, '
    "uncertainty_km, confidence, alternatives, why"
)
_CACHED = 4096


class Values:
    """Reads and writes the values that many rows share, with a small memory of the last ones."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.place: Callable[[int], Place] = lru_cache(_CACHED)(self._read_place)
        self.geometry: Callable[[int], BaseGeometry] = lru_cache(_CACHED)(self._read_geometry)

    def keep_resolution(self, resolution: Resolution, *, article: int, listed: bool) -> int:
        """Write a resolution and return its key."""
        mention, point = resolution.mention, resolution.coordinates
        if point.latlon == (0.0, 0.0):
            raise BadInputError(
                f"{mention.surface!r} lies at 0, 0, which stands for a lost position"
            )
        alternatives = [self._keep_alternative(other) for other in resolution.alternatives]
        shape = None if resolution.geometry is None else self.keep_geometry(resolution.geometry)
        row = (
            article, listed, mention.start, mention.end, mention.surface, mention.role,
            self.keep_place(resolution.place), resolution.name, resolution.kind,
            " ".join(resolution.country_codes), point.lat, point.lon, shape, resolution.precision,
            resolution.uncertainty_km, resolution.confidence,
            " ".join(alternatives), resolution.why,
        )  # fmt: skip
        marks = ", ".join("?" * len(row))
        sql = f"INSERT INTO resolutions (article, listed, {RESOLUTION_COLUMNS}) VALUES ({marks})"
        return _key(self._connection.execute(sql, row))

    def resolution(self, row: tuple[Any, ...]) -> Resolution:
        """Build a resolution from the values of RESOLUTION_COLUMNS."""
        (start, end, surface, role, place, name, kind, codes, lat, lon, shape, precision, *rest) = (
            row
        )
        uncertainty_km, confidence, alternatives, why = rest
        return Resolution(
            mention=Mention(start=start, end=end, surface=surface, role=Role(role)),
            place=self.place(place),
            name=name,
            kind=kind,
            country_codes=tuple(codes.split()),
            coordinates=Coordinates(lat=lat, lon=lon),
            geometry=None if shape is None else self.geometry(shape),
            precision=Precision(precision),
            uncertainty_km=uncertainty_km,
            confidence=confidence,
            alternatives=tuple(map(self._alternative, alternatives.split())),
            why=why,
        )

    def _keep_alternative(self, other: Alternative) -> str:
        """Write an alternative's place; return "key:chance", the key alone where none is known."""
        key = self.keep_place(other.place)
        return str(key) if other.chance is None else f"{key}:{other.chance}"

    def _alternative(self, text: str) -> Alternative:
        key, _, chance = text.partition(":")
        return Alternative(place=self.place(int(key)), chance=float(chance) if chance else None)

    def keep_place(self, place: Place) -> int:
        """Write a place unless it stands already; return its key."""
        return self._keep("places (id, digest, body)", orjson.dumps(place), place.id)

    def keep_geometry(self, geometry: BaseGeometry) -> int:
        """Write a geometry once and return its key; raise BadInputError if it is unsound."""
        if not is_sound(geometry):
            raise BadInputError(
                "a geometry is empty, not finite or out of range: wanted WGS 84 degrees"
            )
        return self._keep("geometries (digest, wkb)", shapely.to_wkb(cut(geometry)))

    def _keep(self, table: str, content: bytes, *before: str) -> int:
        """Write a row of `table (..., digest, content)` unless its content stands already."""
        digest = hashlib.blake2b(content, digest_size=16).digest()
        sql = f"SELECT key FROM {table.split()[0]} WHERE digest = ?"
        row = self._connection.execute(sql, (digest,)).fetchone()
        if row:
            return int(row[0])
        values = (*before, digest, content)
        sql = f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})"
        return _key(self._connection.execute(sql, values))

    def _read_place(self, key: int) -> Place:
        sql = "SELECT body FROM places WHERE key = ?"
        body = orjson.loads(self._connection.execute(sql, (key,)).fetchone()[0])
        body["coordinates"] = Coordinates(**body["coordinates"])
        body["kind"] = Kind(body["kind"])
        body["country_codes"] = tuple(body["country_codes"])
        return Place(**body)

    def _read_geometry(self, key: int) -> BaseGeometry:
        sql = "SELECT wkb FROM geometries WHERE key = ?"
        geometry = shapely.from_wkb(self._connection.execute(sql, (key,)).fetchone()[0])
        shapely.prepare(geometry)
        return cast("BaseGeometry", geometry)


def counts_text(counts: Mapping[str, Count], vague: Mapping[str, str] | None = None) -> str:
    """Write counts as JSON: value, qualifier and, of a range, its upper end; of "dozens" the word alone."""
    rows: dict[str, list[int | str | None]] = {
        role: [count.value, count.qualifier, *([] if count.high is None else [count.high])]
        for role, count in counts.items()
    }
    rows |= {role: [None, word] for role, word in (vague or {}).items()}
    return orjson.dumps(rows).decode()


def counts_of(text: str) -> dict[str, Count]:
    """Read the counts that are stated from JSON."""
    return {
        role: Count(
            value=row[0], qualifier=Qualifier(row[1]), high=row[2] if len(row) > 2 else None
        )
        for role, row in orjson.loads(text).items()
        if row[0] is not None
    }


def vague_of(text: str) -> dict[str, str]:
    """Read the words of the counts that are only "dozens" or "hundreds" from JSON."""
    return {role: row[1] for role, row in orjson.loads(text).items() if row[0] is None}


def day_text(day: date | None) -> str | None:
    """Write a day in ISO 8601."""
    return day.isoformat() if day else None


def day_of(text: str | None) -> date | None:
    """Read a day in ISO 8601."""
    return date.fromisoformat(text) if text else None


def listed(keys: Iterable[int] | Iterable[str]) -> str:
    """Write keys as a JSON list, for SQL to take with json_each."""
    return orjson.dumps(sorted(keys)).decode()


def _key(cursor: sqlite3.Cursor) -> int:
    return int(cursor.lastrowid or 0)
