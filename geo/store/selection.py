"""From a query to SQL: user text only ever as parameters, words only ever quoted."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from pyproj import Geod
from shapely.geometry import Point, box

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from shapely.geometry.base import BaseGeometry

    from geo.query import BoundingBox, EventQuery, Nearby

# With more hits than this, walking the index of days and checking each is the shorter way.
_MANY = 20_000
_PREFIX_FROM = 3
_REMEMBERED = 20_000

_EARTH = Geod(ellps="WGS84")

_Part = tuple[str, tuple[Any, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """A table of forms, called `f`, and a condition on it with its parameters."""

    table: str
    where: str
    values: tuple[Any, ...]


def select(
    query: EventQuery, *, audience: int, connection: sqlite3.Connection, any_kind: bool = False
) -> Selection:
    """Translate a query; `any_kind` leaves its own kinds aside."""
    parts: list[_Part] = [
        ("f.best = 1 AND f.audience IN (0, ?)", (audience,)),
        _among("f.status", sorted(query.statuses)),
        _among("f.kind", () if any_kind else sorted(query.kinds)),
        *_days(query),
        *_sources(query.sources),
        *_judged(query),
        *_exactly_in(query.bbox),
        *_exactly_near(query.near),
        *_behind(query.after),
    ]
    few, many = _sorted_out(_lookups(query), connection)
    parts += [(f"f.key IN ({sql})", values) for sql, values in (*few, *many)]
    return Selection(
        # "NOT INDEXED" still finds rows by their key: those of the short list, one by one.
        table="forms AS f NOT INDEXED" if few else "forms AS f",
        where=" AND ".join(f"({sql})" for sql, _ in parts),
        values=tuple(value for _, values in parts for value in values),
    )


def _lookups(query: EventQuery) -> Iterator[_Part]:
    """Yield questions to the indexes of words, places and boxes, each for keys of forms."""
    if query.text:
        yield _by_words(query.text, columns="title sentence place")
    if ":" in query.place:
        yield (
            """SELECT g.key FROM places AS p JOIN resolutions AS r ON r.place = p.key
            JOIN forms AS g ON g.resolution = r.key WHERE p.id = ?""",
            (query.place,),
        )
    elif query.place:
        yield _by_words(query.place, columns="place")
    if query.bbox:
        yield _meeting(query.bbox)
    if query.near:
        yield _meeting(query.near.bbox)


def _meeting(asked: BoundingBox) -> _Part:
    edges = [(part.west, part.south, part.east, part.north) for part in asked.parts]
    meets = " OR ".join(["west <= ? AND east >= ? AND south <= ? AND north >= ?"] * len(edges))
    values = (n for west, south, east, north in edges for n in (east, west, north, south))
    return f"SELECT form FROM boxes WHERE {meets}", tuple(values)


def _sorted_out(
    lookups: Iterable[_Part], connection: sqlite3.Connection
) -> tuple[list[_Part], list[_Part]]:
    """Part the questions with few hits from those with many; a box with many is left out.

    Its exact check is made anyway. The words' index is the only one that can tell of words.
    """
    few: list[_Part] = []
    many: list[_Part] = []
    for sql, values in lookups:
        counted = f"SELECT count(*) FROM ({sql} LIMIT {_MANY + 1})"
        if connection.execute(counted, values).fetchone()[0] <= _MANY:
            few.append((sql, values))
        elif "FROM boxes" not in sql:
            many.append((sql, values))
    return few, many


def install(connection: sqlite3.Connection, geometry: Callable[[int], BaseGeometry]) -> None:
    """Give SQL the functions `touches(geometry, west, south, east, north)` and `away_km`.

    `away_km(geometry, lon, lat, from_lon, from_lat)` is the geodesic distance to the nearest spot of
    a geometry, or to lon, lat where that is NULL.
    """

    @lru_cache(_REMEMBERED)
    def touches(key: int, west: float, south: float, east: float, north: float) -> bool:
        return bool(geometry(key).intersects(box(west, south, east, north)))

    @lru_cache(_REMEMBERED)
    def away_km(
        key: int | None, lon: float | None, lat: float | None, from_lon: float, from_lat: float
    ) -> float | None:
        if lon is None or lat is None:
            return None
        shape = Point(lon, lat) if key is None else geometry(key)
        return _away_km(shape, lon=from_lon, lat=from_lat)

    connection.create_function("touches", 5, touches, deterministic=True)
    connection.create_function("away_km", 5, away_km, deterministic=True)


def _away_km(geometry: BaseGeometry, *, lon: float, lat: float) -> float:
    """Return how far a geometry is, on a plane where each distance from the point is true."""

    def flattened(points: np.ndarray) -> np.ndarray:
        start = np.full(len(points), lon), np.full(len(points), lat)
        azimuth, _, metres = _EARTH.inv(*start, points[:, 0], points[:, 1])
        angle = np.radians(azimuth)
        return np.column_stack((metres * np.sin(angle), metres * np.cos(angle)))

    return float(shapely.transform(geometry, flattened).distance(Point(0, 0)) / 1000)


def match_words(text: str, *, columns: str) -> str:
    """Return an FTS5 expression for plain words, each quoted; empty if there are none."""
    words = [word.replace('"', " ").strip() for word in text.split()]
    words = [word for word in words if any(map(str.isalnum, word))]
    terms = [f'"{word}"' + ("*" if len(word) >= _PREFIX_FROM else "") for word in words]
    return f"{{{columns}}} : ({' AND '.join(terms)})" if terms else ""


def _among(column: str, values: Iterable[str]) -> _Part:
    listed = tuple(map(str, values))
    marks = ", ".join("?" * len(listed))
    return (f"{column} IN ({marks})", listed) if listed else ("1", ())


def _days(query: EventQuery) -> Iterable[_Part]:
    if query.earliest:
        yield "f.until >= ?", (query.earliest.isoformat(),)
    if query.latest:
        yield "f.day <= ? AND f.day <> ''", (query.latest.isoformat(),)


def _sources(sources: frozenset[str]) -> Iterable[_Part]:
    if sources:
        condition, values = _among("source", sorted(sources))
        articles = f"SELECT key FROM articles WHERE {condition}"
        yield f"f.event IN (SELECT key FROM events WHERE article IN ({articles}))", values


def _judged(query: EventQuery) -> Iterable[_Part]:
    """Choose by how finely an event is placed, how sure it is, and what reviewers said."""
    if query.precisions:
        condition, values = _among("precision", sorted(query.precisions))
        yield f"(SELECT {condition} FROM resolutions WHERE key = f.resolution)", values
    if query.least_confidence:
        # As it is shown: rounded to three decimals.
        told = "(SELECT round(confidence, 3) FROM events WHERE key = f.event) >= ?"
        yield told, (query.least_confidence,)
    if query.reviews:
        condition, values = _among("review_status", sorted(query.reviews))
        yield f"(SELECT {condition} FROM events WHERE key = f.event)", values


def _by_words(text: str, *, columns: str) -> _Part:
    expression = match_words(text, columns=columns)
    if not expression:
        return "SELECT 0 WHERE 0", ()
    return "SELECT rowid FROM words WHERE words MATCH ?", (expression,)


def _exactly_in(asked: BoundingBox | None) -> Iterable[_Part]:
    """Check a box to the last decimal: the R*Tree rounds its bounds."""
    if asked is None:
        return
    edges = [(part.west, part.south, part.east, part.north) for part in asked.parts]
    exact = (
        "CASE WHEN f.geometry IS NULL THEN f.lon >= ? AND f.lat >= ? AND f.lon <= ? AND f.lat <= ? "
        "ELSE touches(f.geometry, ?, ?, ?, ?) END"
    )
    of_all = " OR ".join([exact] * len(edges))
    yield of_all, tuple(n for edge in edges for n in edge * 2)


def _exactly_near(near: Nearby | None) -> Iterable[_Part]:
    if near is not None and near.centre is not None:
        lon, lat = near.centre.lonlat
        yield "away_km(f.geometry, f.lon, f.lat, ?, ?) <= ?", (lon, lat, near.radius_km)


def _behind(cursor: str) -> Iterable[_Part]:
    if cursor:
        day, _, event = cursor.partition("~")
        yield "f.day < ? OR (f.day = ? AND f.id > ?)", (day, day, event)
