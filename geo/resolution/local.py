"""Streets, schools and hamlets that the gazetteer lacks: put near the place that they belong to."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from gazetteer.place import Kind
from geo.model import Mention, Precision, Resolution, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo.recognition import Recognition, Span, Words

#: A local name lies within so many km of its anchor; most do.
UNCERTAINTY_KM = 40.0
#: Below this confidence a local name is not worth a mention.
LEAST_CONFIDENCE = 0.45
#: Below this chance it is not even listed as unplaced.
LEAST_LISTED = 0.3
_FINE = frozenset({Kind.SETTLEMENT, Kind.ADMIN2, Kind.FACILITY, Kind.ISLAND, Kind.CROSSING})
_LEAST_ANCHOR = 0.4
# "Elm Street in Springfield": what follows is the container more often than what stands before.
_BEFORE_FACTOR = 1.5


def place_local(
    recognition: Recognition,
    placed: Sequence[Resolution],
    *,
    allowed: frozenset[str] = frozenset(),
) -> tuple[list[Resolution], list[Mention]]:
    """Return the local names, each near the place that it belongs to, and those that remain unplaced.

    `allowed` are folded names that somebody said are places; where they lie nobody said.
    """
    fine = [r for r in placed if _may_hold(r)]
    home = _home(fine)
    numbers = _sentence_numbers(recognition.words, fine)
    found, unlocated = [], []
    for span, chance in recognition.local:
        own = recognition.words.sentence_of[span.first]
        beside = [r for r, number in zip(fine, numbers, strict=True) if number == own]
        anchor = min(beside, key=lambda r: _apart(span, r), default=home)
        mention = _mention(recognition, span)
        if span.folded in allowed:
            unlocated.append(mention)
        elif anchor and chance * anchor.confidence >= LEAST_CONFIDENCE:
            found.append(_resolution(mention, anchor, chance=chance))
        elif chance >= LEAST_LISTED:
            unlocated.append(mention)
    return found, unlocated


def _may_hold(resolution: Resolution) -> bool:
    named = resolution.mention.role in (Role.NAME, Role.DATELINE)
    return named and resolution.kind in _FINE and resolution.confidence >= _LEAST_ANCHOR


def _home(fine: Sequence[Resolution]) -> Resolution | None:
    """The place that the article names most and most surely."""
    weights: dict[str, float] = defaultdict(float)
    for resolution in fine:
        weights[resolution.place.id] += resolution.confidence
    return max(fine, key=lambda r: weights[r.place.id], default=None)


def _sentence_numbers(words: Words, fine: Sequence[Resolution]) -> list[int]:
    number = {
        token.start: sentence
        for token, sentence in zip(words.text.tokens, words.sentence_of, strict=True)
    }
    return [number[r.mention.start] for r in fine]


def _apart(span: Span, resolution: Resolution) -> float:
    if resolution.mention.start >= span.end:
        return resolution.mention.start - span.end
    return (span.start - resolution.mention.end) * _BEFORE_FACTOR


def _mention(recognition: Recognition, span: Span) -> Mention:
    surface = recognition.words.text.text[span.start : span.end]
    return Mention(start=span.start, end=span.end, surface=surface, role=Role.LOCAL)


def _resolution(mention: Mention, anchor: Resolution, *, chance: float) -> Resolution:
    place = anchor.place
    return Resolution(
        mention=mention,
        place=place,
        name=place.name,
        kind=place.kind,
        country_codes=place.country_codes,
        coordinates=place.coordinates,
        precision=Precision.REGION,
        uncertainty_km=max(UNCERTAINTY_KM, anchor.uncertainty_km),
        confidence=round(chance * anchor.confidence, 3),
        why=f"{mention.surface} is not in the gazetteer; the text names it with {place.name}.",
    )
