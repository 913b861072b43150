"""`placeline serve` and what it says when it cannot."""

from __future__ import annotations

import socket
import threading
import urllib.request
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import webapp.cli
from gazetteer.errors import NotBuiltError
from webapp.cli import serve

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("port", ["eighty", "-1", "65536", "80.5", ""])
def test_a_bad_port_is_one_clear_line(sample_db: Path, port: str) -> None:
    ran = CliRunner().invoke(serve, ["--db", str(sample_db), f"--port={port}"])
    assert ran.exit_code == 1
    assert ran.output.strip().startswith("Error: port")
    assert len(ran.output.strip().splitlines()) == 1


def test_a_missing_store_says_how_to_make_one(tmp_path: Path) -> None:
    ran = CliRunner().invoke(serve, ["--db", str(tmp_path / "none.sqlite")])
    assert ran.exit_code == 1
    assert f"no store at {tmp_path / 'none.sqlite'}" in ran.output
    assert "placeline ingest" in ran.output


def test_a_port_in_use_says_so(sample_db: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = CliRunner().invoke(serve, ["--db", str(sample_db), "--port", str(port)])
    assert ran.exit_code == 1
    assert f"port {port}" in ran.output
    assert "--port" in ran.output


def test_a_gazetteer_that_is_not_built_is_told(sample_db: Path, tmp_path: Path) -> None:
    asked = ["--db", str(sample_db), "--port", "0", "--gazetteer", str(tmp_path / "none")]
    ran = CliRunner().invoke(serve, asked)
    assert isinstance(ran.exception, NotBuiltError)


def test_it_serves_the_map_and_says_where(
    sample_db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLACELINE_TILES", str(tmp_path))
    monkeypatch.setattr("webapp.basemap.Basemap.warm", lambda _: None)
    said: list[str] = []
    heard = threading.Event()

    def tell(line: str) -> None:
        said.append(line)
        heard.set()

    monkeypatch.setattr(webapp.cli.click, "echo", tell)
    asked = ["--db", str(sample_db), "--port", "0", "--title", "Sample"]
    thread = threading.Thread(
        target=serve.main, args=(asked,), kwargs={"standalone_mode": False}, daemon=True
    )
    thread.start()
    assert heard.wait(timeout=60)
    address = said[0].removeprefix("Sample is at ").removesuffix(" (Ctrl+C stops it)")
    with urllib.request.urlopen(f"{address}/healthz", timeout=30) as answer:
        assert answer.read().startswith(b"ok ")
