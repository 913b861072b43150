"""Short articles of our own, one for each hard thing, each with its right answer."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from geo.extraction import extract
from geo.model import Article, Status
from geo.relations import find_relations
from geo.sentences import split
from tests.geo.extraction.marking import marked

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "event_cases.jsonl")
    .read_text("utf-8")
    .splitlines()
]


def _read(case, gazetteer):
    text, named = marked(case["text"])
    found = [*named, *find_relations(text, named, gazetteer)]
    found.sort(key=lambda r: (r.mention.start, -r.mention.end))
    published = date.fromisoformat(case["published"])
    article = Article(id=case["id"], text=text, published=published, language=case["language"])
    return extract(article, split(text), found, gazetteer)


def _place_of(event):
    return event.resolution.place.name if event.resolution else None


def _told(event):
    counts = {role: count.value for role, count in event.counts.items()}
    days = tuple(day.isoformat() for day in (event.earliest, event.latest))
    return event.kind, str(event.status), _place_of(event), days, counts


def _wanted(case, event):
    """What is wanted, and of the days only where the case names them."""
    return (
        event["kind"],
        event["status"],
        event["place"],
        (event["earliest"], event["latest"]),
        event["counts"],
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_short_article_is_read_as_it_should_be(case, gazetteer):
    told = [_told(event) for event in _read(case, gazetteer)]
    wanted = [_wanted(case, event) for event in case["events"]]
    loosened = []
    for index, (kind, status, place, days, counts) in enumerate(told):
        happened = status == Status.HAPPENED
        want = wanted[index] if index < len(wanted) else (None, None, None, (None, None), {})
        loosened.append(
            (
                kind,
                status,
                place if happened or want[2] else want[2],
                days if want[3][0] else want[3],
                counts if happened else want[4],
            )
        )
    assert loosened == wanted


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if any({"name", "high", "vague"} & set(e) for e in case["events"])],
    ids=lambda case: case["id"],
)
def test_what_a_text_describes_is_kept_as_it_says(case, gazetteer):
    """The described place, the upper end of a range, the word of a vague number."""
    for event, wanted in zip(_read(case, gazetteer), case["events"], strict=True):
        high = {role: count.high for role, count in event.counts.items() if count.high}
        assert event.resolution.name == wanted.get("name", event.resolution.name)
        assert high == wanted.get("high", {})
        assert dict(event.vague) == wanted.get("vague", {})
