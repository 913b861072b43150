"""Why the machine took two reports for one, in plain words and from what the reader may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo.merging.agreement import Numbers
from geo.merging.wording import shared_words

if TYPE_CHECKING:
    from geo.merging.agreement import Agreement
    from geo.record import Record

_MOST_WORDS = 6
_ROLES = ("killed", "injured", "arrested", "people")


def reason(agreed: Agreement, one: Record, other: Record) -> str:
    """Return why two reports, given as an audience sees them, are of one happening."""
    parts = [_place(agreed, one, other), _days(one, other), _numbers(agreed, one, other)]
    return f"{'; '.join([*parts, _words(agreed, one, other)])}."


def _place(agreed: Agreement, one: Record, other: Record) -> str:
    here, there = one.event.resolution, other.event.resolution
    if here is None or there is None:
        return "Places that agree"
    if agreed.same_place or here.name == there.name:
        return f"The same place ({here.name})"
    return f"Places at each other ({here.name}, {there.name})"


def _days(one: Record, other: Record) -> str:
    mine, theirs = ((r.event.earliest, r.event.latest) for r in (one, other))
    return "the same day" if mine == theirs and mine[0] == mine[1] else "days that overlap"


def _numbers(agreed: Agreement, one: Record, other: Record) -> str:
    if agreed.numbers is Numbers.SILENT:
        return "no number that both state"
    shared = [r for r in _ROLES if r in one.event.counts and r in other.event.counts]
    pairs = [
        (role, one.event.counts[role].value, other.event.counts[role].value) for role in shared
    ]
    told = ", ".join(
        f"{role} {mine:,}" if mine == theirs else f"{role} {mine:,} against {theirs:,}"
        for role, mine, theirs in pairs
    )
    known = {
        Numbers.SAME: "the same numbers",
        Numbers.ROUNDED: "numbers that are one, rounded",
        Numbers.DIFFER: "numbers that differ little enough for one happening",
    }
    return f"{known[agreed.numbers]} ({told})"


def _words(agreed: Agreement, one: Record, other: Record) -> str:
    percent = f"wording alike to {round(agreed.likeness * 100)} %"
    language = one.article.language
    if language != other.article.language:
        return f"{percent}, across languages"
    own = _names(one) | _names(other)
    words = shared_words(one.event.sentence, other.event.sentence, language=language)
    listed = [f"“{word}”" for word in words if word.lower() not in own][:_MOST_WORDS]
    return f"{percent}, such as {', '.join(listed)}" if listed else percent


def _names(record: Record) -> set[str]:
    """The words of a report's own place, which are no wording."""
    where = record.event.resolution
    names = f"{where.name} {where.mention.surface} {where.place.name}" if where else ""
    return set(names.lower().split())
