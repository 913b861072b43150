"""The order in which the sources go into a gazetteer: of one id, the first entry stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gazetteer.additions import additions as stored_additions
from gazetteer.build import countries, curated, divisions, regions, settlements, waters
from gazetteer.build.added import entries as entries_of
from gazetteer.build.atlas import Atlas
from gazetteer.place import Kind, NameType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from gazetteer.build.entry import Entry
    from gazetteer.build.settlements import DivisionNames


def layers(additions: Path) -> Iterator[tuple[str, Iterable[Entry]]]:
    """Yield (what it is, its entries), step by step."""
    atlas = Atlas()
    yield from added_layers(additions, atlas, wins=True)
    used: set[str] = set()
    yield "countries", countries.entries(atlas)
    yield "borders", countries.border_entries(atlas)
    curated_areas = list(curated.areas(atlas))
    curated_points = list(curated.points())
    taken = {name.folded for e in (*curated_areas, *curated_points) for name in e.names}
    yield "curated", [*curated_points, *curated_areas, *curated.rivers(atlas, used=used)]
    first_level: DivisionNames = {}
    towns = settlements.towns()
    yield (
        "divisions",
        _noting(divisions.entries(atlas, seats=settlements.names(towns)), first_level),
    )
    yield "waters", waters.rivers(atlas, used=used)
    yield "waters", waters.lakes()
    yield "waters", waters.seas()
    world = list(regions.areas(taken=taken))
    yield "regions", world
    taken |= {name.folded for entry in world for name in entry.names}
    yield "regions", regions.points(taken=taken, divisions=first_level)
    yield "airports", settlements.airports()
    yield from added_layers(additions, atlas, wins=False)
    yield "towns", settlements.entries(towns, atlas, divisions=first_level)


def added_layers(
    folder: Path, atlas: Atlas, *, wins: bool
) -> Iterator[tuple[str, Iterable[Entry]]]:
    """Yield the additions that win over other sources, or those that do not."""
    for addition in stored_additions(folder):
        if addition.wins is wins:
            yield addition.name, entries_of(addition, atlas)


_SPOKEN = {NameType.PREFERRED, NameType.ALTERNATE}


def _noting(entries: Iterable[Entry], found: DivisionNames) -> Iterator[Entry]:
    """Pass entries on, noting the names of first-level divisions."""
    for entry in entries:
        place = entry.place
        if place.kind is Kind.ADMIN1:
            spoken = {name.folded for name in entry.names if name.type in _SPOKEN}
            found[place.country_codes[0], place.admin1] = frozenset(spoken)
        yield entry
