"""Web addresses: which may be linked, and which two name the same page."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from urllib.parse import parse_qsl, urlencode, urlsplit

from geo.cleaning import clean

_PORTS = {"http": 80, "https": 443}


def safe_link(url: str) -> str:
    """Return an address that may stand in a link: http or https with a host; else empty."""
    plain = url.isascii() and url.isprintable()
    cleaned = url.strip() if plain else clean(url).strip()
    if len(cleaned.split()) != 1:
        return ""
    try:
        parts = urlsplit(cleaned)
        known = parts.scheme in _PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return ""
    return cleaned if known else ""


def canonical(url: str) -> str:
    """Return the form that all addresses of one page share; empty where none names a single page.

    Scheme, "www.", default port, fragment, order of parameters and tracking parameters make no
    other page. A bare host is no page of its own: its contents change.
    """
    link = safe_link(url)
    if not link:
        return ""
    parts = urlsplit(link)
    port = "" if parts.port in (None, _PORTS[parts.scheme]) else f":{parts.port}"
    host = (parts.hostname or "").removeprefix("www.")
    pairs = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=None)
    kept = sorted((name, value) for name, value in pairs if not _is_tracking(name))
    path = parts.path.rstrip("/")
    if not path and not kept:
        return ""
    return f"{host}{port}{path}" + (f"?{urlencode(kept)}" if kept else "")


def _is_tracking(name: str) -> bool:
    return any(fnmatchcase(name.lower(), pattern) for pattern in _tracking())


@cache
def _tracking() -> tuple[str, ...]:
    text = (files("geo") / "data" / "tracking_parameters.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))
