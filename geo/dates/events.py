"""When an event was: the times of its sentence, else the last day spoken of, else the article's week."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from geo.dates.readings import Span
from geo.dates.timeline import BACKGROUND_DAYS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from geo.dates.timeline import Timed, TimeMention

_WEEK = timedelta(days=6)
_FRESH_SENTENCES = 3
_STATEMENT_DAYS = 3
_AHEAD = frozenset({"next_weekday", "ahead"})


class When(NamedTuple):
    """The inclusive days of an event, whether they lie too far back, and what they were read from."""

    earliest: date | None
    latest: date | None
    background: bool
    why: str


def event_dates(
    timed: Timed, *, at: int, clause: tuple[int, int], published: date | None, state: bool
) -> When:
    """Return the days of the event whose trigger stands at a position of the text.

    `clause` is the span of its clause, whose times come first; `state` events last until the day
    of the text unless a day is named.
    """
    own = [m for m in timed.mentions if not m.statement]
    chosen = _nearest(own, at, clause)
    if chosen is not None:
        future = chosen.future or chosen.means in _AHEAD
        return _bounded(chosen.span, published, f"“{chosen.surface}”", future=future)
    if timed.today is None:
        return When(None, None, background=False, why="no date is known")
    said = next((m for m in timed.mentions if m.statement), None)
    bound = min(said.span.latest, timed.today) if said else timed.today
    span, why = _undated(timed, bound, said, state=state)
    return _bounded(span, published, why, future=False)


def _nearest(
    mentions: Sequence[TimeMention], at: int, clause: tuple[int, int]
) -> TimeMention | None:
    """The nearest time to a trigger: those of its own clause first, days before whole years."""

    def rank(mention: TimeMention) -> tuple[bool, bool, int]:
        inside = clause[0] <= mention.start < clause[1]
        gap = mention.start - at if mention.start > at else at - mention.end
        return not inside, mention.means == "year", gap

    return min(mentions, key=rank, default=None)


def _undated(
    timed: Timed, bound: date, said: TimeMention | None, *, state: bool
) -> tuple[Span, str]:
    anchor = timed.anchor
    if anchor and anchor.earliest <= bound and bound - anchor.earliest <= 2 * _WEEK:
        if state:
            return Span(
                max(anchor.earliest, bound - _WEEK), bound
            ), "a state, from the last day spoken of"
        if timed.anchor_age <= _FRESH_SENTENCES:
            return Span(anchor.earliest, min(anchor.latest, bound)), "the last day spoken of"
        latest = min(bound, anchor.earliest + _WEEK)
        return Span(anchor.earliest, latest), "since the last day spoken of"
    if said:
        return Span(
            bound - timedelta(days=_STATEMENT_DAYS), bound
        ), f"before the statement of “{said.surface}”"
    return Span(bound - _WEEK, bound), "the week before publication"


def _bounded(span: Span, published: date | None, why: str, *, future: bool) -> When:
    if published is None:
        return When(span.earliest, span.latest, background=False, why=why)
    # Of "in December" the middle counts.
    middle = span.latest - (span.latest - span.earliest) / 2
    background = (published - middle).days > BACKGROUND_DAYS and span.latest < published
    latest = span.latest if future else min(span.latest, published)
    return When(min(span.earliest, latest), latest, background, why)
