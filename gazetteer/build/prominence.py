"""How prominent a place is: the order of a name's candidates when nothing else is known.

One scale for all kinds, 0 to 100. A country's own name means the country; a state comes before a
town of less than a million that shares its name; a town counts by its population.
"""

from __future__ import annotations

import math

from gazetteer.place import Kind, NameType

BASE = {
    Kind.COUNTRY: 100.0,
    Kind.ADMIN1: 60.0,
    Kind.SEA: 62.0,
    Kind.REGION: 52.0,
    Kind.RIVER: 54.0,
    Kind.LAKE: 44.0,
    Kind.ISLAND: 50.0,
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
_CAPITAL, _MOST_FOR_CAPITAL = 14.0, 68.0


def of_capital(score: float) -> float:
    """Raise a capital above the states of other countries; a small one less far."""
    return max(score, min(score + _CAPITAL, _MOST_FOR_CAPITAL))


def of_division(population: int) -> float:
    """Prominence of a first-level division: a small one does not beat a town of its size."""
    if not population:
        return BASE[Kind.ADMIN1] - 10.0
    return BASE[Kind.ADMIN1] + min(0.0, 8.0 * (math.log10(population) - 6.0)) + population / 1e9


def of_population(kind: Kind, population: int) -> float:
    """Prominence of a settlement or second-level division."""
    return BASE[kind] + 8.0 * math.log10(population + 1)
