"""Which of the places that a text names an event had."""

from __future__ import annotations

from datetime import date

import pytest

from geo.model import Article, Status
from geo.pipeline import read_article


def _event(text: str, kind: str, gazetteer, language: str = "en"):
    article = Article(
        id="x", text=text, language=language, published=date(2024, 5, 20), title="News"
    )
    events = read_article(article, gazetteer).events
    return next(e for e in events if e.kind == kind and e.status is Status.HAPPENED)


CASES = [
    ("en", "crossing", "Some 90 migrants waded across the Evros before dawn on Friday, border guards said.", "Evros"),
    ("en", "crossing", "About 40 Algerians who had sailed from Oran landed in Almería on Friday.", "Almería"),
    ("es", "crossing", "Un cayuco con 60 migrantes que salió de Nador llegó a Motril el viernes.", "Motril"),
    ("en", "clash", "Gunmen from Katsina attacked the market of Gusau on Friday, killing nine traders.", "Gusau"),
    ("pt", "clash", "Homens armados vindos de Macomia atacaram Palma na sexta-feira e mataram nove pessoas.", "Palma"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "kind", "text", "place"), CASES)
def test_an_event_is_where_its_sentence_puts_it(language, kind, text, place, gazetteer):
    event = _event(text, kind, gazetteer, language)
    assert event.resolution is not None
    assert place in event.resolution.name


def test_a_word_hardly_known_as_a_name_says_so(gazetteer):
    event = _event(CASES[0][2], "crossing", gazetteer)
    assert event.resolution is not None
    assert event.resolution.confidence < 0.75


def test_a_river_is_labelled_at_the_town_beside_it(gazetteer):
    text = "LAREDO, Texas - About 200 migrants waded the Rio Grande at Eagle Pass on Friday."
    event = _event(text, "crossing", gazetteer)
    assert event.resolution is not None
    assert event.resolution.coordinates.lat == pytest.approx(28.7, abs=0.3)
