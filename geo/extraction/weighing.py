"""Weigh what the frames found against all words of a sentence: what the rules miss, what they mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from geo.extraction.conditions import Test
from geo.extraction.evidence import evidence
from geo.extraction.frames import Frame, Hit
from geo.extraction.judge import judge
from geo.extraction.registry import kinds
from geo.status import claim

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from geo.extraction.evidence import Evidence
    from geo.extraction.kind import EventKind
    from geo.words import Lexicon, Word

#: Fewer words tell of nothing that a frame does not see.
_LEAST_WORDS = 4
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
    model, known = judge(), kinds()
    on_subject = not about.isdisjoint(_SUBJECTS)
    seen = []
    weighed = gather(sentences, found, about, lexicon)
    for hits, told in zip(found, weighed, strict=True):
        if told is None:
            seen.append([])
            continue
        chances = dict(zip(model.kinds, map(float, model.probabilities(told)), strict=True))
        names = [
            name
            for name in known
            if hits.get(name)
            or (
                on_subject
                and chances.get(name, 0.0) >= model.threshold(name)
                and lexicon.language in known[name].languages
            )
        ]
        seen.append(
            [
                Sighting(
                    known[name],
                    tuple(hits.get(name, ())) or (_hit(model.trigger(told, name), chances[name]),),
                    chances.get(name),
                )
                for name in names
            ]
        )
    return seen


def gather(
    sentences: Sequence[Sequence[Word]],
    found: Sequence[Mapping[str, Sequence[Hit]]],
    about: frozenset[str],
    lexicon: Lexicon,
) -> Iterator[Evidence | None]:
    """Yield the evidence of each sentence; None for a few words without a frame."""
    previous: Sequence[Word] = ()
    for words, hits in zip(sentences, found, strict=True):
        if hits or len(words) >= _LEAST_WORDS:
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
    best = max(hits, key=lambda hit: hit.frame.confidence)
    yield f"{kind}:{claim(words, best.trigger, lexicon).status.value}"


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
