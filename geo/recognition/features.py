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
_BASE = (
    "words", "letters", "all_capitals", "shouting", "opens_sentence", "common_first", "common_last",
    "common_whole", "given_first", "given_last", "surname_last", "lower_in_text", "candidates",
    "log_population", "population_lead", "abbreviation_only", "demonym", "alternate_only", "possessive",
    "dotted", "in_dateline", "run_words", "run_before", "run_after", "run_organisation_after",
    "run_organisation", "run_work_after", "run_title", "run_given_before", "run_capital_before", "run_surname_after",
    "comma_place_after", "comma_place_before", "comma_container", "times", "times_after_preposition",
    "times_beside_capital", "times_after_title", "longest", "nested_in_longer", "hyphen_after",
    "nests_longer",
)  # fmt: skip
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
_ORGANISATION, _WORK, _TITLE, _GIVEN, _SURNAME, _CAPITAL, _PREPOSITION = (
    WORD_CLASSES.index(n)
    for n in ("organisation", "work", "title", "given", "surname", "capital", "place_preposition")
)
_COMMA = GAPS.index("comma")


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
        dateline=dateline,
    )
    for span in spans:
        document.by_first.setdefault(span.first, []).append(span)
        document.by_last.setdefault(span.last, []).append(span)
        _count(document, span)
    return document


def _count(document: Document, span: Span) -> None:
    words = document.words
    left = class_at(words, span.first - 1)
    document.times[span.folded] += 1
    document.after_preposition[span.folded] += left == _PREPOSITION
    run_first, run_last = words.runs[span.first]
    beside = run_first < span.first or words.runs[span.last][1] > span.last
    document.beside_capital[span.folded] += beside
    document.after_title[span.folded] += left in (_TITLE, _GIVEN) and run_last >= span.first


def matrix(document: Document) -> np.ndarray:
    """Return the features of all spans: float32, shape (spans, len(NAMES))."""
    rows = np.zeros((len(document.spans), len(NAMES)), dtype=np.float32)
    for row, span in zip(rows, document.spans, strict=True):
        values: dict[str, float] = {}
        _shape(document, span, values)
        _gazetteer(span, values)
        _run(document, span, values)
        _document(document, span, values)
        for name, value in values.items():
            row[_AT[name]] = value
        for candidate in span.candidates:
            row[_KIND_AT[candidate.place.kind]] = 1.0
        _neighbours(document.words, span, row)
    return rows


def _shape(document: Document, span: Span, values: dict[str, float]) -> None:
    words, tokens = document.words, document.words.text.tokens
    commonness = words.commonness
    first, last = tokens[span.first].surface.lower(), tokens[span.last].surface.lower()
    surface = words.text.text[span.start : span.end]
    values["words"] = span.length
    values["letters"] = len(surface)
    values["all_capitals"] = surface.isupper() and len(surface) > 1
    values["shouting"] = words.shouting[span.first]
    values["opens_sentence"] = words.opens[span.first]
    values["common_first"] = commonness.get(first, 0.0)
    values["common_last"] = commonness.get(last, 0.0)
    values["common_whole"] = commonness.get(first, 0.0) if span.length == 1 else 0.0
    values["given_first"] = first in lexicon().given_names
    values["given_last"] = last in lexicon().given_names
    values["surname_last"] = last in lexicon().surnames
    values["lower_in_text"] = span.length == 1 and first in words.lower_seen
    values["possessive"] = tokens[span.last].end != span.end
    values["dotted"] = "." in surface
    values["in_dateline"] = span.start in document.dateline


def prominence(candidate: Candidate) -> float:
    """Return a place's population, or for what has none the one that a place as well known would have."""
    population = candidate.place.population
    if population or candidate.place.kind not in _NOTABLE:
        return population
    return _NOTABLE[candidate.place.kind] * (
        1.0 if candidate.name_type is NameType.PREFERRED else 0.05
    )


def _gazetteer(span: Span, values: dict[str, float]) -> None:
    types = {candidate.name_type for candidate in span.candidates}
    populations = sorted((prominence(c) for c in span.candidates), reverse=True)
    most = populations[0]
    second = populations[1] if len(populations) > 1 else 0
    values["candidates"] = math.log1p(len(span.candidates))
    values["log_population"] = math.log1p(most)
    values["population_lead"] = math.log1p(most) - math.log1p(second)
    values["abbreviation_only"] = types == {NameType.ABBREVIATION}
    values["demonym"] = NameType.DEMONYM in types
    values["alternate_only"] = NameType.PREFERRED not in types


def _run(document: Document, span: Span, values: dict[str, float]) -> None:
    words = document.words
    run_first, run_last = words.runs[span.first][0], words.runs[span.last][1]
    before = range(run_first, span.first)
    after = range(span.last + 1, run_last + 1)
    classes = words.classes
    values["run_words"] = run_last - run_first + 1
    values["run_before"] = len(before)
    values["run_after"] = len(after)
    values["run_organisation_after"] = any(classes[i] == _ORGANISATION for i in after)
    values["run_organisation"] = any(
        classes[i] == _ORGANISATION for i in range(run_first, run_last + 1)
    )
    values["run_work_after"] = any(classes[i] == _WORK for i in after)
    values["run_title"] = any(classes[i] == _TITLE for i in before)
    values["run_given_before"] = any(classes[i] == _GIVEN for i in before)
    values["run_capital_before"] = any(classes[i] in (_CAPITAL, _SURNAME) for i in before)
    values["run_surname_after"] = any(classes[i] in (_CAPITAL, _SURNAME, _GIVEN) for i in after)


def _document(document: Document, span: Span, values: dict[str, float]) -> None:
    times = document.times[span.folded]
    rivals = document.by_first[span.first]
    values["times"] = math.log1p(times)
    values["times_after_preposition"] = document.after_preposition[span.folded] / times
    values["times_beside_capital"] = document.beside_capital[span.folded] / times
    values["times_after_title"] = document.after_title[span.folded] / times
    values["longest"] = all(other.last <= span.last for other in rivals)
    values["nested_in_longer"] = any(
        other.length > span.length and other.last >= span.last
        for first in range(max(0, span.first - 3), span.first + 1)
        for other in document.by_first.get(first, ())
    )
    values["nests_longer"] = any(other.length < span.length for other in rivals)
    values["hyphen_after"] = document.words.text.text[span.end : span.end + 1] == "-"
    _commas(document, span, values)


def _commas(document: Document, span: Span, values: dict[str, float]) -> None:
    """X, Y: a comma and another known name after or before the span."""
    words = document.words
    if gap_between(words, span.last, span.last + 1) == _COMMA:
        following = document.by_first.get(span.last + 1, ())
        values["comma_place_after"] = any(_is_container(other) for other in following)
        values["comma_container"] = any(contains(other, span) for other in following)
    if gap_between(words, span.first - 1, span.first) == _COMMA:
        values["comma_place_before"] = bool(document.by_last.get(span.first - 1)) and _is_container(
            span
        )


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


def _neighbours(words: Words, span: Span, row: np.ndarray) -> None:
    row[_LEFT + class_at(words, span.first - 1)] = 1.0
    row[_LEFT2 + class_at(words, span.first - 2)] = 1.0
    row[_RIGHT + class_at(words, span.last + 1)] = 1.0
    row[_RIGHT2 + class_at(words, span.last + 2)] = 1.0
    row[_LEFT_GAP + gap_between(words, span.first - 1, span.first)] = 1.0
    row[_RIGHT_GAP + gap_between(words, span.last, span.last + 1)] = 1.0
