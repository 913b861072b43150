"""Candidate spans that the gazetteer does not know: streets, schools, parks, hamlets, farms.

They are judged like all other spans, so that "Falcon Street" can win against "Falcon"; what wins
has no point of its own and stands for some spot near the places that the text names with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo.recognition.context import WORD_CLASSES, class_at, gap_between
from geo.recognition.lexicon import lexicon
from geo.recognition.spans import Span, is_possessive

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from geo.recognition.context import Words

_LONGEST = 6
_LONGEST_BARE = 3
_BLANK, _COMMA = 0, 1
_NUMBER = WORD_CLASSES.index("number")
_OTHER = WORD_CLASSES.index("other_preposition")
_HEAD = WORD_CLASSES.index("place_head")
_HEADS = frozenset(WORD_CLASSES.index(n) for n in ("street", "venue", "place_head"))
_BEFORE = frozenset(
    WORD_CLASSES.index(n) for n in ("place_preposition", "place_head", "place_verb")
)
_NEVER_FIRST = frozenset(
    WORD_CLASSES.index(n)
    for n in ("article", "place_preposition", "other_preposition", "month", "weekday", "title")
)
_PLAIN = frozenset(
    WORD_CLASSES.index(n) for n in ("capital", "common_capital", "surname", "given", "direction")
)
_CUTS = frozenset({"and", "&", "the", "at", "y", "e", "in"})


def find_local_names(words: Words, known: Sequence[Span]) -> list[Span]:
    """Return capitalised names with a local head ("Elm Street"), or where only a place can stand."""
    taken = {(span.first, span.last) for span in known}
    ends = {span.last for span in known}
    starts = {span.first for span in known}
    found: dict[tuple[int, int], None] = {}
    index = 0
    while index < len(words.capital):
        first, last = words.runs[index]
        if words.capital[index]:
            for begin, end in _segments(words, first, last):
                for pair in _names(words, begin, end, starts=starts, ends=ends):
                    found.setdefault(pair)
        index = last + 1
    return [_span(words, first, last) for first, last in found if (first, last) not in taken]


def _segments(words: Words, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Cut a run at "and", "the", "at" and at titles: each part may be a name of its own."""
    begin = first
    for index in range(first, last + 1):
        if words.text.tokens[index].surface.lower() in _CUTS or (
            index == begin and words.classes[index] in _NEVER_FIRST
        ):
            if begin < index:
                yield begin, index - 1
            begin = index + 1
    if begin <= last:
        yield begin, last


def _names(
    words: Words, first: int, last: int, *, starts: set[int], ends: set[int]
) -> Iterator[tuple[int, int]]:
    if words.shouting[first]:
        return
    for index in range(first, last + 1):
        head = words.classes[index] in _HEADS and words.capital[index]
        if head and first < index < first + _LONGEST:
            yield first, index
        if _is_numbered(words, index) and index + 1 < first + _LONGEST:
            yield first, index + 1
    if _stands_for_place(words, first, last, starts=starts, ends=ends):
        yield first, last


def _is_numbered(words: Words, index: int) -> bool:
    """Tell whether a road's number follows: "Highway 12", "FM-645"."""
    if class_at(words, index + 1) != _NUMBER or not words.capital[index]:
        return False
    surface = words.text.tokens[index].surface
    coded = lexicon().is_a(surface.lower(), "road_code") or (surface.isupper() and len(surface) < 4)
    gap = words.text.text[words.text.tokens[index].end : words.text.tokens[index + 1].start]
    return coded and gap in {" ", "-", ". "}


def _stands_for_place(
    words: Words, first: int, last: int, *, starts: set[int], ends: set[int]
) -> bool:
    """Tell whether a name without a head stands after "in", before ", Texas" or in a list of places."""
    if last - first >= _LONGEST_BARE or any(
        words.classes[i] not in _PLAIN for i in range(first, last + 1) if words.capital[i]
    ):
        return False
    if gap_between(words, first - 1, first) == _BLANK and _after_place_word(words, first):
        return True
    if gap_between(words, last, last + 1) == _COMMA and last + 1 in starts:
        return True
    if _HEADS & {class_at(words, last + 1)} and not words.capital[last + 1]:
        return True
    joined = first >= 2 and words.text.tokens[first - 1].surface in {"and", "y", "e"}
    return joined and first - 2 in ends


def _after_place_word(words: Words, first: int) -> bool:
    left = class_at(words, first - 1)
    return left in _BEFORE or (left == _OTHER and class_at(words, first - 2) == _HEAD)


def _span(words: Words, first: int, last: int) -> Span:
    text, token = words.text, words.text.tokens[last]
    end = token.end - 2 if is_possessive(token.surface) else token.end
    return Span(
        first=first,
        last=last,
        start=text.tokens[first].start,
        end=end,
        folded=text.folded[text.offsets[first] : text.ends[last]],
        candidates=(),
    )
