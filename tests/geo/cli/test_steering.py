"""Reading is steered from the command line: countries, names, publishers."""

from __future__ import annotations

import io
import json
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from geo.cli.main import run
from geo.store import open_store

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer

PLAIN = "Police met in Cúcuta, Colombia, on Monday, and buses left for Bucaramanga, number {}."


@pytest.fixture(autouse=True)
def _built(gazetteer: Gazetteer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLACELINE_DEBUG", "1")


def lines(number: int, source: str = "Radio Frontera") -> list[str]:
    rows = [{"id": f"r{n}", "text": PLAIN.format(n), "source": source} for n in range(number)]
    return [json.dumps(row) for row in rows]


def written(path: Path, rows: list[str]) -> str:
    path.write_text("\n".join(rows) + "\n", "utf-8")
    return str(path)


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "x.sqlite")


def read(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    assert run(["read", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("names", "gone"),
    [
        ("# names\n\nbucaramanga  # a bus company here\n", {"Bucaramanga"}),
        ("CUCUTA\nBucaramanga\n", {"Cúcuta", "Bucaramanga"}),
        ("\ufeffNowhere\n", set()),
    ],
    ids=["with comments", "without accents", "another"],
)
def test_a_blocked_name_is_never_a_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], names: str, gone: set[str]
) -> None:
    (tmp_path / "block.txt").write_text(names, "utf-8")
    article = written(tmp_path / "a.jsonl", lines(1))
    (row,) = read(capsys, article, "--block", str(tmp_path / "block.txt"))
    found = {toponym["text"] for toponym in row["toponyms"]}
    assert found & {"Cúcuta", "Bucaramanga"} == {"Cúcuta", "Bucaramanga"} - gone


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--focus", "CO,Venezuela"], "'VENEZUELA' is no country; wanted ISO 3166-1 codes"),
        (["--focus", "XX"], "'XX' is no country"),
        (["--block", "{}/none.txt"], "none.txt: No such file or directory; wanted a file of names"),
        (["--allow", "{}"], "Is a directory; wanted a file of names, one a line"),
        (["--block", "{}/latin.txt"], "latin.txt: is not UTF-8; wanted a file of names"),
        (["--block", "{}/one.txt", "--allow", "{}/one.txt"], "'lima' is blocked and allowed"),
    ],
)
def test_what_cannot_steer_is_one_line_and_makes_nothing(
    tmp_path: Path, db: str, capsys: pytest.CaptureFixture[str], options: list[str], told: str
) -> None:
    (tmp_path / "latin.txt").write_bytes("Cúcuta".encode("latin-1"))
    (tmp_path / "one.txt").write_text("Lima", "utf-8")
    options = [option.format(tmp_path) for option in options]
    article = written(tmp_path / "a.jsonl", lines(1))
    for command in (["read", article], ["ingest", article, "--db", db], ["settings", "--db", db]):
        assert run([*command, *options]) == 1
        error = capsys.readouterr().err
        assert told in error
        assert error.count("\n") == 1
    assert not Path(db).exists()


