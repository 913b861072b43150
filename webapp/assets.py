"""Scripts, styles and pictures, at addresses that change with their contents."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from werkzeug.security import safe_join

if TYPE_CHECKING:
    from collections.abc import Iterator

_OWN = Path(__file__).parent / "static"
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_SQUEEZABLE = frozenset({".js", ".css", ".svg", ".html", ".json"})


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent: its bytes, and those squeezed by gzip (empty where that is no gain)."""

    content_type: str
    plain: bytes
    squeezed: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assets:
    """The static files: our own, and Leaflet's from where its package is installed."""

    version: str
    leaflet: Path

    def url(self, path: str) -> str:
        """Return the address of a file ("css/page.css", "leaflet/leaflet.js")."""
        return f"/static/{self.version}/{path}"

    def find(self, path: str) -> Asset | None:
        """Return a file by its path, None where there is none."""
        folder, inner = _OWN, path
        if path.startswith("leaflet/"):
            folder, inner = self.leaflet, path.removeprefix("leaflet/")
        joined = safe_join(str(folder), inner)
        return _read(Path(joined)) if joined and Path(joined).is_file() else None

    def modules(self) -> tuple[str, ...]:
        """Return the addresses of our script modules, for the browser to fetch ahead."""
        return tuple(self.url(f"js/{file.name}") for file in sorted((_OWN / "js").glob("*.js")))


def find_assets() -> Assets:
    """Return the static files that are installed."""
    leaflet = Path(str(resources.files("js_lib_leaflet"))) / "static" / "js_lib_leaflet"
    return Assets(version=_digest(), leaflet=leaflet)


@cache
def _read(path: Path) -> Asset:
    plain = path.read_bytes()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    squeezed = gzip.compress(plain, 9, mtime=0) if path.suffix in _SQUEEZABLE else b""
    return Asset(kind or "application/octet-stream", plain, squeezed)


def _digest() -> str:
    digest = hashlib.sha256()
    for file in _files():
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _files() -> Iterator[Path]:
    yield from sorted(path for path in _OWN.rglob("*") if path.is_file())
