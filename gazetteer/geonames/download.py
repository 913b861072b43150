"""Download a dump, resuming where the last try ended."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Final

from gazetteer.errors import GazetteerError
from gazetteer.paths import downloads_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BASE: Final = "https://download.geonames.org/export/dump/"
_CHUNK: Final = 1 << 16
_TIMEOUT_S: Final = 30.0


class DownloadError(GazetteerError, OSError):
    """A file could not be fetched."""


def fetch(name: str, *, progress: Callable[[str, int, int], None], base: str = BASE) -> Path:
    """Return the downloaded NAME.zip; what is already there is not fetched again.

    The server is asked to go on only if the file is still the same (If-Range).
    """
    folder = downloads_path()
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{name}.zip"
    if target.exists():
        return target
    part, tag = folder / f"{name}.zip.part", folder / f"{name}.zip.tag"
    have = part.stat().st_size if part.exists() and tag.exists() else 0
    headers = {"User-Agent": "placeline"}
    if have:
        headers |= {"Range": f"bytes={have}-", "If-Range": tag.read_text()}
    request = urllib.request.Request(f"{base}{name}.zip", headers=headers)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT_S) as answer:  # noqa: S310
            _save(answer, part, tag, have=have, tell=progress, label=name)
    except urllib.error.HTTPError as error:
        if error.code != http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            raise DownloadError(f"{request.full_url}: {error.code} {error.reason}") from error
    except (OSError, http.client.HTTPException) as error:
        raise DownloadError(
            f"{request.full_url}: {error}: what came is kept, run the same command again"
        ) from error
    part.replace(target)
    tag.unlink(missing_ok=True)
    return target


def discard(name: str) -> None:
    """Remove the downloaded NAME.zip: it is kept no longer than its import needs it."""
    (downloads_path() / f"{name}.zip").unlink(missing_ok=True)


def _save(
    answer: http.client.HTTPResponse,
    part: Path,
    tag: Path,
    *,
    have: int,
    tell: Callable[[str, int, int], None],
    label: str,
) -> None:
    resumed = answer.status == http.HTTPStatus.PARTIAL_CONTENT
    done = have if resumed else 0
    length = int(answer.headers.get("Content-Length") or 0)
    validator = answer.headers.get("ETag") or answer.headers.get("Last-Modified") or ""
    if validator and not resumed:
        tag.write_text(validator)
    total = done + length
    with part.open("ab" if resumed else "wb") as file:
        while chunk := answer.read(_CHUNK):
            file.write(chunk)
            done += len(chunk)
            tell(label, done, total)
    if length and done < total:
        raise DownloadError(
            f"{label}.zip: found {done} of {total} bytes: what came is kept, run the same"
            " command again"
        )
