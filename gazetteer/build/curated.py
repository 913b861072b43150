"""The curated tables: points, areas, rivers, aliases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gazetteer.build import prominence, tables
from gazetteer.build.entry import Entry, Name, label_point, names_of, point
from gazetteer.build.outline import area_of, line_of
from gazetteer.build.waters import water_names
from gazetteer.names import fold, generic_variants
from gazetteer.place import Kind, NameType, Place
from gazetteer.shapes import extent_km

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gazetteer.build.atlas import Atlas

# A curated row was chosen because news names it.
_CURATED = 4.0
_SOURCE = "Placeline curated"
_BARE = {Kind.RIVER, Kind.LAKE}
# A region of more countries than this ("Eastern Europe") is said to lie in none of them.
_MOST_COUNTRIES = 4


def points() -> Iterator[Entry]:
    """Yield points.csv."""
    yield from tables.curated("points.csv", _point_entry)


def areas(atlas: Atlas) -> Iterator[Entry]:
    """Yield areas.csv."""
    yield from tables.curated("areas.csv", lambda row: _area_entry(row, atlas))


def rivers(atlas: Atlas, *, used: set[str]) -> Iterator[Entry]:
    """Yield rivers.csv; the keys of the Natural Earth rivers that it takes are put into `used`."""
    yield from tables.curated("rivers.csv", lambda row: _river_entry(row, atlas, used=used))


def _point_entry(row: dict[str, str]) -> Entry:
    kind = Kind(row["kind"])
    population = int(row["population"] or 0)
    base = prominence.BASE[kind] + _CURATED
    if kind is Kind.SETTLEMENT:
        base = max(prominence.of_population(kind, population), 34.0)
    return Entry(
        place=_place(row, kind=kind, admin1=row["admin1"], population=population),
        names=_names(row, kind),
        prominence=base,
        note=_note(row),
    )


def _area_entry(row: dict[str, str], atlas: Atlas) -> Entry:
    kind = Kind(row["kind"])
    geometry = area_of(row["geometry"], row=row, atlas=atlas)
    reach = prominence.of_reach(kind, geometry, countries=len(_codes(row)))
    return Entry(
        place=_place(row, kind=kind),
        names=_names(row, kind),
        prominence=prominence.BASE[kind] + _CURATED + reach,
        geometry=geometry,
        note=_note(row),
    )


def _river_entry(row: dict[str, str], atlas: Atlas, *, used: set[str]) -> Entry:
    line, keys = line_of(row["geometry"], countries=_codes(row), atlas=atlas)
    used |= keys
    middle = label_point(line)
    return Entry(
        place=Place(
            id=row["id"],
            name=row["name"],
            kind=Kind.RIVER,
            country_codes=_codes(row),
            coordinates=middle,
            accuracy_km=extent_km(line),
            source=_SOURCE,
        ),
        names=(*_names(row, Kind.RIVER), *_bare_own(row)),
        prominence=prominence.BASE[Kind.RIVER] + prominence.of_reach(Kind.RIVER, line),
        geometry=line,
        note=_note(row),
    )


def _bare_own(row: dict[str, str]) -> list[Name]:
    """A river that the table calls by its bare name ("Blue Nile") is that before all else."""
    folded = fold(row["name"])
    bare, _ = generic_variants(row["name"], kind=Kind.RIVER.value)
    return [Name(folded=folded, type=NameType.PREFERRED, bonus=8.0)] if folded == bare else []


def _place(row: dict[str, str], *, kind: Kind, admin1: str = "", population: int = 0) -> Place:
    codes = _codes(row)
    wide = kind is Kind.REGION and len(codes) > _MOST_COUNTRIES
    return Place(
        id=row["id"],
        name=row["name"],
        kind=kind,
        country_codes=() if wide else codes,
        coordinates=point(lat=float(row["lat"]), lon=float(row["lon"])),
        admin1=admin1,
        population=population,
        accuracy_km=float(row["accuracy_km"] or 1),
        source=_SOURCE,
    )


def _codes(row: dict[str, str]) -> tuple[str, ...]:
    return tuple(filter(None, row["countries"].split(";")))


def _note(row: dict[str, str]) -> str:
    return ". ".join(filter(None, [row["source"], row["note"]]))


def _names(row: dict[str, str], kind: Kind) -> tuple[Name, ...]:
    texts = [text.partition(":") for text in row["names"].split("|") if text]
    spoken = [
        (lang, name) if colon and len(lang) <= 3 else ("", lang + colon + name)
        for lang, colon, name in texts
    ]
    own = [row["name"], *(name for lang, name in spoken if lang in {"", "en"})]
    others = [name for lang, name in spoken if lang not in {"", "en"}]
    if kind in _BARE:
        return water_names(own, others, kind=kind)
    names = [*names_of(own, NameType.PREFERRED), *names_of(others, NameType.ALTERNATE)]
    if kind is Kind.ISLAND:
        names += [
            Name(folded=generic_variants(text, kind=kind.value)[0], type=NameType.ALTERNATE)
            for text in own
        ]
    return tuple(names)
