"""Choose the place of an event among all that its text offers: learned, with the rules' place as one sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geo.extraction.attachment import attach
from geo.extraction.options import options
from geo.extraction.scene import is_fine
from geo.extraction.signs import KINDS, matrix
from geo.trees import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo.extraction.frames import Hit
    from geo.extraction.kind import EventKind
    from geo.extraction.situation import Placed, Situation

#: Another place must be so much likelier than the rules' place.
LEAD = 0.0


def choose(here: Situation, kind: EventKind, hits: Sequence[Hit]) -> Placed | None:
    """Return the likeliest place of the happening that some hits tell of."""
    rule, best = by_rules(here, kind, hits)
    if kind.name not in KINDS:
        return rule
    found = options(here, trigger=best.trigger, kind=kind, rule=rule)
    if len(found) < 2:
        return found[0].placed if found else None
    signs = matrix(here, found, trigger=best.trigger, argument=best.place, kind=kind)
    chances = load("placing").probability(signs)
    chances += LEAD * np.array([option.is_rule for option in found])
    return found[int(np.argmax(chances))].placed


def by_rules(here: Situation, kind: EventKind, hits: Sequence[Hit]) -> tuple[Placed | None, Hit]:
    """Return the place that the rules take, and the hit it is of: a name before what stands for one."""
    ordered = sorted(hits, key=lambda hit: (-hit.frame.confidence, hit.trigger))
    first: tuple[Placed | None, Hit] = (None, ordered[0])
    for hit in ordered:
        placed = attach(here, trigger=hit.trigger, argument=hit.place, kind=kind)
        if placed and placed.word is not None and is_named(here, placed.word):
            return placed, hit
        if first[0] is None:
            first = placed, hit
    return first


def is_named(here: Situation, at: int) -> bool:
    """Tell whether a word is a name of a place finer than a country."""
    resolution = here.words[at].resolution
    return resolution is not None and is_fine(resolution)
