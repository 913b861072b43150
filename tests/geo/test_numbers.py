"""Numbers as news writes them, in three languages."""

from __future__ import annotations

import pytest

from geo.numbers import number_at


@pytest.mark.parametrize(
    ("language", "text", "value", "words"),
    [
        ("en", "1,200 people", 1200, 1),
        ("en", "1.5 million people", 1_500_000, 2),
        ("en", "one hundred and thirty-three people", 133, 4),
        ("en", "forty-two", 42, 1),
        ("en", "twelve thousand five hundred", 12_500, 4),
        ("en", "half a million", 500_000, 3),
        ("en", "two dozen men", 24, 2),
        ("en", "a dozen", 12, 2),
        ("en", "two and three", 2, 1),
        ("es", "3.157 personas", 3157, 1),
        ("es", "1,2 mil", 1200, 2),
        ("es", "dos decenas", 20, 2),
        ("pt", "três dezenas", 30, 2),
        ("es", "treinta y dos", 32, 3),
        ("es", "mil doscientos", 1200, 2),
        ("pt", "cento e trinta e três", 133, 5),
        ("pt", "vinte e um", 21, 3),
        ("pt", "5.500 pessoas", 5500, 1),
    ],
)
def test_a_number_is_read_with_the_words_it_takes(language, text, value, words):
    assert number_at(text.split(), 0, language=language) == (value, words)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "dozens"),
        ("en", "a man"),
        ("en", "3.5 km"),
        ("en", "half"),
        ("es", "un hombre"),
        ("es", "decenas de personas"),
        ("pt", "centenas de pessoas"),
        ("en", "9" * 40),
    ],
)
def test_what_is_no_whole_number_is_none(language, text):
    assert number_at(text.split(), 0, language=language) is None
