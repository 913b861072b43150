"""A new reading takes the place of the old one, in every form and index, and of nothing else."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from shapely import box

from gazetteer.place import Coordinates
from geo.errors import BadInputError
from geo.model import Reading
from geo.privacy import Audience
from geo.query import BoundingBox, EventQuery
from geo.store import Store, changes, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conftest import Making

# From the fifth schema back to the fourth.
UNDO_INCIDENTS = (
    "DROP INDEX articles_by_wire", "DROP INDEX articles_without_prints", "DROP INDEX events_by_claim",
    "ALTER TABLE articles DROP COLUMN wire", "ALTER TABLE articles DROP COLUMN print_count",
    "ALTER TABLE events DROP COLUMN claim", "ALTER TABLE incidents DROP COLUMN ranges",
    "ALTER TABLE incidents ADD COLUMN why TEXT NOT NULL DEFAULT ''",
    "DROP TABLE copies", "DROP TABLE prints", "DROP TABLE decision_events", "DROP TABLE decisions",
    "DROP TABLE incident_ids", "DROP TABLE agreements", "DROP TABLE happenings", "DROP TABLE claims",
)  # fmt: skip
NEAR_CUCUTA = EventQuery(bbox=BoundingBox(west=-73, south=7, east=-72, north=8))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "news.sqlite") as opened:
        yield opened


def content(store: Store) -> list[object]:
    """All that a store shows, to both audiences."""
    shown: list[object] = [*store.records(EventQuery()), *store.articles(), *store.unplaced()]
    with open_store(store.path, read_only=True, audience=Audience.PUBLIC) as public:
        shown += [*public.records(EventQuery()), *public.articles()]
    return [replace(one, added="") if hasattr(one, "added") else one for one in shown]


def sound(path: Path) -> None:
    """The file and its indexes are whole, and no row of them stands for nothing."""
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        database.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        forms = database.execute("SELECT key FROM forms ORDER BY key").fetchall()
        database.execute("CREATE VIRTUAL TABLE temp.vocab USING fts5vocab (main, words, instance)")
        words = "SELECT DISTINCT doc FROM temp.vocab ORDER BY doc"
        assert database.execute(words).fetchall() == forms
        boxes = database.execute("SELECT form FROM boxes ORDER BY form").fetchall()
        assert set(boxes) <= set(forms)
        assert database.execute(
            "SELECT 1 FROM incidents WHERE key NOT IN (SELECT incident FROM events)"
        ).fetchall() == []  # fmt: skip
    database.close()


def test_a_new_reading_replaces_the_old_in_every_index(store: Store, make: Making) -> None:
    old = make.reading(geometry=box(-158, 21, -157, 22))
    new = make.reading(place=make.cucuta)
    store.add(old, edition="g1")
    version = store.version()
    assert store.replace(new, edition="g2")
    assert store.version() != version
    assert store.editions() == {"g2": 1}
    (record,) = store.records(NEAR_CUCUTA)
    assert record.event == new.events[0]
    assert list(store.records(EventQuery(place="geonames:5856195"))) == []
    assert [one.event.id for one in store.records(EventQuery(place="Cúcuta"))] == [record.event.id]
    assert [one.article.id for one in store.records(EventQuery(text="clashes"))] == ["a1"]
    sound(store.path)


@pytest.mark.parametrize("kind", ["clash", "refuge"])
def test_a_replaced_store_shows_what_a_fresh_one_would(
    store: Store, tmp_path: Path, make: Making, kind: str
) -> None:
    """To the owner and to the public alike: the redacted forms are written anew as well."""
    others = [make.reading(key=key, kind="crossing") for key in ("b", "c")]
    new = make.reading(kind=kind, place=make.cucuta)
    for reading in (make.reading(kind="refuge"), *others):
        store.add(reading, edition="g1")
    for reading in (new, *others):
        assert store.replace(reading, edition="g2")
    with open_store(tmp_path / "fresh.sqlite") as fresh:
        for reading in (new, *others):
            fresh.add(reading, edition="g2")
        assert content(store) == content(fresh)
    sound(store.path)


def test_what_is_no_longer_read_is_gone(store: Store, make: Making) -> None:
    reading = make.reading()
    store.add(reading, edition="g1")
    assert store.replace(replace(reading, events=(), resolutions=()), edition="g2")
    assert list(store.records(EventQuery())) == []
    assert store.record(reading.events[0].id) is None
    assert [entry.event_count for entry in store.articles()] == [0]
    sound(store.path)


def test_the_same_edition_or_an_unknown_article_changes_nothing(store: Store, make: Making) -> None:
    store.add(make.reading(), edition="g1")
    version = store.version()
    assert not store.replace(make.reading(), edition="g1")
    assert not store.replace(make.reading(key="none"), edition="g2")
    assert store.version() == version


def test_a_reading_that_is_refused_leaves_the_old_one(store: Store, make: Making) -> None:
    store.add(make.reading(), edition="g1")
    before = content(store)
    with pytest.raises(BadInputError):
        store.replace(make.reading(at=Coordinates(lat=0.0, lon=0.0)), edition="g2")
    assert content(store) == before
    assert store.steering().outdated("g2") == ["a1"]


def test_the_review_of_an_event_outlives_a_new_reading(store: Store, make: Making) -> None:
    store.add(make.reading(), edition="g1")
    with sqlite3.connect(store.path) as database:
        database.execute("UPDATE events SET review_status = 'confirmed'")
    database.close()
    store.replace(make.reading(place=make.cucuta), edition="g2")
    (record,) = store.records(EventQuery())
    assert record.review_status == "confirmed"


def test_an_incident_lives_on_by_the_reports_of_other_articles(store: Store, make: Making) -> None:
    first, second = (make.reading(key=key, article={"title": key}) for key in ("a", "b"))
    for reading in (first, second):
        store.add(reading, edition="g1")
    (before,) = store.records(EventQuery())
    assert before.article_count == 2
    assert store.replace(replace(first, events=(), resolutions=()), edition="g2")
    (record,) = store.records(EventQuery())
    assert record.article.id == "b"
    assert store.incidents().find(before.incident_id) == record.incident_id
    assert (record.article_count, record.independent_source_count) == (1, 1)
    sound(store.path)


def test_a_store_of_the_first_schema_is_brought_up_to_date(tmp_path: Path, make: Making) -> None:
    path = tmp_path / "old.sqlite"
    with open_store(path) as store:
        store.add(make.reading(), edition="g1")
    with sqlite3.connect(path) as database:
        for statement in UNDO_INCIDENTS:
            database.execute(statement)
        database.execute("ALTER TABLE forms DROP COLUMN place_words")
        database.execute("DROP TABLE answers")
        database.execute("DROP TABLE publishers")
        for column in ("guidance", "observation", "observed_with"):
            database.execute(f"ALTER TABLE articles DROP COLUMN {column}")
        database.execute("PRAGMA user_version = 1")
    database.close()
    with open_store(path) as store:
        assert [one.article.id for one in store.records(EventQuery(text="clashes"))] == ["a1"]
        assert [one.article.id for one in store.records(EventQuery(place="Honolulu"))] == ["a1"]
        assert store.replace(make.reading(place=make.cucuta), edition="g2")
    sound(path)


def with_id(reading: Reading, key: str) -> Reading:
    return replace(reading, events=(replace(reading.events[0], id=key),))


def test_changes_are_events_gained_lost_and_moved(make: Making) -> None:
    here, there = make.reading(), make.reading(place=make.cucuta)
    (moved,) = changes(here, there).moved
    assert (moved.name, moved.before, moved.after) == (
        "Honolulu", here.events[0].resolution, there.events[0].resolution
    )  # fmt: skip
    assert moved.km is not None
    assert 9_000 < moved.km < 10_000
    assert changes(here, here).moved == ()
    found = changes(here, with_id(here, "new"))
    assert [len(part) for part in (found.gained, found.lost, found.moved)] == [1, 1, 0]
    (lost,) = changes(here, make.reading(located=False)).moved
    assert (lost.name, lost.after, lost.km) == ("Honolulu", None, None)
    none = make.reading(located=False)
    assert changes(none, none).moved == ()
