"""The command line does what its help says, and every fault is one line and exit 1."""

from __future__ import annotations

import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from geo.cli.main import placeline, run
from geo.errors import StoreError
from geo.exporters import formats, replacing
from geo.query import EventQuery
from geo.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Making

    from gazetteer.place import Gazetteer

TEXT = (
    "Clashes between police and protesters in Cúcuta, Colombia, left three people dead on Sunday. "
    "The capital was calm."
)
COMMANDS = (
    "ingest", "read", "export", "publishers", "settings", "gazetteer", "evaluate", "serve"
)  # fmt: skip


@pytest.fixture(autouse=True)
def _built(gazetteer: Gazetteer) -> None:
    """The commands open the gazetteer where it is usually built."""


@pytest.fixture(autouse=True)
def _faults_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the program's own must fail a test, not end as one line."""
    monkeypatch.setenv("PLACELINE_DEBUG", "1")


@pytest.fixture
def news(tmp_path: Path) -> Path:
    """A folder of two articles, one of them also in JSON lines, and two that cannot be read."""
    folder = tmp_path / "news"
    folder.mkdir()
    (folder / "a.txt").write_text(f"Title: Crossing\nPublished: 2019-02-25\n\n{TEXT}", "utf-8")
    (folder / "b.jsonl").write_text(
        json.dumps({"id": "b", "text": f"{TEXT} Second.", "published": "2019-02-25"})
        + "\n{broken\n"
        + json.dumps({"title": "Crossing", "text": TEXT})
        + "\n",
        "utf-8",
    )
    (folder / "c.pdf").write_bytes(b"%PDF-1.7 x")
    return folder


