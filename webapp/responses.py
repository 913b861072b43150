"""Answers that are cheap to ask for again: tagged, squeezed, as JSON."""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import orjson
from flask import Response, request

from geo.privacy import Audience
from webapp.security import audience
from webapp.state import state, store

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from webapp.assets import Asset

_LEAST_BYTES = 600
_LEVEL = 5
_SQUEEZABLE = ("text/", "application/json", "application/geo+json")
_FOR_EVER = "public, max-age=31536000, immutable"


def init_app(app: Flask) -> None:
    """Squeeze what is text and long."""
    app.after_request(_squeezed)


def page_tag() -> str:
    """Return a tag that changes when the store, the code, the address or the reader does."""
    parts = (store().version(), state().assets.version, state().gazetteer.edition)
    return "-".join((*parts, store().audience.value, hash_of(request.full_path)))


def hash_of(text: str) -> str:
    """Return a short digest of a text."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def known_already(tag: str) -> Response | None:
    """Return the short answer "not modified" where the asker holds what the tag stands for."""
    if not request.if_none_match.contains_weak(tag):
        return None
    return tagged(Response(status=304), tag)


def tagged(response: Response, tag: str) -> Response:
    """Mark an answer so that it is asked for again only when it has changed."""
    response.set_etag(tag, weak=True)
    private = audience() is Audience.OWNER
    response.headers["Cache-Control"] = "private, no-cache" if private else "no-cache"
    return response


class Bodies:
    """The answers given last, squeezed, by their tags: the next who asks gets the same bytes."""

    def __init__(self, size: int = 64) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def get(self, tag: str, make: Callable[[], Any]) -> bytes:
        """Return the body of a tag, made and squeezed where it is not kept."""
        with self._lock:
            if tag in self._kept:
                self._kept.move_to_end(tag)
                return self._kept[tag]
        body = gzip.compress(orjson.dumps(make()), _LEVEL, mtime=0)
        with self._lock:
            self._kept[tag] = body
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
        return body


def kept_response(make: Callable[[], Any], *, content_type: str) -> Response:
    """Return data as JSON, made only where neither the asker nor we hold it already."""
    tag = page_tag()
    known = known_already(tag)
    if known:
        return known
    squeezed = state().bodies.get(tag, make)
    response = Response(squeezed, content_type=content_type)
    response.headers["Vary"] = "Accept-Encoding"
    if request.accept_encodings["gzip"] > 0:
        response.headers["Content-Encoding"] = "gzip"
    else:
        response.set_data(gzip.decompress(squeezed))
    return tagged(response, tag)


def json_response(
    body: Any, *, content_type: str = "application/json", status: int = 200
) -> Response:
    """Return plain data as JSON."""
    return Response(orjson.dumps(body), status=status, content_type=content_type)


def asset_response(asset: Asset, *, lasting: bool) -> Response:
    """Return a static file; `lasting` where its address changes with its contents."""
    squeeze = bool(asset.squeezed) and request.accept_encodings["gzip"] > 0
    response = Response(asset.squeezed if squeeze else asset.plain, content_type=asset.content_type)
    response.headers["Cache-Control"] = _FOR_EVER if lasting else "no-cache"
    response.headers["Vary"] = "Accept-Encoding"
    # An embedded map has no origin of its own when its frame is sandboxed.
    response.headers["Access-Control-Allow-Origin"] = "*"
    if squeeze:
        response.headers["Content-Encoding"] = "gzip"
    return response


def _squeezed(response: Response) -> Response:
    if not _is_squeezable(response):
        return response
    response.headers.add("Vary", "Accept-Encoding")
    if request.accept_encodings["gzip"] > 0 and len(response.get_data()) >= _LEAST_BYTES:
        response.set_data(gzip.compress(response.get_data(), _LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


def _is_squeezable(response: Response) -> bool:
    return (
        response.status_code == 200
        and not response.direct_passthrough
        and "Content-Encoding" not in response.headers
        and response.content_type.startswith(_SQUEEZABLE)
        and "Vary" not in response.headers
    )
