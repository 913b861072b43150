"""Write one reading: the article, its names, and each event in the forms its audiences may see."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from geo.addresses import canonical
from geo.errors import BadInputError, StoreError
from geo.merging import incident_id
from geo.model import Article, Event, article_id
from geo.privacy import Audience, redact
from geo.record import Record
from geo.shapes import cut
from geo.store.clearing import clear
from geo.store.incidents import Incidents, Touched
from geo.store.values import counts_text, day_text

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer
    from geo.model import Reading, Resolution
    from geo.store.values import Values

EVERYONE, OWNER, PUBLIC = 0, 1, 2


class IdTakenError(StoreError, BadInputError):
    """The id stands for another text: an edited one, or another collection's numbering."""


def is_known(connection: sqlite3.Connection, article: Article) -> bool:
    """Tell whether an article stands already, by its content or its address.

    Raises IdTakenError when its id stands for another content.
    """
    fingerprint, address = _fingerprint(article), canonical(article.url) or None
    sql = "SELECT hash, address FROM articles WHERE id = ? OR hash = ? OR address = ?"
    found = connection.execute(sql, (article.id, fingerprint, address)).fetchall()
    if any(one == fingerprint or (address and other == address) for one, other in found):
        return True
    if found:
        raise IdTakenError(
            f"id {article.id!r} stands for another text in this store; wanted an id of its own"
        )
    return False


