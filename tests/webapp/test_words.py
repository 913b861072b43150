"""Events in words."""

from __future__ import annotations

from datetime import date

import pytest

from webapp.words import distance_words, span_words


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (date(2019, 2, 24), date(2019, 2, 24), "24 February 2019"),
        (date(2019, 2, 22), date(2019, 2, 24), "22–24 February 2019"),
        (date(2019, 2, 22), date(2019, 3, 1), "22 February – 1 March 2019"),
        (date(2018, 12, 30), date(2019, 1, 2), "30 December 2018 – 2 January 2019"),
    ],
)
def test_a_span_of_days_is_written_once_where_it_can_be(
    first: date, last: date, words: str
) -> None:
    assert span_words(first, last) == words


@pytest.mark.parametrize(
    ("km", "words"),
    [
        (0.0, "100 m"),
        (0.44, "400 m"),
        (1.0, "1 km"),
        (3.46, "3.5 km"),
        (15.2, "15 km"),
        (432, "430 km"),
    ],
)
def test_a_distance_has_no_more_than_two_figures(km: float, words: str) -> None:
    assert distance_words(km) == words
