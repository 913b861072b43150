"""What users have added: their own tables, which win, and GeoNames dumps, which do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
import shapely

from gazetteer.additions import Addition, read_rows
from gazetteer.build import prominence
from gazetteer.build.entry import Entry, Name, names_of, point
from gazetteer.build.waters import water_names
from gazetteer.names import is_transliteration
from gazetteer.place import Kind, NameType, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gazetteer.build.atlas import Atlas

# Above every country.
_WINS = 200.0
# A dump's streams and hills are many; those of the world's news stand in other layers.
_DUMP_STEP = -20.0
_BY_POPULATION = {Kind.SETTLEMENT, Kind.ADMIN2}
_WATERS = {Kind.RIVER, Kind.LAKE}


def entries(addition: Addition, atlas: Atlas) -> Iterator[Entry]:
    """Yield the places of an addition."""
    for row in read_rows(addition):
        kind = Kind(row["kind"])
        shape = row.get("geometry")
        codes = tuple(row["countries"]) or atlas.countries_at(lat=row["lat"], lon=row["lon"])
        yield Entry(
            place=Place(
                id=row["id"],
                name=row["name"],
                kind=kind,
                country_codes=codes,
                coordinates=point(lat=row["lat"], lon=row["lon"]),
                admin1=row["admin1"],
                admin2=row.get("admin2", ""),
                population=row["population"],
                accuracy_km=row["accuracy_km"],
                source=addition.source,
            ),
            names=tuple(_names(row, kind)),
            prominence=_WINS if addition.wins else _prominence(kind, row["population"]),
            geometry=shapely.from_geojson(orjson.dumps(shape)) if shape else None,
            note=row.get("note", ""),
        )


def _prominence(kind: Kind, population: int) -> float:
    if kind in _BY_POPULATION:
        return prominence.of_population(kind, population)
    return prominence.BASE[kind] + _DUMP_STEP


def _names(row: dict[str, Any], kind: Kind) -> list[Name]:
    others = [name for name in row["names"] if not is_transliteration(name)]
    if kind in _WATERS:
        return list(water_names([row["name"]], others, kind=kind))
    return [
        *names_of([row["name"]], NameType.PREFERRED),
        *names_of(others, NameType.ALTERNATE),
    ]
