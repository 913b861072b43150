"""Incidents in the store: which events report one happening, kept up as articles come and go.

A new article touches only the incidents that its claims agree with, directly or by others. Those
are grouped anew from all their claims, so that what stands in the end is the same whatever the
order in which the articles came.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import orjson

from geo.merging import claims, group, incident_id
from geo.merging.incidents import FINENESS
from geo.merging.rulings import ruled
from geo.model import Precision
from geo.store.claims import Claims
from geo.store.decisions import rulings
from geo.store.values import counts_of, listed
from geo.store.wires import Wires

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable

    from geo.model import Reading
    from geo.store.values import Values

_LAST = "9999-12-31"


class _Told(NamedTuple):
    """A row of an event, as much of it as incidents need."""

    key: int
    id: str
    claim: int | None
    incident: int
    start: int
    counts: str
    confidence: float
    article: str
    published: str
    precision: str | None

    @property
    def turn(self) -> tuple[str, str, int, str]:
        """Order reports, the first published first: an incident is named after its first report."""
        return self.published, self.article, self.start, self.id

    @property
    def rank(self) -> tuple[int, int, float, int, str]:
        """Order reports, the best first, as geo.merging does."""
        fine = FINENESS[Precision(self.precision)] if self.precision else len(FINENESS)
        return -len(counts_of(self.counts)), fine, -self.confidence, self.start, self.id


@dataclass(slots=True, kw_only=True)
class Touched:
    """What is to be grouped anew, and the heirs of the ids of events that may be gone."""

    claims: set[int] = field(default_factory=set)
    incidents: set[int] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    heirs: dict[str, str] = field(default_factory=dict)


class Incidents:
    """Groups events within a transaction that the caller holds."""

    def __init__(self, connection: sqlite3.Connection, values: Values) -> None:
        self._connection = connection
        self._claims = Claims(connection, values)
        self._wires = Wires(connection)

    def enter(self, reading: Reading, *, article: int, touched: Touched | None = None) -> None:
        """Join the events of an article, written just now, to the incidents that they report.

        `touched` is what `leave` returned, where the article is read anew.
        """
        touched = touched or Touched()
        self._claim(reading, article=article, touched=touched)
        changed = self._wires.enter(article, reading.article.text)
        self.regroup(touched)
        for event, heir in touched.heirs.items():
            sql = """UPDATE incident_ids SET event = ? WHERE event = ?
                AND NOT EXISTS (SELECT 1 FROM events WHERE id = ?)"""
            self._connection.execute(sql, (heir, event, event))
        self._recount(self._told_by(changed))

    def leave(self, article: int) -> Touched:
        """Return what must be grouped anew when the events of an article, still here, are gone."""
        sql = "SELECT id, claim, incident FROM events WHERE article = ?"
        rows = self._connection.execute(sql, (article,)).fetchall()
        own = {claim for _, claim, _ in rows if claim is not None}
        touched = Touched(
            claims=own | self._claims.agreeing(own), incidents={row[2] for row in rows}
        )
        for event, _, incident in rows:
            sql = "SELECT id, claim FROM events WHERE incident = ? AND article <> ? ORDER BY id"
            others = self._connection.execute(sql, (incident, article)).fetchall()
            touched.claims.update(claim for _, claim in others if claim is not None)
            touched.events.update(other for other, claim in others if claim is None)
            if others:
                touched.heirs[event] = others[0][0]
        return touched

    def regroup(self, touched: Touched) -> None:
        """Group anew whatever is connected to what was touched."""
        self._claims.forget(touched.claims)
        told = self._connected(touched)
        by_claim: dict[int, set[str]] = {}
        for event in told.values():
            if event.claim is not None:
                by_claim.setdefault(event.claim, set()).add(event.id)
        groups = [
            frozenset().union(*(by_claim[key] for key in keys)) for keys in self._groups(by_claim)
        ]
        groups += [frozenset([event.id]) for event in told.values() if event.claim is None]
        before = touched.incidents | {event.incident for event in told.values()}
        found = ruled(groups, rulings(self._connection, told))
        named = [self._name([told[event] for event in events]) for events in found]
        self._recount(named)
        self._clear(before)

    def _claim(self, reading: Reading, *, article: int, touched: Touched) -> None:
        told = claims(reading.events, article=reading.article, located=reading.resolutions)
        for event in reading.events:
            claim = told.get(event.id)
            if claim is None:
                touched.events.add(event.id)
                continue
            key = self._claims.keep(claim)
            touched.claims.add(key)
            sql = "UPDATE events SET claim = ? WHERE id = ? AND article = ?"
            self._connection.execute(sql, (key, event.id, article))

    def _groups(self, by_claim: Collection[int]) -> Iterable[frozenset[int]]:
        if len(by_claim) < 2:
            return [frozenset([key]) for key in by_claim]
        agreed = self._claims.agreements(by_claim)
        scores = {pair: found.score for pair, found in agreed.items()}
        return group(self._claims.load(by_claim), scores)

    def _connected(self, touched: Touched) -> dict[str, _Told]:
        """Return all events that agreements and decisions connect with what was touched."""
        found: dict[str, _Told] = {}
        seen: set[int] = set()
        claims_, events = set(touched.claims), set(touched.events)
        while claims_ or events:
            seen |= claims_
            new = [told for told in self._events(claims_, events) if told.id not in found]
            found.update((told.id, told) for told in new)
            events = self._decided({told.id for told in new}) - found.keys()
            beyond = claims_ | {told.claim for told in new if told.claim is not None}
            claims_ = (self._claims.agreeing(beyond) | beyond) - seen
        return found

    def _events(self, claims_: Collection[int], ids: Collection[str]) -> list[_Told]:
        sql = f"""SELECT e.key, e.id, e.claim, e.incident, e.start, e.counts, e.confidence, a.id,
            coalesce(a.published, '{_LAST}'), c.precision
            FROM events AS e JOIN articles AS a ON a.key = e.article
            LEFT JOIN claims AS c ON c.key = e.claim
            WHERE e.key IN (
                SELECT key FROM events WHERE claim IN (SELECT value FROM json_each(?))
                UNION SELECT key FROM events WHERE id IN (SELECT value FROM json_each(?)))"""
        rows = self._connection.execute(sql, (listed(claims_), listed(ids)))
        return [_Told(*row) for row in rows]

    def _decided(self, ids: Collection[str]) -> set[str]:
        """Return the events that a decision names together with any of these."""
        sql = """SELECT other.event FROM decision_events AS one
            JOIN decision_events AS other ON other.decision = one.decision
            WHERE one.event IN (SELECT value FROM json_each(?))"""
        return {event for (event,) in self._connection.execute(sql, (listed(ids),))}

    def _name(self, reports: list[_Told]) -> int:
        """Give the reports of one happening their incident, shown by the best; return its key."""
        first, best = min(reports, key=lambda e: e.turn), min(reports, key=lambda e: e.rank)
        identity = incident_id(first.id)
        sql = "SELECT key FROM incidents WHERE id = ?"
        found = self._connection.execute(sql, (identity,)).fetchone()
        key = int(found[0]) if found else self._new(identity, first.key)
        keys = listed(event.key for event in reports)
        if any(event.incident != key for event in reports):
            sql = "UPDATE events SET incident = ? WHERE key IN (SELECT value FROM json_each(?))"
            self._connection.execute(sql, (key, keys))
        sql = """UPDATE forms SET best = (event = ?1) WHERE best <> (event = ?1)
            AND event IN (SELECT value FROM json_each(?2))"""
        self._connection.execute(sql, (best.key, keys))
        sql = "INSERT OR IGNORE INTO incident_ids (id, event) VALUES (?, ?)"
        self._connection.execute(sql, (identity, first.id))
        return key

    def _new(self, identity: str, event: int) -> int:
        sql = """INSERT INTO incidents (id, kind, articles, sources)
            SELECT ?, kind, 1, 1 FROM events WHERE key = ?"""
        return int(self._connection.execute(sql, (identity, event)).lastrowid or 0)

    def _clear(self, incidents: Iterable[int]) -> None:
        """Remove the incidents that nothing reports any more; their ids stay known."""
        sql = """DELETE FROM incidents WHERE key IN (SELECT value FROM json_each(?))
            AND NOT EXISTS (SELECT 1 FROM events WHERE incident = incidents.key)"""
        self._connection.execute(sql, (listed(incidents),))

    def _told_by(self, articles: Collection[int]) -> list[int]:
        sql = """SELECT DISTINCT incident FROM events
            WHERE article IN (SELECT value FROM json_each(?))"""
        return [key for (key,) in self._connection.execute(sql, (listed(articles),))]

    def _recount(self, incidents: Iterable[int]) -> None:
        """Count articles and independent sources, and find the range of each number."""
        for incident in incidents:
            sql = """SELECT a.key, a.source, coalesce(a.wire, a.key), e.counts FROM events AS e
                JOIN articles AS a ON a.key = e.article WHERE e.incident = ?"""
            rows = self._connection.execute(sql, (incident,)).fetchall()
            articles = {key: (source, wire) for key, source, wire, _ in rows}
            sources = independent(articles.values())
            ranges = orjson.dumps(_ranges(counts for *_, counts in rows)).decode()
            sql = "UPDATE incidents SET articles = ?, sources = ?, ranges = ? WHERE key = ?"
            self._connection.execute(sql, (len(articles), sources, ranges, incident))


def independent(articles: Iterable[tuple[str, int]]) -> int:
    """Count sources that are not each other's: one name, or one wire text, is one source.

    An article without a source counts only where nothing else is told.
    """
    parts: list[set[object]] = []
    for source, wire in articles:
        met = [part for part in parts if part & {("source", source), ("wire", wire)}]
        joined: set[object] = {("source", source), ("wire", wire)}.union(*met)
        parts = [part for part in parts if part not in met] + [joined]
    named = [part for part in parts if _is_named(part)]
    return max(1, len(named))


def _is_named(part: Iterable[object]) -> bool:
    """Tell whether any source of a part has a name."""
    return any(isinstance(one, tuple) and one[0] == "source" and one[1] for one in part)


def _ranges(counts: Iterable[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for text in counts:
        for role, count in counts_of(text).items():
            low, high = found.get(role, [count.value, count.value])
            found[role] = [min(low, count.value), max(high, count.value)]
    return dict(sorted(found.items()))
