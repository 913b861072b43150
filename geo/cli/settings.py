"""`placeline settings`: what every article of a store is read with."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from geo.cli.guided import guidance_of, guiding, keep_settings
from geo.cli.telling import number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gazetteer.place import Gazetteer
    from geo.guidance import Guidance
    from geo.store import Store

_NONE = "none"


@click.command(short_help="Show or change what every article of a store is read with.")
@click.option("--db", required=True, type=click.Path(path_type=Path), help="The store.")
@guiding
def settings(db: Path, focus: str | None, block: str | None, allow: str | None) -> None:
    """Show what every article of a store is read with, after changing what the options name.

    Places in the countries of --focus are preferred where the text leaves it open. A name of
    --block is never taken for a place, one of --allow always. In these files each line is a name,
    and # begins a comment. An empty value ("") takes a setting away.
    """
    from gazetteer import open_gazetteer
    from geo.store import open_store

    shown_only = focus is None and block is None and allow is None
    with open_gazetteer() as gazetteer, ExitStack() as stack:
        # What cannot be used makes no store.
        guidance_of(gazetteer, focus=focus, block=block, allow=allow)
        store = stack.enter_context(open_store(db, read_only=shown_only))
        changed = keep_settings(store, gazetteer, focus=focus, block=block, allow=allow)
        for line in _told(store.steering().settings(), gazetteer):
            click.echo(line)
        if changed and (note := to_read_again(store, gazetteer.edition)):
            click.echo(note, err=True)


def to_read_again(store: Store, edition: str) -> str:
    """Return one line about articles that would be read otherwise now; empty where there are none."""
    waiting = len(store.steering().outdated(edition))
    if not waiting:
        return ""
    return (
        f"note: {number(waiting, 'article')} would be read otherwise now."
        f" To read again: placeline ingest --again --db {store.path}"
    )


def _told(guidance: Guidance, gazetteer: Gazetteer) -> Iterator[str]:
    countries = [
        f"{code} ({place.name})" if (place := gazetteer.country(code)) else code
        for code in sorted(guidance.focus)
    ]
    yield f"focus    {', '.join(countries) or _NONE}"
    yield f"blocked  {', '.join(sorted(guidance.blocked)) or _NONE}"
    yield f"allowed  {', '.join(sorted(guidance.allowed)) or _NONE}"
