"""`placeline incidents`: see why, decide otherwise, take it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from geo.cli.main import run
from geo.store import open_store
from tests.geo.store.test_incidents import ARTICLES, event, of

if TYPE_CHECKING:
    from pathlib import Path

A, B, *_ = ARTICLES


@pytest.fixture
def db(tmp_path: Path) -> str:
    with open_store(tmp_path / "x.sqlite") as store:
        for reading in (A, B):
            store.add(reading, edition="g1")
    return str(tmp_path / "x.sqlite")


def apart(db: str) -> bool:
    with open_store(db, read_only=True) as store:
        return of(store, "a") != of(store, "b")


def test_an_incident_is_shown_with_its_range_and_reasons(
    db: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["incidents", "show", event(B), "--db", db]) == 0
    told = capsys.readouterr().out
    assert "2 articles, 2 independent" in told
    assert "killed: 3 to 4" in told
    assert "The same place (Honolulu)" in told


def test_a_split_a_merge_and_both_taken_back(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["incidents", "split", event(B), "--db", db, "--who", "Ada", "--why", "another"]) == 0
    )
    assert "placeline incidents undo 1" in capsys.readouterr().out
    assert apart(db)
    assert run(["incidents", "merge", event(A), event(B), "--db", db, "--why", "the same"]) == 0
    assert not apart(db)
    assert run(["incidents", "undo", "2", "--db", db]) == 0
    assert apart(db)
    assert run(["incidents", "undo", "1", "--db", db]) == 0
    assert not apart(db)
    capsys.readouterr()
    assert run(["incidents", "decisions", "--db", db]) == 0
    head, first, second = capsys.readouterr().out.splitlines()
    assert head.startswith("number  made")
    assert "Ada" in first
    assert "merge" in second


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["show", "zzz"], "wanted the id of an event or incident"),
        (["split", "zzz", "--why", "x"], "not in this store"),
        (["split", event(B)], "Missing option '--why'"),
        (["split", event(B), "--why", " "], "wanted a reason"),
        (["undo", "9"], "decision 9: not known"),
    ],
)
def test_what_cannot_be_done_says_so_in_one_line(
    db: str, arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["incidents", *arguments, "--db", db]) == 1
    told = capsys.readouterr()
    assert line in told.err
    assert told.err.count("\n") == 1
    assert not apart(db)
