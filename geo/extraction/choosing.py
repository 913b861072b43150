"""The place of a happening that several frames of a sentence tell of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo.extraction.attachment import attach
from geo.extraction.scene import is_fine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo.extraction.frames import Hit
    from geo.extraction.kind import EventKind
    from geo.extraction.situation import Placed, Situation


def choose(here: Situation, kind: EventKind, hits: Sequence[Hit]) -> Placed | None:
    """Return the place that the hits tell of: a name in the sentence before anything that stands for one."""
    best: Placed | None = None
    for hit in sorted(hits, key=lambda hit: (-hit.frame.confidence, hit.trigger)):
        placed = attach(here, trigger=hit.trigger, argument=hit.place, kind=kind)
        if placed and placed.word is not None and is_named(here, placed.word):
            return placed
        best = best or placed
    return best


def is_named(here: Situation, at: int) -> bool:
    """Tell whether a word is a name of a place finer than a country."""
    resolution = here.words[at].resolution
    return resolution is not None and is_fine(resolution)
