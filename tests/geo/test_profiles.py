"""A publisher's profile: what its articles say of where it is at home, and what that changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gazetteer.place import Coordinates
from geo.guidance import Guidance, Profile
from geo.model import Article, Role
from geo.pipeline import read_article
from geo.resolution.profiles import LEAST_ARTICLES, Observation, observe, profile_of

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer

HONOLULU = Coordinates(lat=21.31, lon=-157.86)
HILO = Coordinates(lat=19.73, lon=-155.09)
TOKYO = Coordinates(lat=35.68, lon=139.69)


def article(*points: Coordinates, code: str = "US", division: str = "HI") -> Observation:
    share = 1 / len(points)
    return Observation(
        countries={code: 1.0},
        divisions={(code, division): 1.0},
        points=tuple((point, share) for point in points),
    )


def test_too_few_articles_give_no_profile() -> None:
    assert profile_of([article(HONOLULU)] * (LEAST_ARTICLES - 1)) is None
    assert profile_of([Observation()] * 9) is None


def test_the_home_is_where_most_articles_gather() -> None:
    profile = profile_of([article(HONOLULU), article(HONOLULU, HILO), article(HONOLULU, TOKYO)])
    assert profile is not None
    assert profile.home == HONOLULU
    assert profile.articles == 3


def test_a_long_foreign_article_does_not_move_the_home() -> None:
    abroad = article(*[TOKYO] * 40, code="JP", division="40")
    profile = profile_of([*[article(HONOLULU)] * 4, abroad])
    assert profile is not None
    assert profile.home == HONOLULU
    assert profile.countries == pytest.approx({"US": 0.8, "JP": 0.2})


def test_shares_add_up_to_one(gazetteer: Gazetteer) -> None:
    text = "Officials in Honolulu, Hawaii, called Tokyo, Japan. Rain fell on Hilo, Hawaii."
    observation = observe(read_article(Article(id="a", text=text), gazetteer).resolutions)
    assert sum(observation.countries.values()) == pytest.approx(1)
    assert sum(share for _, share in observation.points) == pytest.approx(1)
    assert observation.countries["US"] > observation.countries["JP"] > 0


def test_an_article_that_names_no_place_observes_nothing(gazetteer: Gazetteer) -> None:
    reading = read_article(Article(id="a", text="Nobody was there."), gazetteer)
    assert observe(reading.resolutions) == Observation()


@pytest.mark.parametrize(
    ("name", "code", "division", "home"),
    [
        ("Springfield", "US", "MO", Coordinates(lat=37.22, lon=-93.30)),
        ("Springfield", "US", "IL", Coordinates(lat=39.80, lon=-89.64)),
        ("London", "CA", "08", Coordinates(lat=42.98, lon=-81.25)),
        ("San José", "CR", "08", Coordinates(lat=9.93, lon=-84.08)),
    ],
)
def test_a_name_alone_means_the_place_at_the_publishers_home(
    name: str, code: str, division: str, home: Coordinates, gazetteer: Gazetteer
) -> None:
    profile = Profile(
        countries={code: 0.9}, divisions={(code, division): 0.8}, home=home, articles=20
    )
    text = f"Police in {name} closed two streets after the storm."
    found = read_article(Article(id="a", text=text), gazetteer, Guidance(profile=profile))
    place = next(r.place for r in found.resolutions if r.mention.surface == name)
    assert (place.country_codes, place.admin1) == ((code,), division)


def test_the_text_outweighs_the_profile(gazetteer: Gazetteer) -> None:
    home = Coordinates(lat=42.98, lon=-81.25)
    profile = Profile(countries={"CA": 0.9}, divisions={("CA", "08"): 0.8}, home=home, articles=20)
    text = "He flew to Paris, France, and on to Melbourne, Australia."
    found = read_article(Article(id="a", text=text), gazetteer, Guidance(profile=profile))
    places = {r.mention.surface: r.country_codes for r in found.resolutions}
    assert places["Paris"] == ("FR",)
    assert places["Melbourne"] == ("AU",)


def test_relations_and_demonyms_say_nothing_of_a_home(gazetteer: Gazetteer) -> None:
    text = "French ministers met. Fighting was reported 40 km south of Honolulu."
    reading = read_article(Article(id="a", text=text), gazetteer)
    roles = {r.mention.role for r in reading.resolutions}
    assert Role.RELATION in roles
    assert "FR" not in observe(reading.resolutions).countries
