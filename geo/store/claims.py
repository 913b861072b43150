"""Claims in the store: each once, the others that may be one happening with it, and why."""

from __future__ import annotations

import math
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from gazetteer.place import Coordinates
from geo.merging import Agreement, Claim, Numbers, agreement
from geo.merging.agreement import NEAR_KM, ON_IT_DEG
from geo.merging.wording import Wording
from geo.model import Precision
from geo.store.values import counts_of, counts_text, listed

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterator

    from geo.store.values import Values

_KM_PER_DEGREE = 110.5
# The index rounds its bounds, and no day is half.
_SLACK_DEG = 0.01
_COLUMNS = "key, kind, place, earliest, latest, lat, lon, precision, geometry, body"


class _Box(NamedTuple):
    west: float
    south: float
    east: float
    north: float


class Claims:
    """Keeps claims within a transaction that the caller holds."""

    def __init__(self, connection: sqlite3.Connection, values: Values) -> None:
        self._connection = connection
        self._values = values

    def keep(self, claim: Claim) -> int:
        """Write a claim unless it stands already, with its agreements; return its key."""
        sql = "SELECT key FROM claims WHERE digest = ?"
        found = self._connection.execute(sql, (claim.digest,)).fetchone()
        if found:
            return int(found[0])
        near = self.near(claim)
        key = self._write(claim)
        for other, theirs in near.items():
            if agreed := agreement(claim, theirs):
                self._agree(other, key, agreed)
        return key

    def near(self, claim: Claim) -> dict[int, Claim]:
        """Return the claims of one kind whose places and days may be this one's."""
        days = (claim.latest.toordinal(), claim.earliest.toordinal())
        wide = "AND place = ?" if claim.is_wide else "AND (wide = 0 OR place = ?)"
        sql = f"""SELECT claim FROM happenings WHERE west <= ? AND east >= ? AND south <= ?
            AND north >= ? AND earliest <= ? AND latest >= ? AND kind = ? {wide}"""
        keys: set[int] = set()
        for box in _around(_bounds(claim), claim.coordinates.lat):
            edges = (box.east, box.west, box.north, box.south)
            rows = self._connection.execute(sql, (*edges, *days, claim.kind, claim.place))
            keys.update(key for (key,) in rows)
        return self.load(keys)

    def load(self, keys: Collection[int]) -> dict[int, Claim]:
        """Return claims by their keys."""
        sql = f"SELECT {_COLUMNS} FROM claims WHERE key IN (SELECT value FROM json_each(?))"
        rows = self._connection.execute(sql, (listed(keys),))
        return {row[0]: self._claim(row[1:]) for row in rows}

    def agreeing(self, keys: Collection[int]) -> set[int]:
        """Return the claims that agree with any of these."""
        sql = """SELECT other FROM agreements WHERE one IN (SELECT value FROM json_each(?1))
            UNION SELECT one FROM agreements WHERE other IN (SELECT value FROM json_each(?1))"""
        return {key for (key,) in self._connection.execute(sql, (listed(keys),))}

    def agreements(self, keys: Collection[int]) -> dict[tuple[int, int], Agreement]:
        """Return the agreements among claims."""
        sql = """SELECT one, other, score, same_place, numbers, likeness FROM agreements
            WHERE one IN (SELECT value FROM json_each(?1))
            AND other IN (SELECT value FROM json_each(?1))"""
        rows = self._connection.execute(sql, (listed(keys),))
        return {(one, other): _agreement(*rest) for one, other, *rest in rows}

    def forget(self, keys: Collection[int]) -> None:
        """Remove those of the claims that no event makes any more."""
        asked = """SELECT value FROM json_each(?)
            WHERE NOT EXISTS (SELECT 1 FROM events WHERE events.claim = value)"""
        for table, column in (("happenings", "claim"), ("claims", "key")):
            sql = f"DELETE FROM {table} WHERE {column} IN ({asked})"
            self._connection.execute(sql, (listed(keys),))

    def _write(self, claim: Claim) -> int:
        shape = None if claim.geometry is None else self._values.keep_geometry(claim.geometry)
        row = (
            claim.digest, claim.kind, claim.place, claim.earliest.isoformat(),
            claim.latest.isoformat(), *claim.coordinates.latlon, claim.precision, shape, _body(claim),
        )  # fmt: skip
        sql = """INSERT INTO claims (digest, kind, place, earliest, latest, lat, lon, precision,
            geometry, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
        key = int(self._connection.execute(sql, row).lastrowid or 0)
        box = _bounds(claim)
        days = (claim.earliest.toordinal(), claim.latest.toordinal())
        edges = (box.west, box.east, box.south, box.north)
        sql = "INSERT INTO happenings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        place = (claim.kind, claim.place, claim.is_wide)
        self._connection.execute(sql, (key, *edges, *days, *place))
        return key

    def _agree(self, one: int, other: int, found: Agreement) -> None:
        row = (one, other, found.score, found.same_place, found.numbers, found.likeness)
        sql = """INSERT INTO agreements (one, other, score, same_place, numbers, likeness)
            VALUES (?, ?, ?, ?, ?, ?)"""
        self._connection.execute(sql, row)

    def _claim(self, row: tuple[Any, ...]) -> Claim:
        kind, place, earliest, latest, lat, lon, precision, shape, text = row
        body = orjson.loads(text)
        return Claim(
            key=body["key"],
            kind=kind,
            place=place,
            precision=Precision(precision),
            coordinates=Coordinates(lat=lat, lon=lon),
            geometry=None if shape is None else self._values.geometry(shape),
            earliest=date.fromisoformat(earliest),
            latest=date.fromisoformat(latest),
            counts=counts_of(body["counts"]),
            wording=Wording(language=body["language"], weights=body["words"]),
            apart=frozenset(body["apart"]),
            beside=frozenset(body["beside"]),
        )


def _agreement(score: float, same_place: int, numbers: str, likeness: float) -> Agreement:
    return Agreement(
        score=score, same_place=bool(same_place), numbers=Numbers(numbers), likeness=likeness
    )


def _body(claim: Claim) -> str:
    values = {
        "key": claim.key,
        "counts": counts_text(claim.counts),
        "language": claim.wording.language,
        "words": dict(claim.wording.weights),
        "apart": sorted(claim.apart),
        "beside": sorted(claim.beside),
    }
    return orjson.dumps(values).decode()


def _bounds(claim: Claim) -> _Box:
    if claim.geometry is None:
        lon, lat = claim.coordinates.lonlat
        return _Box(lon, lat, lon, lat)
    lon, lat = claim.coordinates.lonlat
    west, south, east, north = claim.geometry.bounds
    return _Box(min(west, lon), min(south, lat), max(east, lon), max(north, lat))


def _around(box: _Box, lat: float) -> Iterator[_Box]:
    """Yield a box widened by what counts as near, and what of it lies beyond 180 degrees."""
    up = max(NEAR_KM / _KM_PER_DEGREE, ON_IT_DEG) + _SLACK_DEG
    side = min(up / max(math.cos(math.radians(min(abs(lat) + up, 89.9))), 1e-3), 180.0)
    wide = _Box(box.west - side, box.south - up, box.east + side, box.north + up)
    yield wide
    if wide.west < -180:
        yield wide._replace(west=wide.west + 360, east=wide.east + 360)
    if wide.east > 180:
        yield wide._replace(west=wide.west - 360, east=wide.east - 360)