@pytest.fixture
def db(tmp_path: Path, news: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A store of these articles."""
    path = tmp_path / "news.sqlite"
    assert run(["ingest", str(news), "--db", str(path)]) == 0
    capsys.readouterr()
    return path


@pytest.fixture
def kept(tmp_path: Path, make: Making) -> Path:
    """A store of one reading made by hand."""
    path = tmp_path / "kept.sqlite"
    with open_store(path) as store:
        store.add(make.reading(), edition="g1")
    return path


def test_help_lists_every_command_and_each_has_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    listed = capsys.readouterr().out
    for command in COMMANDS:
        assert f"\n  {command} " in listed
        assert run([command, "--help"]) == 0
        assert "Usage: placeline" in capsys.readouterr().out


def test_no_command_at_all_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    assert "Commands:" in capsys.readouterr().out


def test_every_option_is_explained() -> None:
    context = placeline.make_context("placeline", ["--help"], resilient_parsing=True)
    for name in COMMANDS:
        command = placeline.get_command(context, name)
        assert command is not None
        assert command.help
        options = [one for one in command.params if one.param_type_name == "option"]
        assert [one.name for one in options if not getattr(one, "help", None)] == []


def test_ingest_tells_what_it_read_and_what_it_skipped_and_why(
    tmp_path: Path, news: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ingest", str(news), "--db", str(tmp_path / "x.sqlite")]) == 0
    told = capsys.readouterr()
    first, _, *rest = told.out.splitlines()
    assert first == (
        f"3 articles read into {tmp_path / 'x.sqlite'}: 2 new, 1 known already; 2 skipped"
    )
    assert f"skipped: {news / 'b.jsonl'} line 2: not JSON" in rest[0]
    assert rest[1].startswith(f"skipped: {news / 'c.pdf'}: is a PDF: wanted")
    assert told.err == ""
    with open_store(tmp_path / "x.sqlite") as store:
        assert [one.original for one in store.quarantined()] == [b"{broken\n", b"%PDF-1.7 x"]


def test_ingesting_again_adds_nothing(
    db: Path, news: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(db) as store:
        before = [record.event.id for record in store.records(EventQuery())]
    assert run(["ingest", str(news), "--db", str(db)]) == 0
    assert ": 0 new, 3 known already; 2 skipped" in capsys.readouterr().out
    with open_store(db) as store:
        assert [record.event.id for record in store.records(EventQuery())] == before


def test_a_bad_argument_costs_the_exit_code_and_no_other_argument(
    tmp_path: Path, news: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [str(tmp_path / "none.txt"), str(news), "--db", str(tmp_path / "x.sqlite")]
    assert run(["ingest", *arguments]) == 1
    told = capsys.readouterr()
    assert "2 new" in told.out
    assert told.err == (
        f"Error: nothing read from 1 of 2 sources: {tmp_path / 'none.txt'}: "
        "not found: check the name\n"
    )


def test_an_id_of_two_texts_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("one", "A first text."), ("two", "A second text.")):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps({"id": 1, "text": text}) + "\n")
    run(["ingest", str(tmp_path / "one.jsonl"), "--db", str(tmp_path / "x.sqlite")])
    assert run(["ingest", str(tmp_path / "two.jsonl"), "--db", str(tmp_path / "x.sqlite")]) == 1
    assert "id '1' stands for another text" in capsys.readouterr().err


def test_a_fault_of_ours_in_one_article_does_not_cost_the_others(
    tmp_path: Path, news: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from geo import pipeline

    real = pipeline.read_article

    def stumbling(article: Any, *rest: Any) -> Any:
        if article.id == "b":
            raise ZeroDivisionError("no reason")
        return real(article, *rest)

    monkeypatch.setattr(pipeline, "read_article", stumbling)
    assert run(["ingest", str(news), "--db", str(tmp_path / "x.sqlite")]) == 0
    out = capsys.readouterr().out
    assert "1 new" in out
    assert "b.jsonl line 1: a fault in reading it (ZeroDivisionError: no reason)" in out


def test_read_writes_the_lines_that_others_build_on(
    tmp_path: Path, news: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["read", str(news / "b.jsonl")]) == 0
    told = capsys.readouterr()
    assert told.err == f"skipped: {news / 'b.jsonl'} line 2: " + told.err.partition("line 2: ")[2]
    rows = [json.loads(line) for line in told.out.splitlines()]
    assert rows[0]["id"] == "b"
    assert set(rows[0]) == {"id", "toponyms", "unplaced", "events"}
    town = next(one for one in rows[0]["toponyms"] if one["text"] == "Cúcuta")
    wanted = {"start", "end", "text", "role", "id", "name", "kind", "countries", "lat", "lon",
              "precision", "uncertainty_km", "confidence", "why", "alternatives"}  # fmt: skip
    assert wanted <= set(town) <= wanted | {"geometry", "vague"}
    assert f"{TEXT} Second."[town["start"] : town["end"]] == "Cúcuta"
    assert (town["countries"], town["kind"]) == (["CO"], "settlement")
    wanted = {"id", "kind", "start", "end", "sentence", "place", "lat", "lon", "precision",
              "uncertainty_km", "earliest", "latest", "status", "counts", "confidence"}  # fmt: skip
    assert rows[0]["events"]
    for event in rows[0]["events"]:
        assert wanted <= set(event) <= wanted | {"geometry", "vague"}
        assert f"{TEXT} Second."[event["start"] : event["end"]] == event["sentence"]


def test_positions_count_the_text_as_it_was_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = "\ufeffIn\r\n\u200bCu\u0301cuta, Colombia, they wait in Bogo\u0301ta\0."
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"text": given}) + "\n")
    assert run(["read", str(path)]) == 0
    (row,) = map(json.loads, capsys.readouterr().out.splitlines())
    found = {given[one["start"] : one["end"]].rstrip("\0") for one in row["toponyms"]}
    assert {"Cu\u0301cuta", "Colombia", "Bogo\u0301ta"} <= found


def test_read_takes_standard_input_and_writes_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    assert run(["read", "-", "--output", str(tmp_path / "out.jsonl")]) == 0
    assert capsys.readouterr().out == ""
    (row,) = map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())
    assert row["toponyms"]


@pytest.mark.parametrize("exact", [False, True])
def test_export_is_fit_for_the_public_unless_the_owner_says_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], exact: bool
) -> None:
    text = "Forty refugees are sleeping in a church shelter, Casa Hope, in Cúcuta, Colombia."
    (tmp_path / "a.txt").write_text(f"Title: T\nPublished: 2019-02-25\n\n{text}", "utf-8")
    path, output = tmp_path / "x.sqlite", tmp_path / "x.geojson"
    assert run(["ingest", str(tmp_path / "a.txt"), "--db", str(path)]) == 0
    capsys.readouterr()
    asked = ["export", "--db", str(path), "--format", "geojson", "--output", str(output)]
    assert run(asked + ["--exact"] * exact) == 0
    told = capsys.readouterr()
    assert told.out == f"1 event written to {output}\n"
    assert told.err == (
        f"{output} holds protected positions and names: keep it to yourself\n" * exact
    )
    (feature,) = json.loads(output.read_text("utf-8"))["features"]
    assert feature["properties"]["event_type"] == "refuge"
    assert ("Hope" in output.read_text("utf-8")) is exact


def test_export_holds_what_the_filters_say(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "x.geojson"
    asked = ["export", "--db", str(db), "--format", "geojson", "--output", str(output)]
    filters = ["--kind", "clash", "--from", "2019-02-01", "--to", "2019-03-01", "--bbox",
               "-73,7,-72,8", "--place", "Cúcuta", "--q", "dead", "--status", "happened"]  # fmt: skip
    assert run(asked + filters) == 0
    collection = json.loads(output.read_text("utf-8"))
    assert set(collection) == {"type", "features"}
    assert {one["properties"]["event_type"] for one in collection["features"]} == {"clash"}
    beside = Path(f"{output}.methods.txt").read_text("utf-8")
    assert "with the words: dead" in beside
    more = ["--near", "geonames:3685533,60", "--precision", "settlement", "--confidence", "0.01",
            "--review", "machine"]  # fmt: skip
    assert run(asked + filters + more) == 0
    assert json.loads(output.read_text("utf-8")) == collection
    assert run([*asked, "--source", "Nobody's Paper"]) == 0
    assert json.loads(output.read_text("utf-8"))["features"] == []
    assert run([*asked, "--q", "absent"]) == 0
    assert json.loads(output.read_text("utf-8"))["features"] == []


def test_an_export_that_fails_leaves_the_old_file_and_no_other(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "out" / "x.geojson"
    output.parent.mkdir()
    output.write_text("old")
    full = OSError(28, "No space left on device")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(full))
    asked = ["export", "--db", str(kept), "--format", "geojson", "--output", str(output)]
    assert run(asked) == 1
    assert "No space left on device" in capsys.readouterr().err
    assert [path.name for path in output.parent.iterdir()] == ["x.geojson"]
    assert output.read_text() == "old"


def test_an_error_of_another_file_is_not_laid_at_the_outputs_door(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), replacing(tmp_path / "out"):
        Path(tmp_path, "none").read_bytes()
    assert list(tmp_path.iterdir()) == []


def asked(db: Path, folder: Path, /, *more: str, **changed: str) -> list[str]:
    parts = {"db": str(db), "format": "geojson", "output": str(folder / "o"), **changed}
    return [
        "export",
        *(word for name, value in parts.items() for word in (f"--{name}", value)),
        *more,
    ]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (lambda d, _: ["nonsense"], "No such command 'nonsense'. See: placeline --help"),
        (lambda d, _: ["ingest"], "Missing argument"),
        (lambda d, _: ["ingest", "x"], "Missing option '--db'. See: placeline ingest --help"),
        (lambda d, _: ["ingest", "--wrong", "x"], "No such option"),
        (lambda d, t: ["ingest", str(t / "none"), "--db", str(d)], "not found"),
        (lambda d, t: ["ingest", str(t / "empty"), "--db", str(d)], "it is empty"),
        (lambda d, t: ["ingest", str(t / "binary"), "--db", str(d)], "is binary data: wanted"),
        (lambda d, t: ["ingest", str(t / "broken.jsonl"), "--db", str(d)], "not JSON"),
        (lambda d, t: ["ingest", str(t / "folder"), "--db", str(d)], "no file in it"),
        (lambda d, t: ["ingest", str(t / "good"), "--db", str(t)], "is a folder; wanted"),
        (lambda d, t: ["ingest", str(t / "good"), "--db", str(t / "good")], "not a Placeline store"),
        (lambda d, t: ["ingest", str(t / "good"), "--db", str(t / "good" / "x")], "cannot be made"),
        (lambda d, _: ["ingest", "http://127.0.0.1/", "--db", str(d)], "no public address"),
        (lambda d, _: ["ingest", "ftp://x/", "--db", str(d)], "http or https"),
        (lambda d, t: ["read", str(t / "none")], "not found"),
        (lambda d, t: ["read", str(t)], "is a folder: wanted a file"),
        (lambda d, t: ["read", str(t / "empty")], "it is empty"),
        (lambda d, t: ["read", str(t / "broken.jsonl")], "line 1: not JSON"),
        (lambda d, t: ["read", str(t / "good"), "--output", str(t / "no" / "x")], "No such file"),
        (lambda d, t: asked(d, t, format="shp"), "format 'shp': unknown; known formats: "),
        (lambda d, t: asked(d, t, "--kind", "zebra"), "known kinds are aid, arrest"),
        (lambda d, t: asked(d, t, "--from", "31.2.2019"), "from '31.2.2019': wanted"),
        (lambda d, t: asked(d, t, "--to", "2019-02-31"), "to '2019-02-31': wanted"),
        (lambda d, t: asked(d, t, "--bbox", "1,2,3"), "bbox '1,2,3': wanted"),
        (lambda d, t: asked(d, t, "--status", "maybe"), "status 'maybe': unknown"),
        (lambda d, t: asked(d, t, db=str(t / "none")), "not found. Make it with: placeline"),
        (lambda d, t: asked(d, t, db=str(t / "good")), "is not a Placeline store"),
        (lambda d, t: asked(d, t, output=str(t / "no" / "x")), "cannot be written"),
        (lambda d, t: asked(d, t, output=str(t)), "is a folder"),
        (lambda d, t: asked(d, t, output=str(d)), "is the store itself"),
        (lambda d, t: ["evaluate", "places", str(t / "none")], "not found; wanted a JSON lines"),
        (lambda d, t: ["evaluate", "nonsense", "x"], "'nonsense' is not one of"),
        (lambda d, t: ["gazetteer", "nonsense"], "No such command"),
        (lambda d, t: ["gazetteer", "add", str(t / "none.csv")], "none.csv"),
        (lambda d, t: ["gazetteer", "remove", "nonsense"], "nonsense"),
        (lambda d, t: ["ingest", "\x1b[31mred\nline", "--db", str(d)], "[31mred line: not found"),
    ],
)  # fmt: skip
def test_every_fault_is_one_line_and_exit_1(
    tmp_path: Path,
    kept: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: Callable[[Path, Path], list[str]],
    told: str,
) -> None:
    before = kept.read_bytes()
    (tmp_path / "empty").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 9)
    (tmp_path / "broken.jsonl").write_text("{broken\n")
    (tmp_path / "good").write_text("A text about Bogotá. " * 300)
    assert run(arguments(kept, tmp_path)) == 1
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert error.startswith("Error: ")
    assert "\x1b" not in error
    with sqlite3.connect(kept) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    assert kept.read_bytes()[:100] == before[:100]


def test_without_a_gazetteer_the_message_says_how_to_build_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLACELINE_GAZETTEER", str(tmp_path / "none"))
    (tmp_path / "a.txt").write_text("A text.")
    for command in (["read"], ["ingest", "--db", str(tmp_path / "x.sqlite")]):
        assert run([*command, str(tmp_path / "a.txt")]) == 1
        error = capsys.readouterr().err
        assert "placeline gazetteer build" in error
        assert error.count("\n") == 1


def test_a_fault_in_the_program_is_one_line_that_asks_for_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from geo import pipeline

    monkeypatch.delenv("PLACELINE_DEBUG")
    monkeypatch.setattr(pipeline, "read_article", lambda *_: 1 / 0)
    (tmp_path / "a.txt").write_text("A text.")
    assert run(["read", str(tmp_path / "a.txt")]) == 1
    error = capsys.readouterr().err
    assert error.startswith("Error: a fault in Placeline: ZeroDivisionError")
    assert error.count("\n") == 1


def test_lookup_lists_candidates_and_their_shapes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["gazetteer", "lookup", "Honolulu"]) == 0
    head, first, *_ = capsys.readouterr().out.splitlines()
    assert head.split()[:2] == ["name", "kind"]
    assert first.split()[:3] == ["Honolulu", "settlement", "US"]
    assert run(["gazetteer", "lookup", "Honolulu", "--geojson"]) == 0
    (feature, *_) = json.loads(capsys.readouterr().out)["features"]
    assert feature["geometry"]["coordinates"][0] < -150
    assert run(["gazetteer", "lookup", "Zzyzxqw"]) == 0
    assert capsys.readouterr().out == "no place is called 'Zzyzxqw'\n"


def test_info_tells_edition_kinds_and_sources(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["gazetteer", "info"]) == 0
    told = capsys.readouterr().out
    assert "settlement" in told
    assert "CC BY 4.0" in told


def test_building_if_needed_does_nothing_when_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["gazetteer", "build", "--if-needed"]) == 0
    assert capsys.readouterr().out == ""


def test_geojson_is_a_format_like_any_other() -> None:
    assert "geojson" in formats()


# --- in a process of its own ---


def started(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "geo.cli", *arguments]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more
    )


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [(["--version"], ()), (["read", "-"], ("shapely", "numpy")), (["ingest", "--help"], ())],
)
def test_a_command_imports_only_what_it_needs(
    tmp_path: Path, arguments: list[str], allowed: tuple[str, ...]
) -> None:
    heavy = ["flask", "folium", "geopandas", "pandas", "pyogrio", "trafilatura", "shapely", "numpy"]
    script = (
        "import sys, io\nfrom geo.cli.main import run\n"
        "sys.stdin = io.TextIOWrapper(io.BytesIO(b'A text about Bogota.'))\n"
        f"code = run({arguments!r})\n"
        f"print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)\n"
        "sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = done.stderr.splitlines()[-1]
    assert not [name for name in heavy if repr(name) in loaded and name not in allowed]


def test_a_reader_that_closes_early_is_no_error(tmp_path: Path) -> None:
    rows = "".join(json.dumps({"text": f"{TEXT} Number {n}."}) + "\n" for n in range(200))
    (tmp_path / "a.jsonl").write_text(rows)
    with started("read", str(tmp_path / "a.jsonl")) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 0


def waited_for(db: Path, number: int, process: subprocess.Popen[str]) -> None:
    """Wait until a running import has kept so many articles."""
    while process.poll() is None:
        try:
            with open_store(db, read_only=True) as store:
                if len(list(store.articles())) >= number:
                    return
        except StoreError:
            continue


@pytest.fixture
def many(tmp_path: Path) -> Path:
    rows = (json.dumps({"id": n, "text": f"{TEXT} Number {n}."}) + "\n" for n in range(150))
    path = tmp_path / "many.jsonl"
    path.write_text("".join(rows))
    return path


def test_an_interrupted_import_says_what_it_kept(tmp_path: Path, many: Path) -> None:
    db = tmp_path / "x.sqlite"
    with started("ingest", str(many), "--db", str(db)) as process:
        waited_for(db, 3, process)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate()
    assert process.returncode == 130
    assert error.count("\n") == 1
    assert "stopped: " in error
    assert "run it again to go on" in error
    with open_store(db) as store:
        assert f"stopped: {len(list(store.articles()))} new articles kept" in error


@pytest.mark.parametrize("number", [1, 20, 60])
def test_a_killed_import_goes_on_where_it_was(
    tmp_path: Path, many: Path, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "x.sqlite"
    with started("ingest", str(many), "--db", str(db)) as process:
        waited_for(db, number, process)
        process.kill()
        process.communicate()
    assert run(["ingest", str(many), "--db", str(db)]) == 0
    new = int(capsys.readouterr().out.split(": ")[1].split(" new")[0])
    assert new <= 150 - number
    with open_store(db) as store:
        ids = [entry.article.id for entry in store.articles()]
        assert sorted(ids, key=int) == [str(n) for n in range(150)]
        texts = [record.event.id for record in store.records(EventQuery())]
        assert len(texts) == len(set(texts))
