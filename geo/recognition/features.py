"""The numbers that the span classifier sees: shapes, gazetteer facts and classes of context.

No word of any text is a feature, so the weights hold none.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gazetteer.place import Kind, NameType
from geo.recognition.context import GAPS, WORD_CLASSES, class_at, gap_between
from geo.recognition.lexicon import lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.place import Candidate
    from geo.recognition.context import Words
    from geo.recognition.spans import Span

_KINDS = tuple(Kind)
_SHAPE = (
    "words", "letters", "all_capitals", "shouting", "opens_sentence", "common_first", "common_last",
    "common_whole", "given_first", "given_last", "surname_last", "lower_in_text", "lower_share",
    "possessive", "dotted", "in_dateline", "sentence_words", "sentence_stops", "sentence_capitals",
    "relative_place", "first_sentence",
)  # fmt: skip
_GAZETTEER = (
    "candidates", "log_population", "population_lead", "log_settlement_population",
    "abbreviation_only", "demonym", "alternate_only", "accents_differ", "last_street", "last_venue", "last_place_head",
    "last_number",
)  # fmt: skip
_RUN = (
    "run_words", "run_before", "run_after", "run_organisation_after", "run_organisation",
    "run_work_after", "run_venue_after", "run_title", "run_given_before", "run_capital_before",
    "run_surname_after",
)  # fmt: skip
_DOCUMENT = (
    "times", "times_after_preposition", "times_beside_capital", "times_after_title",
    "times_reporting", "longest", "nested_in_longer", "nests_longer",
    "hyphen_after", "hyphen_before", "list_before", "list_after", "comma_place_after",
    "comma_container", "comma_place_before",
)  # fmt: skip
_BASE = (*_SHAPE, *_GAZETTEER, *_RUN, *_DOCUMENT)
NAMES: tuple[str, ...] = (
    *_BASE,
    *(f"kind_{kind}" for kind in _KINDS),
    *(f"{slot}_{name}" for slot in ("left", "left2", "right", "right2") for name in WORD_CLASSES),
    *(f"{slot}_gap_{name}" for slot in ("left", "right") for name in GAPS),
)
_AT = {name: index for index, name in enumerate(NAMES)}
_KIND_AT = {kind: _AT[f"kind_{kind}"] for kind in _KINDS}
# Rivers, islands and crossings stand in the gazetteer because atlases and news name them.
_NOTABLE = {
    Kind.RIVER: 100_000, Kind.LAKE: 100_000, Kind.SEA: 1_000_000, Kind.REGION: 300_000,
    Kind.ISLAND: 100_000, Kind.MOUNTAIN: 100_000, Kind.BRIDGE: 50_000, Kind.CROSSING: 50_000,
    Kind.FACILITY: 30_000,
}  # fmt: skip
_ADMINISTRATIVE = frozenset({Kind.COUNTRY, Kind.ADMIN1})
_LEFT, _LEFT2, _RIGHT, _RIGHT2 = (
    _AT[f"{slot}_none"] for slot in ("left", "left2", "right", "right2")
)
_LEFT_GAP, _RIGHT_GAP = _AT["left_gap_blank"], _AT["right_gap_blank"]
(
    _ORGANISATION, _WORK, _TITLE, _GIVEN, _SURNAME, _CAPITAL, _PREPOSITION, _STREET, _VENUE, _HEAD,
    _NUMBER, _REPORTING,
) = (
    WORD_CLASSES.index(n)
    for n in (
        "organisation", "work", "title", "given", "surname", "capital", "place_preposition",
        "street", "venue", "place_head", "number", "reporting",
    )
)  # fmt: skip
_COMMA = GAPS.index("comma")
_HYPHENS = "-–‑"
_AND = frozenset({"and", "y", "e", "or", "o", "ou"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What all spans of a text share: who stands where, and how each name is used."""

    words: Words
    spans: Sequence[Span]
    by_first: dict[int, list[Span]]
    by_last: dict[int, list[Span]]
    times: Counter[str]
    after_preposition: Counter[str]
    beside_capital: Counter[str]
    after_title: Counter[str]
    reporting: Counter[str]
    dateline: range


