"""Decisions of people on incidents: kept with who, when and why; taken back, never deleted."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from geo.errors import BadInputError
from geo.merging.rulings import Ruling
from geo.record import Decision
from geo.store.values import listed

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable


def rulings(connection: sqlite3.Connection, events: Collection[str]) -> list[Ruling]:
    """Return the decisions in force on any of these events, in the order of their making."""
    found = (one for one in decisions(connection, events) if not one.undone)
    return [Ruling(what=d.what, events=d.events, others=d.others) for d in found]


def decisions(
    connection: sqlite3.Connection, events: Iterable[str] | None = None
) -> list[Decision]:
    """Return the decisions on any of these events, or all; those taken back among them."""
    sql = """SELECT key, what, who, made, why, undone, undone_by FROM decisions
        WHERE ?1 IS NULL OR key IN (SELECT decision FROM decision_events
            WHERE event IN (SELECT value FROM json_each(?1))) ORDER BY key"""
    rows = connection.execute(sql, (None if events is None else listed(events),)).fetchall()
    return [_decision(connection, *row) for row in rows]


def decide(
    connection: sqlite3.Connection,
    *,
    what: str,
    who: str,
    why: str,
    events: Iterable[str],
    others: Iterable[str] = (),
) -> int:
    """Keep a decision and return its number."""
    sql = "INSERT INTO decisions (what, who, made, why) VALUES (?, ?, ?, ?)"
    number = int(connection.execute(sql, (what, who, _now(), why)).lastrowid or 0)
    sides = [(number, event, 0) for event in events] + [(number, event, 1) for event in others]
    connection.executemany("INSERT INTO decision_events VALUES (?, ?, ?)", sides)
    return number


def take_back(connection: sqlite3.Connection, number: int, *, who: str) -> Decision:
    """Take a decision back and return it; raise BadInputError where there is none in force."""
    found = next((one for one in decisions(connection) if one.number == number), None)
    if found is None:
        raise BadInputError(f"decision {number}: not known. See: placeline incidents decisions")
    if found.undone:
        raise BadInputError(f"decision {number}: taken back already, by {found.undone_by}")
    sql = "UPDATE decisions SET undone = ?, undone_by = ? WHERE key = ?"
    connection.execute(sql, (_now(), who, number))
    return found


def _decision(
    connection: sqlite3.Connection,
    number: int,
    what: str,
    who: str,
    made: str,
    why: str,
    undone: str | None,
    undone_by: str | None,
) -> Decision:
    sql = "SELECT event, side FROM decision_events WHERE decision = ?"
    sides = connection.execute(sql, (number,)).fetchall()
    return Decision(
        number=number,
        what=what,
        who=who,
        made=made,
        why=why,
        events=frozenset(event for event, side in sides if side == 0),
        others=frozenset(event for event, side in sides if side == 1),
        undone=undone or "",
        undone_by=undone_by or "",
    )


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
