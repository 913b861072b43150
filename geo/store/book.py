"""Ask for incidents by any id they ever had, and decide on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geo.errors import BadInputError
from geo.merging.reasons import reason
from geo.merging.rulings import MERGE, SPLIT
from geo.record import IncidentRecord
from geo.store.claims import Claims
from geo.store.connection import explained, transaction
from geo.store.decisions import decide, decisions, take_back
from geo.store.incidents import Incidents, Touched
from geo.store.rows import RECORD, record_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from pathlib import Path

    from geo.merging import Agreement
    from geo.record import Decision, Record
    from geo.store.values import Values

_BY_PERSON = "Joined by a person's decision."
_SAME_WORDS = "The same sentence about the same place and day."


class IncidentBook:
    """The incidents of a store, as one audience sees them. Made by `Store.incidents`."""

    def __init__(
        self, connection: sqlite3.Connection, values: Values, *, path: Path, level: int
    ) -> None:
        self._connection = connection
        self._values = values
        self._path = path
        self._level = level

    def find(self, any_id: str) -> str | None:
        """Return the id of the incident that an id stands for: an event's, a present or a former one's."""
        with explained(self._path):
            return self._find(any_id)

    def record(self, any_id: str) -> IncidentRecord | None:
        """Return an incident with its reports, by the id of one of them or any id it ever had."""
        with explained(self._path):
            identity = self._find(any_id)
            reports = self._reports(identity) if identity else ()
            if identity is None or not reports:
                return None
            return IncidentRecord(
                id=identity,
                reports=reports,
                reasons=self._reasons(reports),
                decisions=tuple(decisions(self._connection, [r.event.id for r in reports])),
            )

    def split(self, event_id: str, *, who: str, why: str) -> str:
        """Take a report out of its incident; return the id of the incident that it is now.

        Raises BadInputError where the id is not an event's, or nothing else reports its incident.
        """
        with explained(self._path), transaction(self._connection):
            others = self._members(self._incident_of(event_id)) - {event_id}
            if not others:
                raise BadInputError(f"event {event_id[:80]!r}: is the only report of its incident")
            self._decide(what=SPLIT, who=who, why=why, events={event_id}, others=others)
            return self._found(event_id)

    def merge(self, one: str, other: str, *, who: str, why: str) -> str:
        """Join two incidents, each by its id or that of a report; return the id of the one they are.

        Raises BadInputError for an unknown id, one and the same incident, or two kinds.
        """
        with explained(self._path), transaction(self._connection):
            mine, theirs = (self._found(identity) for identity in (one, other))
            if mine == theirs:
                raise BadInputError(f"{one[:80]!r} and {other[:80]!r} are one incident already")
            kinds = [self._kind(identity) for identity in (mine, theirs)]
            if kinds[0] != kinds[1]:
                raise BadInputError(
                    f"{one[:80]!r} is a {kinds[0]}, {other[:80]!r} a {kinds[1]}: "
                    "wanted two incidents of one kind"
                )
            events = self._members(mine) | self._members(theirs)
            self._decide(what=MERGE, who=who, why=why, events=events)
            return self._found(next(iter(events)))

    def undo(self, number: int, *, who: str) -> Decision:
        """Take a decision back and return it; raise BadInputError where there is none in force."""
        with explained(self._path), transaction(self._connection):
            taken = take_back(self._connection, number, who=who)
            self._regroup(taken.events | taken.others)
            return taken

    def decisions(self) -> list[Decision]:
        """Return all decisions in the order of their making, those taken back among them."""
        with explained(self._path):
            return decisions(self._connection)

    def _decide(
        self, *, what: str, who: str, why: str, events: set[str], others: Iterable[str] = ()
    ) -> None:
        kept = set(others)
        decide(self._connection, what=what, who=who, why=why, events=events, others=kept)
        self._regroup(events | kept)

    def _regroup(self, events: Iterable[str]) -> None:
        Incidents(self._connection, self._values).regroup(Touched(events=set(events)))
        self._connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'revision'")

    def _find(self, any_id: str) -> str | None:
        sql = """SELECT i.id FROM events AS e JOIN incidents AS i ON i.key = e.incident
            WHERE e.id = coalesce((SELECT event FROM incident_ids WHERE id = ?1), ?1)"""
        found = self._value(sql, any_id)
        return None if found is None else str(found)

    def _found(self, any_id: str) -> str:
        found = self._find(any_id)
        if found is None:
            raise BadInputError(
                f"{any_id[:80]!r}: wanted the id of an event or of an incident of this store"
            )
        return found

    def _incident_of(self, event_id: str) -> str:
        sql = (
            "SELECT i.id FROM events AS e JOIN incidents AS i ON i.key = e.incident WHERE e.id = ?"
        )
        found = self._value(sql, event_id)
        if found is None:
            raise BadInputError(f"event {event_id[:80]!r}: not in this store; wanted an event's id")
        return str(found)

    def _members(self, identity: str) -> set[str]:
        sql = """SELECT e.id FROM events AS e JOIN incidents AS i ON i.key = e.incident
            WHERE i.id = ?"""
        return {event for (event,) in self._connection.execute(sql, (identity,))}

    def _kind(self, identity: str) -> str:
        return str(self._value("SELECT kind FROM incidents WHERE id = ?", identity))

    def _value(self, sql: str, value: str) -> Any:
        row = self._connection.execute(sql, (value,)).fetchone()
        return row[0] if row else None

    def _reports(self, identity: str) -> tuple[Record, ...]:
        sql = f"""{RECORD} WHERE f.audience IN (0, ?) AND i.id = ?
            ORDER BY f.best DESC, coalesce(a.published, '9999'), a.id, e.start, e.id"""
        rows = self._connection.execute(sql, (self._level, identity))
        return tuple(record_of(row, self._values) for row in rows)

    def _reasons(self, reports: tuple[Record, ...]) -> dict[str, str]:
        """Say of each report but the first why it is here: by its strongest agreement with another."""
        sql = (
            "SELECT id, claim FROM events WHERE incident = (SELECT key FROM incidents WHERE id = ?)"
        )
        rows = self._connection.execute(sql, (reports[0].incident_id,)).fetchall()
        claim = {event: key for event, key in rows if key is not None}
        agreed = Claims(self._connection, self._values).agreements(set(claim.values()))
        return {report.event.id: _reason(report, reports, claim, agreed) for report in reports[1:]}


def _reason(
    report: Record,
    reports: tuple[Record, ...],
    claim: dict[str, int],
    agreed: dict[tuple[int, int], Agreement],
) -> str:
    mine = claim.get(report.event.id)
    found = []
    for other in reports:
        theirs = claim.get(other.event.id)
        if other is report or mine is None or theirs is None:
            continue
        if mine == theirs:
            return _SAME_WORDS
        pair = (min(mine, theirs), max(mine, theirs))
        if pair in agreed:
            found.append((agreed[pair], other))
    if not found:
        return _BY_PERSON
    strongest, other = max(found, key=lambda pair: pair[0].score)
    return reason(strongest, report, other)