def now() -> str:
    """Return the moment in UTC as the store writes it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(slots=True, kw_only=True)
class Writer:
    """Writes within a transaction that the caller holds."""

    connection: sqlite3.Connection
    values: Values
    gazetteer: Gazetteer | None

    def write(self, reading: Reading, *, edition: str) -> None:
        """Write a reading whose article is not known yet."""
        added = now()
        article = self._article(reading.article, edition=edition, added=added)
        self._contents(reading, article=article, added=added)

    def rewrite(self, reading: Reading, *, edition: str) -> None:
        """Write a reading in the place of its article's old one; reviews of its events stay."""
        sql = "SELECT key, added FROM articles WHERE id = ?"
        article, added = self.connection.execute(sql, (reading.article.id,)).fetchone()
        reviews = self.connection.execute(
            "SELECT review_status, id FROM events WHERE article = ?", (article,)
        ).fetchall()
        incidents = Incidents(self.connection, self.values)
        touched = incidents.leave(article)
        clear(self.connection, article)
        sql = "UPDATE articles SET edition = ?, shown = 1 WHERE key = ?"
        self.connection.execute(sql, (edition, article))
        self._contents(reading, article=article, added=added, touched=touched)
        self.connection.executemany("UPDATE events SET review_status = ? WHERE id = ?", reviews)

    def _contents(
        self, reading: Reading, *, article: int, added: str, touched: Touched | None = None
    ) -> None:
        resolutions = {
            _identity(found): self.values.keep_resolution(found, article=article, listed=True)
            for found in reading.resolutions
        }
        self._unplaced(reading, article=article)
        told = replace(reading.article, text="")
        for event in reading.events:
            row = self._event(event, article=article)
            if row is not None:
                incident = incident_id(event.id)
                record = Record(event=event, article=told, incident_id=incident, added=added)
                self._forms(record, row, reading=reading, resolutions=resolutions)
        Incidents(self.connection, self.values).enter(reading, article=article, touched=touched)

    def _article(self, article: Article, *, edition: str, added: str) -> int:
        row = (
            article.id, _fingerprint(article), canonical(article.url) or None, article.title,
            article.text, article.source, article.url, day_text(article.published),
            article.language, edition, True, added,
        )  # fmt: skip
        sql = """INSERT INTO articles (id, hash, address, title, text, source, url, published,
            language, edition, shown, added) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
        return self._insert(sql, row)

    def _unplaced(self, reading: Reading, *, article: int) -> None:
        rows = ((article, m.start, m.end, m.surface, m.role) for m in reading.unplaced)
        self.connection.executemany("INSERT OR IGNORE INTO unplaced VALUES (?, ?, ?, ?, ?)", rows)

    def _event(self, event: Event, *, article: int) -> tuple[int, int] | None:
        """Write an event; return its key and its article's, None where it stands already."""
        if self.connection.execute("SELECT 1 FROM events WHERE id = ?", (event.id,)).fetchone():
            return None
        row = (
            event.id, article, self._own_incident(event), event.kind, event.start, event.end,
            day_text(event.earliest), day_text(event.latest), event.status,
            counts_text(event.counts, event.vague), event.confidence,
        )  # fmt: skip
        sql = """INSERT INTO events (id, article, incident, kind, start, "end", earliest, latest,
            status, counts, confidence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
        return self._insert(sql, row), article

    def _own_incident(self, event: Event) -> int:
        """Return the key of the incident that an event is the first report of."""
        sql = "SELECT key FROM incidents WHERE id = ?"
        found = self.connection.execute(sql, (incident_id(event.id),)).fetchone()
        if found:
            return int(found[0])
        sql = "INSERT INTO incidents (id, kind, articles, sources) VALUES (?, ?, 1, 1)"
        return self._insert(sql, (incident_id(event.id), event.kind))

    def _forms(
        self,
        record: Record,
        row: tuple[int, int],
        *,
        reading: Reading,
        resolutions: dict[tuple[Any, ...], int],
    ) -> None:
        event, article = row
        located = reading.resolutions
        public = redact(
            record, audience=Audience.PUBLIC, gazetteer=self.gazetteer, located=located,
            beside=_kinds_beside(record.event, reading),
        )  # fmt: skip
        protected = public is not record
        where = self._resolution(record.event.resolution, article=article, among=resolutions)
        self._form(record, event, OWNER if protected else EVERYONE, resolution=where)
        if protected:
            where = self._resolution(public.event.resolution, article=article, among={})
            self._form(public, event, PUBLIC, resolution=where, own=record.article)
            self.connection.execute("UPDATE articles SET shown = 0 WHERE key = ?", (article,))

    def _resolution(
        self, resolution: Resolution | None, *, article: int, among: dict[tuple[Any, ...], int]
    ) -> int | None:
        if resolution is None:
            return None
        known = among.get(_identity(resolution))
        return known or self.values.keep_resolution(resolution, article=article, listed=False)

    def _form(
        self,
        record: Record,
        event: int,
        audience: int,
        *,
        resolution: int | None,
        own: Article | None = None,
    ) -> None:
        told, where = record.event, record.event.resolution
        own, place_words = own or record.article, self._place_words(where)
        row = (
            event, audience, True, told.kind, told.status, record.event_date,
            day_text(told.latest or told.earliest) or "", told.id, told.sentence,
            None if record.article.title == own.title else record.article.title,
            None if record.article.url == own.url else record.article.url,
            told.why, resolution, where and where.coordinates.lat, where and where.coordinates.lon,
            self.values.keep_geometry(where.geometry) if where and where.geometry else None,
            record.generalisation, place_words,
        )  # fmt: skip
        sql = f"""INSERT INTO forms (event, audience, best, kind, status, day, until, id, sentence,
            title, url, why, resolution, lat, lon, geometry, generalisation, place_words)
            VALUES ({", ".join("?" * len(row))})"""
        key = self._insert(sql, row)
        words = (key, record.article.title, told.sentence, place_words)
        sql = "INSERT INTO words (rowid, title, sentence, place) VALUES (?, ?, ?, ?)"
        self.connection.execute(sql, words)
        if where:
            sql = "INSERT INTO boxes (form, west, south, east, north) VALUES (?, ?, ?, ?, ?)"
            self.connection.execute(sql, (key, *_bounds(where)))

    def _place_words(self, where: Resolution | None) -> str:
        """Return all names by which an event's place may be asked for."""
        if where is None:
            return ""
        names = [where.name, where.mention.surface, where.place.name]
        if self.gazetteer:
            around = [self.gazetteer.country(code) for code in where.country_codes]
            if where.place.country_codes and where.place.admin1:
                country = where.place.country_codes[0]
                around.append(self.gazetteer.admin1(country, where.place.admin1))
            names += [place.name for place in around if place]
        return "\n".join(dict.fromkeys(names))

    def _insert(self, sql: str, row: tuple[Any, ...]) -> int:
        return int(self.connection.execute(sql, row).lastrowid or 0)


def _fingerprint(article: Article) -> str:
    return article_id(title=article.title, text=article.text)


def _kinds_beside(event: Event, reading: Reading) -> set[str]:
    """The kinds of event that the sentence of an event tells."""
    return {e.kind for e in reading.events if e.start < event.end and event.start < e.end}


def _identity(resolution: Resolution) -> tuple[Any, ...]:
    mention = resolution.mention
    where = (resolution.place.id, resolution.kind, resolution.name, resolution.precision)
    return (mention.start, mention.end, mention.role, *where, resolution.coordinates)


def _bounds(where: Resolution) -> tuple[float, float, float, float]:
    if where.geometry is None:
        lon, lat = where.coordinates.lonlat
        return lon, lat, lon, lat
    west, south, east, north = cut(where.geometry).bounds
    return west, south, east, north
