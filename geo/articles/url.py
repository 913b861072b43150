"""Fetch one page safely: public addresses only, and the address checked is the one called.

A host is resolved once; every address that it has must be public; the connection goes to one of
these, with the host's name for TLS and the Host header. Each redirect is checked the same way.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
import zlib
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import quote, urljoin, urlsplit

from geo.addresses import safe_link
from geo.articles.network import is_public, resolve
from geo.errors import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DEADLINE_S = 20.0
MAX_BYTES = 10_000_000
MAX_REDIRECTS = 5
_TRIES = 3
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_OVERLOADED = frozenset({429, 500, 502, 503, 504})
_CHUNK_BYTES = 65_536
_PORTS = {"http": 80, "https": 443}
_HEADERS = {
    "User-Agent": "Placeline (reads one page for its user)",
    "Accept": "text/html, application/xhtml+xml, text/plain;q=0.9, application/json;q=0.8",
    "Accept-Encoding": "gzip, deflate",
    "Connection": "close",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What an address yielded: its body unpacked, and the address after all redirects."""

    url: str
    body: bytes
    charset: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """How hosts are found and judged, and time is spent. Only tests use another than this."""

    resolve: Callable[[str, int, float], tuple[str, ...]] = resolve
    allowed: Callable[[str], bool] = is_public
    pause: Callable[[float], None] = time.sleep
    deadline_s: float = DEADLINE_S


