"""Sentences: what ends one, what does not, and how news pages break the rules."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo.sentences import split


def sentences(text: str) -> list[str]:
    return [text[s.start : s.end] for s in split(text)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("He left. She stayed.", ["He left.", "She stayed."]),
        ("Sgt. Ruiz and Dr. Lee met Gen. Park.", ["Sgt. Ruiz and Dr. Lee met Gen. Park."]),
        ("The U.S. President spoke.", ["The U.S. President spoke."]),
        ("He went to the U.S. The army left.", ["He went to the U.S.", "The army left."]),
        ("It ended at 5 p.m. Monday in Durham, N.C. on time.", ["It ended at 5 p.m. Monday in Durham, N.C. on time."]),
        ("Two of the older farmers.The rest fled.", ["Two of the older farmers.", "The rest fled."]),
        ("See www.example.Com or a.b. now.", ["See www.example.Com or a.b. now."]),
        ('"I\'m not." Then he left.', ['"I\'m not."', "Then he left."]),
        ('"Who goes?" asked the guard.', ['"Who goes?" asked the guard.']),
        ("About 3.5 km away. It rained.", ["About 3.5 km away.", "It rained."]),
        ("¿Quién vive? ¡Nadie! Y se fue.", ["¿Quién vive?", "¡Nadie!", "Y se fue."]),
        ("A headline without a stop\n\nThe text begins.", ["A headline without a stop", "The text begins."]),
        ("First paragraph ends here.\nSecond begins.", ["First paragraph ends here.", "Second begins."]),
        ("", []),
        (" \n\t ", []),
    ],
)  # fmt: skip
def test_a_sentence_ends_where_a_reader_would_end_it(text: str, wanted: list[str]) -> None:
    assert sentences(text) == wanted


def test_hard_wrapped_lines_do_not_end_sentences() -> None:
    wrapped = (
        "The convoy left the depot at dawn and reached the second bridge by\n"
        "noon, where the Guard had parked three buses across both of the lanes and\n"
        "Colombian officials waited for an answer that did not come before the\n"
        "evening, when the drivers turned back to the depot with all their loads.\n"
        "Nobody was hurt."
    )
    assert len(sentences(wrapped)) == 2


@given(st.text(alphabet="aB.!? \n\"”'(1é", max_size=200))
def test_sentences_are_ordered_trimmed_and_lose_no_letter(text: str) -> None:
    spans = split(text)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert all(text[s.start : s.end] == text[s.start : s.end].strip() != "" for s in spans)
    assert "".join("".join(text[s.start : s.end].split()) for s in spans) == "".join(text.split())


def test_a_text_of_full_stops_takes_time_in_proportion() -> None:
    """No pattern backtracks: half a million stops are still one pass."""
    assert len(split("." * 500_000)) == 1
    assert len(split("A. " * 100_000)) >= 1
