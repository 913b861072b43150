"""How a reader steers a reading: the focus of a project, names that are never or always places."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gazetteer.names import fold
from geo.guidance import Guidance
from geo.model import Article, Reading
from geo.pipeline import read_article

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer


def read(text: str, gazetteer: Gazetteer, **guidance: frozenset[str]) -> Reading:
    return read_article(Article(id="a", text=text), gazetteer, Guidance(**guidance))


def countries(reading: Reading) -> dict[str, tuple[str, ...]]:
    return {r.mention.surface: r.country_codes for r in reading.resolutions}


@pytest.mark.parametrize(
    ("name", "code"),
    [("San Antonio", "VE"), ("Mérida", "MX"), ("Santa Rosa", "EC"), ("Córdoba", "CO")],
)
def test_a_name_means_its_place_in_the_focus(name: str, code: str, gazetteer: Gazetteer) -> None:
    text = f"Two people were hurt in {name} on Monday."
    assert countries(read(text, gazetteer, focus=frozenset({code})))[name] == (code,)


def test_a_name_of_many_places_in_the_focus_is_not_placed_outside_it(gazetteer: Gazetteer) -> None:
    text = "Two people were hurt in Victoria on Monday."
    found = countries(read(text, gazetteer, focus=frozenset({"MX"})))
    assert found.get("Victoria", ("MX",)) == ("MX",)


@pytest.mark.parametrize(
    ("text", "name", "code"),
    [
        ("The bus left Springfield, Illinois, at noon.", "Springfield", "US"),
        ("They reached Paris, the capital of France.", "Paris", "FR"),
        ("Japan sent help.", "Japan", "JP"),
    ],
)
def test_what_the_text_says_outweighs_the_focus(
    text: str, name: str, code: str, gazetteer: Gazetteer
) -> None:
    assert countries(read(text, gazetteer, focus=frozenset({"CO", "VE"})))[name] == (code,)


@pytest.mark.parametrize("name", ["Honolulu", "HONOLULU"])
def test_a_blocked_name_is_never_a_place(name: str, gazetteer: Gazetteer) -> None:
    text = f"The fire in {name} reached Hilo."
    reading = read(text, gazetteer, blocked=frozenset({fold("Honolulu")}))
    assert name not in countries(reading)
    assert name not in {m.surface for m in reading.unplaced}
    assert "Hilo" in countries(reading)


@pytest.mark.parametrize(
    "text", ["Reading said it would not pay.", "We met at reading after work.", "Mr. Reading rose."]
)
def test_an_allowed_name_is_a_place_however_it_is_written(text: str, gazetteer: Gazetteer) -> None:
    allowed = read(text, gazetteer, allowed=frozenset({"reading"}))
    assert "reading" in {surface.lower() for surface in countries(allowed)}


def test_an_allowed_name_without_a_place_is_listed(gazetteer: Gazetteer) -> None:
    text = "The group met at qwxyl camp in Honolulu."
    reading = read(text, gazetteer, allowed=frozenset({"qwxyl camp"}))
    assert "qwxyl camp" in {m.surface for m in reading.unplaced}
    assert "Honolulu" in countries(reading)


def test_an_empty_guidance_changes_nothing(gazetteer: Gazetteer) -> None:
    article = Article(id="a", text="Police in Honolulu and Hilo closed the road.")
    assert read_article(article, gazetteer, Guidance()) == read_article(article, gazetteer)
