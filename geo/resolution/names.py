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
from geo.resolution.telling import kinds_beside, kinds_left

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from gazetteer.place import Candidate, Place
    from geo.recognition.context import Words
    from geo.recognition.spans import Span

_MOST_CANDIDATES = 60
_LEAST_LIKENESS = 0.6
_LESSER_TYPES = frozenset({NameType.DEMONYM, NameType.ABBREVIATION})
_LONG_WORD = 4
_FAR_LARGER = 100
_COMMA, _OPEN = GAPS.index("comma"), GAPS.index("open")
_ARTICLE, _HEAD, _OTHER = (
    WORD_CLASSES.index(n) for n in ("article", "place_head", "other_preposition")
)
_OWN = "\n"
_NONE: frozenset[int] = frozenset()
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
    may mean, the most prominent first; `members` are its spans' indexes in the recognition,
    `weights` their probabilities and `sentences` the numbers of their sentences.
    """

    folded: str
    spans: tuple[Span, ...]
    candidates: Sequence[Candidate]
    weight: float
    members: tuple[int, ...]
    weights: tuple[float, ...]
    sentences: frozenset[int]
    around: Surroundings


def group_names(
    words: Words,
    spans: Sequence[Span],
    weights: Sequence[float],
    *,
    focus: frozenset[str] = frozenset(),
) -> list[Name]:
    """Return the names of an article; a name that containers pull apart is two names.

    Of a name with very many candidates the less prominent are left out, but for those in the
    countries of the `focus` and those that the text says where they lie.
    """
    lasting = {span.first: span for span in spans}
    holders = [_holder(words, span, lasting) for span in spans]
    consumed = {id(holder) for holder in holders if holder is not None}
    free = [
        [other for other in _neighbours(spans, index) if id(other) not in consumed]
        for index in range(len(spans))
    ]
    shared = _shared_holders(spans, holders)
    groups: dict[tuple[str, str, frozenset[str]], list[int]] = defaultdict(list)
    for index, span in enumerate(spans):
        key = _holder_key(span, holders[index], free[index], shared.get(span.folded, ()))
        groups[span.folded, key, kinds_left(words, span)].append(index)
    return [
        _name(
            words,
            spans,
            weights,
            members,
            holder=holders[members[0]],
            free=free,
            focus=focus,
            shared=() if key.startswith(_OWN) else shared.get(folded, ()),
        )
        for (folded, key, _), members in groups.items()
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


def _holder_key(
    span: Span, holder: Span | None, free: Sequence[Span], shared: Sequence[Span]
) -> str:
    """Return what sets a mention apart from others of its name: its own container.

    One without a container follows the others of its name, unless another country or division
    that holds such a place is named beside it: "London, Ontario ... London in England".
    """
    if holder is not None:
        return holder.folded
    if not shared:
        return ""
    for other in free:
        if _is_named(other) and any(_held_by(c, other) for c in span.candidates):
            agreed = any(
                _held_by(c, other) and _held_by(c, h) for c in span.candidates for h in shared
            )
            if not agreed:
                return _OWN + other.folded
    return ""


def _is_named(span: Span) -> bool:
    """Tell whether a span may name a country or division, rather than its people or adjective."""
    return any(
        c.place.kind in _CONTAINERS and c.name_type is not NameType.DEMONYM for c in span.candidates
    )


def _shared_holders(
    spans: Sequence[Span], holders: Sequence[Span | None]
) -> Mapping[str, list[Span]]:
    shared: dict[str, list[Span]] = defaultdict(list)
    for span, holder in zip(spans, holders, strict=True):
        if holder is not None:
            shared[span.folded].append(holder)
    return {folded: _distinct(own) for folded, own in shared.items()}


def _name(
    words: Words,
    spans: Sequence[Span],
    weights: Sequence[float],
    members: Sequence[int],
    *,
    holder: Span | None,
    free: Sequence[Sequence[Span]],
    focus: frozenset[str],
    shared: Sequence[Span],
) -> Name:
    first = spans[members[0]]
    sentences = frozenset(words.sentence_of[spans[i].first] for i in members)
    candidates = _capped(_plausible(first), [holder] if holder else shared, focus)
    # What follows a name outweighs what else is named near it.
    near = [] if holder else _distinct(other for index in members for other in free[index])
    beside = [o for o in near if _is_named(o) and words.sentence_of[o.first] in sentences]
    around = Surroundings(
        surface=words.text.text[first.start : first.end],
        after=_held(candidates, [holder] if holder else []),
        near=_held(candidates, near),
        same_sentence=_held(candidates, beside),
        shared=_held(candidates, shared),
        contradicted=holder is not None,
        article=any(class_at(words, spans[i].first - 1) == _ARTICLE for i in members),
        fitting=_fitting(candidates, {k for i in members for k in kinds_beside(words, spans[i])}),
        meant=_fitting(candidates, set(kinds_left(words, first))),
    )
    return Name(
        folded=first.folded,
        spans=tuple(spans[i] for i in members),
        candidates=candidates,
        weight=max(weights[i] for i in members),
        members=tuple(members),
        weights=tuple(weights[i] for i in members),
        sentences=sentences,
        around=around,
    )


def _fitting(candidates: Sequence[Candidate], kinds: set[str]) -> frozenset[int]:
    return (
        frozenset(i for i, c in enumerate(candidates) if c.place.kind in kinds) if kinds else _NONE
    )


def _distinct(spans: Iterable[Span]) -> list[Span]:
    """One span of each name: more of them hold no more."""
    return list({span.folded: span for span in spans}.values())


def _plausible(span: Span) -> Sequence[Candidate]:
    """The candidates without the odd second names of places that have rivals of this very name.

    GeoNames lists "Moria" among the names of Jerusalem; where a Moria is known, that one is meant.
    A name as changed as Bombay stays, since its place is far larger than its namesakes. A country
    or division comes before a people or an abbreviation that is written like it.
    """
    own = [c for c in span.candidates if c.name_type is NameType.PREFERRED]
    if not own:
        return span.candidates
    lesser = _LESSER_TYPES if any(c.place.kind in _CONTAINERS for c in own) else frozenset()
    fame = _FAR_LARGER * max(prominence(c) for c in own)
    towns = {_division(c.place) for c in own if c.place.kind is Kind.SETTLEMENT}
    return [
        c
        for c in span.candidates
        if c.name_type not in lesser
        and (
            c.name_type is not NameType.ALTERNATE
            or c.place.population > fame
            or (_alike(span.folded, c.place.name) and not _is_district_of(c.place, towns))
        )
    ]


def _division(place: Place) -> tuple[tuple[str, ...], str]:
    return place.country_codes, place.admin1


def _is_district_of(place: Place, towns: set[tuple[tuple[str, ...], str]]) -> bool:
    """Tell whether a district has a town of its bare name beside it: a text would say "X County"."""
    return place.kind is Kind.ADMIN2 and _division(place) in towns


@lru_cache(maxsize=20_000)
def _alike(folded: str, name: str) -> bool:
    """Tell whether two names share a word or most of their letters."""
    other = fold(name)
    words = {word for word in folded.split() if len(word) >= _LONG_WORD}
    return (
        not words.isdisjoint(other.split())
        or SequenceMatcher(None, folded, other).ratio() >= _LEAST_LIKENESS
    )


def _capped(
    candidates: Sequence[Candidate], holders: Sequence[Span], focus: frozenset[str]
) -> Sequence[Candidate]:
    """The most prominent candidates, and all that a named container holds or that lie in the focus."""
    if len(candidates) <= _MOST_CANDIDATES:
        return candidates
    rest = [
        c
        for c in candidates[_MOST_CANDIDATES:]
        if any(_held_by(c, h) for h in holders) or not focus.isdisjoint(c.place.country_codes)
    ]
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
