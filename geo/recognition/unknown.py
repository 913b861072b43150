"""Names that the text uses as places and the gazetteer does not know: kept, listed, never drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo.model import Mention, Role
from geo.recognition.context import WORD_CLASSES, Words, class_at, gap_between

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEAD = WORD_CLASSES.index("place_head")
_PREPOSITION = WORD_CLASSES.index("place_preposition")
_OTHER = WORD_CLASSES.index("other_preposition")
_PLAIN = frozenset(WORD_CLASSES.index(name) for name in ("capital", "surname"))
_BLANK = 0
_LONGEST = 4


def find_unknown(words: Words) -> Iterator[Mention]:
    """Yield the capitalised names that stand where only a place can: "the village of X", "in X"."""
    tokens = words.text.tokens
    first = 0
    while first < len(tokens):
        run_first, last = words.runs[first]
        if words.capital[first] and run_first == first and _stands_for_place(words, first, last):
            start, end = tokens[first].start, tokens[last].end
            yield Mention(start=start, end=end, surface=words.text.text[start:end], role=Role.NAME)
        first = last + 1


def _stands_for_place(words: Words, first: int, last: int) -> bool:
    if last - first >= _LONGEST or words.opens[first] or words.shouting[first]:
        return False
    if any(words.classes[i] not in _PLAIN for i in range(first, last + 1) if words.capital[i]):
        return False
    if gap_between(words, first - 1, first) != _BLANK:
        return False
    left, left2 = class_at(words, first - 1), class_at(words, first - 2)
    described = left == _HEAD or (left == _OTHER and left2 == _HEAD)
    return described or (left == _PREPOSITION and _is_in(words, first - 1))


def _is_in(words: Words, index: int) -> bool:
    """Tell whether a preposition is one of place alone: "in", not "to" or "from"."""
    return words.text.tokens[index].surface.lower() in {"in", "near", "outside", "en", "em"}
