"""Pairs of reports, of one happening and of two: precision before recall."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from geo.merging import agreement, copies
from tests.geo.merging.gold import claim, rows

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer


@pytest.mark.parametrize("half", ["dev", "blind"])
def test_pairs_of_reports_are_joined_rightly(gazetteer: Gazetteer, half: str) -> None:
    joined, same = set(), set()
    for row in rows("incidents_gold.jsonl"):
        if row["half"] == half:
            one, other = (
                claim(f"{row['id']}-{n}", r, gazetteer) for n, r in enumerate(row["reports"])
            )
            found, back = agreement(one, other), agreement(other, one)
            assert found == back, row["id"]
            joined |= {row["id"]} if found else set()
            same |= {row["id"]} if row["same"] else set()
    assert len(joined & same) / len(joined) >= 0.95
    assert len(joined & same) / len(same) >= 0.7


@pytest.mark.parametrize(
    ("wire", "text", "copy", "note"),
    [
        (row["wire"], told["text"], told["copy"], f"{row['id']}: {told['note']}")
        for row in rows("copies_gold.jsonl")
        for told in row["texts"]
    ],
)
def test_copies_are_told_from_other_reports(wire: str, text: str, *, copy: bool, note: str) -> None:
    one, other = copies.runs(wire), copies.runs(text)
    assert copies.are_copies(one, other) is copy, note
    if copy:
        shared = len(set(copies.prints(one)) & set(copies.prints(other)))
        kept = (len(copies.prints(one)), len(copies.prints(other)))
        assert copies.may_be_copies(shared=shared, one=kept[0], other=kept[1]), note


def test_a_few_words_are_no_copy() -> None:
    short = copies.runs("Three people died in the town on Monday, police said.")
    assert not copies.are_copies(short, short)
