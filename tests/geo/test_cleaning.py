"""Text from outside is made safe, and positions lead back to what was given."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo.cleaning import clean, clean_line, positions


@pytest.mark.parametrize(
    ("given", "cleaned"),
    [
        ("a\0b", "ab"),
        ("a\ud800b", "a\ufffdb"),
        ("one\r\ntwo\rthree\u2028four\u2029five\x85six", "one\ntwo\nthree\nfour\nfive\nsix"),
        ("Bo\u200bgo\u200dta\ufeff", "Bogota"),
        ("safe\u202egnp.exe", "safegnp.exe"),
        ("Cu\u0301cuta", "Cúcuta"),
        ("tab\tstays", "tab\tstays"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\x1b[31mred", "[31mred"),
        ("soft\u00adhyphen", "softhyphen"),
    ],
)
def test_what_harms_is_dropped_or_replaced(given: str, cleaned: str) -> None:
    assert clean(given) == cleaned


def test_a_line_has_no_breaks() -> None:
    assert clean_line(" two\r\n\tlines\u2028here ") == "two lines here"


@given(st.text(st.characters()))
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert unicodedata.is_normalized("NFC", once)
    once.encode()


@given(st.text(st.characters()))
def test_there_is_a_position_for_each_character_and_the_end(text: str) -> None:
    found = positions(text)
    assert len(found) == len(clean(text)) + 1
    assert found == sorted(found)
    assert found[-1] == len(text)


@given(st.text(st.characters(codec="ascii") | st.sampled_from("\u200b\ufefféñΩж")))
def test_a_position_leads_to_the_same_character(text: str) -> None:
    cleaned, found = clean(text), positions(text)
    for index, character in enumerate(cleaned):
        assert text[found[index]] == character or text[found[index]] == "\r"


def test_a_composed_name_is_found_where_it_was_given() -> None:
    given = "In \u200bCu\u0301cuta they said"
    start = clean(given).index("Cúcuta")
    found = positions(given)
    assert given[found[start] : found[start + 6]] == "Cu\u0301cuta"
