"""Find the names in a text that may be places, and say how likely each is one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from geo.guidance import UNGUIDED
from geo.recognition.context import WORD_CLASSES, Words, read_words
from geo.recognition.contrary import find_headed, without_contrary
from geo.recognition.features import matrix, read_document
from geo.recognition.lexicon import lexicon
from geo.recognition.local_names import find_local_names
from geo.recognition.plain import with_plain
from geo.recognition.spans import Span, find_allowed, find_spans
from geo.tokens import fold_text
from geo.trees import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.place import Gazetteer
    from geo.dateline import Dateline
    from geo.guidance import Guidance
    from geo.sentences import Sentence

__all__ = [
    "Recognition",
    "Span",
    "Words",
    "candidate_spans",
    "judged",
    "recognise",
    "recognition_of",
]

_WORK = WORD_CLASSES.index("work")
_DATES = frozenset(WORD_CLASSES.index(name) for name in ("month", "weekday"))
_TITLE_GAPS = frozenset({" ", ". "})
#: Below this a span is not worth a second look.
LEAST_PROBABILITY = 0.04


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognition:
    """The spans of a text that may be places; `probabilities[i]` is the chance that `spans[i]` is one.

    `rows` are the features of the spans. `local` are likely places that the gazetteer does not
    know, each with its chance.
    """

    words: Words
    spans: Sequence[Span]
    probabilities: Sequence[float]
    rows: np.ndarray
    local: Sequence[tuple[Span, float]] = ()
    dateline: Dateline | None


def recognise(
    text: str,
    *,
    sentences: Sequence[Sentence],
    datelines: Sequence[Dateline],
    gazetteer: Gazetteer,
    guidance: Guidance = UNGUIDED,
) -> Recognition:
    """Return the spans of a text that are likely enough to be places, none overlapping another."""
    words, spans, features = candidate_spans(
        text,
        sentences=sentences,
        datelines=datelines,
        gazetteer=gazetteer,
        allowed=guidance.allowed,
    )
    chances = load("recognition").probability(features) if spans else np.zeros(0)
    chances = judged(words, spans, chances)
    for index, span in enumerate(spans):
        if span.folded in guidance.blocked:
            chances[index] = 0.0
        elif span.folded in guidance.allowed:
            chances[index] = 1.0
        elif is_no_place(words, span):
            chances[index] = 0.0
    dateline = datelines[0] if datelines else None
    return recognition_of(words, spans, features, chances=chances, dateline=dateline)


def judged(words: Words, spans: Sequence[Span], chances: np.ndarray) -> np.ndarray:
    """Return the chances of spans as the words beside them leave them, see contrary and plain."""
    return with_plain(words, spans, without_contrary(words, spans, chances))


def recognition_of(
    words: Words,
    spans: Sequence[Span],
    rows: np.ndarray,
    *,
    chances: np.ndarray,
    dateline: Dateline | None,
) -> Recognition:
    """Return the likeliest spans that do not overlap, the known apart from the merely local."""
    kept = without_overlaps(spans, chances)
    known = [i for i in kept if spans[i].candidates]
    return Recognition(
        words=words,
        spans=[spans[i] for i in known],
        probabilities=[float(chances[i]) for i in known],
        rows=rows[known],
        local=[(spans[i], float(chances[i])) for i in kept if not spans[i].candidates],
        dateline=dateline,
    )


def candidate_spans(
    text: str,
    *,
    sentences: Sequence[Sentence],
    datelines: Sequence[Dateline],
    gazetteer: Gazetteer,
    allowed: frozenset[str] = frozenset(),
) -> tuple[Words, list[Span], np.ndarray]:
    """Return the words of a text, its candidate spans and their features.

    `allowed` are folded names that are candidates however they are written.
    """
    folded = fold_text(text)
    words = read_words(folded, sentences)
    spans = find_spans(folded, gazetteer)
    spans += find_local_names(words, spans)
    spans += find_headed(words, spans)
    if allowed:
        spans += find_allowed(folded, gazetteer, allowed=allowed, known=spans)
    spans.sort(key=lambda span: (span.first, span.last))
    dateline = range(datelines[0].start, datelines[0].end) if datelines else range(0)
    return words, spans, matrix(read_document(words, spans, dateline=dateline))


def without_overlaps(spans: Sequence[Span], chances: np.ndarray) -> list[int]:
    """Return the indexes of the likeliest spans, in order; two that share a word exclude each other."""
    taken: set[int] = set()
    kept: list[int] = []
    for index in np.argsort(-chances, kind="stable"):
        span = spans[index]
        if chances[index] < LEAST_PROBABILITY:
            break
        words = range(span.first, span.last + 1)
        if taken.isdisjoint(words):
            taken.update(words)
            kept.append(int(index))
    return sorted(kept)


def is_no_place(words: Words, span: Span) -> bool:
    """Tell what no forest need ask: a month or weekday, a person with an honorific, a work's name."""
    if span.length == 1 and words.classes[span.first] in _DATES:
        return True
    before = span.first - 1
    if before >= 0 and words.sentence_of[before] == words.sentence_of[span.first]:
        token = words.text.tokens[before]
        gap = words.text.text[token.end : span.start]
        if gap in _TITLE_GAPS and lexicon().is_a(token.surface.lower(), "honorific"):
            return True
    return names_a_work(words, span)


def names_a_work(words: Words, span: Span) -> bool:
    """Tell whether a span only lends its name: "New York Times", "Geneva Conventions", "Lima Group"."""
    following = span.last + 1
    if following >= len(words.classes) or not words.capital[following]:
        return False
    return words.runs[span.last][1] >= following and words.classes[following] == _WORK
