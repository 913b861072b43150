"""Datelines in their many shapes, and openings that only look like one."""

from __future__ import annotations

import pytest

from geo.dateline import find_datelines


@pytest.mark.parametrize(
    ("text", "place", "body"),
    [
        ("CUCUTA, Colombia (AP) -- The house", "CUCUTA, Colombia", "The house"),
        ("DOVER, Del. (AP) -- A barn", "DOVER, Del.", "A barn"),
        ("PARIS — The minister", "PARIS", "The minister"),
        ("BOGOTA, Feb 24 (Reuters) - Troops", "BOGOTA", "Troops"),
        ("Cúcuta (Colombia), 24 feb (EFE).- La policía", "Cúcuta (Colombia)", "La policía"),
        ("SANTA ELENA DE UAIREN, Venezuela, Feb. 23 (NTN) — Four", "SANTA ELENA DE UAIREN, Venezuela", "Four"),
        ("London (AFP) - The queen", "London", "The queen"),
        ("Lampedusa, Italy, Sept. 14 (ANSA) -- A boat", "Lampedusa, Italy", "A boat"),
        ("EL PASO, Texas -- A bridge", "EL PASO, Texas", "A bridge"),
        ("A title\n\nGOMA, DR Congo (AP) — Heavy fire", "GOMA, DR Congo", "Heavy fire"),
    ],
)  # fmt: skip
def test_a_dateline_gives_its_place_and_where_the_report_begins(
    text: str, place: str, body: str
) -> None:
    (dateline,) = find_datelines(text)
    assert text[dateline.start : dateline.end] == place
    assert text[dateline.body :] == body


@pytest.mark.parametrize(
    "text",
    [
        "Gonzalez said - that",
        "He said — no",
        "The talks - in Lima - failed.",
        "",
        "- item",
        "ALL CAPITALS HERE",
    ],
)
def test_an_opening_without_place_and_dash_is_no_dateline(text: str) -> None:
    assert find_datelines(text) == ()
