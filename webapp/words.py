"""An event in words: when, where and how surely, how many, by whom told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gazetteer.place import Kind
from geo.features import COUNTS
from geo.model import Qualifier
from webapp.phrases import phrase

if TYPE_CHECKING:
    from datetime import date

    from geo.model import Count, Event, Resolution
    from geo.record import Record

_KM_FROM = 1.0


def in_words(record: Record) -> dict[str, object]:
    """Return what the popup and the event's page say about a record beside its own texts."""
    return {
        "date": date_words(record.event),
        "time": time_words(record.event),
        "place": place_words(record),
        "counts": count_words(record),
        "more": more_words(record),
        "review": phrase(f"review_{record.review_status}"),
    }


def date_words(event: Event) -> str:
    """Return the day or the days between which an event lies."""
    first, last = event.earliest or event.latest, event.latest or event.earliest
    if first is None or last is None:
        return phrase("date_unknown")
    if first == last:
        return phrase("date_day", day=day_words(first))
    return phrase("date_between", first=_shortened(first, last), last=day_words(last))


def time_words(event: Event) -> str:
    """Return how finely the text says when; empty where it does not."""
    if event.earliest is None or event.latest is None:
        return ""
    days = (event.latest - event.earliest).days
    return phrase("time_within", days=days + 1) if days else phrase("time_day")


def day_words(day: date) -> str:
    """Return a day in words ("24 February 2019")."""
    return f"{day.day} {day:%B} {day.year}"


def span_words(first: date, last: date) -> str:
    """Return a span of days in words ("21–27 February 2019")."""
    if first == last:
        return day_words(first)
    same_month = (first.year, first.month) == (last.year, last.month)
    return f"{_shortened(first, last)}{'–' if same_month else ' – '}{day_words(last)}"


def place_words(record: Record) -> str:
    """Return how finely the text says where, and how that is drawn."""
    where = record.event.resolution
    if where is None:
        return phrase("place_unknown")
    if record.generalisation:
        return phrase("drawn_generalised")
    if where.geometry is None:
        return phrase(f"place_{where.precision.value}", radius=distance_words(where.uncertainty_km))
    if "Line" in where.geometry.geom_type:
        drawn = where.kind if where.kind in (Kind.RIVER, Kind.BORDER) else "line"
        return phrase(f"drawn_{drawn}")
    return _area_words(where)


def _area_words(where: Resolution) -> str:
    radius = distance_words(where.uncertainty_km)
    if where.place.kind is Kind.COUNTRY and where.kind == Kind.COUNTRY:
        return phrase("drawn_country")
    if where.place.name != where.name:
        return phrase("drawn_near", anchor=where.place.name, radius=radius)
    return phrase("drawn_area", radius=radius)


def distance_words(km: float) -> str:
    """Return a distance to two figures, in metres or kilometres."""
    if km < _KM_FROM:
        return f"{max(round(km * 10) * 100, 100)} m"
    return f"{float(f'{km:.2g}'):g} km"


def count_words(record: Record) -> list[str]:
    """Return the numbers that reports state: of one the number with its qualifier, else the range."""
    said = {
        role: _range_words(record, role)
        for role in COUNTS
        if role in record.event.counts or role in record.ranges
    }
    told = dict(record.event.vague) | said
    return [phrase(f"count_{role}", number=told[role]) for role in COUNTS if role in told]


def number_words(count: Count) -> str:
    """Return a number with its qualifier ("at least 3"), or a range as it is stated."""
    number = f"{count.value:,}" if count.high is None else f"{count.value:,}–{count.high:,}"
    if count.qualifier is Qualifier.EXACTLY:
        return number
    return phrase("qualified", qualifier=count.qualifier.value, number=number)


def _range_words(record: Record, role: str) -> str:
    low, high = record.ranges.get(role, (0, 0))
    if low < high:
        return f"{low:,}–{high:,}"
    count = record.event.counts.get(role)
    return number_words(count) if count else f"{low:,}"


def more_words(record: Record) -> str:
    """Return how many further articles tell of the same; empty where none does."""
    more = record.article_count - 1
    if more < 1:
        return ""
    articles = phrase("more_articles_1") if more == 1 else phrase("more_articles", count=more)
    others = record.independent_source_count - 1
    independent = phrase("independent", count=others) if others else phrase("independent_0")
    return f"{articles} ({independent})"


def _shortened(first: date, last: date) -> str:
    """Return a first day without what it shares with the last."""
    if first.year != last.year:
        return day_words(first)
    return f"{first.day}" if first.month == last.month else f"{first.day} {first:%B}"
