"""Measure events against a gold set of marked articles.

Gold, one article a line: {"id", "text", "title", "published", "language", "events", "not_events"}.
An event has kind, sentence, optionally `also` (sentences that tell it again), lat, lon, km (how far
off is still right), earliest, latest, counts, and may be "optional" or a "summary": then it neither
helps nor hurts. A not-event has the sentence that claims nothing, and why. Judged are the kinds of
which the gold holds an event: of the others it says nothing.

An event that we read is a gold event's if the kind is the same and the sentences overlap by half, or
the point lies within km and the days overlap; pairs are one to one, the best first. Of the pairs: is
the place within km, do the days overlap and span at most a week more, is each stated count right.
"""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from geopy.distance import great_circle

from geo.errors import BadInputError
from geo.model import Article, Status
from geo.pipeline import read_article

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from gazetteer.place import Gazetteer

SLACK_DAYS = 7
_HALF = 0.5
_ENGLISH = "en"
_COLUMNS = (
    "gold",
    "read",
    "found",
    "precision",
    "recall",
    "F1",
    "place",
    "date",
    "count",
    "told twice",
)


@dataclass(slots=True)
class _Tally:
    """Sums per kind, the not-event sentences that became an event, and the time taken."""

    kinds: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    claims_nothing: int = 0
    struck: int = 0
    articles: int = 0
    words: int = 0
    seconds: float = 0.0


class Told(NamedTuple):
    """An event as it was read: its sentence's span, its point and days where known, its counts."""

    kind: str
    start: int
    end: int
    point: tuple[float, float] | None
    days: tuple[date, date] | None
    counts: Mapping[str, int]


def evaluate(
    gold_path: Path,
    gazetteer: Gazetteer,
    *,
    predictions: Path | None = None,
    ordinary: Path | None = None,
) -> str:
    """Return a table of events found, and of their places, dates and counts, over a gold file.

    `predictions` are lines of `placeline read` to be judged instead of reading the articles;
    `ordinary` are articles of ordinary news (JSON lines with a text), read for how many events of
    the gold's kinds they yield.
    """
    given = {row["id"]: row for row in _rows(predictions, {"id"})} if predictions else None
    rows = list(_rows(gold_path, {"id", "text", "events"}))
    kinds = frozenset(event["kind"] for row in rows for event in row["events"])
    tally, others = _Tally(), _Tally()
    if rows and given is None:
        # What is loaded once is no time of reading.
        _read(rows[0], gazetteer)
    for row in rows:
        begun = time.process_time()
        told = _read(row, gazetteer) if given is None else _predicted(given.get(row["id"], {}))
        tally.seconds += time.process_time() - begun
        tally.words += len(row["text"].split())
        told = [event for event in told if event.kind in kinds]
        _compare(tally, row, told)
        if row.get("language", _ENGLISH) != _ENGLISH:
            _compare(others, row, told)
    lines = [_table(gold_path.name, tally)]
    if others.articles:
        lines.append(_foreign(others))
    if ordinary:
        lines.append(_ordinary(ordinary, gazetteer, kinds=kinds))
    return "\n".join(lines)


def _foreign(tally: _Tally) -> str:
    """The line of the articles in other languages."""
    total: Counter[str] = sum(tally.kinds.values(), Counter())
    score = _share(2 * total["found"], total["read"] + total["gold"])
    return f"of these in other languages than English: {tally.articles} articles, F1 {score}"


def _ordinary(path: Path, gazetteer: Gazetteer, *, kinds: frozenset[str]) -> str:
    """The line of ordinary news: events that happened per 1,000 words, right or wrong."""
    words = told = 0
    for row in _rows(path, {"text"}):
        words += len(row["text"].split())
        told += sum(event.kind in kinds for event in _read({"id": "", **row}, gazetteer))
    rate = 1000 * told / words if words else 0.0
    return f"{path.name}: {told} events in {words:,} words of ordinary news, {rate:.2f} per 1,000"


def _read(row: Mapping[str, Any], gazetteer: Gazetteer) -> list[Told]:
    """What we read of an article that happened."""
    return [
        Told(
            event.kind,
            event.start,
            event.end,
            event.resolution.coordinates.latlon if event.resolution else None,
            (event.earliest, event.latest) if event.earliest and event.latest else None,
            {role: count.value for role, count in event.counts.items()},
        )
        for event in read_article(_article(row), gazetteer).events
        if event.status is Status.HAPPENED
    ]


def _predicted(row: Mapping[str, Any]) -> list[Told]:
    """What a line of `placeline read` says has happened."""
    return [
        Told(
            event["kind"],
            event["start"],
            event["end"],
            (event["lat"], event["lon"]) if event.get("lat") is not None else None,
            _days(event) if event.get("earliest") and event.get("latest") else None,
            {role: count["value"] for role, count in (event.get("counts") or {}).items()},
        )
        for event in row.get("events", ())
        if event.get("status", Status.HAPPENED) == Status.HAPPENED
    ]


def _days(item: Mapping[str, Any]) -> tuple[date, date]:
    return date.fromisoformat(item["earliest"]), date.fromisoformat(item["latest"])


