"""The kinds that are installed, and what the whole reading promises of any text."""

from __future__ import annotations

import json
from datetime import date
from importlib.resources import files
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from geo.extraction import extract, kinds
from geo.model import Article, Status
from geo.sentences import split
from tests.geo.extraction.marking import marked

TODAY = date(2019, 2, 26)


def read(text, gazetteer, *, language="en", published=TODAY):
    plain, resolutions = marked(text)
    article = Article(id="a", text=plain, published=published, language=language)
    return extract(article, split(plain), resolutions, gazetteer)


def test_crossing_clash_and_refuge_are_installed():
    assert {"crossing", "clash", "refuge"} <= kinds().keys()


def test_refuges_are_protected_and_crossings_are_for_the_owner_to_choose():
    assert kinds()["refuge"].sensitivity == "protected"
    assert kinds()["crossing"].sensitivity == "choice"
    assert kinds()["clash"].sensitivity == "open"


@pytest.mark.parametrize("kind", kinds().values(), ids=lambda kind: kind.name)
def test_a_kind_has_a_definition_and_a_picture_without_scripts(kind):
    assert len(kind.definition) > 80
    picture = files(kind.package).joinpath(kind.icon).read_text(encoding="utf-8")
    names = {element.tag.rpartition("}")[2] for element in ET.fromstring(picture).iter()}
    assert names <= {"svg", "g", "path", "circle", "rect"}


def test_an_empty_text_has_no_events(gazetteer):
    assert read("", gazetteer) == ()


def test_a_language_without_frames_has_no_events(gazetteer):
    assert read("Soldaten eröffneten das Feuer auf Flüchtlinge.", gazetteer, language="de") == ()


def test_the_language_is_guessed_where_the_source_does_not_say(gazetteer):
    text = (
        "Los soldados abrieron fuego contra los refugiados que estaban en la frontera con sus hijos "
        "y la policía lanzó gases lacrimógenos a la multitud por la noche."
    )
    assert [event.kind for event in read(text, gazetteer, language="")] == ["clash"]


def test_a_sentence_is_quoted_as_it_stands(gazetteer):
    text = "It was calm. Soldiers fired tear gas at refugees in [Hilo|settlement|US] on Sunday.\nThen it rained."
    [event] = read(text, gazetteer)
    plain, _ = marked(text)
    assert plain[event.start : event.end] == event.sentence
    assert event.sentence.startswith("Soldiers fired")


def test_an_event_says_what_it_was_read_from(gazetteer):
    [event] = read(
        "Soldiers fired tear gas at refugees in [Hilo|settlement|US] on Sunday.", gazetteer
    )
    for part in ("tear gas", "Hilo", "on Sunday"):
        assert part in event.why


def test_reading_twice_gives_the_same_ids(gazetteer):
    text = "Soldiers fired tear gas at refugees in [Hilo|settlement|US] on Sunday."
    assert [e.id for e in read(text, gazetteer)] == [e.id for e in read(text, gazetteer)]


def test_what_has_no_known_place_is_listed_without_one(gazetteer):
    [event] = read("Soldiers fired tear gas at refugees on Sunday.", gazetteer)
    assert event.resolution is None
    assert event.status is Status.HAPPENED


def test_without_a_publication_date_only_a_full_date_is_a_date(gazetteer):
    undated, dated = read(
        "Soldiers fired tear gas at refugees on Sunday. Rebels shelled the camp on 3 May 2018.",
        gazetteer,
        published=None,
    )
    assert undated.earliest is None
    assert dated.earliest == date(2018, 5, 3)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300))
@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
def test_any_text_is_read_without_an_error(gazetteer, text):
    article = Article(id="a", text=text, published=TODAY, language="en")
    for event in extract(article, split(text), (), gazetteer):
        assert event.sentence == text[event.start : event.end]


def test_a_text_without_full_stops_is_no_sentence(gazetteer):
    assert read("soldiers fired tear gas at refugees and " * 2000, gazetteer) == ()


def test_the_seed_articles_are_read_as_their_answers_say(gazetteer, shared):
    """The seven firm events of the reference seeds, with kind, place, days and counts."""
    evaluation = pytest.importorskip("geo.evaluation.events")
    path = shared / "articles" / "seeds_gold.jsonl"
    assert all(json.loads(line)["id"] for line in path.read_text("utf-8").splitlines())
    total = next(
        line for line in evaluation.evaluate(path, gazetteer).splitlines() if line.startswith("all")
    )
    assert total.split()[1:10] == ["7", "7", "7", *["1.000"] * 6]
