"""`placeline publishers`: where the publishers of a store are at home, as learned or set by hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from geo.cli.telling import number, table
from geo.errors import BadInputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gazetteer.place import Gazetteer, Place
    from gazetteer.sqlite import SqliteGazetteer
    from geo.guidance import Profile
    from geo.store import Store
    from geo.store.steering import Publisher

_COLUMNS = ("publisher", "articles", "at home", "countries", "divisions", "known")
_MOST_SHARES = 3
_LEAST_SHARE = 0.05
_NEAR_KM = 20.0
_TOWNS = 5
_DB = click.option("--db", required=True, type=click.Path(path_type=Path), help="The store.")


@click.group(invoke_without_command=True, short_help="Where the publishers of a store are at home.")
@click.option("--db", type=click.Path(path_type=Path), help="The store.")
@click.pass_context
def publishers(ctx: click.Context, db: Path | None) -> None:
    """List the publishers of a store: their articles, and where they are at home.

    What is known of a publisher is learned from three or more of its articles, and helps to tell
    which of several places of one name a later article means. `set` says it by hand.
    """
    if ctx.invoked_subcommand is not None:
        return
    if db is None:
        raise click.UsageError("Missing option '--db'", ctx=ctx)
    from gazetteer import open_gazetteer
    from geo.store import open_store

    with open_gazetteer() as gazetteer, open_store(db, read_only=True) as store:
        rows = [_row(one, gazetteer) for one in store.steering().publishers()]
    click.echo(table(_COLUMNS, rows) if rows else "no article here names its source")


@publishers.command("set", short_help="Say where a publisher is at home.")
@click.argument("source")
@click.option("--home", metavar="PLACE", help='Its town, such as "Decatur, Georgia".')
@click.option("--country", metavar="CODE,...", help="Its country, such as CO.")
@_DB
def set_(source: str, home: str | None, country: str | None, db: Path) -> None:
    """Say where the publisher SOURCE is at home: a town, a country, or both."""
    from gazetteer import open_gazetteer
    from geo.store import open_store

    if not home and not country:
        raise click.UsageError("found neither --home nor --country; wanted one of them")
    with open_gazetteer() as gazetteer, open_store(db) as store:
        store.steering().set_home(source, _profile(home, country, gazetteer))
        _tell(source, store, gazetteer)


@publishers.command(short_help="Go back to what a publisher's articles tell.")
@click.argument("source")
@_DB
def unset(source: str, db: Path) -> None:
    """Go back to what the articles of the publisher SOURCE tell."""
    from gazetteer import open_gazetteer
    from geo.store import open_store

    with open_gazetteer() as gazetteer, open_store(db) as store:
        if not store.steering().unset_home(source):
            raise BadInputError(f"{source!r}: nothing was set by hand; see: placeline publishers")
        _tell(source, store, gazetteer)


def _tell(source: str, store: Store, gazetteer: Gazetteer) -> None:
    from geo.cli.settings import to_read_again

    found = [one for one in store.steering().publishers() if one.source == source]
    click.echo(table(_COLUMNS, [_row(one, gazetteer) for one in found]))
    if note := to_read_again(store, gazetteer.edition):
        click.echo(note, err=True)


def _profile(home: str | None, country: str | None, gazetteer: SqliteGazetteer) -> Profile:
    """Return the profile of a place and countries; raise BadInputError where there is no such place."""
    from gazetteer.place import Kind
    from geo.cli.guided import codes_of
    from geo.guidance import Profile

    codes = codes_of(country or "", gazetteer)
    if not home:
        return Profile(countries=dict.fromkeys(codes, round(1 / len(codes), 3)))
    place = _place(home, frozenset(codes), gazetteer)
    own = place.country_codes[0]
    return Profile(
        countries={own: 1.0},
        divisions={(own, place.admin1): 1.0} if place.admin1 else {},
        home=None if place.kind in {Kind.COUNTRY, Kind.ADMIN1} else place.coordinates,
    )


def _place(name: str, codes: frozenset[str], gazetteer: SqliteGazetteer) -> Place:
    """Return the most prominent place of a name, within some countries where they are given."""
    from gazetteer.query import candidates_of

    for candidate in candidates_of(gazetteer, name):
        place = candidate.place
        if place.country_codes and (not codes or codes & set(place.country_codes)):
            return place
    within = f" in {', '.join(sorted(codes))}" if codes else ""
    raise BadInputError(f'{name!r}: no such place{within}; wanted a town, such as "Bogotá"')


def _row(publisher: Publisher, gazetteer: Gazetteer) -> tuple[str, ...]:
    profile, articles = publisher.profile, str(publisher.articles)
    if profile is None:
        return publisher.source, articles, "", "", "", "not yet"
    countries = {_country(code, gazetteer): share for code, share in profile.countries.items()}
    divisions = {_division(*key, gazetteer): share for key, share in profile.divisions.items()}
    known = "set by hand" if publisher.by_hand else f"from {number(profile.articles, 'article')}"
    where = _home(profile, gazetteer)
    return publisher.source, articles, where, _shares(countries), _shares(divisions), known


def _home(profile: Profile, gazetteer: Gazetteer) -> str:
    """Name the largest town at a publisher's home."""
    from gazetteer.place import Kind

    if profile.home is None:
        return ""
    towns = gazetteer.nearest(
        profile.home, kinds=frozenset({Kind.SETTLEMENT}), limit=_TOWNS, radius_km=_NEAR_KM
    )
    return max(towns, key=lambda town: town.population).name if towns else ""


def _country(code: str, gazetteer: Gazetteer) -> str:
    place = gazetteer.country(code)
    return place.name if place else code


def _division(country: str, code: str, gazetteer: Gazetteer) -> str:
    place = gazetteer.admin1(country, code)
    return place.name if place else f"{country} {code}"


def _shares(shares: Mapping[str, float]) -> str:
    """Return "Colombia 80 %, Venezuela 15 %": the largest few."""
    largest = sorted(shares.items(), key=lambda pair: (-pair[1], pair[0]))[:_MOST_SHARES]
    return ", ".join(f"{name} {share:.0%}" for name, share in largest if share >= _LEAST_SHARE)
