"""The names of an article: all spans that are written alike, and what stands around them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING

from gazetteer.names import fold
from gazetteer.place import Kind, NameType
from geo.recognition.context import GAPS, WORD_CLASSES, class_at, gap_between
from geo.recognition.features import holds, prominence
from geo.resolution.features import Surroundings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from gazetteer.place import Candidate
    from geo.recognition.context import Words
    from geo.recognition.spans import Span

_MOST_CANDIDATES = 60
_LEAST_LIKENESS = 0.4
_FAR_LARGER = 100
_COMMA, _OPEN = GAPS.index("comma"), GAPS.index("open")
_ARTICLE = WORD_CLASSES.index("article")
_CONTAINERS = frozenset({Kind.COUNTRY, Kind.ADMIN1})
_NEAR_WORDS = 14
_SMALL_WORDS = 5
_SMALL = frozenset(
    WORD_CLASSES.index(n)
    for n in ("article", "place_head", "place_preposition", "other_preposition")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """Spans of one article that must mean the same place.

    `weight` is the probability that the name is a place at all; `candidates` are the places it
    may mean, the most prominent first.
    """

    folded: str
    spans: tuple[Span, ...]
    candidates: Sequence[Candidate]
    weight: float
    around: Surroundings


def group_names(words: Words, spans: Sequence[Span], weights: Sequence[float]) -> list[Name]:
    """Return the names of an article; a name that containers pull apart is two names."""
    lasting = {span.first: span for span in spans}
    groups: dict[tuple[str, frozenset[str]], list[int]] = defaultdict(list)
    holders: dict[int, Span | None] = {}
    for index, span in enumerate(spans):
        holders[index] = _holder(words, span, lasting)
        groups[span.folded, _holder_key(holders[index])].append(index)
    shared = _shared_holders(spans, holders)
    return [
        _name(words, spans, weights, members, holders=holders, shared=shared[folded])
        for (folded, _), members in groups.items()
    ]


def _holder(words: Words, span: Span, lasting: Mapping[int, Span]) -> Span | None:
    """Return the container that follows a span: "Fresno, CA", "Cúcuta (Colombia)", "X, in Y state"."""
    if gap_between(words, span.last, span.last + 1) not in (_COMMA, _OPEN):
        return None
    other = _first_after(words, span.last + 1, lasting)
    if other is None:
        return None
    inside = any(_held_by(c, other) for c in span.candidates)
    return other if inside else None


def _first_after(words: Words, index: int, lasting: Mapping[int, Span]) -> Span | None:
    """Return the span that begins at a word, or after small words like "in the state of"."""
    for at in range(index, index + _SMALL_WORDS):
        if at in lasting:
            return lasting[at]
        if class_at(words, at) not in _SMALL:
            return None
    return None


def _holder_key(holder: Span | None) -> frozenset[str]:
    return frozenset({holder.folded}) if holder else frozenset()


def _shared_holders(
    spans: Sequence[Span], holders: Mapping[int, Span | None]
) -> Mapping[str, list[Span]]:
    shared: dict[str, list[Span]] = defaultdict(list)
    for index, holder in holders.items():
        if holder is not None:
            shared[spans[index].folded].append(holder)
    return shared


def _name(
    words: Words,
    spans: Sequence[Span],
    weights: Sequence[float],
    members: Sequence[int],
    *,
    holders: Mapping[int, Span | None],
    shared: Sequence[Span],
) -> Name:
    first = spans[members[0]]
    holder = holders[members[0]]
    candidates = _capped(_plausible(first), [holder] if holder else shared)
    near = _distinct(other for index in members for other in _neighbours(spans, index))
    around = Surroundings(
        surface=words.text.text[first.start : first.end],
        after=_held(candidates, [holder] if holder else []),
        near=_held(candidates, near),
        shared=_held(candidates, _distinct(shared)),
        contradicted=holder is not None,
        article=any(class_at(words, spans[i].first - 1) == _ARTICLE for i in members),
    )
    return Name(
        folded=first.folded,
        spans=tuple(spans[i] for i in members),
        candidates=candidates,
        weight=max(weights[i] for i in members),
        around=around,
    )


def _distinct(spans: Iterable[Span]) -> list[Span]:
    """One span of each name: more of them hold no more."""
    return list({span.folded: span for span in spans}.values())


def _plausible(span: Span) -> Sequence[Candidate]:
    """The candidates without the odd second names of places that have rivals of this very name.

    GeoNames lists "Moria" among the names of Jerusalem; where a Moria is known, that one is meant.
    A name as changed as Bombay stays, since its place is far larger than its namesakes.
    """
    own = [c for c in span.candidates if c.name_type is NameType.PREFERRED]
    if not own:
        return span.candidates
    fame = _FAR_LARGER * max(prominence(c) for c in own)
    return [
        c
        for c in span.candidates
        if c.name_type is not NameType.ALTERNATE
        or c.place.population > fame
        or _alike(span.folded, c.place.name)
    ]


@lru_cache(maxsize=20_000)
def _alike(folded: str, name: str) -> bool:
    return SequenceMatcher(None, folded, fold(name)).ratio() >= _LEAST_LIKENESS


def _capped(candidates: Sequence[Candidate], holders: Sequence[Span]) -> Sequence[Candidate]:
    """The most prominent candidates, and all that a named container holds."""
    if len(candidates) <= _MOST_CANDIDATES:
        return candidates
    rest = [c for c in candidates[_MOST_CANDIDATES:] if any(_held_by(c, h) for h in holders)]
    return [*candidates[:_MOST_CANDIDATES], *rest]


def _neighbours(spans: Sequence[Span], index: int) -> Iterator[Span]:
    """Yield the spans within some words of a span, but for those that overlap it."""
    span = spans[index]
    for step in (-1, 1):
        at = index + step
        while 0 <= at < len(spans):
            other = spans[at]
            if abs(other.first - span.first) > _NEAR_WORDS:
                break
            if other.first > span.last or other.last < span.first:
                yield other
            at += step


def _held(candidates: Sequence[Candidate], holders: Sequence[Span]) -> frozenset[int]:
    return frozenset(i for i, c in enumerate(candidates) if any(_held_by(c, h) for h in holders))


def _held_by(candidate: Candidate, holder: Span) -> bool:
    """Tell whether a candidate lies in a country or division that another span may mean."""
    inner = candidate.place
    return any(
        outer.place.id != inner.id
        and holds(
            outer.place.kind,
            outer.place.country_codes,
            outer.place.admin1,
            inner.country_codes,
            inner.admin1,
        )
        for outer in holder.candidates
        if outer.place.kind in _CONTAINERS and inner.kind is not Kind.COUNTRY
    )
