"""`placeline read`: geoparse without a store, JSON lines out."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click
import orjson

from geo.cleaning import clean_line, positions
from geo.cli.guided import guidance_of, guiding
from geo.errors import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geo.articles import Item
    from geo.cli.reader import Reader
    from geo.model import Reading

_MOST_LISTED = 20


@click.command(short_help="Find places and events without a store: JSON lines out.")
@click.argument("source", metavar="FILE|-")
@click.option(
    "--output", type=click.Path(path_type=Path), help="Write to a file instead of the screen."
)
@guiding
@click.option(
    "--profile/--no-profile",
    default=True,
    help="Learn from the other articles where a publisher is at home (as usual), or do not.",
)
def read(
    source: str,
    output: Path | None,
    *,
    focus: str | None,
    block: str | None,
    allow: str | None,
    profile: bool,
) -> None:
    """Find places and events in a file or in standard input (-), without a store.

    Takes JSON lines (id, title, text, source, url, published, language; only text is needed), a
    text or an HTML file. Writes one JSON object a line for each article: its toponyms, the names
    that could not be located, and its events of every status. Positions count the characters of
    the text as given, ends exclusive; of a text or HTML file, those of the article without header.

    Of the articles that name the same source, three or more tell where their publisher is at home,
    and each is read with what the others tell; from standard input, with what came before it.
    Places in the countries of --focus are preferred where the text leaves it open. A name in the
    file of --block is never a place, one in that of --allow always (one a line, # for comments).

    Lines that cannot be read are left out and named on stderr; the exit code is 1 when nothing
    could be read.
    """
    from gazetteer import open_gazetteer
    from geo.cli.reader import Reader

    with open_gazetteer() as gazetteer:
        guidance = guidance_of(gazetteer, focus=focus, block=block, allow=allow)
        with _opened(output) as file:
            reader = Reader(gazetteer=gazetteer, guidance=guidance, profiles=profile)
            faults = _write(source, file, reader)
    for item in faults[:_MOST_LISTED]:
        click.echo(clean_line(f"skipped: {item.name}: {item.reason}"), err=True)
    if len(faults) > _MOST_LISTED:
        click.echo(f"skipped: and {len(faults) - _MOST_LISTED} more", err=True)


def _write(source: str, file: BinaryIO, reader: Reader) -> list[Item]:
    """Write a line for each article; return what could not be read, raise when that is all."""
    from geo.articles import read as items_of
    from geo.cli.reader import shown

    faults: list[Item] = []
    written = 0
    total = reader.prepare(source)
    for item in shown(items_of(source), total=total, of="reading"):
        if item.article is None:
            faults.append(item)
        else:
            written += 1
            file.write(_line(item, reader.read(item.article)))
    if not written:
        first = f"{faults[0].name}: {faults[0].reason}" if faults else f"{source}: nothing to read"
        more = f" (and {len(faults) - 1} more lines)" if len(faults) > 1 else ""
        raise UnreadableError(f"{first}{more}")
    return faults


def _line(item: Item, reading: Reading) -> bytes:
    from geo.reading_json import reading_json

    if not item.given_text:
        return orjson.dumps(reading_json(reading), option=orjson.OPT_APPEND_NEWLINE)
    given = positions(item.given_text)
    told = reading_json(reading, at=given.__getitem__)
    return orjson.dumps(told, option=orjson.OPT_APPEND_NEWLINE)


@contextmanager
def _opened(output: Path | None) -> Iterator[BinaryIO]:
    """Give standard output, or a file that appears only when it is whole."""
    if output is None:
        yield sys.stdout.buffer
        return
    from geo.exporters import replacing

    with replacing(output) as temporary, temporary.open("wb") as file:
        yield file
        file.flush()
