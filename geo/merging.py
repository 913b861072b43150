"""Join the reports of one happening: same kind, place and days that agree, no number that differs."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import TYPE_CHECKING

from geopy.distance import great_circle
from shapely.geometry import Point

from geo.model import Incident, Precision, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from geo.model import Event, Resolution

_NEAR_KM = 15.0
_WIDEST = timedelta(days=14)
_A_DAY_OR_TWO = timedelta(days=2)
_FINENESS = {precision: rank for rank, precision in enumerate(Precision)}


def merge(events: Iterable[Event]) -> tuple[Incident, ...]:
    """Return the incidents that events report, in the order of their first reports.

    Pure: the same events give the same incidents, whatever their order. An incident's id is that
    of its events, so that one more report changes no other incident.
    """
    ordered = sorted(events, key=lambda e: (e.article_id, e.start, e.kind, e.id))
    groups: list[list[Event]] = []
    for event in ordered:
        group = next((g for g in groups if all(_agree(event, other) for other in g)), None)
        if group is None:
            groups.append([event])
        else:
            group.append(event)
    return tuple(_incident(group) for group in groups)


def _incident(group: Sequence[Event]) -> Incident:
    best_first = sorted(group, key=_rank)
    key = "\x1f".join(sorted(event.id for event in group)[:1])
    return Incident(
        id=hashlib.sha256(f"incident\x1f{key}".encode()).hexdigest()[:16],
        kind=group[0].kind,
        events=tuple(best_first),
        why=_why(best_first),
    )


def _rank(event: Event) -> tuple[int, int, float, int, str]:
    """The best report: the one with most numbers, the finest place, the surest; then the first."""
    place = _FINENESS[event.resolution.precision] if event.resolution else len(_FINENESS)
    return -len(event.counts), place, -event.confidence, event.start, event.id


def _why(events: Sequence[Event]) -> str:
    if len(events) == 1:
        return ""
    articles = len({event.article_id for event in events})
    where = "one article" if articles == 1 else f"{articles} articles"
    place = events[0].resolution.name if events[0].resolution else "an unknown place"
    return f"{len(events)} reports in {where}: all {events[0].kind}, at {place}, days overlap, no number differs."


def _agree(one: Event, other: Event) -> bool:
    """Tell whether two events may be reports of the same happening."""
    return (
        one.kind == other.kind
        and one.status is other.status is Status.HAPPENED
        and not _same_sentence(one, other)
        and _days_overlap(one, other)
        and _counts_agree(one, other)
        and (_share_number(one, other) or (_day_is_known(one) and _day_is_known(other)))
        and _places_agree(one.resolution, other.resolution)
    )


def _same_sentence(one: Event, other: Event) -> bool:
    """Two events of one sentence are told apart on purpose."""
    return one.article_id == other.article_id and one.start == other.start


def _days_overlap(one: Event, other: Event) -> bool:
    if not (one.earliest and one.latest and other.earliest and other.latest):
        return False
    if max(one.latest, other.latest) - min(one.earliest, other.earliest) > _WIDEST:
        return False
    return one.earliest <= other.latest and other.earliest <= one.latest


def _day_is_known(event: Event) -> bool:
    """A report of some day of the week says too little to be the same as another without a number."""
    return bool(event.earliest and event.latest and event.latest - event.earliest <= _A_DAY_OR_TWO)


def _share_number(one: Event, other: Event) -> bool:
    return any(
        one.counts[role].value == other.counts[role].value
        for role in one.counts.keys() & other.counts.keys()
    )


def _counts_agree(one: Event, other: Event) -> bool:
    """Numbers of the same role must be the same, and of two that state any, one must be shared."""
    shared = one.counts.keys() & other.counts.keys()
    if any(one.counts[role].value != other.counts[role].value for role in shared):
        return False
    return bool(shared) or not (one.counts and other.counts)


def _places_agree(one: Resolution | None, other: Resolution | None) -> bool:
    """Tell whether two places may be one: the same, near each other, or one on the other's line or area."""
    if one is None or other is None:
        return False
    if one.place.id == other.place.id:
        return True
    if Precision.COUNTRY in (one.precision, other.precision):
        return False
    if great_circle(one.coordinates.latlon, other.coordinates.latlon).km <= _NEAR_KM:
        return True
    return _lies_in(one, other) or _lies_in(other, one)


def _lies_in(inner: Resolution, outer: Resolution) -> bool:
    if outer.geometry is None or inner.geometry is not None:
        return False
    return bool(outer.geometry.buffer(0.1).contains(Point(*inner.coordinates.lonlat)))
