"""Sentences are read into words with their classes; names and set phrases are one word each."""

from __future__ import annotations

import pytest

from geo.words import LANGUAGES, lexicon, read_words
from geo.words.inflection import forms
from tests.geo.extraction.marking import marked


def _words(sentence, language="en"):
    text, resolutions = marked(sentence)
    return read_words(text, 0, len(text), lexicon(language), resolutions)


def _has(word, *names, language="en"):
    mask = lexicon(language).mask(*names)
    return word.mask & mask == mask


@pytest.mark.parametrize(
    ("entry", "wanted"),
    [
        ("cross/v", {"cross", "crosses", "crossed", "crossing"}),
        ("flee/v:fled", {"flee", "flees", "fled", "fleeing"}),
        ("swim/v:swam:swum", {"swim", "swims", "swam", "swum", "swimming"}),
        ("carry/v", {"carry", "carries", "carried", "carrying"}),
        ("expel/v", {"expel", "expels", "expelled", "expelling"}),
        ("set_up/v:set", {"set_up", "sets_up", "setting_up"}),
        ("family/n", {"family", "families"}),
        ("border_post/n", {"border_post", "border_posts"}),
        ("guardsman/n:guardsmen", {"guardsman", "guardsmen"}),
    ],
)
def test_an_english_entry_has_these_forms(entry, wanted):
    assert {form for form, _ in forms(entry, language="en")} == wanted


def test_a_spanish_verb_keeps_its_sound():
    found = {form for form, _ in forms("atacar/v", language="es")}
    assert {"atacó", "atacaron", "ataqué", "ataquen", "atacando"} <= found
    assert "atacé" not in found


def test_a_verb_that_no_rule_fits_is_named():
    with pytest.raises(ValueError, match="transpor"):
        list(forms("transpor/v", language="pt"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_classes_for_status_and_counts(language):
    known = lexicon(language).bits
    assert {
        "people",
        "modal",
        "plan",
        "negation",
        "killed_word",
        "theatre",
        "ordinary",
    } <= known.keys()


def test_a_name_is_one_word_with_the_classes_of_its_kind():
    words = _words("They waded the [Rio Bravo|river|MX,US] at night.")
    assert [word.lower for word in words][:4] == ["they", "waded", "the", "rio bravo"]
    assert _has(words[3], "place:river", "frontier", "boundary")


def test_a_river_inside_one_country_is_no_boundary():
    assert not _has(_words("They waded the [Ohio|river|US].")[3], "boundary")


def test_an_organisation_is_no_place():
    assert not _has(_words("The [Bank of Lima|settlement|PE,organisation] closed.")[1], "place")


def test_peoples_in_the_plural_are_people():
    assert _has(_words("[Haitians|country|HT,demonym] crossed.")[0], "people", "nation")


def test_a_set_phrase_is_one_word():
    assert "tear gas" in [word.lower for word in _words("Police fired tear gas.")]


def test_the_ending_of_a_name_is_a_word_of_its_own():
    assert [w.lower for w in _words("[Chad|country]’s army")][:2] == ["chad", "'s"]


@pytest.mark.parametrize(
    ("sentence", "numbers"),
    [
        ("Some 1,200 people crossed.", [1200]),
        ("In 2015 they crossed.", []),
        ("The boy, 12, crossed.", []),
        ("It cost $300.", []),
        ("They walked 40 km.", []),
        ("On May 3 they crossed.", []),
        ("Several hundred crossed.", []),
        ("Only 5% crossed.", []),
    ],
)
def test_only_numbers_of_things_are_numbers(sentence, numbers):
    assert [word.number for word in _words(sentence) if word.number is not None] == numbers


def test_a_form_after_a_determiner_is_no_verb():
    [verb] = [w for w in _words("They crossing the bridge.") if w.lower == "crossing"]
    [noun] = [w for w in _words("The crossing is shut.") if w.lower == "crossing"]
    assert _has(verb, "#ger")
    assert not _has(noun, "#ger")


def test_may_with_a_capital_is_a_month():
    assert _has(_words("They may cross.")[1], "modal")
    assert not _has(_words("Last May they crossed.")[1], "modal")


def test_spans_are_those_of_the_text():
    text, resolutions = marked("Near [Chad|country]’s border, they “waited” — 3.157 of them…")
    for word in read_words(text, 0, len(text), lexicon("en"), resolutions):
        assert text[word.start : word.end].lower().replace("’", "'") == word.lower


def test_an_empty_sentence_has_no_words():
    assert read_words("", 0, 0, lexicon("en")) == []


@pytest.mark.parametrize(
    ("language", "verb", "expected"),
    [
        ("es", "huir/v", {"huyeron", "huye", "huyendo", "huyera"}),
        ("es", "dormir/v", {"durmieron", "duermen", "durmiendo", "dormía"}),
        ("es", "refugiar/v", {"refugiándose", "refugiarse"}),
        ("pt", "fugir/v", {"fogem", "fugiram", "fugirem"}),
        ("pt", "vir/v", {"vieram", "vêm", "vindo"}),
    ],
)
def test_a_romance_verb_has_its_irregular_forms_and_those_with_a_pronoun(language, verb, expected):
    assert expected <= {form for form, _ in forms(verb, language=language)}


@pytest.mark.parametrize("verb", ["ir/v", "dar/v", "ver/v"])
def test_a_short_stem_yields_no_small_words(verb):
    small = {"e", "a", "o", "en", "de", "da", "do", "ou", "es", "em"}
    for language in ("es", "pt"):
        assert not {form for form, _ in forms(verb, language=language)} & (small - {"da"})


def test_a_portuguese_verb_is_known_with_a_pronoun_after_it():
    lists = lexicon("pt")
    for text in ("refugiaram-se", "abrigá-los", "registou-as"):
        (word,) = read_words(text, 0, len(text), lists)
        assert word.mask
