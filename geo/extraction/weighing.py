"""Weigh what the frames found against all words of a sentence: what the rules miss, what they mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from geo.extraction.conditions import Test
from geo.extraction.evidence import evidence
from geo.extraction.frames import Frame, Hit
from geo.extraction.judge import judge
from geo.extraction.registry import kinds
from geo.model import Status
from geo.status import claim

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from geo.extraction.evidence import Evidence
    from geo.extraction.kind import EventKind
    from geo.words import Lexicon, Word

#: Fewer words tell of nothing that a frame does not see.
_LEAST_WORDS = 4
#: Shorter texts say too little of their subject: there frames stand alone.
LEAST_SENTENCES = 4
#: From this chance on words are believed without a frame, in a short text and in others.
_SURE_SHORT, _SURE = 0.9, 0.68
#: What is longer is no sentence: a list, a table, a text without full stops.
LONGEST_WORDS = 250
#: Without a frame only articles on conflict or migration are believed.
_SUBJECTS = frozenset("tm")
_NOTHING = Test(classes=0, masks=(), literals=frozenset())


class Sighting(NamedTuple):
    """A kind that a sentence may tell of: the hits that say so, and how likely it is.

    `chance` is None for a kind that the judge has not learned: its frames stand alone.
    """

    kind: EventKind
    hits: tuple[Hit, ...]
    chance: float | None = None


def weigh(
    sentences: Sequence[Sequence[Word]],
    found: Sequence[Mapping[str, Sequence[Hit]]],
    about: frozenset[str],
    lexicon: Lexicon,
) -> list[list[Sighting]]:
    """Return for each sentence what it may tell of; `found` are the hits of its frames by kind."""
    on_subject = not about.isdisjoint(_SUBJECTS)
    if not (on_subject or any(found)):
        return [[] for _ in sentences]
    model, known = judge(), kinds()
    gathered = list(gather(sentences, found, about, lexicon))
    odds, short = model.odds(gathered), len(sentences) < LEAST_SENTENCES
    by_frames = {name for hits in found for name in hits} if short else set()
    if short:
        chances = model.chances_alone(odds)
    else:
        chances = model.chances(odds, framed(sentences, found, lexicon, model.kinds), about)

    def sighting(number: int, name: str) -> Sighting | None:
        hits, told = tuple(found[number].get(name, ())), gathered[number]
        chance = float(chances[name][number]) if name in chances else None
        if hits:
            return Sighting(known[name], hits, None if short else chance)
        if chance is None or told is None or not on_subject or name in by_frames:
            return None
        reads = lexicon.language in known[name].languages
        if not reads or chance < (_SURE_SHORT if short else max(_SURE, model.threshold(name))):
            return None
        return Sighting(known[name], (_hit(model.trigger(told, name), chance),), chance)

    return [
        [seen for name in known if (seen := sighting(number, name))]
        for number in range(len(sentences))
    ]


def framed(
    sentences: Sequence[Sequence[Word]],
    found: Sequence[Mapping[str, Sequence[Hit]]],
    lexicon: Lexicon,
    names: Sequence[str],
) -> np.ndarray:
    """Return what the frames say of each sentence and kind: shape (sentences, kinds).

    0 where none hits, 1 where the best says that it did not happen, 2 where it says that it did.
    """
    rows = np.zeros((len(sentences), len(names)), dtype=np.float32)
    for row, words, hits in zip(rows, sentences, found, strict=True):
        for column, name in enumerate(names):
            if hits.get(name):
                happened = _status(hits[name], words, lexicon) is Status.HAPPENED
                row[column] = 1.0 + happened
    return rows


def gather(
    sentences: Sequence[Sequence[Word]],
    found: Sequence[Mapping[str, Sequence[Hit]]],
    about: frozenset[str],
    lexicon: Lexicon,
) -> Iterator[Evidence | None]:
    """Yield the evidence of each sentence; None for what is no sentence."""
    previous: Sequence[Word] = ()
    for words, hits in zip(sentences, found, strict=True):
        if hits or _LEAST_WORDS <= len(words) <= LONGEST_WORDS:
            frames = [
                name for kind, met in hits.items() for name in _said(kind, met, words, lexicon)
            ]
            yield evidence(words, previous, lexicon=lexicon, context=about, frames=frames)
        else:
            yield None
        previous = words


def _said(kind: str, hits: Sequence[Hit], words: Sequence[Word], lexicon: Lexicon) -> Iterator[str]:
    """Yield what the frames of a kind say: that they hit, and whether it happened."""
    yield kind
    yield f"{kind}:{_status(hits, words, lexicon).value}"


def _status(hits: Sequence[Hit], words: Sequence[Word], lexicon: Lexicon) -> Status:
    best = max(hits, key=lambda hit: hit.frame.confidence)
    return claim(words, best.trigger, lexicon).status


def _hit(trigger: int, chance: float) -> Hit:
    frame = Frame(
        id="its words",
        trigger=_NOTHING,
        conditions=(),
        context="",
        follows=False,
        confidence=chance,
        right="",
        wrong="",
    )
    return Hit(frame, trigger, None, None)
