"""What a query finds, in numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from geo.store.selection import Selection

    Rows = Callable[[str, tuple[Any, ...]], Iterable[tuple[Any, ...]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """`first` and `last` are ISO days, empty where none is known.

    `articles` are those that the events are shown by; `sources` and `editions` count them by name
    of the publisher (the unnamed left out) and by edition of the gazetteer.
    """

    events: int
    reviewed: int
    generalised: int
    articles: int
    first: str
    last: str
    sources: Mapping[str, int]
    editions: Mapping[str, int]


def summary(asked: Selection, *, limit: int | None, rows: Rows) -> Summary:
    """Count what a selection holds, at most `limit` of it."""
    values = (*asked.values, -1 if limit is None else limit)
    shown = f"""(SELECT f.event, f.generalisation, f.day, f.until FROM {asked.table}
        WHERE {asked.where} ORDER BY f.day DESC, f.id LIMIT ?) AS s
        JOIN events AS e ON e.key = s.event"""
    sql = f"""SELECT count(*), coalesce(sum(e.review_status <> 'machine'), 0),
        coalesce(sum(s.generalisation <> ''), 0), count(DISTINCT e.article),
        coalesce(min(nullif(s.day, '')), ''), coalesce(max(s.until), '') FROM {shown}"""
    (counted,) = rows(sql, values)
    events, reviewed, generalised, articles, first, last = counted

    def by(column: str) -> dict[str, int]:
        sql = f"""SELECT a.{column}, count(DISTINCT a.key) AS number
            FROM {shown} JOIN articles AS a ON a.key = e.article
            GROUP BY a.{column} ORDER BY number DESC, a.{column}"""
        return {str(name): int(number) for name, number in rows(sql, values) if name}

    return Summary(
        events=events,
        reviewed=reviewed,
        generalised=generalised,
        articles=articles,
        first=first,
        last=last,
        sources=by("source"),
        editions=by("edition"),
    )
