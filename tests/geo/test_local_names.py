"""Streets, schools and hamlets that the gazetteer lacks; heads that a text shortens or shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from geo.model import Article, Precision, Reading, Role
from geo.pipeline import read_article
from geo.recognition.heads import headed_names
from geo.tokens import fold_text

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer


def read(text: str, gazetteer: Gazetteer) -> Reading:
    return read_article(Article(id="a", text=text), gazetteer)


@pytest.mark.parametrize(
    ("text", "name", "homonym"),
    [
        ("A man was shot on Falcon Street in Honolulu, Hawaii.", "Falcon Street", "Falcon"),
        ("The crash on Madrid Avenue in Tampa, Florida, hurt two.", "Madrid Avenue", "Madrid"),
        ("Crews closed Lisbon Road in Tampa, Florida, on Monday.", "Lisbon Road", "Lisbon"),
    ],
)
def test_a_street_is_not_the_town_it_is_called_after(
    text: str, name: str, homonym: str, gazetteer: Gazetteer
) -> None:
    points = {r.mention.surface: r for r in read(text, gazetteer).resolutions}
    assert homonym not in points
    if name in points:
        assert points[name].mention.role is Role.LOCAL


def test_a_local_name_is_near_its_anchor_and_says_so(gazetteer: Gazetteer) -> None:
    text = "A man was shot on Falcon Street in Tampa, Florida. Police closed Falcon Street."
    reading = read(text, gazetteer)
    local = [r for r in reading.resolutions if r.mention.role is Role.LOCAL]
    assert local
    assert {r.name for r in local} == {"Tampa"}
    assert all(r.precision is Precision.REGION and r.uncertainty_km >= 25 for r in local)
    assert "not in the gazetteer" in local[0].why


def test_no_event_is_drawn_at_a_local_name(gazetteer: Gazetteer) -> None:
    text = "Police clashed with protesters on Falcon Street in Tampa, Florida, on Friday; two were hurt."
    for event in read(text, gazetteer).events:
        assert event.resolution is None or event.resolution.mention.role is not Role.LOCAL


def test_without_an_anchor_a_local_name_stays_unplaced(gazetteer: Gazetteer) -> None:
    reading = read("The village of Qwxylford was shelled again.", gazetteer)
    assert not reading.resolutions
    assert "Qwxylford" in {m.surface for m in reading.unplaced}


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("He was held in Orange Co. jail.", {"orange county"}),
        ("In Lake and Orange counties, roads are shut.", {"lake county", "orange county"}),
        ("The company Smith Co filed.", set()),
        ("The Tigris and Euphrates rivers rose.", {"tigris river", "euphrates river"}),
    ],
)
def test_a_shortened_or_shared_head_belongs_to_each_name(
    text: str, known: set[str], gazetteer: Gazetteer
) -> None:
    assert {name for _, _, name, _ in headed_names(fold_text(text), gazetteer)} == known


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (
            "The mayor of Paris, Texas, met the mayor of Paris, who had come from France.",
            ["US", "FR"],
        ),
        (
            "A flight from Hyderabad, India, landed in Hyderabad, the city in Pakistan.",
            ["IN", "PK"],
        ),
        ("He left Tripoli, Lebanon, for Tripoli, where he lives in Libya.", ["LB", "LY"]),
    ],
)
def test_a_name_is_two_places_where_the_text_says_so(
    text: str, codes: list[str], gazetteer: Gazetteer
) -> None:
    name = text.split(",")[0].split()[-1]
    found = [
        r.country_codes[0] for r in read(text, gazetteer).resolutions if r.mention.surface == name
    ]
    assert found == codes


def test_later_mentions_follow_the_first_that_names_its_state(gazetteer: Gazetteer) -> None:
    text = (
        "Fire broke out in Paris, Texas, on Monday. People left Paris at night. Paris is calm now."
    )
    found = {
        r.place.admin1 for r in read(text, gazetteer).resolutions if r.mention.surface == "Paris"
    }
    assert found == {"TX"}