def read_document(words: Words, spans: Sequence[Span], *, dateline: range) -> Document:
    """Return the shared facts; `dateline` holds the code points of the dateline's place."""
    document = Document(
        words=words,
        spans=spans,
        by_first={},
        by_last={},
        times=Counter(),
        after_preposition=Counter(),
        beside_capital=Counter(),
        after_title=Counter(),
        reporting=Counter(),
        dateline=dateline,
    )
    for span in spans:
        document.by_first.setdefault(span.first, []).append(span)
        document.by_last.setdefault(span.last, []).append(span)
        _count(document, span)
    return document


def _count(document: Document, span: Span) -> None:
    words = document.words
    left, right = class_at(words, span.first - 1), class_at(words, span.last + 1)
    document.times[span.folded] += 1
    document.after_preposition[span.folded] += left == _PREPOSITION
    run_first, run_last = words.runs[span.first]
    beside = run_first < span.first or words.runs[span.last][1] > span.last
    document.beside_capital[span.folded] += beside
    document.after_title[span.folded] += left in (_TITLE, _GIVEN) and run_last >= span.first
    document.reporting[span.folded] += right == _REPORTING or left == _REPORTING


def matrix(document: Document) -> np.ndarray:
    """Return the features of all spans: float32, shape (spans, len(NAMES))."""
    spans, words = document.spans, document.words
    rows = np.zeros((len(spans), len(NAMES)), dtype=np.float32)
    if not spans:
        return rows
    rows[:, : len(_BASE)] = [
        (
            *_shape(document, span),
            *_gazetteer(words, span),
            *_run(words, span),
            *_document(document, span),
        )
        for span in spans
    ]
    marks = [(row, at) for row, span in enumerate(spans) for at in _marks(words, span)]
    rows[tuple(np.array(marks).T)] = 1.0
    return rows


def _marks(words: Words, span: Span) -> list[int]:
    """The columns that hold 1: the kinds a name may mean, the classes of its neighbours, the gaps."""
    first, last = span.first, span.last
    return [
        *{_KIND_AT[candidate.place.kind] for candidate in span.candidates},
        _LEFT + class_at(words, first - 1),
        _LEFT2 + class_at(words, first - 2),
        _RIGHT + class_at(words, last + 1),
        _RIGHT2 + class_at(words, last + 2),
        _LEFT_GAP + gap_between(words, first - 1, first),
        _RIGHT_GAP + gap_between(words, last, last + 1),
    ]


def _shape(document: Document, span: Span) -> tuple[float, ...]:
    words, tokens = document.words, document.words.text.tokens
    commonness = words.commonness
    first, last = tokens[span.first].surface.lower(), tokens[span.last].surface.lower()
    surface = words.text.text[span.start : span.end]
    common = commonness.get(first, 0.0)
    single = span.length == 1
    lower, upper = words.lower_times.get(first, 0), words.upper_times.get(first, 0)
    names = lexicon()
    return (
        span.length,
        len(surface),
        surface.isupper() and len(surface) > 1,
        words.shouting[span.first],
        words.opens[span.first],
        common,
        commonness.get(last, 0.0),
        common if single else 0.0,
        first in names.given_names,
        last in names.given_names,
        last in names.surnames,
        single and lower > 0,
        lower / (lower + upper) if single and lower else 0.0,
        tokens[span.last].end != span.end,
        "." in surface,
        span.start in document.dateline,
        *_sentence(words, span),
    )


def _sentence(words: Words, span: Span) -> tuple[float, ...]:
    """The span's sentence: its length, whether it ends like one, its share of capitals, its place."""
    number = words.sentence_of[span.first]
    told = words.told[number] if number < len(words.told) else (0, False, 0.0)
    return (
        math.log1p(told[0]),
        told[1],
        told[2],
        span.first / len(words.capital),
        number == 0,
    )


def prominence(candidate: Candidate) -> float:
    """Return a place's population, or for what has none the one that a place as well known would have."""
    place = candidate.place
    if place.population or place.kind not in _NOTABLE:
        return place.population
    return _NOTABLE[place.kind] * (1.0 if candidate.name_type is NameType.PREFERRED else 0.05)


