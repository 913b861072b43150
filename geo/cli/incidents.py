"""`placeline incidents`: see why reports were joined, and decide otherwise."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from geo.cleaning import clean_line
from geo.cli.telling import number, table
from geo.errors import BadInputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from geo.record import Decision, IncidentRecord, Record

_REPORTS = ("event", "source", "published", "numbers", "copy of")
_DECISIONS = ("number", "made", "who", "what", "why", "events", "taken back")


def _account() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"


def _db(command: Callable[..., None]) -> Callable[..., None]:
    path = click.Path(path_type=Path, exists=True, dir_okay=False)
    return click.option("--db", required=True, type=path, help="The store.")(command)


def _who(command: Callable[..., None]) -> Callable[..., None]:
    told = "Whose decision it is; as usual, the name of this account."
    return click.option("--who", default=_account, metavar="NAME", help=told)(command)


def _why(command: Callable[..., None]) -> Callable[..., None]:
    return click.option("--why", required=True, metavar="REASON", help="The reason.")(command)


@click.group(short_help="See why reports were joined to incidents, and decide otherwise.")
def incidents() -> None:
    """Look at incidents and decide which reports are of one happening.

    Every decision is kept with who, when and why. It outlives a new reading of its articles, and
    can be taken back. An id that an incident had once goes on leading to it.
    """


@incidents.command()
@click.argument("identity", metavar="ID")
@_db
def show(identity: str, db: Path) -> None:
    """Show the incident of an event or of an id, its reports and why they were joined."""
    from geo.store import open_store

    with open_store(db, read_only=True) as store:
        found = store.incidents().record(identity)
    if found is None:
        raise BadInputError(f"{identity[:80]!r}: wanted the id of an event or incident of {db}")
    for line in _shown(found):
        click.echo(line)


@incidents.command()
@click.argument("event", metavar="EVENT_ID")
@_db
@_who
@_why
def split(event: str, db: Path, who: str, why: str) -> None:
    """Take a report out of its incident: it is of another happening."""
    from geo.store import open_store

    with open_store(db) as store:
        identity = store.incidents().split(event, who=who, why=_line(why))
        click.echo(f"event {event} is incident {identity} now; {_undo(store.incidents(), db)}")


@incidents.command()
@click.argument("one", metavar="ID")
@click.argument("other", metavar="ID")
@_db
@_who
@_why
def merge(one: str, other: str, db: Path, who: str, why: str) -> None:
    """Join two incidents, each by its id or by that of one of its reports."""
    from geo.store import open_store

    with open_store(db) as store:
        identity = store.incidents().merge(one, other, who=who, why=_line(why))
        click.echo(f"joined as incident {identity}; {_undo(store.incidents(), db)}")


@incidents.command()
@click.argument("decision", metavar="NUMBER", type=int)
@_db
@_who
def undo(decision: int, db: Path, who: str) -> None:
    """Take a decision back, by its number; it stays on record."""
    from geo.store import open_store

    with open_store(db) as store:
        taken = store.incidents().undo(decision, who=who)
    events = number(len(taken.events | taken.others), "event")
    click.echo(f"decision {decision} ({taken.what} of {events}) is taken back")


@incidents.command()
@_db
def decisions(db: Path) -> None:
    """List all decisions, those taken back among them."""
    from geo.store import open_store

    with open_store(db, read_only=True) as store:
        found = store.incidents().decisions()
    click.echo(table(_DECISIONS, [_row(one) for one in found]) if found else "no decisions")


def _shown(found: IncidentRecord) -> Iterator[str]:
    best = found.reports[0]
    where = best.event.resolution.name if best.event.resolution else "not located"
    counted = (
        f"{number(best.article_count, 'article')}, {best.independent_source_count} independent"
    )
    yield clean_line(
        f"incident {found.id}: {best.event.kind}, {where}, {best.event_date}; {counted}"
    )
    for role, (low, high) in best.ranges.items():
        yield f"{role}: {low:,}" if low == high else f"{role}: {low:,} to {high:,}"
    yield table(_REPORTS, [_report(report) for report in found.reports])
    for event, why in found.reasons.items():
        yield clean_line(f"{event}: {why}")


def _report(record: Record) -> tuple[str, ...]:
    counts = ", ".join(f"{role} {count.value}" for role, count in record.event.counts.items())
    day = record.article.published
    return record.event.id, record.article.source, str(day or ""), counts, record.copy_of


def _row(one: Decision) -> tuple[str, ...]:
    events = " ".join(sorted(one.events)) + (
        f" from {' '.join(sorted(one.others))}" if one.others else ""
    )
    back = f"{one.undone} by {one.undone_by}" if one.undone else ""
    return str(one.number), one.made, one.who, one.what, one.why, events, back


def _undo(book: Any, db: Path) -> str:
    last = book.decisions()[-1].number
    return f"to take it back: placeline incidents undo {last} --db {db}"


def _line(text: str) -> str:
    """Return a reason as one line; raise BadInputError where it says nothing."""
    cleaned = clean_line(text)
    if not cleaned:
        raise BadInputError("--why: wanted a reason, found none")
    return cleaned
