"""A real Chromium on a real server; a page that does anything wrong fails its test."""

from __future__ import annotations

import os
import shutil
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from PIL import Image
from playwright.sync_api import expect
from waitress.server import create_server

from tests.webapp.hostile import hostile_rows
from tests.webapp.samples import SAMPLE, sample_store
from webapp import Config, create_app
from webapp.basemap.palette import encode
from webapp.basemap.style import style

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import ConsoleMessage, Dialog, Page, Request

    from gazetteer.place import Gazetteer

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
expect.set_options(timeout=15_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests here."""
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Start the Chromium that is installed; skip without one, but not where one is required."""
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        wanted = f"no Chromium or Chrome found (looked for {', '.join(_NAMES)})"
        if os.environ.get("PLACELINE_REQUIRE_BROWSER") == "1":
            pytest.fail(f"{wanted}, and PLACELINE_REQUIRE_BROWSER=1", pytrace=False)
        pytest.skip(wanted)
    return {"executable_path": found, "args": list(_FLAGS)}


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    """A desk, by daylight."""
    return {"viewport": DESK, "color_scheme": "light", "locale": "en-GB"}


@contextmanager
def serving(db: Path, tiles: Path, **settings: Any) -> Iterator[str]:
    """Serve a store at an address of this machine."""
    app = create_app(Config(db=db, tiles=tiles, warm_basemap=False, **settings))
    # These tests look at marks: the tiles below them have tests of their own.
    tile = encode(Image.new("RGB", (512, 512), style("light").land), theme="light")
    app.extensions["placeline"].basemap.png = lambda *_, **__: tile
    server = create_server(app, host="127.0.0.1", port=0, threads=8)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        server.close()
        thread.join(timeout=10)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, gazetteer: Gazetteer) -> Iterator[str]:
    """The sample events, served."""
    folder = tmp_path_factory.mktemp("site")
    db = sample_store(folder / "sample.sqlite", gazetteer)
    with serving(db, folder, title="Border events") as address:
        yield address


@pytest.fixture(scope="session")
def crowded(tmp_path_factory: pytest.TempPathFactory, gazetteer: Gazetteer) -> Iterator[str]:
    """Many events at one spot, served."""
    folder = tmp_path_factory.mktemp("crowded")
    rows = [
        {
            **SAMPLE[8],
            "title": f"Report {n} from Tibú",
            "url": "",
            "kind": ("clash", "crossing")[n % 2],
            "from": f"2019-03-{12 - n:02}",
            "to": f"2019-03-{12 - n:02}",
        }
        for n in range(12)
    ]
    db = sample_store(folder / "crowded.sqlite", gazetteer, [*rows, SAMPLE[2]])
    with serving(db, folder) as address:
        yield address


@pytest.fixture(scope="session")
def attacked(tmp_path_factory: pytest.TempPathFactory, gazetteer: Gazetteer) -> Iterator[str]:
    """Hostile articles, served."""
    folder = tmp_path_factory.mktemp("attacked")
    db = sample_store(folder / "hostile.sqlite", gazetteer, hostile_rows())
    with serving(db, folder) as address:
        yield address


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """Another site: a folder of pages, and its address."""
    handler = partial(_Quiet, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield tmp_path, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page that may ask nobody but our server, and must not complain."""
    faults: list[str] = []

    def asked(request: Request) -> None:
        if urlsplit(request.url).hostname not in ("127.0.0.1", "") and request.url[:5] != "data:":
            faults.append(f"asked for {request.url}")

    def said(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            faults.append(f"console {message.type}: {message.text}")

    def opened(dialog: Dialog) -> None:
        faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    page.on("request", asked)
    page.on("console", said)
    page.on("pageerror", lambda error: faults.append(f"page error: {error}"))
    page.on("dialog", opened)
    yield page
    assert not faults, "\n".join(faults)
