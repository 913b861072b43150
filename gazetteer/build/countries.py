"""Countries, their names and the words for their people; land borders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gazetteer.build import prominence, tables
from gazetteer.build.divisions import abbreviations
from gazetteer.build.entry import Entry, Name, label_point, names_of, point
from gazetteer.names import fold
from gazetteer.place import Kind, NameType, Place
from gazetteer.shapes import extent_km

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gazetteer.build.atlas import Atlas

# A country under a name that English does not use: behind a large town of that name.
_FOREIGN = -38.0


def entries(atlas: Atlas) -> Iterator[Entry]:
    """Yield the countries."""
    curated = _curated_names()
    demonyms = demonyms_by_country()
    short = abbreviations(atlas)
    for code, (row, shape) in atlas.countries.items():
        lon, lat = row["label"]
        yield Entry(
            place=Place(
                id=f"country:{code}",
                name=row["name"],
                kind=Kind.COUNTRY,
                country_codes=(code,),
                coordinates=point(lat=lat, lon=lon),
                population=row["population"],
                accuracy_km=extent_km(shape),
                source="Natural Earth",
            ),
            names=(
                *_names(row),
                *curated.get(code, []),
                *demonyms.get(code, []),
                *short.get((code, ""), []),
            ),
            prominence=_prominence(row["population"]),
            geometry=None if shape.geom_type == "Point" else shape,
        )


def _prominence(population: int) -> float:
    """Countries by population; a dependency of a few thousand does not beat a large town."""
    base = prominence.BASE[Kind.COUNTRY]
    return base + min(population, 2e9) / 1e9 - (30.0 if population < 10_000 else 0.0)


def _names(row: dict[str, Any]) -> Iterator[Name]:
    english = {row["name"], row["names"].get("en", ""), *row["alternates"]}
    yield from names_of(english, NameType.PREFERRED)
    for lang, text in row["names"].items():
        if lang != "en":
            yield from names_of([text], NameType.ALTERNATE, bonus=_FOREIGN)
    codes = [row["code"], row["iso3"]]
    yield from names_of(row["abbreviations"], NameType.ABBREVIATION)
    yield from names_of(codes, NameType.ABBREVIATION, bonus=-60.0)


def _curated_names() -> dict[str, list[Name]]:
    def read(row: dict[str, str]) -> tuple[str, Name]:
        name_type = NameType(row["type"])
        english = row["lang"] in {"en", ""}
        if name_type is NameType.ALTERNATE and english:
            name_type = NameType.PREFERRED
        return row["country"], Name(
            folded=fold(row["name"]), type=name_type, bonus=0.0 if english else _FOREIGN
        )

    found: dict[str, list[Name]] = {}
    for code, name in tables.curated("countries.csv", read):
        found.setdefault(code, []).append(name)
    return found


def demonyms_by_country() -> dict[str, list[Name]]:
    """Return the demonyms of each country; a curated word outdoes a derived one, a name both.

    "Macedonia" is the country before it is an adjective in Spanish.
    """
    owners: dict[str, set[str]] = {}
    for row in tables.derived("demonyms.tsv"):
        owners.setdefault(fold(row["demonym"]), set()).add(row["country"])
    chosen: dict[str, set[str]] = {}
    pairs = tables.curated("demonyms.csv", lambda row: (row["country"], fold(row["demonym"])))
    for code, word in pairs:
        chosen.setdefault(word, set()).add(code)
    named: dict[str, set[str]] = {}
    for row in tables.curated("countries.csv", dict):
        named.setdefault(fold(row["name"]), set()).add(row["country"])
    found: dict[str, list[Name]] = {}
    for word, codes in (owners | chosen).items():
        for code in codes - named.get(word, set()):
            found.setdefault(code, []).append(Name(folded=word, type=NameType.DEMONYM))
    return found


def border_entries(atlas: Atlas) -> Iterator[Entry]:
    """Yield the land borders, each named in both orders."""
    spoken = _spoken_names(atlas)
    for (a, b), line in atlas.borders.items():
        names = [
            Name(folded=f"{first} {second} border", type=NameType.PREFERRED)
            for one, other in ((a, b), (b, a))
            for first in spoken[one]
            for second in spoken[other]
        ]
        yield Entry(
            place=Place(
                id=f"border:{a}-{b}",
                name=f"{atlas.countries[a][0]['name']}–{atlas.countries[b][0]['name']} border",
                kind=Kind.BORDER,
                country_codes=(a, b),
                coordinates=label_point(line),
                accuracy_km=extent_km(line),
                source="Natural Earth",
            ),
            names=tuple(names),
            prominence=prominence.BASE[Kind.BORDER],
            geometry=line,
        )


def _spoken_names(atlas: Atlas) -> dict[str, list[str]]:
    """What news calls each side of a border: the country's short names and its adjectives."""
    short: dict[str, list[str]] = {}
    for row in tables.curated("countries.csv", dict):
        if row["lang"] == "en" and len(row["name"].split()) <= 2:
            short.setdefault(row["country"], []).append(fold(row["name"]))
    demonyms: dict[str, list[str]] = {}
    for row in tables.curated("demonyms.csv", dict):
        if row["lang"] == "en" and row["number"] != "plural":
            demonyms.setdefault(row["country"], []).append(fold(row["demonym"]))
    return {
        code: list(
            dict.fromkeys(
                [fold(row["name"]), *short.get(code, [])[:5], *demonyms.get(code, [])[:2]]
            )
        )
        for code, (row, _) in atlas.countries.items()
    }
