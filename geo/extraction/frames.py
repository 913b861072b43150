"""The shared engine: frames are rows of data, matched on the words of a sentence."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from geo.extraction.conditions import compile_conditions, compile_test
from geo.words import lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from geo.extraction.conditions import Condition, Test
    from geo.words import Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A trigger and the conditions under which it claims an event.

    `context` is what the article must be about, "" for anything, and ends in "+" where the kind must
    have been told of just before ("another 40 followed"); `confidence` is what the frame
    alone is worth, 0 to 1.
    """

    id: str
    trigger: Test
    conditions: tuple[Condition, ...]
    context: str
    follows: bool
    confidence: float
    right: str
    wrong: str


class Hit(NamedTuple):
    """A frame met by a sentence: the trigger's word, the word of who, the word of the place."""

    frame: Frame
    trigger: int
    who: int | None
    place: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Frames:
    """The frames of a kind in one language, and the mask and words that any trigger must have."""

    rows: tuple[Frame, ...]
    mask: int
    literals: frozenset[str]

    def hits(self, words: Sequence[Word], about: frozenset[str] | None = None) -> Iterator[Hit]:
        """Yield every frame that a sentence meets, in the order of its words.

        `about` are the subjects of the article (see gate.py), None for any.
        """
        mask, literals = self.mask, self.literals
        rows = [frame for frame in self.rows if about is None or frame.context in about]
        for at, word in enumerate(words):
            if word.mask & mask or word.lower in literals:
                for frame in rows:
                    if frame.trigger.holds(word):
                        hit = _meet(frame, words, at)
                        if hit is not None:
                            yield hit


def _meet(frame: Frame, words: Sequence[Word], at: int) -> Hit | None:
    kept: dict[str, int] = {}
    for condition in frame.conditions:
        found = condition.find(words, at)
        if (found is None) is not condition.negated:
            return None
        if found is not None and condition.keeps:
            kept[condition.keeps] = found
    return Hit(frame, at, kept.get("$"), kept.get("@"))


@cache
def frames(package: str, path: str, language: str) -> Frames:
    """Return the frames of a TSV file of a package: id, trigger, when, context, confidence, right, wrong."""
    words = lexicon(language)
    rows = tuple(
        Frame(
            id=row["id"],
            trigger=compile_test(row["trigger"], words),
            conditions=compile_conditions(row["when"], words),
            context=row["context"].rstrip("+"),
            follows=row["context"].endswith("+"),
            confidence=float(row["confidence"]),
            right=row["right"],
            wrong=row["wrong"],
        )
        for row in read_table(package, path)
    )
    # The last class of a test is its own; the first may be as common as "past".
    own = [1 << (mask.bit_length() - 1) for row in rows for mask in row.trigger.masks]
    return Frames(
        rows=rows,
        mask=_union([*own, *(row.trigger.classes for row in rows)]),
        literals=frozenset().union(*(row.trigger.literals for row in rows)),
    )


def _union(masks: Sequence[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def read_table(package: str, path: str) -> list[Mapping[str, str]]:
    """Return the rows of a TSV file of a package by the names in its first line."""
    text = files(package).joinpath(path).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
