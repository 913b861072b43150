"""Measure recognition and resolution against corpora of marked toponyms, beside what is usual.

Gold, one article a line: {"id", "text", "source"?, "toponyms": [{"start", "end", "lat", "lon",
"name"?, "geonameid"?}]}; offsets are code points, end exclusive; lat and lon null for a toponym
without a known position. Relations ("40 km south of X") are left aside, as no corpus marks them.
"""

from __future__ import annotations

import hashlib
import json
import resource
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from tqdm import tqdm

from geo.errors import BadInputError
from geo.evaluation import baseline
from geo.evaluation.scoring import NEAR_KM, Marked, Tally, Toponym, apart_km
from geo.evaluation.table import Run, table_of
from geo.guidance import UNGUIDED, Guidance
from geo.model import Article, Role
from geo.pipeline import read_places
from geo.publishers import Publishers, content_key, observed, telling
from geo.sentences import split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from gazetteer.place import Gazetteer

_T = TypeVar("_T")
_WARMING_UP = 5
_TRAINING_TENTHS = 7
_MB = 1024 if sys.platform != "darwin" else 1 << 20
_UNKNOWN, _PROFILE = "publisher unknown", "publisher profile"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """An article and what is marked in it."""

    article: Article
    marked: tuple[Marked, ...]


def evaluate(
    gold: Path,
    gazetteer: Gazetteer,
    *,
    predictions: Path | None = None,
    test_part: bool = False,
    profile: bool | None = None,
    with_baseline: bool = True,
) -> str:
    """Return a table of quality, speed and memory over a gold file.

    With `predictions` (lines as `placeline read` writes them) those are measured instead of read
    anew. `test_part` leaves out the articles that weights are learned from: those whose hashed id
    says so. `profile` None measures without publishers' profiles and with them.
    """
    cases = [_case(row, gazetteer) for row in _rows(gold, wanted=frozenset({"text", "toponyms"}))]
    chosen = [case for case in cases if not test_part or is_for_test(case.article.id)]
    if not chosen:
        raise BadInputError(f"{gold}: no article in it to measure")
    runs = (
        [_given(chosen, predictions)]
        if predictions
        else _own(cases, chosen, gazetteer, profile=profile)
    )
    known = with_baseline and baseline.is_installed()
    beside = [_usual(chosen)] if known else []
    note = baseline.MISSING if with_baseline and not known else ""
    return table_of(gold.name, [*runs, *beside], articles=len(chosen), part=test_part, note=note)


def is_for_test(article_id: str) -> bool:
    """Tell whether an article is for the test: the last three tenths of the hashes of ids."""
    return int(hashlib.sha256(article_id.encode()).hexdigest(), 16) % 10 >= _TRAINING_TENTHS


def _own(
    cases: Sequence[_Case], chosen: Sequence[_Case], gazetteer: Gazetteer, *, profile: bool | None
) -> list[Run]:
    for case in chosen[:_WARMING_UP]:
        _read(case.article, gazetteer, UNGUIDED)
    runs = []
    if not profile:
        runs.append(_run(_UNKNOWN, chosen, gazetteer, lambda _: UNGUIDED))
    if profile or (profile is None and any(case.article.source for case in cases)):
        publishers = _learned(cases, gazetteer)
        guided: Callable[[Article], Guidance] = lambda article: Guidance(  # noqa: E731
            profile=publishers.profile(article)
        )
        runs.append(_run(_PROFILE, chosen, gazetteer, guided))
    return runs


def _learned(cases: Sequence[_Case], gazetteer: Gazetteer) -> Publishers:
    """Return what the articles of a file tell of their publishers, nothing of what is marked."""
    publishers = Publishers()
    keys = telling([(case.article.source, content_key(case.article)) for case in cases])
    told = [case.article for case in cases if content_key(case.article) in keys]
    for article in _shown(told, of="publishers"):
        publishers.learn(article, observed(article, gazetteer))
    return publishers


