"""The store in one SQLite file: articles, their events, and what an audience may see of them."""

from __future__ import annotations

import hashlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from geo.guidance import UNGUIDED
from geo.model import Article, Event, Incident, Reading, Status
from geo.privacy import Audience
from geo.store.answers import Answers
from geo.store.book import IncidentBook
from geo.store.catching_up import catch_up
from geo.store.connection import connect, explained, transaction
from geo.store.rows import (
    AROUND,
    ARTICLE,
    COLUMNS,
    RECORD,
    RESOLUTION,
    ArticleEntry,
    Quarantined,
    Unplaced,
    article_of,
    mention_of,
    record_of,
)
from geo.store.selection import install, select
from geo.store.steering import Steering, fingerprint
from geo.store.summary import Summary, summary
from geo.store.values import Values, day_of
from geo.store.writing import OWNER, PUBLIC, Writer, is_known, now

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date
    from pathlib import Path
    from types import TracebackType

    from gazetteer.place import Gazetteer
    from geo.guidance import Guidance
    from geo.model import Resolution
    from geo.query import EventQuery
    from geo.record import Record
    from geo.resolution.profiles import Observation
    from geo.store.selection import Selection

_KEPT_ORIGINAL_BYTES = 1_000_000


class Store:
    """Articles and events in a file. A handle serves one thread and one audience.

    What an audience may not see, its handle does not hold: positions, sentences, titles and links
    of protected events come redacted, and searches run on the redacted form.
    """

    def __init__(self, path: Path, *, read_only: bool, audience: Audience) -> None:
        self.path = path
        self.read_only = read_only
        self.audience = audience
        self._level = OWNER if audience is Audience.OWNER else PUBLIC
        self._connection = connect(path, read_only=read_only)
        self._values = Values(self._connection)
        install(self._connection, self._values.geometry)
        if not read_only:
            with explained(path):
                catch_up(self._connection, self._values, reading=self.reading)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        self._connection.close()

    def add(
        self,
        reading: Reading,
        *,
        edition: str,
        gazetteer: Gazetteer | None = None,
        guidance: Guidance = UNGUIDED,
        observation: Observation | None = None,
    ) -> bool:
        """Keep a reading; on return it is safe on disk. False: its article stood already.

        `edition` is the gazetteer's that it was read with; `gazetteer` names countries for the
        search and cuts the cells of protected events; `guidance` is what it was read with,
        `observation` what it tells of its publisher. Raises IdTakenError, BadInputError for
        coordinates that are none, StoreError when the file cannot be written.
        """
        with explained(self.path), transaction(self._connection):
            if is_known(self._connection, reading.article):
                return False
            writer = Writer(connection=self._connection, values=self._values, gazetteer=gazetteer)
            writer.write(reading, edition=edition)
            self.steering().note(
                reading.article.id, edition=edition, guidance=guidance, observation=observation
            )
            self._mark_changed()
        return True

    def replace(
        self,
        reading: Reading,
        *,
        edition: str,
        gazetteer: Gazetteer | None = None,
        guidance: Guidance = UNGUIDED,
    ) -> bool:
        """Put a reading in the place of its article's old one; on return it is safe on disk.

        False, and nothing written: the article is not here, or was read with that edition and that
        guidance already. Raises as `add` does; the old reading stays then.
        """
        sql = "SELECT 1 FROM articles WHERE id = ? AND (edition <> ? OR guidance <> ?)"
        row = (reading.article.id, edition, fingerprint(guidance))
        with explained(self.path), transaction(self._connection):
            if not self._connection.execute(sql, row).fetchone():
                return False
            writer = Writer(connection=self._connection, values=self._values, gazetteer=gazetteer)
            writer.rewrite(reading, edition=edition)
            self.steering().note(reading.article.id, edition=edition, guidance=guidance)
            self._mark_changed()
        return True

    def knows(self, article: Article) -> bool:
        """Tell whether an article stands already, by content or address; may raise IdTakenError."""
        with explained(self.path):
            return is_known(self._connection, article)

    def records(self, query: EventQuery) -> Iterator[Record]:
        """Yield the best report of each incident asked for: latest day first, then by id.

        The articles' texts are left empty. Rows are read as they are asked for.
        """
        asked = self._select(query)
        limit = -1 if query.limit is None else query.limit
        sql = f"""SELECT {COLUMNS} FROM {asked.table} {AROUND}
            WHERE {asked.where} ORDER BY f.day DESC, f.id LIMIT ?"""
        for row in self._rows(sql, (*asked.values, limit)):
            yield record_of(row, self._values)

    def record(self, event_id: str) -> Record | None:
        """Return an event by its id, whether or not its incident is shown by it."""
        sql = f"{RECORD} WHERE f.audience IN (0, ?) AND e.id = ?"
        rows = self._rows(sql, (self._level, event_id))
        return next((record_of(row, self._values) for row in rows), None)

    def incidents(self) -> IncidentBook:
        """Return the incidents, to be asked for by any id and decided on."""
        return IncidentBook(self._connection, self._values, path=self.path, level=self._level)

    def counts(self, query: EventQuery) -> dict[str, int]:
        """Return how many incidents of each kind a query finds, whatever kinds it asks for."""
        asked = self._select(query, any_kind=True)
        sql = f"SELECT f.kind, count(*) FROM {asked.table} WHERE {asked.where} GROUP BY f.kind"
        return dict(self._rows(sql, asked.values))

    def total(self, query: EventQuery) -> int:
        """Return how many incidents a query finds, whatever its limit."""
        asked = self._select(query)
        return self._number(f"SELECT count(*) FROM {asked.table} WHERE {asked.where}", asked.values)

    def summary(self, query: EventQuery) -> Summary:
        """Return what a query finds in numbers."""
        return summary(self._select(query), limit=query.limit, rows=self._rows)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let all that is asked within see the store as it is now, whatever others write."""
        with explained(self.path):
            self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("ROLLBACK")

    def article(self, article_id: str) -> Article | None:
        """Return an article with its text; None where there is none that the audience may read."""
        sql = f"SELECT {ARTICLE}, a.text FROM articles AS a WHERE a.id = ? AND a.shown >= ?"
        row = next(self._rows(sql, (article_id, self._shown)), None)
        return article_of(row[:6], text=row[6]) if row else None

    def articles(self) -> Iterator[ArticleEntry]:
        """Yield the articles that the audience may read, the last published first."""
        sql = f"""SELECT {ARTICLE}, a.edition, a.added,
            (SELECT count(*) FROM events AS e WHERE e.article = a.key),
            (SELECT count(*) FROM unplaced AS u WHERE u.article = a.key)
            FROM articles AS a WHERE a.shown >= ? ORDER BY a.published DESC, a.id"""
        for *article, edition, added, events, unplaced in self._rows(sql, (self._shown,)):
            yield ArticleEntry(
                article=article_of(tuple(article)),
                event_count=events,
                unplaced_count=unplaced,
                edition=edition,
                added=added,
            )

    def reading(self, article_id: str) -> Reading | None:
        """Return all that was read from an article, in the order of its text."""
        article = self.article(article_id)
        if article is None:
            return None
        events, incidents = self._told(article_id)
        return Reading(
            article=article,
            resolutions=tuple(self._located(article_id)),
            unplaced=tuple(found.mention for found in self.unplaced(article_id=article_id)),
            events=events,
            incidents=incidents,
        )

    def unplaced(self, *, article_id: str | None = None) -> Iterator[Unplaced]:
        """Yield the names that could not be located, of one article or of all."""
        sql = """SELECT u.start, u."end", u.surface, u.role, a.id, a.title
            FROM unplaced AS u JOIN articles AS a ON a.key = u.article
            WHERE a.shown >= ? AND (? IS NULL OR a.id = ?) ORDER BY u.article, u.start"""
        for *mention, article, title in self._rows(sql, (self._shown, article_id, article_id)):
            yield Unplaced(mention=mention_of(mention), article_id=article, article_title=title)

    def sources(self) -> dict[str, int]:
        """Return the names of the sources with their number of articles, by name."""
        sql = """SELECT source, count(*) FROM articles WHERE source <> ''
            GROUP BY source ORDER BY source"""
        return dict(self._rows(sql))

    def date_range(self) -> tuple[date, date] | None:
        """Return the first and the last day of all that happened; None where no day is known."""
        sql = """SELECT min(day), max(until) FROM forms
            WHERE best = 1 AND day <> '' AND status = ? AND audience IN (0, ?)"""
        first, last = next(self._rows(sql, (Status.HAPPENED, self._level)))
        low, high = day_of(first), day_of(last)
        return (low, high) if low and high else None

    def version(self) -> str:
        """Return a text that changes with every write: an ETag's heart."""
        sql = "SELECT value FROM meta WHERE name IN ('store', 'revision') ORDER BY name DESC"
        return "-".join(str(value) for (value,) in self._rows(sql))

    def edition(self) -> str:
        """Return the gazetteer edition of the article stored last; empty where there is none."""
        sql = "SELECT edition FROM articles ORDER BY key DESC LIMIT 1"
        return next((str(edition) for (edition,) in self._rows(sql)), "")

    def editions(self) -> dict[str, int]:
        """Return the gazetteer editions that articles were read with, and how many articles."""
        sql = "SELECT edition, count(*) FROM articles GROUP BY edition ORDER BY max(key) DESC"
        return dict(self._rows(sql))

    def quarantine(self, item: str, reason: str, *, original: bytes = b"") -> None:
        """Keep what could not be read, with the reason; the same again adds nothing."""
        digest = hashlib.blake2b(original, digest_size=16).digest()
        row = (item, reason, digest, original[:_KEPT_ORIGINAL_BYTES], now())
        sql = """INSERT OR IGNORE INTO quarantine (item, reason, digest, original, added)
            VALUES (?, ?, ?, ?, ?)"""
        with explained(self.path), transaction(self._connection):
            self._connection.execute(sql, row)

    def quarantined(self) -> Iterator[Quarantined]:
        """Yield what could not be read, the oldest first; the public sees none of it."""
        if self.audience is Audience.PUBLIC:
            return
        for item, reason, original, added in self._rows(
            "SELECT item, reason, original, added FROM quarantine ORDER BY key"
        ):
            yield Quarantined(item=item, reason=reason, original=original, added=added)

    def steering(self) -> Steering:
        """Return what steers the reading: the settings, and what is known of publishers."""
        return Steering(self._connection, path=self.path)

    def answers(self) -> Answers:
        """Return the answers of online geocoders, a mapping that outlives this handle."""
        return Answers(self._connection, path=self.path)

    @property
    def _shown(self) -> int:
        """The least `shown` that an article needs for this audience."""
        return 0 if self.audience is Audience.OWNER else 1

    def _select(self, query: EventQuery, *, any_kind: bool = False) -> Selection:
        with explained(self.path):
            return select(
                query, audience=self._level, connection=self._connection, any_kind=any_kind
            )

    def _rows(self, sql: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        with explained(self.path):
            yield from self._connection.execute(sql, values)

    def _number(self, sql: str, values: tuple[Any, ...] = ()) -> int:
        return int(next(self._rows(sql, values))[0])

    def _mark_changed(self) -> None:
        self._connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'revision'")

    def _located(self, article_id: str) -> Iterator[Resolution]:
        sql = f"""SELECT {RESOLUTION} FROM resolutions AS r JOIN articles AS a ON a.key = r.article
            WHERE a.id = ? AND r.listed = 1 ORDER BY r.start, r.key"""
        return (self._values.resolution(row) for row in self._rows(sql, (article_id,)))

    def _told(self, article_id: str) -> tuple[tuple[Event, ...], tuple[Incident, ...]]:
        """Return the events of an article, and its share of the incidents that they report."""
        sql = f"{RECORD} WHERE f.audience IN (0, ?) AND a.id = ? ORDER BY e.start, e.key"
        records = [
            record_of(row, self._values) for row in self._rows(sql, (self._level, article_id))
        ]
        by_incident: dict[str, list[Event]] = {}
        for record in records:
            by_incident.setdefault(record.incident_id, []).append(record.event)
        incidents = tuple(
            Incident(id=key, kind=events[0].kind, events=tuple(events))
            for key, events in by_incident.items()
        )
        return tuple(record.event for record in records), incidents
