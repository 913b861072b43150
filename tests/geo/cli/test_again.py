"""After a change of the gazetteer, `ingest --again` reads the stored articles anew."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from gazetteer.build.writer import Writer
from geo.cli.main import run
from geo.query import EventQuery
from geo.store import open_store
from tests.gazetteer.tiny import SOURCE, tiny_entries

if TYPE_CHECKING:
    from pathlib import Path

RAFAH = (
    "Clashes between police and protesters in Rafah, Egypt, left three people dead on Sunday. "
    "Clashes in Cúcuta, Colombia, left two people dead on Monday."
)


def written(folder: Path, *, edition: str, without: str = "-") -> Path:
    """A gazetteer of a few places, some of them left out."""
    folder.mkdir()
    with Writer(folder, sources={SOURCE.name: SOURCE}) as writer:
        for entry in tiny_entries():
            if entry.place.id != without:
                writer.add(entry)
        writer.finish(edition=edition, built="2019-02-23T00:00:00Z")
    return folder


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The gazetteer in use, one that does not know the Rafah of Egypt."""
    monkeypatch.setenv("PLACELINE_DEBUG", "1")
    folder = written(tmp_path / "old", edition="one", without="geonames:350350")
    monkeypatch.setenv("PLACELINE_GAZETTEER", str(folder))
    return folder


@pytest.fixture
def articles(tmp_path: Path) -> Path:
    path = tmp_path / "a.jsonl"
    rows = [{"id": f"r{n}", "text": f"{RAFAH} {n}.", "published": "2019-02-25"} for n in range(30)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


@pytest.fixture
def db(tmp_path: Path, old: Path, articles: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A store that was read with the old gazetteer."""
    path = tmp_path / "x.sqlite"
    assert run(["ingest", str(articles), "--db", str(path)]) == 0
    assert capsys.readouterr().err == ""
    return path


@pytest.fixture
def new(tmp_path: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The gazetteer in use from now on: another edition, with a place more."""
    folder = written(tmp_path / "new", edition="two")
    monkeypatch.setenv("PLACELINE_GAZETTEER", str(folder))
    return folder


def shown(db: Path) -> list[object]:
    with open_store(db) as store:
        return [(r.event, r.incident_id, r.article_count) for r in store.records(EventQuery())]


@pytest.mark.usefixtures("new")
def test_adding_to_a_store_of_another_edition_says_so_and_adds(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "more.txt").write_text("A march in Cúcuta, Colombia.", "utf-8")
    assert run(["ingest", str(tmp_path / "more.txt"), "--db", str(db)]) == 0
    told = capsys.readouterr()
    assert "1 new" in told.out
    assert told.err == (
        f"note: 30 articles in {db} were read with another gazetteer, edition one (30); now it is"
        f" two. To read again: placeline ingest --again --db {db}\n"
    )
    with open_store(db) as store:
        assert store.editions() == {"two": 1, "one": 30}


@pytest.mark.usefixtures("new")
def test_reading_again_tells_what_moved_and_a_second_time_does_nothing(
    db: Path, articles: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = [event.id for event, *_ in shown(db)]  # type: ignore[misc]
    assert run(["ingest", "--again", "--db", str(db)]) == 0
    told = capsys.readouterr()
    first, second, head, row, *rest = told.out.splitlines()
    assert first == "30 articles read again with gazetteer edition two"
    assert second == "events: 0 gained, 0 lost, 30 moved"
    assert head.split("  ")[0] == "name"
    assert row.split("  ")[0] == "Rafah"
    assert "Rafah EG (31.282, 34.239)" in row
    assert rest[-1] == "and 10 more"
    assert len(rest) == 20
    assert told.err == ""
    assert [event.id for event, *_ in shown(db)] == before  # type: ignore[misc]
    assert run(["ingest", str(articles), "--db", str(tmp_path / "fresh.sqlite")]) == 0
    assert shown(db) == shown(tmp_path / "fresh.sqlite")
    capsys.readouterr()
    with open_store(db) as store:
        version = store.version()
    assert run(["ingest", "--again", "--db", str(db)]) == 0
    assert capsys.readouterr().out == (
        "nothing to do: all 30 articles were read with edition two\n"
    )
    with open_store(db) as store:
        assert store.version() == version


@pytest.mark.usefixtures("new")
def test_again_with_sources_reads_the_stored_ones_first(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "more.txt").write_text("A march in Cúcuta, Colombia.", "utf-8")
    assert run(["ingest", "--again", str(tmp_path / "more.txt"), "--db", str(db)]) == 0
    told = capsys.readouterr()
    assert "1 new" in told.out
    assert told.err == ""
    with open_store(db) as store:
        assert store.editions() == {"two": 31}


@pytest.mark.usefixtures("new")
def test_a_fault_in_one_article_leaves_it_as_it_was_for_the_next_time(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from geo import pipeline

    real = pipeline.read_article

    def stumbling(article: object, *rest: object) -> object:
        if getattr(article, "id", "") == "r3":
            raise ZeroDivisionError("no reason")
        return real(article, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(pipeline, "read_article", stumbling)
    assert run(["ingest", "--again", "--db", str(db)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("29 articles read again")
    assert told[-1].startswith("left as it was: r3: a fault in reading it (ZeroDivisionError")
    with open_store(db) as store:
        assert store.steering().outdated("two") == ["r3"]


@pytest.mark.usefixtures("old")
def test_reading_again_what_is_not_there_makes_no_store(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ingest", "--again", "--db", str(tmp_path / "none.sqlite")]) == 1
    assert "not found. Make it with: placeline ingest" in capsys.readouterr().err
    assert not (tmp_path / "none.sqlite").exists()


@pytest.mark.usefixtures("new")
@pytest.mark.parametrize("number", [1, 12])
def test_killed_and_run_again_it_ends_as_one_run(db: Path, tmp_path: Path, number: int) -> None:
    whole = tmp_path / "whole.sqlite"
    with sqlite3.connect(db) as source, sqlite3.connect(whole) as copy:
        source.backup(copy)
    source.close()
    copy.close()
    assert run(["ingest", "--again", "--db", str(whole)]) == 0
    command = [sys.executable, "-m", "geo.cli", "ingest", "--again", "--db", str(db)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while process.poll() is None:
            with open_store(db, read_only=True) as store:
                if store.editions().get("two", 0) >= number:
                    break
        process.kill()
        process.communicate()
    assert run(["ingest", "--again", "--db", str(db)]) == 0
    assert shown(db) == shown(whole)
    with open_store(db) as store:
        assert store.editions() == {"two": 30}
