"""First- and second-level divisions, their polygons and their abbreviations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gazetteer.build import prominence, tables
from gazetteer.build.entry import Entry, Name, names_of, point, shown_name
from gazetteer.names import fold, is_transliteration
from gazetteer.place import Kind, NameType, Place
from gazetteer.shapes import extent_km

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from shapely.geometry.base import BaseGeometry

    from gazetteer.build.atlas import Atlas

# Folded names of towns by country and first-level code.
Seats = Mapping[tuple[str, str], "Collection[str]"]
_ADMIN1_KM, _ADMIN2_KM = 60.0, 25.0
_FOREIGN = -12.0
_ROUGH = "Outline estimated from the towns of the division."


def entries(atlas: Atlas, *, seats: Seats) -> Iterator[Entry]:
    """Yield the divisions that have a point; `seats` holds the towns' names by first-level code."""
    units = {row["geonames"]: (row, shape) for row, shape in atlas.units if row["geonames"]}
    short = abbreviations(atlas)
    for row in tables.derived("divisions.tsv.gz"):
        unit = units.get(int(row["geonames"]))
        if row["level"] == "1" and row["code"] and "." not in row["code"]:
            key = (row["country"], row["code"])
            entry = _admin1(row, unit, atlas.admin1.get(key), short.get(key, []))
            yield replace(entry, note=_ROUGH) if key in atlas.rough else entry
        else:
            yield _admin2(row, unit, seats)


def _admin1(
    row: dict[str, str],
    unit: tuple[dict[str, Any], BaseGeometry] | None,
    area: BaseGeometry | None,
    short: list[Name],
) -> Entry:
    own = [row["name"]]
    if unit and unit[0]["first_level"]:
        own = [unit[0]["names"].get("en", ""), unit[0]["name"], *own]
    own = [name for name in own if name]
    spelt = row["name"] if fold(row["name"]) == fold(own[0]) else own[0]
    others = [*own, *row["names"].split("|")]
    return Entry(
        place=Place(
            id=f"admin1:{row['country']}-{row['code']}",
            name=shown_name(spelt, others, country=row["country"]),
            kind=Kind.ADMIN1,
            country_codes=(row["country"],),
            coordinates=point(lat=float(row["lat"]), lon=float(row["lon"])),
            admin1=row["code"],
            population=int(row["population"]),
            accuracy_km=_ADMIN1_KM if area is None else extent_km(area),
            source="GeoNames",
        ),
        names=(*names_of(own, NameType.PREFERRED), *_other_names(row, unit), *short),
        prominence=prominence.of_division(int(row["population"])),
        geometry=area,
    )


def _admin2(
    row: dict[str, str], unit: tuple[dict[str, Any], BaseGeometry] | None, seats: Seats
) -> Entry:
    admin1, _, admin2 = row["code"].partition(".")
    area = unit[1] if unit and not unit[0]["first_level"] else None
    population = int(row["population"])
    step = 0.0 if row["level"] == "2" else -6.0
    seat = fold(row["name"]) in seats.get((row["country"], admin1), ())
    return Entry(
        place=Place(
            id=f"geonames:{row['geonames']}",
            name=shown_name(row["name"], row["names"].split("|"), country=row["country"]),
            kind=Kind.ADMIN2,
            country_codes=(row["country"],),
            coordinates=point(lat=float(row["lat"]), lon=float(row["lon"])),
            admin1=admin1,
            admin2=admin2,
            population=population,
            accuracy_km=_ADMIN2_KM if area is None else extent_km(area),
            source="GeoNames",
        ),
        names=(*names_of([row["name"]], NameType.PREFERRED), *_other_names(row, unit)),
        prominence=prominence.of_district(population, seat=seat) + step,
        geometry=area,
    )


def _other_names(
    row: dict[str, str], unit: tuple[dict[str, Any], BaseGeometry] | None
) -> Iterator[Name]:
    texts = [text for text in row["names"].split("|") if text and not is_transliteration(text)]
    yield from names_of(texts, NameType.ALTERNATE, bonus=_FOREIGN)
    if unit:
        english = [unit[0]["names"].get("en", ""), unit[0]["name"]]
        yield from names_of(english, NameType.ALTERNATE)
        others = [*unit[0]["names"].values(), *unit[0]["alternates"]]
        yield from names_of(others, NameType.ALTERNATE, bonus=_FOREIGN)


def abbreviations(atlas: Atlas) -> dict[tuple[str, str], list[Name]]:
    """Return the postal and newspaper abbreviations of states and provinces, by codes."""

    def read(row: dict[str, str]) -> tuple[tuple[str, str], Name]:
        iso = f"{row['country']}-{row['admin1']}"
        key = atlas.admin1_codes.get(iso)
        if key is None and row["admin1"] in atlas.countries:
            # Puerto Rico and Guam: with a postal code like a state's, and a country's ISO code.
            key = (row["admin1"], "")
        if key is None:
            raise ValueError(f"no first-level division has the ISO 3166-2 code {iso}")
        return key, Name(
            folded=fold(row["abbreviation"]),
            type=NameType.ABBREVIATION,
            bonus=_STYLES[row["style"]],
        )

    found: dict[tuple[str, str], list[Name]] = {}
    for key, name in tables.curated("abbreviations.csv", read):
        found.setdefault(key, []).append(name)
    return found


# "CA" is California before it is a code of Canada; a rare short form comes behind both.
_STYLES = {"postal": 0.0, "old": 2.0, "other": -8.0}