def _compare(tally: _Tally, row: Mapping[str, Any], events: Sequence[Told]) -> None:
    """Add what was read of one article to the sums."""
    tally.articles += 1
    text, gold = row["text"], row["events"]
    pairs = _pairs(text, events, gold)
    soft = {j for j, g in enumerate(gold) if g.get("optional") or g.get("summary")}
    aside = {i for i, j in pairs if j in soft} | _retold(text, events, gold, {i for i, _ in pairs})
    for j, g in enumerate(gold):
        tally.kinds[g["kind"]]["gold"] += j not in soft
    for i, event in enumerate(events):
        tally.kinds[event.kind]["read"] += i not in aside
        tally.kinds[event.kind]["told twice"] += i in aside
    for i, j in pairs:
        if j not in soft:
            _add_pair(tally.kinds[gold[j]["kind"]], events[i], gold[j])
    spans = [_find(text, item["sentence"]) for item in row.get("not_events", ())]
    paired = {i for i, _ in pairs} | aside
    false = [(e.start, e.end) for i, e in enumerate(events) if i not in paired]
    tally.claims_nothing += len(spans)
    tally.struck += sum(any(_overlap(span, other) >= _HALF for other in false) for span in spans)


def _add_pair(sums: Counter[str], event: Told, gold: Mapping[str, Any]) -> None:
    sums["found"] += 1
    sums["place"] += _place_right(event, gold)
    sums["date"] += _date_right(event, gold)
    for role, value in gold.get("counts", {}).items():
        right = {value, *gold.get("counts_ok", {}).get(role, ())}
        sums["counts stated"] += 1
        sums["count"] += event.counts.get(role) in right


def _pairs(
    text: str, events: Sequence[Told], gold: Sequence[Mapping[str, Any]]
) -> list[tuple[int, int]]:
    fits = [
        (-fit, i, j)
        for i, event in enumerate(events)
        for j, g in enumerate(gold)
        if (fit := _fit(text, event, g)) > 0
    ]
    taken_i: set[int] = set()
    taken_j: set[int] = set()
    pairs = []
    for _, i, j in sorted(fits):
        if i not in taken_i and j not in taken_j:
            taken_i.add(i)
            taken_j.add(j)
            pairs.append((i, j))
    return pairs


def _fit(text: str, event: Told, gold: Mapping[str, Any]) -> float:
    """How well an event fits a gold one; 0 where it cannot be the same."""
    if event.kind != gold["kind"]:
        return 0.0
    span = (event.start, event.end)
    first = _overlap(span, _find(text, gold["sentence"])) >= _HALF
    told = first or any(_overlap(span, _find(text, s)) >= _HALF for s in gold.get("also", ()))
    near, days = _place_right(event, gold), _days_overlap(event, gold)
    return 4.0 * first + 2.0 * told + near + days if told or (near and days) else 0.0


def _retold(
    text: str, events: Sequence[Told], gold: Sequence[Mapping[str, Any]], paired: set[int]
) -> set[int]:
    return {
        i
        for i, event in enumerate(events)
        if i not in paired
        and any(
            _overlap((event.start, event.end), _find(text, again)) >= _HALF
            for g in gold
            if g["kind"] == event.kind
            for again in g.get("also", ())
        )
    }


def _find(text: str, sentence: str) -> tuple[int, int]:
    start = text.find(sentence)
    return (start, start + len(sentence)) if start >= 0 else (0, 0)


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> float:
    """The shared part of two spans as a share of the shorter."""
    shorter = min(one[1] - one[0], other[1] - other[0])
    return max(0, min(one[1], other[1]) - max(one[0], other[0])) / shorter if shorter > 0 else 0.0


def _place_right(event: Told, gold: Mapping[str, Any]) -> bool:
    if event.point is None:
        return False
    return bool(great_circle(event.point, (gold["lat"], gold["lon"])).km <= gold["km"])


def _days_overlap(event: Told, gold: Mapping[str, Any]) -> bool:
    if event.days is None:
        return False
    first, last = _days(gold)
    return event.days[0] <= last and first <= event.days[1]


def _date_right(event: Told, gold: Mapping[str, Any]) -> bool:
    if event.days is None or not _days_overlap(event, gold):
        return False
    first, last = _days(gold)
    return (event.days[1] - event.days[0]).days - (last - first).days <= SLACK_DAYS


def _rows(path: Path, wanted: set[str]) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                row = json.loads(line)
                missing = sorted(wanted - row.keys())
                if missing:
                    raise BadInputError(f"{path}, line {number}: the keys {missing} are missing")
                yield row


def _article(row: Mapping[str, Any]) -> Article:
    published = row.get("published")
    return Article(
        id=row["id"],
        text=row["text"],
        title=row.get("title", ""),
        published=date.fromisoformat(published[:10]) if published else None,
        language=row.get("language", ""),
    )


def _table(name: str, tally: _Tally) -> str:
    total: Counter[str] = sum(tally.kinds.values(), Counter())
    speed = tally.words / tally.seconds if tally.seconds else 0.0
    share = tally.struck / tally.claims_nothing if tally.claims_nothing else 0.0
    struck = f"{tally.struck} of {tally.claims_nothing} ({share:.1%})"
    return "\n".join(
        [
            f"{name}: {tally.articles} articles, {total['gold']} events",
            f"{'':<12}" + "".join(f"{column:>11}" for column in _COLUMNS),
            *(_line(kind, sums) for kind, sums in sorted(tally.kinds.items())),
            _line("all", total),
            f"sentences that claim nothing but became an event: {struck}",
            f"words per CPU-second, places included: {speed:,.0f}",
        ]
    )


def _line(kind: str, sums: Counter[str]) -> str:
    gold, read, found = sums["gold"], sums["read"], sums["found"]
    values = [
        *(str(sums[name]) for name in ("gold", "read", "found")),
        _share(found, read),
        _share(found, gold),
        _share(2 * found, read + gold),
        _share(sums["place"], found),
        _share(sums["date"], found),
        _share(sums["count"], sums["counts stated"]),
        str(sums["told twice"]),
    ]
    return f"{kind:<12}" + "".join(f"{value:>11}" for value in values)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"
