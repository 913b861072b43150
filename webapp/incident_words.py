"""An incident in words: who tells of it, where the reports differ, what people decided."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from geo.features import COUNTS
from geo.merging.rulings import SPLIT
from webapp.phrases import phrase
from webapp.words import date_words, day_words, number_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from geo.record import Decision, IncidentRecord, Record


def told_by_words(record: Record) -> str:
    """Return how many articles tell of an incident, and how many of them by themselves."""
    articles, sources = record.article_count, record.independent_source_count
    if articles == 1:
        return phrase("told_by_1")
    key = "told_by_one_source" if sources == 1 else "told_by"
    return phrase(key, articles=articles, sources=sources)


def copy_words(record: Record, reports: Sequence[Record]) -> str:
    """Return whose text a report's article carries; empty where it is its own."""
    if not record.copy_of:
        return ""
    source = next((r.article.source for r in reports if r.article.id == record.copy_of), "")
    return phrase("copy_of", source=source) if source else phrase("copy_of_unknown")


def report_numbers(record: Record) -> list[str]:
    """Return the numbers that one report states."""
    counts = record.event.counts
    return [
        phrase(f"count_{role}", number=number_words(counts[role]))
        for role in COUNTS
        if role in counts
    ]


def disagreements(reports: Sequence[Record]) -> list[dict[str, Any]]:
    """Return what reports say differently: the aspect, its range, and who says what."""
    found = [_numbers(reports, role) for role in COUNTS]
    found.append(_aspect(reports, phrase("aspect_days"), _day_words, order=_day_order))
    found.append(_aspect(reports, phrase("aspect_places"), _place_words, order=_no_order))
    return [one for one in found if one]


def decision_words(incident: IncidentRecord) -> list[dict[str, str]]:
    """Return the decisions on an incident, for its owner."""
    return [_decision(one) for one in incident.decisions]


def _numbers(reports: Sequence[Record], role: str) -> dict[str, Any] | None:
    stating = [r for r in reports if role in r.event.counts]
    values = [r.event.counts[role].value for r in stating]
    found = _aspect(
        stating,
        phrase(f"role_{role}"),
        lambda r: number_words(r.event.counts[role]),
        order=lambda r: (r.event.counts[role].value,),
    )
    if not found or len(set(values)) == 1:
        return None
    return {**found, "range": f"{min(values):,}–{max(values):,}"}


def _aspect(
    reports: Iterable[Record],
    name: str,
    say: Callable[[Record], str],
    *,
    order: Callable[[Record], tuple[Any, ...]],
) -> dict[str, Any] | None:
    said: dict[str, list[str]] = {}
    for report in sorted(reports, key=order):
        sources = said.setdefault(say(report), [])
        source = report.article.source or report.article.title or "Unnamed source"
        if source not in sources:
            sources.append(source)
    if len(said) < 2:
        return None
    claims = [{"value": value, "sources": sources} for value, sources in said.items()]
    return {"name": name, "range": "", "claims": claims}


def _day_words(record: Record) -> str:
    return date_words(record.event)


def _day_order(record: Record) -> tuple[str, str]:
    event = record.event
    return str(event.earliest or ""), str(event.latest or "")


def _place_words(record: Record) -> str:
    where = record.event.resolution
    return where.name if where else phrase("place_unknown")


def _no_order(record: Record) -> tuple[Any, ...]:  # noqa: ARG001
    """Keep the order of the reports: the best place first."""
    return ()


def _decision(one: Decision) -> dict[str, str]:
    did = "took a report out of" if one.what == SPLIT else "joined reports into"
    undone = f" Taken back by {one.undone_by} on {_day(one.undone)}." if one.undone else ""
    return {
        "number": str(one.number),
        "line": f"{one.who} {did} this incident on {_day(one.made)}: {one.why.rstrip('.')}.{undone}",
    }


def _day(moment: str) -> str:
    return day_words(date.fromisoformat(moment[:10]))
