"""Incidents across articles: the same whatever the order, reversible, and found by every id."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geo.errors import BadInputError
from geo.model import Count
from geo.privacy import Audience
from geo.query import EventQuery
from geo.store import Store, open_store
from tests.geo.conftest import Making

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geo.model import Reading

MAKE = Making()
BAKERY = "Rebels shelled a bakery near the canal in Honolulu and left {} dead."
TOLD = "A nurse counted {} bodies at the bakery in Honolulu that rebels had shelled near the canal."
PRISON = "Inmates fought guards over water in the prison of Honolulu, {} dead."
LONG = (
    "{} The owner had opened early because of the feast. Neighbours dug with their hands until the "
    "fire brigade came with lamps, and the mayor promised new quarters for two families. Nobody "
    "has said who gave the order to fire, and the road to the harbour stays closed until Friday."
)


def report(
    key: str, sentence: str, killed: int | None, *, day: int = 6, more: str = "{}", **article: Any
) -> Reading:
    """One article of one event; `more` is the text around its sentence."""
    sentence = sentence.format(killed)
    found = MAKE.reading(
        sentence, "Honolulu", key=key, earliest=date(2024, 5, day), latest=date(2024, 5, day)
    )
    counts = {} if killed is None else {"killed": Count(value=killed)}
    told = {
        "text": more.format(sentence),
        "source": f"Paper {key}",
        "published": date(2024, 5, day),
    }
    return replace(
        found,
        article=replace(found.article, **{**told, **article}),
        events=tuple(replace(event, counts=counts) for event in found.events),
    )


ARTICLES = (
    report("a", BAKERY, 3, more=LONG),
    report("b", TOLD, 4, published=date(2024, 5, 7)),
    report("c", BAKERY, 3, more="Wire. {}" + LONG.removeprefix("{}"), published=date(2024, 5, 8)),
    report("d", PRISON, 3),
    report("e", BAKERY, 5, day=8),
    report("f", TOLD, 7),
    report("g", BAKERY, None),
)


@contextmanager
def filled(*articles: Reading) -> Iterator[Store]:
    with TemporaryDirectory() as folder, open_store(Path(folder, "x.sqlite")) as store:
        for reading in articles:
            assert store.add(reading, edition="g1")
        yield store


def told(store: Store) -> list[object]:
    """All incidents with their members and figures, in an order of their own."""
    found = []
    for record in store.records(EventQuery()):
        incident = store.incidents().record(record.incident_id)
        assert incident is not None
        members = tuple(
            (r.article.id, r.copy_of, incident.reasons.get(r.event.id)) for r in incident.reports
        )
        counted = (record.article_count, record.independent_source_count, dict(record.ranges))
        found.append((record.incident_id, record.event.id, members, *counted))
    return sorted(found, key=str)


def of(store: Store, key: str) -> str:
    """The id of the incident that an article reports."""
    reading = store.reading(key)
    assert reading is not None
    return reading.incidents[0].id


def event(reading: Reading) -> str:
    return reading.events[0].id


@settings(max_examples=25)
@given(st.permutations(ARTICLES))
def test_the_order_of_articles_changes_no_incident(articles: list[Reading]) -> None:
    with filled(*ARTICLES) as one, filled(*articles) as other:
        assert told(one) == told(other)


@settings(max_examples=10)
@given(st.permutations(ARTICLES), st.sampled_from(ARTICLES))
def test_reading_an_article_again_changes_no_incident(
    articles: list[Reading], again: Reading
) -> None:
    with filled(*articles) as store:
        before = told(store)
        assert store.replace(again, edition="g2")
        assert told(store) == before


def test_reports_of_one_happening_are_one_and_others_stay_apart() -> None:
    with filled(*ARTICLES) as store:
        assert len({of(store, key) for key in "abcg"}) == 1
        assert len({of(store, key) for key in "adef"}) == 4


def test_copies_of_one_text_are_one_source() -> None:
    with filled(*ARTICLES[:3]) as store:
        (record,) = store.records(EventQuery())
        assert (record.article_count, record.independent_source_count) == (3, 2)
        incident = store.incidents().record(record.incident_id)
        assert incident is not None
        assert {r.article.id: r.copy_of for r in incident.reports} == {"a": "", "b": "", "c": "a"}


def test_one_paper_is_one_source_however_often_it_tells() -> None:
    with filled(ARTICLES[0], report("b", TOLD, 4, source="Paper a")) as store:
        (record,) = store.records(EventQuery())
        assert (record.article_count, record.independent_source_count) == (2, 1)


def test_a_disagreement_is_a_range_and_the_reason_says_so() -> None:
    with filled(*ARTICLES[:2]) as store:
        (record,) = store.records(EventQuery())
        assert record.ranges == {"killed": (3, 4)}
        incident = store.incidents().record(record.incident_id)
        assert incident is not None
        (why,) = incident.reasons.values()
        assert "killed 4 against 3" in why or "killed 3 against 4" in why
        assert "bakery" in why


def test_an_incident_keeps_its_id_when_a_later_report_joins() -> None:
    with filled(ARTICLES[0]) as store:
        before = of(store, "a")
        store.add(ARTICLES[1], edition="g1")
        assert of(store, "a") == of(store, "b") == before


def test_an_id_that_was_merged_away_leads_to_the_incident() -> None:
    with filled(ARTICLES[1]) as store:
        former = of(store, "b")
        store.add(ARTICLES[0], edition="g1")
        present = of(store, "b")
        assert former != present
        assert store.incidents().find(former) == present
        assert store.incidents().find(event(ARTICLES[1])) == present


def test_a_split_holds_until_it_is_taken_back() -> None:
    a, b, *_ = ARTICLES
    with filled(*ARTICLES[:3]) as store:
        before = told(store)
        store.incidents().split(event(b), who="Ada", why="another bakery")
        apart = told(store)
        assert of(store, "b") != of(store, "a") == of(store, "c")
        for reading in (a, b):
            store.replace(reading, edition="g2")
        assert told(store) == apart
        store.incidents().undo(1, who="Ben")
        assert told(store) == before
        (kept,) = store.incidents().decisions()
        assert (kept.who, kept.why, kept.undone_by) == ("Ada", "another bakery", "Ben")
        assert kept.undone


def test_a_merge_holds_for_what_arrives_later_and_until_it_is_taken_back() -> None:
    a, b, _, d, *_ = ARTICLES
    with filled(a, d) as store:
        first = of(store, "d")
        store.incidents().merge(of(store, "a"), event(d), who="Ada", why="the prison's bakery")
        store.add(b, edition="g1")
        assert len({of(store, key) for key in "abd"}) == 1
        assert store.incidents().find(first) == of(store, "a")
        incident = store.incidents().record(first)
        assert incident is not None
        assert "Joined by a person's decision." in incident.reasons.values()
        assert [decision.who for decision in incident.decisions] == ["Ada"]
        store.incidents().undo(1, who="Ada")
        assert of(store, "a") == of(store, "b") != of(store, "d") == first


@pytest.mark.parametrize(
    ("act", "line"),
    [
        (lambda book: book.split("zzz", who="A", why="w"), "'zzz': not in this store"),
        (lambda book: book.split(event(ARTICLES[3]), who="A", why="w"), "is the only report"),
        (lambda book: book.merge("zzz", event(ARTICLES[0]), who="A", why="w"), "wanted the id"),
        (
            lambda book: book.merge(event(ARTICLES[0]), event(ARTICLES[1]), who="A", why="w"),
            "one incident already",
        ),
        (lambda book: book.undo(7, who="A"), "decision 7: not known"),
    ],
)
def test_what_cannot_be_decided_says_why_and_changes_nothing(act: Any, line: str) -> None:
    with filled(*ARTICLES[:4]) as store:
        before, version = told(store), store.version()
        with pytest.raises(BadInputError, match=line):
            act(store.incidents())
        assert (told(store), store.version()) == (before, version)
        assert store.incidents().decisions() == []


def test_incidents_of_two_kinds_are_not_merged() -> None:
    crossing = MAKE.reading("Forty people crossed at Honolulu.", key="x", kind="crossing")
    with filled(ARTICLES[0], crossing) as store, pytest.raises(BadInputError, match="of one kind"):
        store.incidents().merge(event(ARTICLES[0]), event(crossing), who="A", why="w")


def test_the_public_reads_of_a_refuge_only_what_is_redacted() -> None:
    text = "About {} families sleep in the hall of Saint Anne's School in Honolulu, a cook said."
    readings = [
        MAKE.reading(
            text.format(n),
            "Honolulu",
            key=key,
            kind="refuge",
            earliest=date(2024, 5, 6),
            latest=date(2024, 5, 6),
        )
        for key, n in (("a", 40), ("b", 41))
    ]
    with filled(*readings) as store:
        identity = of(store, "a")
        with open_store(store.path, read_only=True, audience=Audience.PUBLIC) as public:
            incident = public.incidents().record(identity)
        assert incident is not None
        assert len(incident.reports) == 2
        shown = str(incident.reasons) + str([r.event for r in incident.reports])
        assert "Anne" not in shown
        assert "wording alike" in shown
