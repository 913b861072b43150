"""`placeline ingest --again`: read the stored articles anew with what is known today."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from geo.cleaning import clean_line
from geo.cli.telling import faults_told, number, read_safely, table
from geo.errors import BadInputError, UnreadableError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gazetteer.place import Gazetteer
    from geo.model import Resolution
    from geo.store import Changes, Moved, Store

_MOST_LISTED = 20
_MOVED = ("name", "old place", "new place", "km")


@dataclass(slots=True, kw_only=True)
class Outcome:
    """What reading again has changed so far."""

    articles: int = 0
    gained: int = 0
    lost: int = 0
    moved: list[Moved] = field(default_factory=list)
    failed: list[tuple[str, str]] = field(default_factory=list)

    def count(self, changed: Changes) -> None:
        """Count an article."""
        self.articles += 1
        self.gained += len(changed.gained)
        self.lost += len(changed.lost)
        self.moved.extend(changed.moved)

    def summary(self, edition: str) -> Iterator[str]:
        """Yield what to tell the user, a line each, the table as one."""
        yield f"{number(self.articles, 'article')} read again with gazetteer edition {edition}"
        yield f"events: {self.gained} gained, {self.lost} lost, {len(self.moved)} moved"
        if self.moved:
            yield table(_MOVED, [_row(moved) for moved in self.moved[:_MOST_LISTED]])
        yield from _more(len(self.moved))
        for name, reason in self.failed[:_MOST_LISTED]:
            yield clean_line(f"left as it was: {name}: {reason}")
        yield from _more(len(self.failed))


def reread(store: Store, gazetteer: Gazetteer) -> None:
    """Read anew what would be read otherwise now, one article after the other, and tell what moved.

    First each article is looked at for what it tells of its publisher, then each is read with what
    the others tell: what comes out does not depend on the order in which the articles came in.
    Each is safe on disk before the next: stopped at any point, the same command goes on there.
    Raises UnreadableError when no article could be read.
    """
    edition = gazetteer.edition
    _observe(store, gazetteer)
    waiting = store.steering().outdated(edition)
    if not waiting:
        known = sum(store.editions().values())
        click.echo(
            f"nothing to do: all {number(known, 'article')} were read with edition {edition}"
        )
        return
    outcome = Outcome()
    try:
        _reread(waiting, store=store, gazetteer=gazetteer, outcome=outcome)
    except KeyboardInterrupt as error:
        done = f"{outcome.articles} of {number(len(waiting), 'article')} read again"
        raise KeyboardInterrupt(f"stopped: {done}; run it again to go on") from error
    for line in outcome.summary(edition):
        click.echo(line)
    if not outcome.articles and outcome.failed:
        raise UnreadableError(f"nothing read again: {outcome.failed[0][1]}")


def mixed(store: Store, edition: str) -> str:
    """Return one line about articles that another edition has read; empty where there are none."""
    others = {name: count for name, count in store.editions().items() if name != edition}
    if not others:
        return ""
    listed = ", ".join(f"{name or 'unknown'} ({count})" for name, count in others.items())
    verb = "was" if sum(others.values()) == 1 else "were"
    return clean_line(
        f"note: {number(sum(others.values()), 'article')} in {store.path} {verb} read with another"
        f" gazetteer, edition {listed}; now it is {edition}."
        f" To read again: placeline ingest --again --db {store.path}"
    )


def _observe(store: Store, gazetteer: Gazetteer) -> None:
    """Look at each article of a known source that was not looked at with this gazetteer and settings."""
    from tqdm import tqdm

    from geo.publishers import observed

    steering, settings = store.steering(), store.steering().settings()
    waiting = steering.unobserved(gazetteer.edition)
    bar = tqdm(waiting, unit=" articles", desc="publishers", disable=None, leave=False)
    for key in bar:
        article, tells = store.article(key), None
        # What cannot be read says so when its turn comes to be read again.
        with suppress(BadInputError), faults_told():
            tells = observed(article, gazetteer, settings) if article else None
        if tells:
            steering.observe(key, tells, edition=gazetteer.edition)


def _reread(waiting: list[str], *, store: Store, gazetteer: Gazetteer, outcome: Outcome) -> None:
    from tqdm import tqdm

    for key in tqdm(waiting, unit=" articles", disable=None, leave=False):
        try:
            _one(key, store=store, gazetteer=gazetteer, outcome=outcome)
        except BadInputError as error:
            outcome.failed.append((key, str(error)))


def _one(key: str, *, store: Store, gazetteer: Gazetteer, outcome: Outcome) -> None:
    from geo.store import changes

    before = store.reading(key)
    if before is None:
        return
    guidance = store.steering().guidance(before.article)
    after = read_safely(before.article, gazetteer, guidance)
    if store.replace(after, edition=gazetteer.edition, gazetteer=gazetteer, guidance=guidance):
        outcome.count(changes(before, after))


def _row(moved: Moved) -> tuple[str, ...]:
    km = "" if moved.km is None else f"{moved.km:.1f}"
    return moved.name, _place(moved.before), _place(moved.after), km


def _place(where: Resolution | None) -> str:
    """Name a place so that two of one name can be told apart."""
    if where is None:
        return "not located"
    lat, lon = where.coordinates.latlon
    return f"{where.name} {' '.join(where.country_codes)} ({lat:.3f}, {lon:.3f})"


def _more(found: int) -> Iterator[str]:
    if found > _MOST_LISTED:
        yield f"and {found - _MOST_LISTED} more"
