"""How prominent a place is: the order of a name's candidates when nothing else is known.

One scale for all kinds, 0 to 100. A country's own name means the country; a state comes before a
town of less than a million that shares its name; a town counts by its population.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gazetteer.place import Kind, NameType
from gazetteer.shapes import area_km2, extent_km

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

BASE = {
    Kind.COUNTRY: 100.0,
    Kind.ADMIN1: 60.0,
    Kind.SEA: 62.0,
    Kind.REGION: 52.0,
    Kind.RIVER: 54.0,
    Kind.LAKE: 48.0,
    Kind.ISLAND: 56.0,
    Kind.MOUNTAIN: 48.0,
    Kind.BORDER: 50.0,
    Kind.CROSSING: 46.0,
    Kind.BRIDGE: 46.0,
    Kind.FACILITY: 40.0,
    Kind.ADMIN2: -6.0,
    Kind.SETTLEMENT: 10.0,
}
# A name that is not the place's own counts less.
PENALTY = {
    NameType.PREFERRED: 0.0,
    NameType.ALTERNATE: 12.0,
    NameType.FORMER: 14.0,
    NameType.ABBREVIATION: 4.0,
    NameType.DEMONYM: 10.0,
}
# What reaches far is meant by its bare name before a town or province that is called after it:
# regions of two countries or more, or as large as Great Britain; rivers of 1,000 km; oceans.
_WIDE_KM2, _LONG_KM, _OCEAN_KM2 = 200_000.0, 500.0, 1e7
_REACH = {Kind.REGION: 8.0, Kind.RIVER: 6.0, Kind.SEA: 8.0}
# A second-level division without a town of its name: nothing nearer is meant by it.
_NO_SEAT = 8.0
_CAPITAL, _MOST_FOR_CAPITAL = 14.0, 68.0


def of_capital(score: float) -> float:
    """Raise a capital above the states of other countries; a small one less far."""
    return max(score, min(score + _CAPITAL, _MOST_FOR_CAPITAL))


def of_division(population: int) -> float:
    """Prominence of a first-level division: a small one does not beat a town of its size."""
    if not population:
        return BASE[Kind.ADMIN1] - 10.0
    return BASE[Kind.ADMIN1] + min(0.0, 8.0 * (math.log10(population) - 6.0)) + population / 1e9


def of_reach(kind: Kind, geometry: BaseGeometry | None, *, countries: int = 1) -> float:
    """What a region, river or sea gains by its size; `countries` in which a region lies, 0 if many."""
    far = kind is Kind.REGION and countries != 1
    if geometry is not None and not far:
        far = (
            (kind is Kind.REGION and area_km2(geometry) >= _WIDE_KM2)
            or (kind is Kind.RIVER and extent_km(geometry) >= _LONG_KM)
            or (kind is Kind.SEA and area_km2(geometry) >= _OCEAN_KM2)
        )
    return _REACH[kind] if far else 0.0


def of_district(population: int, *, seat: bool) -> float:
    """Prominence of a second-level division; `seat` tells whether a town in it bears its name."""
    return of_population(Kind.ADMIN2, population) + (0.0 if seat else _NO_SEAT)


def of_population(kind: Kind, population: int) -> float:
    """Prominence of a settlement or second-level division."""
    return BASE[kind] + 8.0 * math.log10(population + 1)
