"""A store keeps what steers its readings, and knows which of them would be otherwise now."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from gazetteer.place import Coordinates
from geo.guidance import UNGUIDED, Guidance, Profile
from geo.resolution.profiles import Observation
from geo.store import Store, open_store
from geo.store.profiles import (
    observation_of,
    observation_text,
    profile_of_text,
    profile_text,
)
from geo.store.steering import fingerprint
from tests.geo.store.test_replace import UNDO_INCIDENTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from conftest import Making

HOME = Profile(
    countries={"CO": 0.9, "VE": 0.1},
    divisions={("CO", "21"): 0.7},
    home=Coordinates(lat=7.9, lon=-72.5),
    articles=4,
)
TELLS = Observation(
    countries={"CO": 1.0},
    divisions={("CO", "21"): 1.0},
    points=((Coordinates(lat=7.9, lon=-72.5), 1.0),),
)
FOCUS = Guidance(focus=frozenset({"CO"}))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "news.sqlite") as opened:
        yield opened


def fill(store: Store, make: Making, number: int, *, source: str = "Example Wire") -> None:
    """Keep some articles that tell of Colombia, each read with what is known by then."""
    for index in range(number):
        text = f"Clash number {index} in Honolulu left 3 dead."
        reading = make.reading(text, key=f"a{index}", article={"source": source})
        guidance = store.steering().guidance(reading.article)
        store.add(reading, edition="g1", guidance=guidance, observation=TELLS)


def test_profiles_and_observations_come_back_as_they_were_put_in() -> None:
    assert profile_of_text(profile_text(HOME)) == HOME
    assert profile_of_text(profile_text(Profile())) == Profile()
    assert observation_of(observation_text(TELLS)) == TELLS
    assert observation_of(observation_text(Observation())) == Observation()


def test_a_fingerprint_is_of_what_is_said_and_not_of_its_order() -> None:
    one = Guidance(focus=frozenset({"CO", "VE"}), profile=Profile(countries={"CO": 1, "VE": 0}))
    other = Guidance(focus=frozenset({"VE", "CO"}), profile=Profile(countries={"VE": 0, "CO": 1}))
    assert fingerprint(one) == fingerprint(other)
    different = [UNGUIDED, FOCUS, Guidance(blocked=frozenset({"co"})), Guidance(profile=HOME), one]
    assert len({fingerprint(each) for each in different}) == len(different)
    assert fingerprint(UNGUIDED) == ""


def test_settings_stay_and_are_part_of_every_guidance(store: Store, make: Making) -> None:
    assert store.steering().settings() == UNGUIDED
    given = Guidance(
        focus=frozenset({"CO"}), blocked=frozenset({"mora"}), allowed=frozenset({"sur"})
    )
    store.steering().set_settings(given)
    with open_store(store.path, read_only=True) as again:
        assert again.steering().settings() == given
        assert again.steering().guidance(make.reading().article) == given


def test_a_publisher_is_known_from_its_other_articles(store: Store, make: Making) -> None:
    fill(store, make, 3)
    own = make.reading("Clash number 0 in Honolulu left 3 dead.", key="a0").article
    assert store.steering().guidance(own).profile is None
    new = make.reading("Quite another clash in Honolulu.", key="new").article
    profile = store.steering().guidance(new).profile
    assert profile is not None
    assert (profile.countries, profile.articles) == ({"CO": 1.0}, 3)
    other = make.reading("More.", "More", article={"source": "Other"}).article
    assert store.steering().guidance(other).profile is None


def test_what_is_set_by_hand_counts_until_it_is_unset(store: Store, make: Making) -> None:
    fill(store, make, 4)
    article = make.reading("Quite another clash in Honolulu.", key="new").article
    learned = store.steering().guidance(article).profile
    store.steering().set_home("Example Wire", HOME)
    store.steering().set_home("Not read yet", HOME)
    assert store.steering().guidance(article).profile == HOME
    listed = {one.source: one for one in store.steering().publishers()}
    assert [(one.articles, one.by_hand) for one in listed.values()] == [(4, True), (0, True)]
    assert store.steering().unset_home("Example Wire")
    assert not store.steering().unset_home("Example Wire")
    assert store.steering().guidance(article).profile == learned


@pytest.mark.parametrize(
    ("change", "outdated"),
    [
        (lambda steering: None, ["a0", "a1", "a2", "a3", "a4"]),
        (lambda steering: steering.set_home("Other", HOME), ["a0", "a1", "a2", "a3", "a4"]),
        (lambda steering: steering.set_home("Example Wire", HOME), ["a0", "a1", "a2", "a3", "a4", "a5"]),
        (lambda steering: steering.set_settings(FOCUS), ["a0", "a1", "a2", "a3", "a4", "a5"]),
    ],
    ids=["the publisher is known better now", "another publisher", "a home by hand", "a focus"],
)  # fmt: skip
def test_what_would_be_read_otherwise_now_is_outdated(
    store: Store, make: Making, change: object, outdated: list[str]
) -> None:
    fill(store, make, 6)
    assert callable(change)
    change(store.steering())
    assert store.steering().outdated("g1") == outdated
    assert store.steering().outdated("g2") == ["a0", "a1", "a2", "a3", "a4", "a5"]


def test_an_article_is_replaced_for_another_guidance_and_then_stands(
    store: Store, make: Making
) -> None:
    reading = make.reading()
    store.add(reading, edition="g1")
    assert not store.replace(reading, edition="g1")
    assert store.replace(reading, edition="g1", guidance=FOCUS)
    assert not store.replace(reading, edition="g1", guidance=FOCUS)


def test_articles_of_an_old_store_are_still_to_be_observed(tmp_path: Path, make: Making) -> None:
    path = tmp_path / "old.sqlite"
    with open_store(path) as store:
        fill(store, make, 4)
    with sqlite3.connect(path) as database:
        for statement in UNDO_INCIDENTS:
            database.execute(statement)
        database.execute("DROP TABLE publishers")
        for column in ("guidance", "observation", "observed_with"):
            database.execute(f"ALTER TABLE articles DROP COLUMN {column}")
        database.execute("PRAGMA user_version = 3")
    database.close()
    with open_store(path) as store:
        steering = store.steering()
        assert steering.unobserved("g1") == ["a0", "a1", "a2", "a3"]
        assert steering.outdated("g1") == []
        for key in steering.unobserved("g1"):
            steering.observe(key, TELLS, edition="g1")
        assert steering.unobserved("g1") == []
        assert steering.unobserved("g2") == ["a0", "a1", "a2", "a3"]
        assert steering.outdated("g1") == ["a0", "a1", "a2", "a3"]
