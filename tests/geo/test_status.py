"""What a sentence claims: the first sign in the trigger's scope decides, and no more than that."""

from __future__ import annotations

import pytest

from geo.model import Status
from geo.status import claim
from geo.words import lexicon, read_words

HAPPENED, PLANNED, DENIED, BACKGROUND = (
    Status.HAPPENED,
    Status.PLANNED,
    Status.DENIED,
    Status.BACKGROUND,
)


def _claim(sentence, trigger, language="en"):
    lists = lexicon(language)
    words = read_words(sentence, 0, len(sentence), lists)
    at = [word.lower for word in words].index(trigger)
    return claim(words, at, lists)


@pytest.mark.parametrize(
    ("sentence", "trigger", "status"),
    [
        ("Forty people crossed the river.", "crossed", HAPPENED),
        ("Forty people have crossed the river.", "crossed", HAPPENED),
        ("They managed to cross the river.", "cross", HAPPENED),
        ("They began to cross the river.", "cross", HAPPENED),
        ("They were forced to cross the river.", "cross", HAPPENED),
        ("Officials warned on Monday that 300 had crossed.", "crossed", HAPPENED),
        ("Not only soldiers crossed the river.", "crossed", HAPPENED),
        ("Nobody was hurt when police fired tear gas.", "tear gas", HAPPENED),
        ("He did not say why they crossed.", "crossed", HAPPENED),
        ("They would cross the river.", "cross", PLANNED),
        ("They could flee if the army comes.", "flee", PLANNED),
        ("They vowed to cross the river.", "cross", PLANNED),
        ("They threatened to attack the camp.", "attack", PLANNED),
        ("They plan to cross on Friday.", "cross", PLANNED),
        ("They gathered to cross the river.", "cross", PLANNED),
        ("If they crossed the river, they were safe.", "crossed", PLANNED),
        ("He would be killed if caught.", "killed", PLANNED),
        ("Officials fear clashes at the bridge.", "clashes", PLANNED),
        ("Did they cross the river?", "cross", PLANNED),
        ("Officials are talking about moving them to a camp.", "moving", PLANNED),
        ("They did not cross the river.", "cross", DENIED),
        ("No one crossed the river.", "crossed", DENIED),
        ("They failed to cross the river.", "cross", DENIED),
        ("The guards stopped them from crossing the river.", "crossing", DENIED),
        ("The army denied that its men had opened fire.", "opened fire", DENIED),
        ("No clashes were reported.", "clashes", DENIED),
        ("Clashes were averted.", "clashes", DENIED),
        ("There is no confirmation that shots were fired.", "fired", DENIED),
        ("Decades ago thousands crossed the river.", "crossed", BACKGROUND),
    ],
)
def test_an_english_sentence_claims_this(sentence, trigger, status):
    assert _claim(sentence, trigger).status is status


@pytest.mark.parametrize(
    ("language", "sentence", "trigger", "status"),
    [
        ("es", "Cruzaron el río.", "cruzaron", HAPPENED),
        ("es", "Lograron vadear el río.", "vadear", HAPPENED),
        ("es", "Cruzarán el río.", "cruzarán", PLANNED),
        ("es", "Quieren cruzar el río.", "cruzar", PLANNED),
        ("es", "No cruzaron el río.", "cruzaron", DENIED),
        ("es", "El Ejército desmintió que hubiera choques.", "choques", DENIED),
        ("pt", "Atravessaram o rio.", "atravessaram", HAPPENED),
        ("pt", "Continuam a entrar no país.", "entrar", HAPPENED),
        ("pt", "Vão atravessar o rio.", "atravessar", PLANNED),
        ("pt", "Não houve confrontos.", "confrontos", DENIED),
    ],
)
def test_a_spanish_or_portuguese_sentence_claims_this(language, sentence, trigger, status):
    assert _claim(sentence, trigger, language).status is status


def test_a_claim_says_which_word_decided():
    assert "vowed" in _claim("They vowed to cross the river.", "cross").why
