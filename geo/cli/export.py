"""`placeline export`: write what a query finds to a file."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gazetteer.place import Gazetteer


@click.command(short_help="Write the events of a store to a file.")
@click.option("--db", required=True, type=click.Path(path_type=Path), help="The store to read.")
@click.option(
    "--format", "format_", required=True, metavar="FORMAT", help="Such as geojson, csv, gpkg."
)
@click.option("--output", required=True, type=click.Path(path_type=Path), help="The file to write.")
@click.option("--kind", metavar="KIND,...", help="Only these kinds, such as crossing,clash.")
@click.option("--from", "from_", metavar="YYYY-MM-DD", help="Only events on or after this day.")
@click.option("--to", metavar="YYYY-MM-DD", help="Only events on or before this day.")
@click.option("--bbox", metavar="W,S,E,N", help="Only within this box, in degrees.")
@click.option("--place", metavar="NAME|ID", help="Only at this place, division or country.")
@click.option("--q", metavar="WORDS", help="Only with all these words in title, sentence or place.")
@click.option(
    "--status", metavar="STATUS,...", help="happened (as usual), planned, denied, background, all."
)
@click.option(
    "--source", multiple=True, metavar="NAME", help="Only of this publisher; may be repeated."
)
@click.option(
    "--near", metavar="LAT,LON,KM", help="Only this near to a point, or to a PLACE-ID,KM."
)
@click.option(
    "--precision", metavar="NAME,...", help="exact, settlement, district, region, border, country."
)
@click.option("--confidence", metavar="0-1", help="Only read at least this surely, such as 0.6.")
@click.option("--review", metavar="NAME,...", help="machine, confirmed, corrected, rejected ...")
@click.option(
    "--exact", is_flag=True, help="For your own use: protected positions and names as they are."
)
def export(db: Path, format_: str, output: Path, *, exact: bool, **filters: Any) -> None:
    """Write the events of a store to a file.

    The file is fit for the public: positions of protected events (such as refuges) are made coarse, names
    in their sentences withheld. With --exact it holds everything. It appears whole or not at all,
    and beside it OUTPUT.methods.txt: what was read, asked for, reviewed and made coarse.
    """
    from geo.exporters import export as write
    from geo.privacy import Audience, located
    from geo.query import EventQuery
    from geo.store import open_store

    query = EventQuery.parse(**filters)
    audience = Audience.OWNER if exact else Audience.PUBLIC
    with open_store(db, read_only=True, audience=audience) as store, _gazetteer() as names:
        query = located(query, gazetteer=names, audience=audience)
        number = write(store, query, format_=format_, output=output, gazetteer=names)
    if exact:
        click.echo(f"{output} holds protected positions and names: keep it to yourself", err=True)
    click.echo(f"{number} event{'' if number == 1 else 's'} written to {output}")


@contextmanager
def _gazetteer() -> Iterator[Gazetteer | None]:
    """Give the gazetteer, which names divisions; a store can be exported without one."""
    from gazetteer import NotBuiltError, open_gazetteer

    try:
        opened = open_gazetteer()
    except NotBuiltError:
        yield None
        return
    with opened:
        yield opened
