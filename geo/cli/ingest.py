"""`placeline ingest`: read articles into a store."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Never

import click

from geo.cleaning import clean_line
from geo.cli.guided import guidance_of, guiding, keep_settings
from geo.cli.settings import to_read_again
from geo.cli.telling import number, read_into_safely
from geo.errors import BadInputError, StoreError, UnreadableError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tqdm import tqdm

    from gazetteer.place import Gazetteer
    from geo.articles import Item
    from geo.model import Reading
    from geo.store import Store

_MOST_LISTED = 100
_CHUNK_BYTES = 1_000_000


def _wanted(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Ask for a source, unless what is stored is to be read again."""
    if not value and not ctx.params.get("again") and not ctx.resilient_parsing:
        raise click.MissingParameter(ctx=ctx, param=param)
    return value


@click.command(short_help="Read articles into a store.")
@click.argument("source", nargs=-1, metavar="FILE|FOLDER|URL ...", callback=_wanted)
@click.option("--db", required=True, type=click.Path(path_type=Path), help="The store to add to.")
@click.option(
    "--again",
    is_flag=True,
    is_eager=True,
    help="First read anew what would be read otherwise now; needs no SOURCE.",
)
@guiding
def ingest(
    source: tuple[str, ...],
    db: Path,
    *,
    again: bool,
    focus: str | None,
    block: str | None,
    allow: str | None,
) -> None:
    """Read articles, find their places and events, and keep them in a store.

    Takes text, HTML and JSON lines from files, folders (with all folders within), web addresses
    and standard input (-). What was read before is left as it is, so that running the same
    command again adds only what is new. Each article is safe on disk before the next is read.

    What cannot be read is skipped, named in the summary with the reason, and kept in the store's
    quarantine. The exit code is 0 when every SOURCE gave at least one article, else 1.

    --focus, --block and --allow are kept in the store and count for all that is read into it from
    then on (see: placeline settings). Where a publisher is at home is learned from what was read
    of it before (see: placeline publishers).

    After the gazetteer or one of these has changed, --again reads the stored texts anew and tells
    which events were gained, lost and moved. Stopped at any point, the same command goes on there.
    """
    from gazetteer import open_gazetteer
    from geo.store import open_store

    # Nothing to read and no store: say so, rather than make an empty one.
    missing = again and not source and not db.exists()
    with open_gazetteer() as gazetteer, ExitStack() as stack:
        # Nor make one for settings that cannot be used.
        guidance_of(gazetteer, focus=focus, block=block, allow=allow)
        store = stack.enter_context(open_store(db, read_only=missing))
        changed = keep_settings(store, gazetteer, focus=focus, block=block, allow=allow)
        if again:
            from geo.cli.again import reread

            reread(store, gazetteer)
        if source:
            _ingest_all(source, store=store, gazetteer=gazetteer)
        if changed and (note := to_read_again(store, gazetteer.edition)):
            click.echo(note, err=True)


def _ingest_all(source: Sequence[str], *, store: Store, gazetteer: Gazetteer) -> None:
    """Read every source and tell what came of it."""
    from geo.cli.again import mixed

    tally = Tally()
    try:
        for argument in source:
            _ingest(argument, store=store, gazetteer=gazetteer, tally=tally)
    except KeyboardInterrupt as error:
        kept = f"{number(tally.new, 'new article')} kept in {store.path}"
        raise KeyboardInterrupt(f"stopped: {kept}; run it again to go on") from error
    except StoreError as error:
        raise StoreError(f"{error} ({number(tally.new, 'new article')} kept so far)") from error
    click.echo(tally.summary(store.path))
    if tally.new + tally.known and (note := mixed(store, gazetteer.edition)):
        click.echo(note, err=True)
    tally.check(len(source))


@dataclass(slots=True, kw_only=True)
class Tally:
    """What became of the items so far."""

    new: int = 0
    known: int = 0
    events: int = 0
    unplaced: int = 0
    skipped: list[tuple[str, str]] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def count(self, reading: Reading) -> None:
        """Count a new article."""
        self.new += 1
        self.events += len(reading.events)
        self.unplaced += len(reading.unplaced)

    def summary(self, db: Path) -> str:
        """Return what to tell the user, a line each."""
        read = number(self.new + self.known, "article")
        told = f"{read} read into {db}: {self.new} new, {self.known} known already"
        found = f"{number(self.events, 'event')}, {number(self.unplaced, 'name')} not located"
        skipped = f"; {len(self.skipped)} skipped" if self.skipped else ""
        lines = [f"{told}{skipped}", *([f"{found} in what is new"] if self.new else [])]
        return "\n".join([*lines, *_listed("note", self.notes), *_listed("skipped", self.skipped)])

    def check(self, arguments: int) -> None:
        """Raise UnreadableError when an argument gave no article at all."""
        if self.failed:
            of = f"{len(self.failed)} of {arguments} sources: " if arguments > 1 else ""
            raise UnreadableError(f"nothing read from {of}{'; '.join(self.failed[:3])}")


def _ingest(argument: str, *, store: Store, gazetteer: Gazetteer, tally: Tally) -> None:
    from geo.articles import expand, read

    before, faults = tally.new + tally.known, len(tally.skipped)
    try:
        sources = list(expand(argument))
    except UnreadableError as error:
        sources = []
        tally.skipped.append((argument, str(error)))
    with _progress(sources) as bar:
        for source in sources:
            for item in read(source):
                _keep(item, store=store, gazetteer=gazetteer, tally=tally)
                bar.update()
    if tally.new + tally.known == before:
        reasons = [f"{name}: {why}" for name, why in tally.skipped[faults:]]
        tally.failed.append(reasons[0] if reasons else f"{argument}: no file in it")


def _keep(item: Item, *, store: Store, gazetteer: Gazetteer, tally: Tally) -> None:
    """Read an item and keep it, or set it aside with the reason."""
    reason = item.reason
    if item.article:
        try:
            if store.knows(item.article):
                tally.known += 1
                return
            reading = read_into_safely(store, item.article, gazetteer)
            if reading:
                tally.count(reading)
            else:
                tally.known += 1
        except BadInputError as error:
            reason = str(error)
    if item.note:
        tally.notes.append((item.name, item.note))
    if reason:
        tally.skipped.append((item.name, reason))
        original = item.original or (item.article.text.encode() if item.article else b"")
        if original:
            store.quarantine(item.name, reason, original=original)


def _progress(sources: list[str]) -> tqdm[Never]:
    from tqdm import tqdm

    return tqdm(total=sum(map(_articles_in, sources)), unit=" articles", disable=None, leave=False)


def _articles_in(source: str) -> int:
    """Estimate how many articles a source holds: the lines of a JSONL file, else one."""
    path = Path(source)
    if path.suffix.lower() not in (".jsonl", ".ndjson") or not path.is_file():
        return 1
    with path.open("rb") as file:
        return max(
            1, sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(_CHUNK_BYTES), b""))
        )


def _listed(label: str, rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield a line for each name and reason; beyond a hundred only how many more there are."""
    for name, reason in rows[:_MOST_LISTED]:
        yield clean_line(f"{label}: {name}: {reason}")
    if len(rows) > _MOST_LISTED:
        yield f"{label}: and {len(rows) - _MOST_LISTED} more"
