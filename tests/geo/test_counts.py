"""Numbers are attached to their nouns, with their qualifiers; vague ones are left out."""

from __future__ import annotations

import pytest

from geo.counts import counts, vague_counts
from geo.model import Qualifier
from geo.words import lexicon, read_words
from tests.geo.extraction.marking import marked


def _counts(sentence, *, trigger=None, language="en"):
    text, resolutions = marked(sentence)
    lists = lexicon(language)
    words = read_words(text, 0, len(text), lists, resolutions)
    lowers = [word.lower for word in words]
    at = lowers.index(trigger) if trigger else len(words) - 1
    return counts(words, trigger=at, lexicon=lists)


def _values(*args, **kwargs):
    return {role: count.value for role, count in _counts(*args, **kwargs).items()}


CASUALTIES = [
    ("At least four people were killed and 18 wounded in the town.", {"killed": 4, "injured": 18}),
    (
        "The fighting left almost 300 wounded and at least three protesters dead.",
        {"injured": 300, "killed": 3},
    ),
    ("An air strike killed 33 soldiers.", {"killed": 33}),
    (
        "Shells hit the market, killing nine members of one family and wounding 17 people.",
        {"killed": 9, "injured": 17},
    ),
    ("At least 12 people, including three children, were killed.", {"killed": 12}),
    ("Five civilians died and around 35 were hurt.", {"killed": 5, "injured": 35}),
    ("One man was killed and five others were wounded.", {"killed": 1, "injured": 5}),
    ("A young man was killed at the bridge.", {"killed": 1}),
    ("A girl of about six drowned.", {"killed": 1}),
    ("Two soldiers and a farmer died in the attack.", {"killed": 3}),
    ("The clashes left eight soldiers dead.", {"killed": 8}),
    ("Twelve people lost their lives.", {"killed": 12}),
    ("The death toll rose to 20.", {"killed": 20}),
    ("Gunmen shot dead six villagers.", {"killed": 6}),
    ("More than 50 people were hurt, at least two of them seriously.", {"injured": 50}),
    ("The blast claimed the lives of 14 people.", {"killed": 14}),
    ("The bodies of eleven migrants were found in the river.", {"killed": 11}),
    ("Rescuers recovered 18 bodies.", {"killed": 18}),
    ("Police arrested 23 people and hurt four.", {"arrested": 23, "injured": 4}),
    ("Forty-two people were arrested.", {"arrested": 42}),
    ("Thirty were detained and two died.", {"arrested": 30, "killed": 2}),
    ("The raid killed two guards and injured 30.", {"killed": 2, "injured": 30}),
    ("Seven people were injured, three of them critically.", {"injured": 7}),
    ("The army said 15 rebels and three soldiers had been killed.", {"killed": 18}),
    ("Some 27 people died when their boat sank.", {"killed": 27}),
    ("The blast injured 12 officers and 30 marchers.", {"injured": 42}),
    ("A guard, his wife and two daughters were killed.", {"killed": 4}),
    ("Two soldiers, a policeman and three civilians were killed.", {"killed": 6}),
    ("At least 17 refugees, ten women and seven children, drowned.", {"killed": 17}),
    ("Four people, one a policeman, were treated for cuts.", {"injured": 4}),
    ("A boat went down, killing at least 49 of them.", {"killed": 49}),
    ("Two boys of nine and eleven were wounded.", {"injured": 2}),
    ("At least 37 were trampled to death in the crush.", {"killed": 37}),
]


@pytest.mark.parametrize(("sentence", "wanted"), CASUALTIES)
def test_the_dead_the_hurt_and_the_arrested_are_counted(sentence, wanted):
    found = _values(sentence)
    found.pop("people", None)
    assert found == wanted


PEOPLE = [
    ("Three guardsmen ran to the other side.", "ran", 3),
    ("By nightfall 61 members of the security forces had come over.", "come over", 61),
    ("Over 320 mostly low-ranking soldiers fled in four days.", "fled", 320),
    (
        "The couple are two of at least 167 members of the armed forces who have deserted.",
        "deserted",
        167,
    ),
    ("Six dinghies with about 300 people reached the island.", "reached", 300),
    ("The house has become a refuge for 40 soldiers.", "become", 40),
    ("Some 500 crossed at night.", "crossed", 500),
    ("The camp was sheltering 9,000 people in a space meant for 2,500.", "sheltering", 9000),
    ("In all, 5,600 of them were sent back.", "sent back", 5600),
    ("Close to 1.5 million people crossed the river.", "crossed", 1_500_000),
    ("Two dozen refugees crossed.", "crossed", 24),
    ("Nearly 500 got over out of some 2,500 who tried.", "got over", 500),
    ("A boat with 130 migrants landed.", "landed", 130),
    ("Two boats landed with 58 on board.", "landed", 58),
    (
        "More than 280 contractors, who had spent two days in a base, were searched and crossed.",
        "crossed",
        280,
    ),
]


