"""Measure recognition and resolution against a gold corpus of marked toponyms.

Gold, one article a line: {"id", "text", "toponyms": [{"start", "end", "lat", "lon"}]}; offsets are
code points, end exclusive; lat and lon null for a toponym without a known position. The rules are
those of the field: one-to-one matching by overlap, the widest first; a hit lies within 161 km
(100 miles); relations ("40 km south of X") are left aside, as no corpus marks them.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from geopy.distance import great_circle

from geo.errors import BadInputError
from geo.model import Role
from geo.pipeline import read_places
from geo.sentences import split

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from gazetteer.place import Gazetteer

NEAR_KM = 161.0


@dataclass(slots=True)
class _Tally:
    found: int = 0
    predicted: int = 0
    gold: int = 0
    gold_located: int = 0
    predicted_counted: int = 0
    located: int = 0
    right: int = 0
    words: int = 0
    seconds: float = 0.0
    articles: int = 0
    buckets: dict[int, list[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Toponym:
    """A predicted toponym: its span, its point in degrees (None where unplaced), its confidence."""

    start: int
    end: int
    lat: float | None
    lon: float | None
    confidence: float


def evaluate(gold_path: Path, gazetteer: Gazetteer, *, predictions: Path | None = None) -> str:
    """Return a table of quality, speed and memory over a gold file.

    With `predictions` (lines as `placeline read` writes them) those are measured instead of read anew.
    """
    given = _given(predictions) if predictions else None
    tally = _Tally()
    for row in _rows(gold_path, wanted=frozenset({"text", "toponyms"})):
        tally.articles += 1
        own = given.get(str(row.get("id")), []) if given is not None else None
        found = _read(tally, row["text"], gazetteer) if own is None else own
        _compare(tally, found, row["toponyms"])
    return _table(gold_path, tally)


def _read(tally: _Tally, text: str, gazetteer: Gazetteer) -> list[_Toponym]:
    begun = time.process_time()
    resolutions, _ = read_places(text, split(text), gazetteer)
    tally.seconds += time.process_time() - begun
    tally.words += len(text.split())
    return [
        _Toponym(
            start=r.mention.start,
            end=r.mention.end,
            lat=r.coordinates.lat,
            lon=r.coordinates.lon,
            confidence=r.confidence,
        )
        for r in resolutions
        if r.mention.role is not Role.RELATION
    ]


def _given(path: Path) -> dict[str, list[_Toponym]]:
    """Predictions by article."""
    return {
        str(row["id"]): [
            _Toponym(
                start=t["start"],
                end=t["end"],
                lat=t.get("lat"),
                lon=t.get("lon"),
                confidence=t.get("confidence") or 0.0,
            )
            for t in row["toponyms"]
            if t.get("role") != Role.RELATION
        ]
        for row in _rows(path, wanted=frozenset({"id", "toponyms"}))
    }


def _rows(path: Path, *, wanted: frozenset[str]) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    row = json.loads(line)
                except ValueError as error:
                    raise BadInputError(f"{path}, line {number}: no JSON ({error})") from error
                if not isinstance(row, dict) or not wanted <= row.keys():
                    keys = " and ".join(sorted(wanted))
                    raise BadInputError(f"{path}, line {number}: wanted the keys {keys}")
                yield row


def _compare(tally: _Tally, predicted: Sequence[_Toponym], gold: Sequence[dict[str, Any]]) -> None:
    pairs = _pairs(predicted, gold)
    tally.found += len(pairs)
    tally.predicted += len(predicted)
    tally.gold += len(gold)
    located = [g for g in gold if g.get("lat") is not None]
    tally.gold_located += len(located)
    unlocated = sum(gold[j].get("lat") is None for _, j in pairs)
    tally.predicted_counted += len(predicted) - unlocated
    for i, j in pairs:
        if gold[j].get("lat") is None:
            continue
        tally.located += 1
        hit = _is_near(predicted[i], gold[j])
        tally.right += hit
        tally.buckets.setdefault(min(int(predicted[i].confidence * 10), 9), []).append(hit)


def _pairs(predicted: Sequence[_Toponym], gold: Sequence[dict[str, Any]]) -> list[tuple[int, int]]:
    overlaps = []
    for i, mention in enumerate(predicted):
        for j, toponym in enumerate(gold):
            shared = min(mention.end, toponym["end"]) - max(mention.start, toponym["start"])
            off = abs(mention.start - toponym["start"]) + abs(mention.end - toponym["end"])
            if shared > 0:
                overlaps.append((-shared, off, mention.start, i, j))
    taken_i: set[int] = set()
    taken_j: set[int] = set()
    pairs = []
    for *_, i, j in sorted(overlaps):
        if i not in taken_i and j not in taken_j:
            taken_i.add(i)
            taken_j.add(j)
            pairs.append((i, j))
    return pairs


def _is_near(predicted: _Toponym, gold: dict[str, Any]) -> bool:
    if predicted.lat is None or predicted.lon is None:
        return False
    here, there = (predicted.lat, predicted.lon), (gold["lat"], gold["lon"])
    return bool(great_circle(here, there).km <= NEAR_KM)


def _f1(hits: int, predicted: int, gold: int) -> tuple[float, float, float]:
    precision = hits / predicted if predicted else 0.0
    recall = hits / gold if gold else 0.0
    total = precision + recall
    return precision, recall, 2 * precision * recall / total if total else 0.0


def _table(path: Path, tally: _Tally) -> str:
    recognition = _f1(tally.found, tally.predicted, tally.gold)
    end_to_end = _f1(tally.right, tally.predicted_counted, tally.gold_located)
    share = tally.right / tally.located if tally.located else 0.0
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1024 if sys.platform != "darwin" else 1 << 20
    )
    speed = tally.words / tally.seconds if tally.seconds else 0.0
    lines = [
        f"{path.name}: {tally.articles} articles, {tally.gold} toponyms ({tally.gold_located} located)",
        f"{'':<28}{'precision':>10}{'recall':>10}{'F1':>10}",
        f"{'recognition (overlap)':<28}" + "".join(f"{value:>10.3f}" for value in recognition),
        f"{'end to end (161 km)':<28}" + "".join(f"{value:>10.3f}" for value in end_to_end),
        f"{'recognised within 161 km':<28}{share:>30.3f}",
        f"{'words per CPU-second':<28}{speed:>30,.0f}",
        f"{'peak memory, MB':<28}{peak_mb:>30,.0f}",
        "confidence said, and the share of located toponyms that is right:",
    ]
    for bucket, hits in sorted(tally.buckets.items()):
        lines.append(
            f"  {bucket / 10:.1f} to {bucket / 10 + 0.1:.1f}{sum(hits) / len(hits):>10.3f}{len(hits):>10}"
        )
    return "\n".join(lines)
