"""What people decide stands over what the machine found."""

from __future__ import annotations

import pytest

from geo.merging.rulings import MERGE, SPLIT, Ruling, ruled


def split(event: str, *others: str) -> Ruling:
    return Ruling(what=SPLIT, events=frozenset(event), others=frozenset(others))


def merge(*events: str) -> Ruling:
    return Ruling(what=MERGE, events=frozenset(events))


@pytest.mark.parametrize(
    ("groups", "rulings", "expected"),
    [
        (["abc"], [], ["abc"]),
        (["abc"], [split("c", "a", "b")], ["ab", "c"]),
        (["ab", "cd"], [merge("a", "b", "c", "d")], ["abcd"]),
        (["abx", "cdy"], [merge("a", "b", "c", "d")], ["abcdxy"]),
        (["ab", "cd"], [merge(*"abcd"), split("c", *"abd")], ["abd", "c"]),
        (["abc"], [split("c", "a", "b"), merge("a", "b", "c")], ["abc"]),
        (["ab", "cx"], [split("c", "a", "b")], ["ab", "cx"]),
        (["ab"], [split("q", "a")], ["ab"]),
    ],
    ids=[
        "none", "a split", "a merge", "what is found later follows", "a split after a merge",
        "a merge after a split", "what is split may be with others", "an event that is gone",
    ],
)  # fmt: skip
def test_groups_follow_rulings(
    groups: list[str], rulings: list[Ruling], expected: list[str]
) -> None:
    found = ruled([frozenset(group) for group in groups], rulings)
    assert sorted("".join(sorted(group)) for group in found) == expected
