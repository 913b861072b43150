"""A text cut for marking: nothing lost, everything covered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.marking import Span, paragraphs

TEXT = "Two crossed at Arauca.\n\nNobody was hurt, Arauca said."


def span(start: int, end: int, key: str) -> Span:
    return Span(start=start, end=end, key=key)


def test_the_runs_put_together_are_the_paragraphs() -> None:
    found = list(paragraphs(TEXT, names=[span(15, 21, "a")], claims=[span(0, 22, "e")]))
    assert ["".join(r.text for s in p for r in s.runs) for p in found] == TEXT.split("\n\n")
    assert [(s.claims, [r.names for r in s.runs]) for s in found[0]] == [
        (("e",), [(), ("a",), ()]),
    ]


def test_a_name_within_a_longer_one_comes_first() -> None:
    found = next(paragraphs(TEXT, names=[span(12, 21, "at"), span(15, 21, "a")], claims=[]))
    assert [r.names for r in found[0].runs] == [(), ("at",), ("a", "at"), ()]


@pytest.mark.parametrize("text", ["", "\n", " \n \n"])
def test_a_text_without_letters_has_no_paragraph(text: str) -> None:
    assert list(paragraphs(text, names=[], claims=[])) == []


def test_a_claim_over_two_paragraphs_is_marked_in_both() -> None:
    found = list(paragraphs(TEXT, names=[], claims=[span(4, 30, "e")]))
    assert [s.claims for p in found for s in p] == [(), ("e",), ("e",), ()]


@given(
    text=st.text(alphabet="ab \n", max_size=40),
    spans=st.lists(st.tuples(st.integers(0, 39), st.integers(1, 12)), max_size=8),
)
def test_whatever_overlaps_no_letter_is_lost(text: str, spans: list[tuple[int, int]]) -> None:
    cut = [
        span(s, min(s + n, len(text)), str(i)) for i, (s, n) in enumerate(spans) if s < len(text)
    ]
    found = list(paragraphs(text, names=cut, claims=cut))
    assert ["".join(r.text for s in p for r in s.runs) for p in found] == [
        line for line in text.split("\n") if line.strip()
    ]
    covered = {key for p in found for s in p for key in s.claims}
    assert covered == {key for p in found for s in p for r in s.runs for key in r.names}
