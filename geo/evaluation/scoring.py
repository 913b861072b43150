"""Compare predicted toponyms with marked ones, by the rules of the field.

One-to-one matching by overlap, the widest first; a hit lies within 161 km (100 miles). A marked
toponym without a position counts for recognition only, one marked "ignore" not at all, nor does a
prediction that meets such ones only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from geopy.distance import great_circle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NEAR_KM = 161.0
CLOSE_KM = 20.0
_BINS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Toponym:
    """A predicted toponym: its span, its point in degrees (None where unplaced), its confidence."""

    start: int
    end: int
    lat: float | None
    lon: float | None
    confidence: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A toponym as somebody marked it; `known`: the gazetteer has its place."""

    start: int
    end: int
    lat: float | None
    lon: float | None
    known: bool = False
    ignored: bool = False


@dataclass(slots=True)
class Tally:
    """Sums over articles."""

    matched: int = 0
    predicted: int = 0
    marked: int = 0
    placed: int = 0
    predicted_placed: int = 0
    matched_placed: int = 0
    near: int = 0
    close: int = 0
    known: int = 0
    known_near: int = 0
    bins: dict[int, list[tuple[float, bool]]] = field(default_factory=dict)

    def compare(self, predicted: Sequence[Toponym], marked: Sequence[Marked]) -> None:
        """Add an article."""
        gold = [one for one in marked if not one.ignored]
        ignored = [one for one in marked if one.ignored]
        predicted = [p for p in predicted if _meets(p, gold) or not _meets(p, ignored)]
        pairs = {i: gold[j] for i, j in match(predicted, gold)}
        self.matched += len(pairs)
        self.predicted += len(predicted)
        self.marked += len(gold)
        self.placed += sum(one.lat is not None for one in gold)
        self.known += sum(one.known for one in gold)
        for index, one in enumerate(predicted):
            self._count(one, pairs.get(index))

    def _count(self, predicted: Toponym, gold: Marked | None) -> None:
        if gold is not None and gold.lat is None:
            return
        km = None if gold is None else apart_km(predicted, gold)
        near = km is not None and km <= NEAR_KM
        self.predicted_placed += 1
        self.matched_placed += km is not None
        self.near += near
        self.close += km is not None and km <= CLOSE_KM
        self.known_near += near and gold is not None and gold.known
        confidence = predicted.confidence
        self.bins.setdefault(min(int(confidence * _BINS), _BINS - 1), []).append((confidence, near))


def rates(hits: int, predicted: int, marked: int) -> tuple[float, float, float]:
    """Return precision, recall and F1; 0 where there is nothing to divide by."""
    precision, recall = share(hits, predicted), share(hits, marked)
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else 0.0


def share(part: int, whole: int) -> float:
    """Return a part of a whole from 0 to 1; 0 of nothing."""
    return part / whole if whole else 0.0


def match(predicted: Sequence[Toponym], gold: Sequence[Marked]) -> list[tuple[int, int]]:
    """Return pairs of indexes, one to one: the widest overlap first, then the least difference."""
    overlaps = []
    for i, mention in enumerate(predicted):
        for j, toponym in enumerate(gold):
            off = abs(mention.start - toponym.start) + abs(mention.end - toponym.end)
            if (shared := _overlap(mention, toponym)) > 0:
                overlaps.append((-shared, off, toponym.start, mention.start, i, j))
    taken_i: set[int] = set()
    taken_j: set[int] = set()
    pairs = []
    for *_, i, j in sorted(overlaps):
        if i not in taken_i and j not in taken_j:
            taken_i.add(i)
            taken_j.add(j)
            pairs.append((i, j))
    return pairs


def apart_km(one: Toponym | Marked, other: Toponym | Marked) -> float | None:
    """Return the great-circle distance in km, None where one has no point."""
    if one.lat is None or one.lon is None or other.lat is None or other.lon is None:
        return None
    return float(great_circle((one.lat, one.lon), (other.lat, other.lon)).km)


def _overlap(one: Toponym | Marked, other: Toponym | Marked) -> int:
    return min(one.end, other.end) - max(one.start, other.start)


def _meets(one: Toponym, others: Iterable[Marked]) -> bool:
    return any(_overlap(one, other) > 0 for other in others)
