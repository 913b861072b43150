"""What articles tell of their publisher, and who is told."""

from __future__ import annotations

from random import Random

import pytest

from gazetteer.place import Coordinates
from geo.model import Article
from geo.publishers import MOST_ARTICLES, Publishers, content_key, profile_from, telling
from geo.resolution.profiles import Observation

HERE = Coordinates(lat=21.31, lon=-157.86)


def seen(code: str) -> Observation:
    return Observation(countries={code: 1.0}, divisions={(code, "1"): 1.0}, points=((HERE, 1.0),))


def article(number: int, source: str = "Paper") -> Article:
    return Article(id=str(number), text=f"Article {number}.", source=source)


def learned(numbers: list[int], code: str = "CO") -> Publishers:
    publishers = Publishers()
    for number in numbers:
        publishers.learn(article(number), seen(code))
    return publishers


@pytest.mark.parametrize(("articles", "known"), [(2, False), (3, True), (9, True)])
def test_three_other_articles_tell_where_a_publisher_is_at_home(articles: int, known: bool) -> None:
    profile = learned(list(range(articles))).profile(article(99))
    assert (profile is not None) is known
    if profile:
        assert profile.countries == {"CO": pytest.approx(1)}
        assert profile.articles == articles


def test_an_article_is_never_told_what_it_said_itself() -> None:
    publishers = learned([1, 2, 3])
    assert publishers.profile(article(1)) is None
    publishers.learn(article(4), seen("BR"))
    profile = publishers.profile(article(4))
    assert profile is not None
    assert profile.countries == {"CO": pytest.approx(1)}


def test_articles_of_others_and_of_no_source_tell_nothing() -> None:
    publishers = learned([1, 2, 3])
    publishers.learn(article(5, source=""), seen("BR"))
    assert publishers.profile(article(6, source="Another")) is None
    assert publishers.profile(article(6, source="")) is None


def test_of_many_articles_the_same_are_taken_in_any_order() -> None:
    numbers = list(range(3 * MOST_ARTICLES))
    profiles = set()
    for start in range(3):
        Random(start).shuffle(numbers)
        publishers = Publishers()
        for number in numbers:
            publishers.learn(article(number), seen("CO" if number % 3 else "BR"))
        profile = publishers.profile(article(999))
        assert profile is not None
        assert profile.articles == MOST_ARTICLES
        profiles.add(tuple(sorted(profile.countries.items())))
    assert len(profiles) == 1


def test_what_is_learned_beforehand_is_what_would_be_learned_from_all() -> None:
    articles = [article(number) for number in range(2 * MOST_ARTICLES)]
    few = [article(number, source="Few") for number in range(3)]
    keys = telling([(one.source, content_key(one)) for one in [*articles, *few]])
    assert len(keys) == MOST_ARTICLES + 1
    every, chosen = Publishers(), Publishers()
    for number, one in enumerate(articles):
        observation = seen("CO" if number % 2 else "BR")
        every.learn(one, observation)
        if content_key(one) in keys:
            chosen.learn(one, observation)
    assert all(every.profile(one) == chosen.profile(one) for one in articles)


def test_a_profile_does_not_depend_on_the_order_of_what_it_is_made_from() -> None:
    observations = {str(number): seen("CO" if number % 2 else "BR") for number in range(9)}
    backwards = dict(reversed(observations.items()))
    assert profile_from(observations, without="3") == profile_from(backwards, without="3")
    assert profile_from(observations, without="3") != profile_from(observations, without="4")
