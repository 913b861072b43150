"""Names that can hardly be anything but a place, however rare: "reached Ios", "in Jenin"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gazetteer.place import Kind, NameType
from geo.recognition.context import WORD_CLASSES, class_at, gap_between
from geo.recognition.features import prominence

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from geo.recognition.context import Words
    from geo.recognition.spans import Span

#: What such a name is taken for at the least.
PLAIN_CHANCE = 0.6
_LEAST_PROMINENCE = 10_000
_BLANK = 0
_CAPITAL = WORD_CLASSES.index("capital")
_BEFORE = frozenset(WORD_CLASSES.index(n) for n in ("place_preposition", "place_verb"))
_BEFORE_ISLAND = frozenset({"off", "on"})


def with_plain(words: Words, spans: Sequence[Span], chances: np.ndarray) -> np.ndarray:
    """Return chances with those of plain places raised to PLAIN_CHANCE."""
    told = chances.copy()
    for index, span in enumerate(spans):
        if 0.0 < chances[index] < PLAIN_CHANCE and span.candidates and _is_plain(words, span):
            told[index] = PLAIN_CHANCE
    return told


def _is_plain(words: Words, span: Span) -> bool:
    """Tell whether a known name stands alone after a word of place and is no person's and no common word."""
    after = span.last + 1
    followed = gap_between(words, span.last, after) == _BLANK and words.capital[after]
    if followed or words.opens[span.first] or words.shouting[span.first]:
        return False
    surface = words.text.text[span.start : span.end]
    if span.end != words.text.tokens[span.last].end or surface.isupper():
        return False
    if any(words.classes[i] != _CAPITAL for i in range(span.first, span.last + 1)):
        return False
    return _after_place_word(words, span) and _is_known(span)


def _after_place_word(words: Words, span: Span) -> bool:
    before = span.first - 1
    if gap_between(words, before, span.first) != _BLANK:
        return False
    if class_at(words, before) in _BEFORE:
        return True
    island = any(candidate.place.kind is Kind.ISLAND for candidate in span.candidates)
    return island and words.text.tokens[before].surface in _BEFORE_ISLAND


def _is_known(span: Span) -> bool:
    own = [c for c in span.candidates if c.name_type is NameType.PREFERRED]
    return bool(own) and max(map(prominence, own)) >= _LEAST_PROMINENCE