def test_settings_are_kept_shown_changed_and_taken_away(
    tmp_path: Path, db: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "block.txt").write_text("La Parada\n", "utf-8")
    article = written(tmp_path / "a.jsonl", lines(2))
    block = ["--block", str(tmp_path / "block.txt")]
    assert run(["ingest", article, "--db", db, "--focus", "co, VE", *block]) == 0
    assert capsys.readouterr().err == ""
    assert run(["settings", "--db", db]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "focus    CO (Colombia), VE (Venezuela)",
        "blocked  la parada",
        "allowed  none",
    ]
    assert run(["settings", "--db", db, "--focus", ""]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("focus    none\nblocked  la parada")
    assert told.err == (
        "note: 2 articles would be read otherwise now."
        f" To read again: placeline ingest --again --db {db}\n"
    )
    assert run(["ingest", "--again", "--db", db]) == 0
    assert capsys.readouterr().out.startswith("2 articles read again")
    with open_store(db, read_only=True) as store:
        assert store.steering().outdated(store.edition()) == []


def test_showing_the_settings_of_no_store_makes_none(
    db: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (["settings", "--db", db], ["publishers", "--db", db]):
        assert run(command) == 1
        assert "not found. Make it with" in capsys.readouterr().err


def test_publishers_are_listed_set_and_unset(
    tmp_path: Path, db: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [*lines(4), json.dumps({"id": "x", "text": "It rained.", "source": "Quiet Post"})]
    assert run(["ingest", written(tmp_path / "a.jsonl", rows), "--db", db]) == 0
    capsys.readouterr()
    assert run(["publishers", "--db", db]) == 0
    head, quiet, radio = capsys.readouterr().out.splitlines()
    assert head.split() == [
        "publisher", "articles", "at", "home", "countries", "divisions", "known"
    ]  # fmt: skip
    assert (quiet.split()[:3], quiet.split()[-2:]) == (["Quiet", "Post", "1"], ["not", "yet"])
    assert "Colombia 100%" in radio
    assert "Norte de Santander" in radio
    assert radio.endswith("from 4 articles")
    post = ["publishers", "set", "Quiet Post"]
    assert run([*post, "--home", "Decatur, Alabama", "--db", db]) == 0
    told = capsys.readouterr()
    assert "Quiet Post" in told.out
    assert "Alabama 100%" in told.out
    assert told.out.rstrip().endswith("set by hand")
    assert "ingest --again" in told.err
    assert run([*post, "--country", "CO,VE", "--db", db]) == 0
    assert "Colombia 50%, Venezuela 50%" in capsys.readouterr().out
    assert run(["publishers", "unset", "Quiet Post", "--db", db]) == 0
    assert capsys.readouterr().out.rstrip().endswith("not yet")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["set", "Paper"], "found neither --home nor --country"),
        (["set", "Paper", "--home", "Qwxylford"], "'Qwxylford': no such place; wanted a town"),
        (["set", "Paper", "--home", "Bogotá", "--country", "FI"], "'Bogotá': no such place in FI"),
        (["set", "Paper", "--country", "XX"], "'XX' is no country"),
        (["set", "Paper", "--country", ","], "found no country in ','"),
        (["unset", "Paper"], "'Paper': nothing was set by hand"),
    ],
)
def test_a_home_that_is_none_is_one_line(
    tmp_path: Path, db: str, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    assert run(["ingest", written(tmp_path / "a.jsonl", lines(1)), "--db", db]) == 0
    capsys.readouterr()
    assert run(["publishers", *arguments, "--db", db]) == 1
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def known(db: str) -> list[object]:
    """All that a store knows of its articles, whatever the order in which they came."""
    with sqlite3.connect(db) as database:
        sql = "SELECT id, guidance, observation, observed_with FROM articles ORDER BY id"
        articles = database.execute(sql).fetchall()
    database.close()
    with open_store(db, read_only=True) as store:
        readings = [store.reading(key) for key, *_ in articles]
        return [articles, [reading and reading.resolutions for reading in readings]]


def test_after_reading_again_the_order_of_articles_makes_no_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, stores = lines(7), []
    for name, order in (("one", rows), ("other", rows[::-1])):
        db = str(tmp_path / f"{name}.sqlite")
        assert run(["ingest", written(tmp_path / f"{name}.jsonl", order), "--db", db]) == 0
        stores.append(db)
    assert known(stores[0])[0] != known(stores[1])[0]
    for db in stores:
        assert run(["ingest", "--again", "--db", db]) == 0
    assert known(stores[0]) == known(stores[1])
    capsys.readouterr()
    assert run(["ingest", "--again", "--db", stores[0]]) == 0
    assert capsys.readouterr().out.startswith("nothing to do: all 7 articles")


def test_reading_again_with_other_settings_is_done_in_one_go(
    tmp_path: Path, db: str, capsys: pytest.CaptureFixture[str]
) -> None:
    article = written(tmp_path / "a.jsonl", lines(6))
    (tmp_path / "block.txt").write_text("Bucaramanga", "utf-8")
    assert run(["ingest", article, "--db", db]) == 0
    assert run(["ingest", "--again", "--db", db, "--block", str(tmp_path / "block.txt")]) == 0
    fresh = str(tmp_path / "fresh.sqlite")
    assert run(["settings", "--db", fresh, "--block", str(tmp_path / "block.txt")]) == 0
    assert run(["ingest", article, "--db", fresh]) == 0
    assert run(["ingest", "--again", "--db", fresh]) == 0
    assert known(db) == known(fresh)


def spied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many articles each article's profile was learned from, as they are read."""
    from geo import pipeline

    real, told = pipeline.read_article, []

    def read_article(article: Any, gazetteer: Any, guidance: Any) -> Any:
        told.append(guidance.profile.articles if guidance.profile else 0)
        return real(article, gazetteer, guidance)

    monkeypatch.setattr(pipeline, "read_article", read_article)
    return told


def test_a_file_tells_of_its_publishers_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = spied(monkeypatch)
    article = written(tmp_path / "a.jsonl", lines(5))
    read(capsys, article)
    assert told == [4] * 5
    told.clear()
    read(capsys, article, "--no-profile")
    assert told == [0] * 5


def test_a_stream_is_read_with_what_came_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = spied(monkeypatch)
    stream = io.TextIOWrapper(io.BytesIO("\n".join(lines(6)).encode()))
    monkeypatch.setattr("sys.stdin", stream)
    assert len(read(capsys, "-")) == 6
    assert told == [0, 0, 0, 3, 4, 5]
