"""Heads that take a name for something else: "Lima River", "Rua Madrid", "Paris Hotel".

A river, street or hotel called after a town or country does not lie there. Such a name is judged as
a whole: placed where the gazetteer knows it, else local or unplaced, never at its namesake.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from gazetteer.place import Kind, NameType
from geo.recognition.context import WORD_CLASSES, gap_between
from geo.recognition.spans import Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

    from geo.recognition.context import Words

#: Towns of so many people lend their name to what stands in them: "Kabul Hospital".
EVIDENT_POPULATION = 100_000
#: A river, lake, island, bridge or street of a known name is at least listed.
LISTED = 0.3
_ROAD, _VENUE = "road", "venue"
_BLANK = 0
_VENUE_CLASS = WORD_CLASSES.index("venue")
_AND = frozenset({"and", "&", "y", "e"})
_THE = frozenset({"the", "el", "la", "o", "a"})
_WIDE = frozenset({Kind.COUNTRY, Kind.ADMIN1, Kind.REGION})
_LESSER_TYPES = frozenset({NameType.DEMONYM, NameType.ABBREVIATION})
_PLACE_HEAD = WORD_CLASSES.index("place_head")


def find_headed(words: Words, known: Sequence[Span]) -> list[Span]:
    """Return the whole names, head included, that contradict a known name inside them."""
    taken = {(span.first, span.last) for span in known}
    found = {
        whole for span in known if span.candidates and (whole := contrary(words, span))
    } - taken
    return [_span(words, first, last) for first, last in sorted(found)]


def without_contrary(words: Words, spans: Sequence[Span], chances: np.ndarray) -> np.ndarray:
    """Return chances with each contradicted name at 0 and its own given to the whole name."""
    told = chances.copy()
    at = {(span.first, span.last): index for index, span in enumerate(spans)}
    bare = _bare(words, spans)
    for index, span in enumerate(spans):
        whole = contrary(words, span) if span.candidates else None
        venue = whole is not None and _is_venue(words, span, whole)
        if whole is None or (venue and _is_evident(span, bare)):
            continue
        told[index] = 0.0
        own = at.get(whole)
        if own is not None and not _is_inside_longer(spans, whole):
            least = 0.0 if venue else LISTED
            told[own] = max(told[own], chances[index], least)
    return told


def contrary(words: Words, span: Span) -> tuple[int, int] | None:
    """Return the first and last word of the name whose head contradicts every candidate of a span."""
    if not _can_lend(words, span):
        return None
    after = _head_after(words, span)
    if after and not _fits(span, after):
        return span.first, span.last + 1
    before = _head_before(words, span)
    if before and not _fits(span, before):
        return span.first - 1, span.last
    return None


def _can_lend(words: Words, span: Span) -> bool:
    """Tell whether a span may be but a part of a name: no adjective, no "U.S.", no "Pine County"."""
    if words.shouting[span.first] or words.classes[span.last] == _PLACE_HEAD:
        return False
    if span.end != words.text.tokens[span.last].end:  # a possessive
        return False
    return span.candidates[0].name_type not in _LESSER_TYPES


def _fits(span: Span, kind: str) -> bool:
    return any(candidate.place.kind == kind for candidate in span.candidates)


def _head_after(words: Words, span: Span) -> str:
    at = span.last + 1
    if at >= len(words.capital) or gap_between(words, span.last, at) != _BLANK:
        return ""
    kind = _kind_after(words, at)
    if kind == _VENUE and _is_wide(span) and not _is_whole_run(words, span):
        return ""
    if not kind or words.capital[at]:
        return kind
    return kind if _is_definite(words, span) and not _is_wide(span) and kind != _ROAD else ""


def _kind_after(words: Words, at: int) -> str:
    word = words.text.tokens[at].surface.lower()
    kind = _heads("after").get(word, "")
    return _VENUE if not kind and words.classes[at] == _VENUE_CLASS else kind


def _is_whole_run(words: Words, span: Span) -> bool:
    """Tell whether a span and its head are all of their name: not "Texas Forest Service"."""
    if words.runs[span.first][0] < span.first:
        return False
    following = span.last + 2
    if following < len(words.capital) and words.text.tokens[following].surface in _AND:
        following += 1
    return not (following <= words.runs[span.first][1] and words.capital[following])


def _head_before(words: Words, span: Span) -> str:
    at = span.first - 1
    if at < 0 or gap_between(words, at, span.first) != _BLANK:
        return ""
    return _heads("before").get(words.text.tokens[at].surface.lower(), "")


def _is_definite(words: Words, span: Span) -> bool:
    """Tell whether "the" stands before a name: "the Lima river" is one, "a Lima river" one of many."""
    before = span.first - 1
    return before >= 0 and words.text.tokens[before].surface.lower() in _THE


def _is_wide(span: Span) -> bool:
    return any(candidate.place.kind in _WIDE for candidate in span.candidates)


def _is_venue(words: Words, span: Span, whole: tuple[int, int]) -> bool:
    kind = _head_after(words, span) if whole[1] > span.last else _head_before(words, span)
    return kind == _VENUE


def _is_evident(span: Span, bare: frozenset[str]) -> bool:
    """Tell whether a venue's name says where it is: a city, or a place that the text speaks of."""
    return span.folded in bare or any(
        c.place.kind is Kind.SETTLEMENT and c.place.population >= EVIDENT_POPULATION
        for c in span.candidates[:3]
    )


def _bare(words: Words, spans: Sequence[Span]) -> frozenset[str]:
    """The names that a text also writes without such a head."""
    return frozenset(
        span.folded for span in spans if span.candidates and contrary(words, span) is None
    )


def _is_inside_longer(spans: Sequence[Span], whole: tuple[int, int]) -> bool:
    first, last = whole
    return any(
        span.candidates
        and span.first <= first
        and span.last >= last
        and span.length > last - first + 1
        for span in spans
    )


def _span(words: Words, first: int, last: int) -> Span:
    text = words.text
    return Span(
        first=first,
        last=last,
        start=text.tokens[first].start,
        end=text.tokens[last].end,
        folded=text.folded[text.offsets[first] : text.ends[last]],
        candidates=(),
    )


@cache
def _heads(side: str) -> Mapping[str, str]:
    """The kind that each head stands for, "road" and "venue" among them, by its side of the name."""
    path = files("geo.recognition").joinpath("data/contrary_heads.tsv")
    rows = [row.split("\t") for row in path.read_text(encoding="utf-8").splitlines()]
    return {word: kind for own, kind, words in rows if own == side for word in words.split()}
