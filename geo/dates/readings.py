"""What phrases of time mean: each reading turns a match into inclusive days, or None."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from geo.numbers import number_at

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from geo.dates.grammar import Grammar

_FEW = 3
_LATE, _MIDDLE = ("late", "end", "final", "fin", "fim"), ("mid", "mediados", "meados")
_AHEAD_DAYS = 31
_UNIT_DAYS = {
    "hour": 0,
    "day": 1,
    "week": 7,
    "fortnight": 14,
    "month": 30,
    "year": 365,
    "decade": 3650,
}
# How far off "two weeks ago" may be, in days, by its unit.
_SLACK_DAYS = {
    "hour": 1,
    "day": 0,
    "week": 3,
    "fortnight": 4,
    "month": 15,
    "year": 182,
    "decade": 1825,
}


class Span(NamedTuple):
    """Inclusive days."""

    earliest: date
    latest: date


class Clock(NamedTuple):
    """What a phrase is read against: the day of the text, the last day spoken of, the day of a statement."""

    today: date
    anchor: Span | None = None
    spoken: date | None = None
    future: bool = False
    language: str = "en"


def read(
    match: re.Match[str], *, means: str, shift: int, clock: Clock, grammar: Grammar
) -> Span | None:
    """Return the days that a matched phrase means, None where the article does not tell."""
    groups = {name: text for name, text in match.groupdict().items() if text}
    try:
        return _READINGS[means](groups, shift, clock, grammar)
    except (ValueError, OverflowError):
        return None


_Groups = "Mapping[str, str]"


def _days(first: date, last: date | None = None) -> Span:
    return Span(first, last or first)


def _back(day: date, days: int) -> date:
    return day - timedelta(days=days)


def _date(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    del shift
    month = (
        int(groups["monthnumber"])
        if "monthnumber" in groups
        else grammar.months[groups["month"].lower()]
    )
    day = int(groups["day"])
    if "year" in groups:
        return _days(date(int(groups["year"]), month, day))
    year = clock.today.year - ("lastyear" in groups)
    if (
        "lastyear" not in groups
        and not clock.future
        and date(year, month, min(day, 28)) > clock.today
    ):
        year -= 1
    return _days(date(year, month, day))


def _month(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    del shift
    month = grammar.months[groups["month"].lower()]
    given = groups.get("year") or groups.get("year2")
    past = month > clock.today.month and not clock.future
    year = int(given) if given else clock.today.year - (past or "lastyear" in groups)
    span = _whole_month(year, month, clock)
    return _third(span, groups["third"].lower()) if "third" in groups else span


def _third(span: Span, words: str) -> Span:
    """Read "late March": the last third of it, or the first, or the middle one."""
    first, middle = span.earliest + timedelta(days=9), span.earliest + timedelta(days=19)
    if any(word in words for word in _LATE):
        return Span(min(middle, span.latest), span.latest)
    if any(word in words for word in _MIDDLE):
        return Span(min(first, span.latest), min(middle, span.latest))
    return Span(span.earliest, min(first, span.latest))


def _whole_month(year: int, month: int, clock: Clock) -> Span:
    first = date(year, month, 1)
    last = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    return Span(first, min(last, clock.today) if first <= clock.today else last)


def _year(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    del shift, grammar
    year = int(groups["year"])
    first, last = date(year, 1, 1), date(year, 12, 31)
    return Span(first, min(last, clock.today) if first <= clock.today else last)


def _weekday(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    del shift
    if clock.future:
        return _next_weekday(groups, 0, clock, grammar)
    wanted = grammar.weekdays[groups["weekday"].lower()]
    day = _back(clock.today, (clock.today.weekday() - wanted) % 7)
    if "day" in groups:
        while day.day != int(groups["day"]) and (clock.today - day).days < 62:
            day = _back(day, 7)
    week_before = "week2" in groups or groups.get("week", "on").lower() != "on"
    this_week = (clock.today - day).days <= clock.today.weekday()
    just_past = (clock.today - day).days <= 1
    if (week_before and this_week) or ("last" in groups and just_past):
        day = _back(day, 7)
    return _days(day)


def _monthday(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    """Read "on the 14th": the last such day before the day of the text."""
    del shift, grammar
    wanted, day = int(groups["day"]), clock.today
    while day.day != wanted and (clock.today - day).days < _AHEAD_DAYS * 2:
        day = _back(day, 1)
    return _days(day)


def _next_weekday(
    groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar
) -> Span | None:
    del shift
    name = groups.get("weekday") or groups["weekday2"]
    ahead = (grammar.weekdays[name.lower()] - clock.today.weekday()) % 7
    return _days(clock.today + timedelta(days=ahead or 7))


def _day(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    del groups, grammar
    return _days(clock.today + timedelta(days=shift))


def _night(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    del groups, shift, grammar
    return Span(_back(clock.today, 1), clock.today)


def _later(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    del groups, grammar
    if clock.anchor is None:
        return None
    return _days(
        (clock.anchor.latest if shift > 0 else clock.anchor.earliest) + timedelta(days=shift)
    )


def _same(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    del groups, shift, grammar
    return clock.anchor and _days(clock.anchor.latest)


def _figure(groups: Mapping[str, str], clock: Clock, grammar: Grammar) -> tuple[int, str]:
    """The figure and the unit of "three days"; a few are taken as three."""
    unit = grammar.units[(groups.get("unit") or groups["unit2"]).lower()]
    text = (groups.get("number") or groups.get("number2") or "1").lower()
    if text in {"a", "an", "un", "una", "um", "uma"}:
        return 1, unit
    number = number_at(text.split(), 0, language=clock.language)
    return number.value if number else 2 if text.startswith("couple") else _FEW, unit


def _after(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    del shift
    if clock.anchor is None:
        return None
    figure, unit = _figure(groups, clock, grammar)
    return _days(clock.anchor.latest + timedelta(days=figure * _UNIT_DAYS[unit]))


def _before(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    del shift
    figure, unit = _figure(groups, clock, grammar)
    base = clock.anchor.earliest if clock.anchor else clock.today
    return _around(_back(base, figure * _UNIT_DAYS[unit]), unit, clock)


def _ago(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    del shift
    figure, unit = _figure(groups, clock, grammar)
    return _around(_back(clock.today, figure * _UNIT_DAYS[unit]), unit, clock)


def _around(day: date, unit: str, clock: Clock) -> Span:
    slack = _SLACK_DAYS[unit]
    return Span(_back(day, slack), max(day, min(_back(day, -slack), clock.today)))


def _past(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    """Read "over the last three days": they end on the day of the statement, or of the text."""
    del shift
    figure, unit = _figure(groups, clock, grammar)
    end = clock.spoken or clock.today
    days = figure * _UNIT_DAYS[unit] if unit != "hour" else -(-figure // 24)
    return Span(_back(end, days), end)


def _span(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    """Read "in a span of four days": like the last four days; "in a year" tells nothing."""
    if _figure(groups, clock, grammar)[1] in {"year", "decade"}:
        return None
    return _past(groups, shift, clock, grammar)


def _weekend(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    del groups, shift, grammar
    saturday = _back(clock.today, (clock.today.weekday() - 5) % 7)
    return Span(saturday, min(saturday + timedelta(days=1), clock.today))


def _week(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    del groups, grammar
    monday = _back(clock.today, clock.today.weekday() + 7 * shift)
    return Span(monday, min(monday + timedelta(days=6), clock.today))


def _last_week(
    groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar
) -> Span | None:
    del shift
    return _week(groups, 1, clock, grammar)


def _first_week(
    groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar
) -> Span | None:
    """Read "in the first week of the month"."""
    del groups, shift, grammar
    first = clock.today.replace(day=1)
    return Span(first, min(first + timedelta(days=6), clock.today))


def _week_start(
    groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar
) -> Span | None:
    """Read "at the start of last week": its Monday to its Wednesday."""
    del groups, grammar
    monday = _back(clock.today, clock.today.weekday() + 7 * shift)
    return Span(monday, min(monday + timedelta(days=2), clock.today))


def _recent(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    del shift
    unit = grammar.units[(groups.get("unit") or groups["unit2"]).lower()]
    return Span(_back(clock.today, {"week": 28, "month": 120}.get(unit, 7)), clock.today)


def _last_month(
    groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar
) -> Span | None:
    del groups, shift, grammar
    last = _back(clock.today.replace(day=1), 1)
    return Span(last.replace(day=1), last)


def _this_month(
    groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar
) -> Span | None:
    del groups, shift, grammar
    return Span(clock.today.replace(day=1), clock.today)


def _this_year(
    groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar
) -> Span | None:
    del groups, shift, grammar
    return Span(clock.today.replace(month=1, day=1), clock.today)


def _ahead(groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar) -> Span | None:
    """Read "later this week", "next month": some time after the day of the text."""
    del groups, shift, grammar
    return Span(clock.today + timedelta(days=1), clock.today + timedelta(days=_AHEAD_DAYS))


def _last_year(
    groups: Mapping[str, str], shift: int, clock: Clock, grammar: Grammar
) -> Span | None:
    del groups, shift, grammar
    year = clock.today.year - 1
    return Span(date(year, 1, 1), date(year, 12, 31))


_READINGS: Mapping[str, Callable[[Mapping[str, str], int, Clock, Grammar], Span | None]] = {
    "date": _date,
    "month": _month,
    "year": _year,
    "weekday": _weekday,
    "monthday": _monthday,
    "first_week": _first_week,
    "week_start": _week_start,
    "next_weekday": _next_weekday,
    "day": _day,
    "night": _night,
    "overnight": _night,
    "later": _later,
    "same": _same,
    "after": _after,
    "before": _before,
    "ago": _ago,
    "past": _past,
    "span": _span,
    "weekend": _weekend,
    "last_week": _last_week,
    "this_week": _week,
    "recent": _recent,
    "last_month": _last_month,
    "this_month": _this_month,
    "this_year": _this_year,
    "last_year": _last_year,
    "ahead": _ahead,
}
