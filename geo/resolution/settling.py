"""What stands beside a name decides, whatever the rest of the article suggests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gazetteer.place import Kind
from geo.resolution.telling import town_first

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo.resolution.names import Name

#: What is left of a town's chance when the text names another container right after it.
OUTSIDE_SHARE = 0.05
_DIVISIONS = frozenset({Kind.COUNTRY, Kind.ADMIN1})


def settled(names: Sequence[Name], chances: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return chances with those lowered that what stands beside the name speaks against.

    "London, Ontario" is not the London of England, however much of England an article names; a
    country or division may be one of a list with what follows it. "Aleppo province" is no town.
    """
    return [_settled(name, own) for name, own in zip(names, chances, strict=True)]


def _settled(name: Name, chances: np.ndarray) -> np.ndarray:
    if name.around.meant:
        chances = _as_meant(name, chances)
    if name.around.after:
        chances = np.where(_outside(name), chances * OUTSIDE_SHARE, chances)
    return chances


def _as_meant(name: Name, chances: np.ndarray) -> np.ndarray:
    """Return chances in which the kind that is told takes what a namesake in its country had."""
    meant = sorted(name.around.meant)
    best = meant[int(np.argmax(chances[meant]))]
    codes = set(name.candidates[best].place.country_codes)
    beside = [
        i for i, c in enumerate(name.candidates) if codes & set(c.place.country_codes) or i == best
    ]
    told = chances * np.where(np.isin(np.arange(len(chances)), meant), 1.0, OUTSIDE_SHARE)
    told[best] = chances[beside].max()
    return told


def decided(names: Sequence[Name], chances: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return settled chances with a town before its own division, unless the text says which of them."""
    return [
        own if name.around.meant else town_first(name.folded, name.candidates, own)
        for name, own in zip(names, settled(names, chances), strict=True)
    ]


def _outside(name: Name) -> np.ndarray:
    return np.array(
        [
            index not in name.around.after and c.place.kind not in _DIVISIONS
            for index, c in enumerate(name.candidates)
        ]
    )
