"""What the words of a sentence say of each place that its event may have, as numbers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from geo.extraction.antecedents import names_side, object_of
from geo.extraction.attachment import barriers, is_left, score_word
from geo.extraction.frames import read_table
from geo.extraction.options import HINT
from geo.extraction.scene import is_scene

if TYPE_CHECKING:
    from collections.abc import Mapping

    from geo.extraction.kind import EventKind
    from geo.extraction.options import Option
    from geo.extraction.situation import Situation

_FAR = 60.0
_GROUPS = ("in", "at", "on", "near", "from", "to", "over", "between", "off", "by", "of")
_VERBS = (("flee", "departs"), ("arrive", "enter", "pour"), ("cross",))
#: The signs in the order of their columns.
WORDS = (
    "after trigger",
    "words apart",
    "barriers",
    "names between",
    "hard between",
    "comma between",
    *(f"{group} before" for group in _GROUPS),
    "is left",
    "scene",
    "side",
    "argument",
    "its object",
    "owns",
    "comma before",
    "comma after",
    "name before",
    "score",
    "position",
    "in brackets",
    "said near",
    "pointing",
    "classes",
    "hint beside",
    "leaves",
    "arrives",
    "crosses",
    "first",
    "words of name",
    "site beside",
    "class beside",
)


@cache
def _prepositions() -> Mapping[str, int]:
    rows = read_table("geo.extraction", "data/prepositions.tsv")
    return {
        word: _GROUPS.index(row["group"]) for row in reversed(rows) for word in row["words"].split()
    }


def of_words(
    here: Situation, option: Option, trigger: int, argument: int | None, kind: EventKind
) -> list[float]:
    """Return the signs of an option by the words around it, those of no word for one of the context."""
    at = option.placed.word
    if at is None:
        return [0.0, _FAR, _FAR, 0.0, 0.0, 0.0, *[0.0] * (len(WORDS) - 6)]
    run = here.hints[at][0] if option.source == HINT else here.unlocated.get(at)
    start = run.start if run else at
    first = start - 1
    while first > 0 and here.has(
        first, "det", "definite", "a", "adjective", "#part", "settled", "city"
    ):
        first -= 1
    low, high = sorted((at, trigger))
    between = range(low + 1, high)
    before = _preposition(here, first)
    if before < 0:
        before = _preposition(here, first - 1) if here.has(first, "of") else before
    return [
        float(at > trigger),
        float(abs(at - trigger)),
        barriers(here, at, trigger),
        float(sum(here.words[i].resolution is not None for i in between)),
        float(sum(here.has(i, "hard", "scope_end") for i in between)),
        float(sum(here.has(i, "comma") for i in between)),
        *(float(before == n) for n in range(len(_GROUPS))),
        float(is_left(here, first)),
        float(here.words[at].resolution is None or is_scene(here.words, at, here.lexicon)),
        float(names_side(here, at)),
        float(at == argument),
        float(argument is not None and object_of(here, argument) == at),
        float(here.has(at + 1, "own")),
        float(here.has(start - 1, "comma")),
        float(here.has(at + 1, "comma")),
        float(
            _is_name(here, start - 1)
            or (here.has(start - 1, "comma") and _is_name(here, start - 2))
        ),
        score_word(here, at, trigger, argument, kind),
        at / len(here.words),
        float(_in_brackets(here, at)),
        float(
            any(
                here.has(i, "said", "speech")
                for i in range(max(0, at - 2), min(len(here.words), at + 4))
            )
        ),
        float(any(here.has(i, "pointing", "this") for i in range(max(0, at - 3), at))),
        float(here.words[at].resolution is None and bool(here.words[at].mask)),
        float(at in here.hints and option.source != HINT),
        *_verbs(here, first),
        float(first < 0),
        float(len(here.words[at].lower.split()) if run is None else len(run)),
        float(
            any(
                here.has(i, "shelter_site", "haven", "settled")
                for i in (start - 1, start - 2, at + 1, at + 2)
            )
        ),
        float(here.has(at + 1, "people", "forces", "office", "armed")),
    ]


def _verbs(here: Situation, last: int) -> list[float]:
    """What the nearest verb before a name does with it: "left X", "reached X", "waded across X"."""
    for at in range(last, max(-1, last - 4), -1):
        found = [here.has(at, *names) for names in _VERBS]
        if any(found):
            return [float(one) for one in found]
    return [0.0] * len(_VERBS)


def _preposition(here: Situation, at: int) -> int:
    return _prepositions().get(here.words[at].lower, -1) if at >= 0 else -1


def _is_name(here: Situation, at: int) -> bool:
    return at >= 0 and here.words[at].resolution is not None


def _in_brackets(here: Situation, at: int) -> bool:
    for i in range(at - 1, max(-1, at - 8), -1):
        if here.words[i].lower in "()":
            return here.words[i].lower == "("
    return False
