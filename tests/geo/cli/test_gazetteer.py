"""`placeline gazetteer` adds and removes places; the old gazetteer stays until the new one stands."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

import pytest

from gazetteer import build as building
from gazetteer import open_gazetteer
from gazetteer.additions import additions
from geo.cli.main import run
from tests.gazetteer.dumps import write_dumps
from tests.gazetteer.world import tiny_world

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _small_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A gazetteer of one's own, built from a few dozen places, for the whole world takes a minute."""
    monkeypatch.setenv("PLACELINE_GAZETTEER", str(tmp_path / "gazetteer"))
    monkeypatch.setenv("PLACELINE_DEBUG", "1")
    for name in ("add_file", "add_geonames", "remove"):
        small = functools.partial(getattr(building, name), layers=tiny_world)
        monkeypatch.setattr(building, name, small)


@pytest.fixture
def dumps(tmp_path: Path) -> str:
    return str(write_dumps(tmp_path / "dumps"))


def first(name: str) -> str:
    """The kind and source of the first candidate of a name."""
    with open_gazetteer() as gazetteer:
        found = gazetteer.lookup(name)
        return f"{found[0].place.kind} of {found[0].place.source}" if found else ""


def test_dumps_of_geonames_are_added_and_counted(
    dumps: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["gazetteer", "add-geonames", "ve", "CO", "--from-dir", dumps]) == 0
    told = capsys.readouterr()
    assert told.out == (
        "geonames-ve: 4 places added\n"
        "geonames-co: 1 places added\n"
        f"gazetteer built in {tmp_path / 'gazetteer'}\n"
    )
    assert told.err == ""
    assert first("El Trompillo") == "settlement of GeoNames dump VE"
    assert first("Puente La Dantera") == "bridge of GeoNames dump VE"


@pytest.mark.parametrize(
    ("classes", "rows"),
    [((), 4), (("P",), 2), (("S.BDG",), 1), (("P", "S.BDG"), 3), (("H.STM", "S"), 2), (("T",), 0)],
)
def test_classes_choose_what_is_added(
    dumps: str, classes: tuple[str, ...], rows: int, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = [word for one in classes for word in ("--class", one)]
    assert run(["gazetteer", "add-geonames", "VE", "--from-dir", dumps, *chosen]) == 0
    assert f"geonames-ve: {rows} places added\n" in capsys.readouterr().out


def test_help_lists_classes_that_are_known(dumps: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["gazetteer", "add-geonames", "--help"]) == 0
    told = capsys.readouterr().out.split("Useful classes:")[1].split("Options:")[0]
    listed = re.findall(r"\b([A-Z](?:\.[A-Z]+)?)\b(?= )", told)
    assert {"P", "A", "H", "T", "L", "S", "S.BDG"} <= set(listed)
    chosen = [word for one in listed for word in ("--class", one)]
    assert run(["gazetteer", "add-geonames", "VE", "--from-dir", dumps, *chosen]) == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["ve", "--class", "R"], "class 'R': no places are taken of it; wanted some of A, H"),
        (["XA"], "found neither XA.zip nor XA.txt"),
        (["XB"], "found 3 columns, wanted 19"),
        (["XC"], "ends in the middle of a line"),
        (["nonsense"], "wanted a two-letter country code"),
    ],
)
def test_what_is_wrong_is_one_line_and_the_old_gazetteer_stays(
    tmp_path: Path,
    dumps: str,
    arguments: list[str],
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "dumps" / "XB.txt").write_text("1\tOnly\tthree\n")
    (tmp_path / "dumps" / "XC.txt").write_text("1\tHalf")
    assert run(["gazetteer", "add-geonames", "CO", "--from-dir", dumps]) == 0
    capsys.readouterr()
    assert run(["gazetteer", "add-geonames", *arguments, "--from-dir", dumps]) == 1
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert first("La Uchema") == "settlement of GeoNames dump CO"
    assert [one.name for one in additions()] == ["geonames-co"]


def test_a_table_of_ones_own_is_added_listed_and_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "shelters.csv"
    table.write_text("name,lat,lon\nRefugio El Cerrito,7.75,-72.44\nNowhere,,\n", "utf-8")
    added = ["gazetteer", "add", str(table), "--name", "Shelters", "--licence", "CC0"]
    assert run(added) == 0
    assert capsys.readouterr().out == (
        "user-shelters: 1 places added\n"
        "skipped: line 3: no lat and lon\n"
        f"gazetteer built in {tmp_path / 'gazetteer'}\n"
    )
    assert first("Refugio El Cerrito") == "facility of Shelters"
    assert run(["gazetteer", "info"]) == 0
    assert "user-shelters" in capsys.readouterr().out
    assert run(["gazetteer", "remove", "user-shelters"]) == 0
    assert capsys.readouterr().out == "removed user-shelters\n"
    assert first("Refugio El Cerrito") == ""
    assert run(["gazetteer", "remove", "user-shelters"]) == 1
    assert "no addition is named 'user-shelters'" in capsys.readouterr().err


def test_a_file_of_another_format_is_refused_by_every_command(
    tmp_path: Path, dumps: str, capsys: pytest.CaptureFixture[str]
) -> None:
    import sqlite3

    assert run(["gazetteer", "add-geonames", "CO", "--from-dir", dumps]) == 0
    with sqlite3.connect(tmp_path / "gazetteer" / "gazetteer.sqlite") as database:
        database.execute("UPDATE meta SET value = '1' WHERE key = 'format'")
    database.close()
    capsys.readouterr()
    (tmp_path / "a.txt").write_text("A text.")
    commands = (["gazetteer", "info"], ["gazetteer", "lookup", "x"], ["read", str(tmp_path / "a.txt")])  # fmt: skip
    for command in commands:
        assert run(command) == 1
        error = capsys.readouterr().err
        assert "has format 1 (edition" in error
        assert "run `placeline gazetteer build`" in error
        assert error.count("\n") == 1
