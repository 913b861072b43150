"""Join the reports of one happening within one article, and name incidents."""

from __future__ import annotations

import hashlib
from itertools import combinations
from typing import TYPE_CHECKING

from geo.merging.agreement import agreement
from geo.merging.claim import claims
from geo.merging.grouping import group
from geo.model import Incident, Precision

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from geo.model import Article, Event, Resolution

#: The rank of a precision, the finest first.
FINENESS = {precision: rank for rank, precision in enumerate(Precision)}


def merge(
    events: Iterable[Event], *, article: Article | None = None, located: Iterable[Resolution] = ()
) -> tuple[Incident, ...]:
    """Return the incidents that an article's events report, in the order of their first reports.

    Pure: the same events give the same incidents, whatever their order. `located` are the
    article's located names.
    """
    ordered = sorted(events, key=lambda e: (e.article_id, e.start, e.kind, e.id))
    told = claims(ordered, article=article, located=located)
    known = {claim.digest: claim for claim in told.values()}
    scores = {
        (one, other): found.score
        for one, other in combinations(sorted(known), 2)
        if (found := agreement(known[one], known[other]))
    }
    number = {key: at for at, keys in enumerate(group(known, scores)) for key in keys}
    parted: dict[object, list[Event]] = {}
    for event in ordered:
        claim = told.get(event.id)
        parted.setdefault(number[claim.digest] if claim else event.id, []).append(event)
    return tuple(_incident(reports) for reports in parted.values())


def incident_id(event_id: str) -> str:
    """Return the id of the incident that an event is the first report of."""
    return hashlib.sha256(f"incident\x1f{event_id}".encode()).hexdigest()[:16]


def rank(event: Event) -> tuple[int, int, float, int, str]:
    """Order reports, the best first: the most numbers, the finest place, the surest; then the first."""
    place = FINENESS[event.resolution.precision] if event.resolution else len(FINENESS)
    return -len(event.counts), place, -event.confidence, event.start, event.id


def _incident(reports: Sequence[Event]) -> Incident:
    best_first = sorted(reports, key=rank)
    return Incident(id=incident_id(reports[0].id), kind=reports[0].kind, events=tuple(best_first))
