"""`placeline gazetteer`: build it, look into it, add to it."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import orjson

from geo.cleaning import clean_line
from geo.cli.telling import table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.build import Extended, Progress
    from gazetteer.place import Candidate, Gazetteer, Place

_MOST_LISTED = 20
_COLUMNS = ("name", "kind", "countries", "admin1", "latitude", "longitude", "population", "id")


@click.group()
def gazetteer() -> None:
    """Build the embedded gazetteer, look into it, add to it."""


@gazetteer.command(short_help="Build it from the installed data and what was added.")
@click.option("--if-needed", is_flag=True, help="Do nothing when it stands already.")
def build(*, if_needed: bool) -> None:
    """Build the gazetteer from the installed data packages and what was added."""
    from gazetteer import default_path
    from gazetteer.build import build as build_all
    from gazetteer.build import is_current

    if if_needed and is_current():
        return
    with _bar() as progress:
        folder = build_all(default_path(), progress=progress)
    click.echo(f"gazetteer built in {folder}")


@gazetteer.command(short_help="Tell where it is and what it holds.")
def info() -> None:
    """Tell where the gazetteer is, what it holds and where that comes from."""
    from gazetteer import info as info_of
    from gazetteer.additions import additions

    found = info_of()
    click.echo(f"path     {found.path}\nedition  {found.edition}\nbuilt    {found.built}")
    size = f"{found.size_bytes / 1e6:.1f} MB"
    click.echo(f"size     {size}\nplaces   {found.places}\nnames    {found.names}\n")
    kinds = [(str(kind), f"{number}") for kind, number in found.kinds.items()]
    sources = [
        (one.name, one.version, one.licence, f"{one.places}", one.url) for one in found.sources
    ]
    click.echo(table(("kind", "places"), kinds) + "\n")
    click.echo(table(("source", "version", "licence", "places", "address"), sources))
    if added := [(one.name, f"{one.rows}", one.source) for one in additions()]:
        click.echo("\n" + table(("added", "places", "source"), added))


@gazetteer.command(short_help="List the places that a name may mean.")
@click.argument("name")
@click.option("--geojson", is_flag=True, help="Write the candidates with their shapes as GeoJSON.")
def lookup(name: str, *, geojson: bool) -> None:
    """List the places that NAME may mean, the most prominent first."""
    from gazetteer import open_gazetteer

    with open_gazetteer() as opened:
        candidates = opened.lookup(name)
        if geojson:
            click.echo(orjson.dumps(_collection(candidates, opened)))
        elif candidates:
            rows = [_row(candidate.place) for candidate in candidates[:_MOST_LISTED]]
            click.echo(table(_COLUMNS, rows))
            if len(candidates) > _MOST_LISTED:
                click.echo(f"and {len(candidates) - _MOST_LISTED} more")
        else:
            click.echo(f"no place is called {name!r}")


@gazetteer.command(short_help="Add places of your own, from CSV or GeoJSON.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", default="", help="What to call this source; as usual the file's name.")
@click.option("--licence", default="", help="Its licence, shown wherever its places are used.")
def add(file: Path, name: str, licence: str) -> None:
    """Add your own places from a CSV or GeoJSON FILE, and build the gazetteer anew."""
    from gazetteer.build import add_file

    with _bar() as progress:
        extended = add_file(file, name=name, licence=licence, progress=progress)
    _report(extended)


@gazetteer.command("add-geonames", short_help="Add all places of countries from GeoNames.")
@click.argument("code", nargs=-1, required=True)
@click.option(
    "--class",
    "classes",
    multiple=True,
    metavar="CLASS",
    help="Take these feature classes or codes alone; give it once for each. As usual: all.",
)
@click.option(
    "--from-dir", type=click.Path(path_type=Path), help="A folder with the dumps, for no network."
)
def add_geonames(code: tuple[str, ...], classes: tuple[str, ...], from_dir: Path | None) -> None:
    """Add all places of countries (CODE such as CO VE) from GeoNames, and build anew.

    A download that breaks off is kept, and the same command goes on where it ended. With
    --from-dir, CO.zip or CO.txt is read as https://download.geonames.org/export/dump/ has them.

    \b
    Useful classes:
      P       towns and villages
      A       third-level divisions and smaller, territories, zones
      H       rivers, streams, lakes, bays; H.STM streams alone
      T       mountains, passes, islands, deserts; T.PASS passes alone
      L       regions, parks, reserves
      S       buildings and works; S.BDG bridges, S.CMPRF refugee camps, S.HSP hospitals,
              S.AIRP airports, S.PSTB border posts, S.CSTM customs posts
    """  # noqa: D301
    from gazetteer.build import add_geonames as add_countries
    from gazetteer.geonames import CLASSES

    wanted = frozenset(classes) or CLASSES
    with _bar() as progress:
        extended = add_countries(code, from_dir=from_dir, classes=wanted, progress=progress)
    _report(extended)


@gazetteer.command(short_help="Take an addition out again.")
@click.argument("name")
def remove(name: str) -> None:
    """Take an addition out again by its NAME, and build the gazetteer anew."""
    from gazetteer.build import remove as take_out

    with _bar() as progress:
        take_out(name, progress=progress)
    click.echo(f"removed {name}")


def _bar() -> AbstractContextManager[Progress | None]:
    """Show progress to one who watches; a log gets none."""
    from gazetteer.build import bar

    return bar() if sys.stderr.isatty() else nullcontext()


def _report(extended: Extended) -> None:
    """Tell what was added, and what was left out and why."""
    for addition in extended.added:
        click.echo(f"{addition.name}: {addition.rows} places added")
    for line in extended.skipped[:_MOST_LISTED]:
        click.echo(clean_line(f"skipped: {line}"))
    if len(extended.skipped) > _MOST_LISTED:
        click.echo(f"skipped: and {len(extended.skipped) - _MOST_LISTED} more")
    click.echo(f"gazetteer built in {extended.path}")


def _row(place: Place) -> tuple[str, ...]:
    lat, lon = place.coordinates.latlon
    people = f"{place.population}" if place.population else ""
    codes = " ".join(place.country_codes)
    return (
        place.name,
        place.kind,
        codes,
        place.admin1,
        f"{lat:.5f}",
        f"{lon:.5f}",
        people,
        place.id,
    )


def _collection(candidates: Sequence[Candidate], opened: Gazetteer) -> dict[str, Any]:
    features = [_feature(candidate, opened) for candidate in candidates]
    return {"type": "FeatureCollection", "features": features}


def _feature(candidate: Candidate, opened: Gazetteer) -> dict[str, Any]:
    from geo.features import geometry_json

    place = candidate.place
    shape = opened.footprint(place)
    point = {"type": "Point", "coordinates": list(place.coordinates.lonlat)}
    return {
        "type": "Feature",
        "id": place.id,
        "geometry": point if shape is None else geometry_json(shape),
        "properties": {
            "name": place.name,
            "name_type": candidate.name_type.value,
            "kind": place.kind.value,
            "countries": list(place.country_codes),
            "admin1": place.admin1 or None,
            "latitude": place.coordinates.lat,
            "longitude": place.coordinates.lon,
            "population": place.population or None,
            "source": place.source,
        },
    }