@pytest.mark.parametrize(("sentence", "trigger", "wanted"), PEOPLE)
def test_those_who_cross_or_are_sheltered_are_counted(sentence, trigger, wanted):
    assert _values(sentence, trigger=trigger).get("people") == wanted


@pytest.mark.parametrize(
    "sentence",
    [
        "Dozens of migrants crossed.",
        "Several hundred people crossed.",
        "Two couples crossed the river.",
        "Four families slept in the school.",
        "Some 400 people a day cross the bridge.",
        "The hall has room for 400 people.",
        "Two trucks caught fire.",
        "In 2015 people crossed the river.",
        "The sergeant, 38, crossed with her son.",
        "They walked 40 km and crossed.",
        "About 60 percent of the people crossed.",
        "The trip cost $300 and they crossed.",
    ],
)
def test_a_number_of_something_else_is_no_number_of_people(sentence):
    assert _values(sentence) == {}


@pytest.mark.parametrize(
    ("words", "qualifier"),
    [
        ("40", Qualifier.EXACTLY),
        ("at least 40", Qualifier.AT_LEAST),
        ("more than 40", Qualifier.MORE_THAN),
        ("over 40", Qualifier.MORE_THAN),
        ("almost 40", Qualifier.ALMOST),
        ("nearly 40", Qualifier.ALMOST),
        ("about 40", Qualifier.ABOUT),
        ("some 40", Qualifier.ABOUT),
        ("up to 40", Qualifier.UP_TO),
    ],
)
def test_a_qualifier_is_kept(words, qualifier):
    found = _counts(f"Reports say {words} people were killed.")
    assert (found["killed"].value, found["killed"].qualifier) == (40, qualifier)


@pytest.mark.parametrize(
    ("language", "sentence", "wanted"),
    [
        ("es", "Al menos 3.157 personas cruzaron el río.", {"people": 3157}),
        ("es", "El ataque dejó tres muertos y doce heridos.", {"killed": 3, "injured": 12}),
        ("es", "Murieron dos soldados.", {"killed": 2}),
        ("es", "Mató a un guardia e hirió a otros dos.", {"killed": 1, "injured": 2}),
        ("es", "Otros 31 sufrieron heridas, contó un bombero.", {"injured": 31}),
        ("es", "Murieron siete; otros quince resultaron heridos.", {"killed": 7, "injured": 15}),
        ("pt", "A cilada custou a vida a 12 soldados.", {"killed": 12}),
        ("es", "Fueron detenidas 48 personas.", {"arrested": 48}),
        ("pt", "Cerca de 1,2 mil pessoas voltaram.", {"people": 1200}),
        ("pt", "Três pessoas morreram e 20 ficaram feridas.", {"killed": 3, "injured": 20}),
    ],
)
def test_spanish_and_portuguese_numbers_are_counted(language, sentence, wanted):
    assert _values(sentence, language=language) == wanted


@pytest.mark.parametrize(
    ("language", "words", "low", "high"),
    [
        ("en", "between 30 and 40 people were killed", 30, 40),
        ("en", "30 to 40 people were killed", 30, 40),
        ("en", "30-40 people were killed", 30, 40),
        ("en", "two or three people were killed", 2, 3),
        ("es", "entre 30 y 40 personas murieron", 30, 40),
        ("es", "de 30 a 40 personas murieron", 30, 40),
        ("pt", "entre 30 e 40 pessoas morreram", 30, 40),
    ],
)
def test_a_range_keeps_both_ends(language, words, low, high):
    found = _counts(f"Segundo: {words}.", language=language)["killed"]
    assert (found.value, found.high) == (low, high)


def _vague(sentence, language="en"):
    lists = lexicon(language)
    words = read_words(sentence, 0, len(sentence), lists)
    stated = counts(words, trigger=len(words) - 1, lexicon=lists)
    return dict(vague_counts(words, trigger=len(words) - 1, lexicon=lists, stated=stated))


@pytest.mark.parametrize(
    ("language", "sentence", "wanted"),
    [
        ("en", "Dozens of people were killed.", {"killed": "dozens"}),
        ("en", "Tens of thousands of refugees crossed.", {"people": "tens of thousands"}),
        ("en", "Three were killed and scores wounded.", {"injured": "scores"}),
        ("en", "Hundreds of houses burned.", {}),
        ("es", "Murieron decenas de personas.", {"killed": "decenas"}),
        ("pt", "Centenas de pessoas cruzaram o rio.", {"people": "centenas"}),
    ],
)
def test_dozens_are_told_as_the_word_that_they_are(language, sentence, wanted):
    assert _vague(sentence, language) == wanted


@pytest.mark.parametrize(
    ("sentence", "wanted"),
    [
        ("The school took in nine.", {"people": 9}),
        ("A town of 20,000 people shelters 300 refugees.", {"people": 300}),
        ("Some 2,000 people a day crossed.", {}),
        ("Around 80 of them were let in a week later.", {"people": 80}),
        ("He fled at five with a column of about ninety.", {"people": 90}),
    ],
)
def test_a_number_without_a_noun_counts_those_who_are_spoken_of(sentence, wanted):
    assert _values(sentence) == wanted