def _run(
    label: str,
    cases: Sequence[_Case],
    gazetteer: Gazetteer,
    guided: Callable[[Article], Guidance],
) -> Run:
    tally, seconds = Tally(), 0.0
    for case in _shown(cases, of=label):
        guidance = guided(case.article)
        begun = time.process_time()
        found = _read(case.article, gazetteer, guidance)
        seconds += time.process_time() - begun
        tally.compare(found, case.marked)
    words = sum(len(case.article.text.split()) for case in cases)
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MB
    return Run(
        label=label, tally=tally, words_per_second=words / seconds, peak_mb=peak_mb, own=True
    )


def _shown(items: Sequence[_T], *, of: str) -> Iterable[_T]:
    """Show a bar on a terminal for what takes longer than a moment."""
    return tqdm(items, desc=of, unit=" articles", disable=None, delay=1, leave=False)


def _read(article: Article, gazetteer: Gazetteer, guidance: Guidance) -> list[Toponym]:
    resolutions, _ = read_places(article.text, split(article.text), gazetteer, guidance)
    return [
        Toponym(
            start=r.mention.start,
            end=r.mention.end,
            lat=r.coordinates.lat,
            lon=r.coordinates.lon,
            confidence=r.confidence,
        )
        for r in resolutions
        if r.mention.role is not Role.RELATION
    ]


def _given(cases: Sequence[_Case], path: Path) -> Run:
    rows = {
        str(row["id"]): [_toponym(t) for t in row["toponyms"] if t.get("role") != Role.RELATION]
        for row in _rows(path, wanted=frozenset({"id", "toponyms"}))
    }
    tally = Tally()
    for case in cases:
        tally.compare(rows.get(case.article.id, []), case.marked)
    return Run(label=path.name, tally=tally, own=True)


def _usual(cases: Sequence[_Case]) -> Run:
    found, tally = baseline.measure([case.article.text for case in cases]), Tally()
    for case, toponyms in zip(cases, found["toponyms"], strict=True):
        tally.compare([_toponym(one) for one in toponyms], case.marked)
    return Run(
        label="spaCy, population",
        tally=tally,
        words_per_second=found["words_per_second"],
        peak_mb=found["peak_mb"],
    )


def _toponym(row: dict[str, Any]) -> Toponym:
    return Toponym(
        start=row["start"],
        end=row["end"],
        lat=row.get("lat"),
        lon=row.get("lon"),
        confidence=row.get("confidence") or 0.0,
    )


def _case(row: dict[str, Any], gazetteer: Gazetteer) -> _Case:
    text = str(row["text"])
    article = Article(
        id=str(row.get("id", "")),
        text=text,
        title=row.get("title") or "",
        source=row.get("source") or "",
    )
    return _Case(
        article=article,
        marked=tuple(_marked(toponym, text, gazetteer) for toponym in row["toponyms"]),
    )


def _marked(toponym: dict[str, Any], text: str, gazetteer: Gazetteer) -> Marked:
    start, end = toponym["start"], toponym["end"]
    plain = Marked(start=start, end=end, lat=toponym.get("lat"), lon=toponym.get("lon"))
    name = toponym.get("name") or text[start:end]
    known = plain.lat is not None and (
        gazetteer.place(f"geonames:{toponym.get('geonameid')}") is not None
        or _has_near(name, plain, gazetteer)
    )
    return Marked(
        start=start, end=end, lat=plain.lat, lon=plain.lon, known=known,
        ignored=bool(toponym.get("ignore")),
    )  # fmt: skip


def _has_near(name: str, marked: Marked, gazetteer: Gazetteer) -> bool:
    """Tell whether the gazetteer has a place of a name where it is marked."""
    for candidate in gazetteer.lookup(name):
        at = candidate.place.coordinates
        km = apart_km(Toponym(start=0, end=0, lat=at.lat, lon=at.lon), marked)
        if km is not None and km <= NEAR_KM:
            return True
    return False


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
