"""Downloads that break off and go on. The network is the one thing that is stood in for."""

from __future__ import annotations

import http.client
import io
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest

from gazetteer import GazetteerError
from gazetteer.geonames import download

if TYPE_CHECKING:
    from pathlib import Path

DATA = bytes(range(256)) * 1000


class _Answer(io.BytesIO):
    """An HTTP answer that may break off before its end."""

    def __init__(self, data: bytes, *, status: int, breaks_at: int | None, tag: str) -> None:
        super().__init__(data if breaks_at is None else data[:breaks_at])
        self.status = status
        self.headers = {"Content-Length": str(len(data)), "ETag": tag}


class Server:
    """Serves one file, knows ranges, and breaks off as told."""

    def __init__(self) -> None:
        self.tag = '"one"'
        self.breaks_at: list[int | None] = []
        self.served: list[int] = []
        self.failure: Exception | None = None

    def urlopen(self, request: urllib.request.Request, timeout: float) -> _Answer:
        assert timeout > 0
        if self.failure:
            raise self.failure
        start = 0
        wanted = request.get_header("Range")
        if wanted and request.get_header("If-range") == self.tag:
            start = int(wanted.removeprefix("bytes=").removesuffix("-"))
        if start >= len(DATA):
            raise urllib.error.HTTPError(
                request.full_url, 416, "no more", http.client.HTTPMessage(), None
            )
        self.served.append(len(DATA) - start)
        stop = self.breaks_at.pop(0) if self.breaks_at else None
        return _Answer(DATA[start:], status=206 if start else 200, breaks_at=stop, tag=self.tag)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Server:
    made = Server()
    monkeypatch.setattr(urllib.request, "urlopen", made.urlopen)
    monkeypatch.setattr(download, "downloads_path", lambda: tmp_path / "downloads")
    return made


def _silent(*_: Any) -> None:
    pass


def test_a_download_arrives_whole_and_tells_its_progress(server: Server) -> None:
    told: list[tuple[str, int, int]] = []
    path = download.fetch("VE", progress=lambda *step: told.append(step))
    assert path.read_bytes() == DATA
    assert told[-1] == ("VE", len(DATA), len(DATA))
    assert [p.name for p in path.parent.iterdir()] == ["VE.zip"]


def test_a_broken_download_goes_on_where_it_ended(server: Server) -> None:
    server.breaks_at = [100_000]
    with pytest.raises(GazetteerError, match=r"100000 of 256000 bytes.*same command again"):
        download.fetch("VE", progress=_silent)
    assert download.fetch("VE", progress=_silent).read_bytes() == DATA
    assert server.served == [256_000, 156_000]


def test_a_file_that_changed_meanwhile_is_fetched_from_the_start(server: Server) -> None:
    server.breaks_at = [100_000]
    with pytest.raises(GazetteerError):
        download.fetch("VE", progress=_silent)
    server.tag = '"two"'
    assert download.fetch("VE", progress=_silent).read_bytes() == DATA
    assert server.served == [256_000, 256_000]


def test_a_download_that_was_whole_but_not_renamed_is_taken_as_it_is(server: Server) -> None:
    path = download.fetch("VE", progress=_silent)
    path.rename(path.with_name("VE.zip.part"))
    path.with_name("VE.zip.tag").write_text(server.tag)
    assert download.fetch("VE", progress=_silent).read_bytes() == DATA


def test_what_came_whole_is_not_fetched_again_until_it_is_discarded(server: Server) -> None:
    """An import of several countries, killed, goes on with the first that is missing."""
    path = download.fetch("VE", progress=_silent)
    assert download.fetch("VE", progress=_silent) == path
    assert len(server.served) == 1
    download.discard("VE")
    assert download.fetch("VE", progress=_silent).read_bytes() == DATA
    assert len(server.served) == 2


@pytest.mark.parametrize(
    "failure",
    [
        urllib.error.URLError("no route to host"),
        TimeoutError("timed out"),
        http.client.IncompleteRead(b""),
        urllib.error.HTTPError("u", 404, "Not Found", http.client.HTTPMessage(), None),
    ],
)
def test_no_network_is_one_clear_line(server: Server, failure: Exception) -> None:
    server.failure = failure
    with pytest.raises(GazetteerError, match=r"VE\.zip: ") as caught:
        download.fetch("VE", progress=_silent)
    assert "\n" not in str(caught.value)
