"""A head beside a name that says which kind of place is meant: "Aleppo province", "the city of Kherson".

And what holds where nothing says so: a town rather than its own division, and the largest place of a
name in a text that gives no other clue.
"""

from __future__ import annotations

from collections import defaultdict
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from gazetteer.names import fold
from gazetteer.place import Kind, NameType
from geo.recognition.context import WORD_CLASSES, class_at, gap_between
from geo.resolution.outline import log_km

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gazetteer.place import Candidate, Place
    from geo.recognition.context import Words
    from geo.recognition.spans import Span

_NONE: frozenset[str] = frozenset()
_OF = frozenset({"of", "de", "del", "do", "da"})
_ONE = frozenset({"a", "an", "another", "one"})
_BLANK = 0
_HEAD, _OTHER = (WORD_CLASSES.index(n) for n in ("place_head", "other_preposition"))
_DIVISIONS = frozenset({Kind.ADMIN1, Kind.ADMIN2})
#: A town stands for its division where it lies so near to the division's point ...
_SEAT_LOG_KM = float(np.log1p(100.0))
#: ... and holds so large a share of its people.
_SEAT_SHARE = 0.05
_LEAST_SEAT = 10_000
_LEAST_LIKENESS = 0.8
_LEAST_LARGEST = 50_000
_CLEARLY_LARGER = 1.3


def kinds_left(words: Words, span: Span) -> frozenset[str]:
    """Return the kinds that the head beside a span leaves, none where no candidate is of them."""
    kinds = _told_kinds(words, span)
    return kinds if any(c.place.kind in kinds for c in span.candidates) else _NONE


def _told_kinds(words: Words, span: Span) -> frozenset[str]:
    """Return the kinds that a head right after a span, or one with "of" before it, leaves possible."""
    tokens, after = words.text.tokens, span.last + 1
    if after < len(tokens) and gap_between(words, span.last, after) == _BLANK:
        found = _heads("after").get(tokens[after].surface.lower(), _NONE)
        if found:
            return _NONE if _only_lies_in(words, span) else found
    head = span.first - 2
    if head < 0 or tokens[head + 1].surface.lower() not in _OF:
        return _NONE
    joined = (
        gap_between(words, head, head + 1) == gap_between(words, head + 1, span.first) == _BLANK
    )
    return _heads("of").get(tokens[head].surface.lower(), _NONE) if joined else _NONE


def _only_lies_in(words: Words, span: Span) -> bool:
    """Tell whether a head after a span is another place's: "the Texas town of Waco", "a Colombia city"."""
    tokens, of = words.text.tokens, span.last + 2
    if of < len(tokens) and tokens[of].surface.lower() in _OF:
        return True
    one = span.first > 0 and tokens[span.first - 1].surface.lower() in _ONE
    return one or any(c.place.kind is Kind.COUNTRY for c in span.candidates)


def kinds_beside(words: Words, span: Span) -> frozenset[str]:
    """Return the kinds of place that a word beside a span says: "the village of X", "X province"."""
    tokens, heads = words.text.tokens, _kinds_of_heads()
    if (
        class_at(words, span.last + 1) == _HEAD
        and gap_between(words, span.last, span.last + 1) == 0
    ):
        return heads.get(tokens[span.last + 1].surface.lower(), _NONE)
    at = span.first - 1
    if class_at(words, at) == _OTHER and class_at(words, at - 1) == _HEAD:
        at -= 1
    if class_at(words, at) == _HEAD and gap_between(words, at, at + 1) == 0:
        return heads.get(tokens[at].surface.lower(), _NONE)
    return _NONE


def town_first(folded: str, candidates: Sequence[Candidate], chances: np.ndarray) -> np.ndarray:
    """Return chances in which a town comes before the division of its name that it is the seat of."""
    best = int(np.argmax(chances))
    division = candidates[best].place
    if division.kind not in _DIVISIONS:
        return chances
    names = [fold(division.name), folded]
    seats = [
        i
        for i, c in enumerate(candidates)
        if _is_seat(c.place, division) and _is_namesake(c.place, names)
    ]
    if not seats:
        return chances
    seat = max(seats, key=lambda i: candidates[i].place.population)
    told = chances.copy()
    told[[best, seat]] = chances[[seat, best]]
    return told


def largest(candidates: Sequence[Candidate]) -> int | None:
    """Return the place of a name that is clearly larger than all others, None where none is."""
    own = [i for i, c in enumerate(candidates) if c.name_type is NameType.PREFERRED]
    order = sorted(own, key=lambda i: -candidates[i].place.population)
    if not order or candidates[order[0]].place.population < _LEAST_LARGEST:
        return None
    first = candidates[order[0]].place
    rivals = (candidates[i].place for i in order[1:])
    second = next((place for place in rivals if _log_km(first, place) > _SEAT_LOG_KM), None)
    if second is not None and first.population < _CLEARLY_LARGER * second.population:
        return None
    return order[0]


def _is_seat(town: Place, division: Place) -> bool:
    if town.kind is not Kind.SETTLEMENT or town.country_codes != division.country_codes:
        return False
    if town.admin1 != division.admin1:
        return False
    if town.population < max(_LEAST_SEAT, _SEAT_SHARE * division.population):
        return False
    return _log_km(town, division) <= _SEAT_LOG_KM


def _is_namesake(town: Place, names: Sequence[str]) -> bool:
    """Tell whether a town's own name is the division's: Kharkiv is, Oklahoma City is not."""
    own = fold(town.name)
    return any(SequenceMatcher(None, own, name).ratio() >= _LEAST_LIKENESS for name in names)


def _log_km(one: Place, other: Place) -> float:
    points = [np.array([place.coordinates.latlon]) for place in (one, other)]
    return float(log_km(*points)[0, 0])


@cache
def _heads(side: str) -> Mapping[str, frozenset[str]]:
    """The kinds that each head leaves possible, by where it stands: "after" a name, or before "of"."""
    path = files("geo.resolution").joinpath("data/telling_heads.tsv")
    found: dict[str, set[str]] = defaultdict(set)
    for row in path.read_text(encoding="utf-8").splitlines():
        own, kind, words = row.split("\t")
        for word in words.split() if own == side else ():
            found[word].add(kind)
    return {word: frozenset(kinds) for word, kinds in found.items()}


@cache
def _kinds_of_heads() -> Mapping[str, frozenset[str]]:
    """The kinds of place that a head noun stands for."""
    rows = files("geo.resolution").joinpath("data/head_kinds.tsv").read_text(encoding="utf-8")
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows.splitlines():
        kind, _, words = row.partition("\t")
        for word in words.split():
            found[word].add(kind)
    return {word: frozenset(kinds) for word, kinds in found.items()}