def _gazetteer(words: Words, span: Span) -> tuple[float, ...]:
    last = words.classes[span.last]
    heads = (last == _STREET, last == _VENUE, last == _HEAD, last == _NUMBER)
    if not span.candidates:
        return (0.0, -1.0, 0.0, -1.0, False, False, False, False, *heads)
    types = {candidate.name_type for candidate in span.candidates}
    populations = sorted((prominence(c) for c in span.candidates), reverse=True)
    most = math.log1p(populations[0])
    second = math.log1p(populations[1]) if len(populations) > 1 else 0.0
    towns = (c.place.population for c in span.candidates if c.place.kind is Kind.SETTLEMENT)
    surface = words.text.text[span.start : span.end]
    return (
        math.log1p(len(span.candidates)),
        most,
        most - second,
        math.log1p(max(towns, default=0)),
        types == {NameType.ABBREVIATION},
        NameType.DEMONYM in types,
        NameType.PREFERRED not in types,
        all(c.place.name.casefold() != surface.casefold() for c in span.candidates[:8]),
        *heads,
    )


def _run(words: Words, span: Span) -> tuple[float, ...]:
    run_first, run_last = words.runs[span.first][0], words.runs[span.last][1]
    before = set(words.classes[run_first : span.first])
    after = set(words.classes[span.last + 1 : run_last + 1])
    return (
        run_last - run_first + 1,
        span.first - run_first,
        max(0, run_last - span.last),
        _ORGANISATION in after,
        _ORGANISATION in words.classes[run_first : run_last + 1],
        _WORK in after,
        _VENUE in after or _STREET in after,
        _TITLE in before,
        _GIVEN in before,
        _CAPITAL in before or _SURNAME in before,
        not after.isdisjoint((_CAPITAL, _SURNAME, _GIVEN)),
    )


def _document(document: Document, span: Span) -> tuple[float, ...]:
    times = document.times[span.folded]
    rivals = document.by_first[span.first]
    text = document.words.text
    return (
        math.log1p(times),
        document.after_preposition[span.folded] / times,
        document.beside_capital[span.folded] / times,
        document.after_title[span.folded] / times,
        document.reporting[span.folded] / times,
        all(other.last <= span.last for other in rivals),
        _is_nested(document, span),
        any(other.length < span.length for other in rivals),
        text.text[span.end : span.end + 1] in _HYPHENS and span.end < len(text.text),
        span.start > 0 and text.text[span.start - 1] in _HYPHENS,
        _listed(document, span, step=-1),
        _listed(document, span, step=1),
        *_commas(document, span),
    )


def _is_nested(document: Document, span: Span) -> bool:
    return any(
        other.length > span.length and other.last >= span.last
        for first in range(max(0, span.first - 3), span.first + 1)
        for other in document.by_first.get(first, ())
    )


def _listed(document: Document, span: Span, *, step: int) -> bool:
    """Tell whether another candidate stands next to a span, past a comma or "and"."""
    words = document.words
    edge, others = (span.first, document.by_last) if step < 0 else (span.last, document.by_first)
    left, right = (edge - 1, edge) if step < 0 else (edge, edge + 1)
    if gap_between(words, left, right) == _COMMA:
        return edge + step in others
    joins = 0 <= edge + step < len(words.capital) and words.text.tokens[edge + step].surface in _AND
    return joins and edge + 2 * step in others


def _commas(document: Document, span: Span) -> tuple[float, ...]:
    """X, Y: a comma and another known name after or before the span."""
    words = document.words
    place_after = container = place_before = False
    if gap_between(words, span.last, span.last + 1) == _COMMA:
        following = document.by_first.get(span.last + 1, ())
        place_after = any(_is_container(other) for other in following)
        container = place_after and any(contains(other, span) for other in following)
    if gap_between(words, span.first - 1, span.first) == _COMMA:
        place_before = bool(document.by_last.get(span.first - 1)) and _is_container(span)
    return place_after, container, place_before


def _is_container(span: Span) -> bool:
    return any(c.place.kind in _ADMINISTRATIVE for c in span.candidates)


def contains(outer: Span, inner: Span) -> bool:
    """Tell whether a country or first-level division named by one span holds a place of another."""
    return any(
        holds(
            a.place.kind,
            a.place.country_codes,
            a.place.admin1,
            b.place.country_codes,
            b.place.admin1,
        )
        for a in outer.candidates
        if a.place.kind in _ADMINISTRATIVE
        for b in inner.candidates
    )


def holds(
    kind: Kind,
    outer_countries: tuple[str, ...],
    outer_admin1: str,
    inner_countries: tuple[str, ...],
    inner_admin1: str,
) -> bool:
    """Tell whether a country (or a division of one) holds a place by their codes."""
    if not set(outer_countries) & set(inner_countries):
        return False
    return kind is Kind.COUNTRY or outer_admin1 == inner_admin1
