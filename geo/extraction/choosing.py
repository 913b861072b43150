"""The place of an event: by rules where its sentence says it, else chosen among all that its text offers."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

import numpy as np
from geopy.distance import great_circle

from geo.extraction.attachment import attach
from geo.extraction.options import HINT, options
from geo.extraction.scene import is_fine
from geo.extraction.signs import NAMES, matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo.extraction.frames import Hit
    from geo.extraction.kind import EventKind
    from geo.extraction.options import Option
    from geo.extraction.situation import Placed, Situation

#: A word that is hardly known as a name is taken for the place from this chance on.
LEAST_OF_HINT = 0.3
_SURE = 0.7
#: Another place takes the rules' place where its log-odds are so much higher: a third likelier.
LEAD = 0.3
_LINES = frozenset({"border", "river"})
_AT_LINE_KM = 10.0


def choose(here: Situation, kind: EventKind, hits: Sequence[Hit]) -> Placed | None:
    """Return the place of the happening that some hits tell of.

    What the rules read from the sentence itself stands; the weights choose where they find nothing
    there and would go by what the text named before.
    """
    rule, hit = by_rules(here, kind, hits)
    if rule is not None and rule.word is not None:
        return rule
    found = options(here, trigger=hit.trigger, kind=kind, rule=rule)
    if not found:
        return None
    signs = matrix(here, found, trigger=hit.trigger, argument=hit.place, kind=kind)
    odds = signs @ _weights()
    at = best(found, odds)
    if rule is not None and _is_at_line(rule, found[at].placed, kind):
        return rule
    if found[at].source != HINT:
        # A name of the sentence that the rules would not take is no place: who speaks, where one is from.
        return rule if found[at].placed.word is not None else found[at].placed
    chance = float(np.exp(odds[at] - np.logaddexp.reduce(odds)))
    return _vouched(found[at].placed, chance) if chance >= LEAST_OF_HINT else rule


def best(found: Sequence[Option], odds: np.ndarray) -> int:
    """Return the option to take: the rules' own unless another is clearly likelier."""
    return int(np.argmax(odds + LEAD * np.array([option.is_rule for option in found])))


def _is_at_line(rule: Placed, other: Placed, kind: EventKind) -> bool:
    """Tell of a place that only says at which stretch of a border or river people got over it."""
    line, point = rule.resolution, other.resolution
    if str(line.kind) not in _LINES or str(line.kind) not in kind.fits:
        return False
    apart_km = great_circle(line.coordinates.latlon, point.coordinates.latlon).km
    return bool(apart_km <= _AT_LINE_KM)


@cache
def _weights() -> np.ndarray:
    with (
        as_file(files("geo").joinpath("weights/placing.npz")) as path,
        np.load(path, allow_pickle=False) as data,
    ):
        if tuple(map(str, data["names"])) != NAMES:
            raise ValueError(f"{path.name}: learned on other signs; run python -m training.placing")
        return np.asarray(data["weights"])


def _vouched(placed: Placed, chance: float) -> Placed:
    """The sentence vouches for a word that is hardly known as a name."""
    confidence = round(max(placed.resolution.confidence, _SURE * chance), 3)
    return placed._replace(resolution=replace(placed.resolution, confidence=confidence))


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