@dataclass(frozen=True, slots=True, kw_only=True)
class _Target:
    """An address taken apart: host in ASCII, path and query fit for a request line."""

    url: str
    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The host as the Host header names it, with a port that is not the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @classmethod
    def of(cls, url: str) -> _Target:
        link = safe_link(url)
        if not link:
            raise UnreadableError("wanted an http or https address")
        parts = urlsplit(link)
        if parts.username is not None:
            raise UnreadableError("a user name stands in the address: wanted one without")
        try:
            host = (parts.hostname or "").encode("idna").decode() if parts.hostname else ""
        except UnicodeError as error:
            raise UnreadableError("the host is no valid name: check the address") from error
        path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
        query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
        return cls(
            url=link,
            scheme=parts.scheme,
            host=host,
            port=parts.port or _PORTS[parts.scheme],
            path=f"{path}?{query}" if query else path,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    status: int
    reason: str
    location: str
    page: Page


def fetch(url: str, *, network: Network | None = None) -> Page:
    """Return the page at an address; raise UnreadableError, which says why, within 20 seconds.

    At most 5 redirects and 10 MB; http and https only; private, loopback and reserved addresses
    are refused. An overloaded server is asked up to three times.
    """
    network = network or Network()
    until = time.monotonic() + network.deadline_s
    for _ in range(MAX_REDIRECTS + 1):
        answer = _patiently(_Target.of(url), network=network, until=until)
        if answer.status not in _REDIRECTS:
            return answer.page
        url = _joined(url, answer.location)
    raise UnreadableError(f"more than {MAX_REDIRECTS} redirects: wanted the page's own address")


def _joined(url: str, location: str) -> str:
    try:
        return urljoin(url, location)
    except ValueError:
        return location


def _patiently(target: _Target, *, network: Network, until: float) -> _Answer:
    """Ask again, after a pause that doubles, while a server says that it is overloaded."""
    for attempt in range(_TRIES):
        answer = _ask(target, network=network, until=until)
        if answer.status == http.HTTPStatus.OK or (answer.status in _REDIRECTS and answer.location):
            return answer
        last = attempt == _TRIES - 1 or time.monotonic() + 2**attempt > until
        if answer.status not in _OVERLOADED or last:
            break
        network.pause(2**attempt)
    raise UnreadableError(f"the server answered {answer.status} {answer.reason}".rstrip())


def _ask(target: _Target, *, network: Network, until: float) -> _Answer:
    with _explained(network, until=until), _connected(target, network, until=until) as connection:
        connection.request("GET", target.path, headers={"Host": target.authority, **_HEADERS})
        response = connection.getresponse()
        wanted = response.status == http.HTTPStatus.OK
        body = _body(response, until=until) if wanted else b""
        return _Answer(
            status=response.status,
            reason=response.reason[:80],
            location=response.headers.get("Location", ""),
            page=Page(
                url=target.url, body=body, charset=response.headers.get_content_charset() or ""
            ),
        )


@contextmanager
def _explained(network: Network, *, until: float) -> Iterator[None]:
    """Turn the network's errors into one line; past the deadline that is the reason."""
    try:
        yield
    except (OSError, http.client.HTTPException, zlib.error) as error:
        raise UnreadableError(_advice(error, network=network, until=until)) from error


def _advice(error: Exception, *, network: Network, until: float) -> str:
    if time.monotonic() >= until or isinstance(error, TimeoutError):
        return f"no whole answer within {network.deadline_s:g} seconds: try again later"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not valid ({error.verify_message})"
    if isinstance(error, ssl.SSLError):
        return "no secure connection could be made: try the http address"
    if isinstance(error, zlib.error):
        return "its compression is damaged"
    if isinstance(error, OSError):
        return f"cannot be reached ({error.strerror or error})"
    return f"its answer is no proper HTTP ({type(error).__name__})"


@contextmanager
def _connected(
    target: _Target, network: Network, *, until: float
) -> Iterator[http.client.HTTPConnection]:
    """Connect to a checked address; at the deadline the connection is cut, come what may."""
    held: list[socket.socket] = []
    watch = threading.Timer(max(until - time.monotonic(), 0), _cut, [held])
    watch.daemon = True
    watch.start()
    try:
        held.append(_socket(target, network, until=until))
        if target.scheme == "https":
            held.append(_secured(held[-1], target))
        connection = http.client.HTTPConnection(target.host, target.port)
        connection.sock = held[-1]
        yield connection
    finally:
        watch.cancel()
        for one in held:
            one.close()


def _cut(held: list[socket.socket]) -> None:
    for one in held:
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


def _socket(target: _Target, network: Network, *, until: float) -> socket.socket:
    addresses = network.resolve(target.host, target.port, _left(until))
    refused = [address for address in addresses if not network.allowed(address)]
    if refused or not addresses:
        raise UnreadableError(f"{target.host} is no public address: only those are fetched")
    for address in addresses[:-1]:
        with suppress(OSError):
            return socket.create_connection((address, target.port), timeout=_left(until) / 2)
    return socket.create_connection((addresses[-1], target.port), timeout=_left(until))


def _secured(plain: socket.socket, target: _Target) -> ssl.SSLSocket:
    return _tls().wrap_socket(plain, server_hostname=target.host)


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _body(response: http.client.HTTPResponse, *, until: float) -> bytes:
    """Read and unpack a body chunk by chunk; raise UnreadableError beyond 10 MB."""
    unpack = _unpacker(response.headers.get("Content-Encoding", ""))
    body = bytearray()
    while chunk := response.read1(_CHUNK_BYTES):
        _left(until)
        body += unpack(chunk)
        if len(body) > MAX_BYTES:
            raise UnreadableError(f"the page is larger than {MAX_BYTES // 1_000_000} MB")
    _left(until)
    if response.length:
        raise UnreadableError("the connection broke off in mid-page: try again")
    return bytes(body)


def _unpacker(encoding: str) -> Callable[[bytes], bytes]:
    """Return what unpacks chunks, never more than just beyond the bound at a time."""
    if encoding.strip().lower() in ("", "identity"):
        return lambda chunk: chunk
    if encoding.strip().lower() not in ("gzip", "x-gzip", "deflate"):
        raise UnreadableError(f"its compression {encoding[:40]!r} is unknown: wanted gzip or none")
    # 32 + 15: zlib finds out by itself whether a gzip or a zlib header stands before the data.
    unpacking = zlib.decompressobj(32 + zlib.MAX_WBITS)
    return lambda chunk: unpacking.decompress(chunk, MAX_BYTES + 1)
