"""Pages are fetched from public addresses only, within bounds, with a reason when not."""

from __future__ import annotations

import gzip
import socket
import threading
import zlib
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo.articles.network import is_public, resolve
from geo.articles.url import MAX_BYTES, Network, fetch
from geo.errors import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Answer = tuple[int, dict[str, str], bytes]


@dataclass(slots=True)
class Site:
    """A server on this machine; hosts of any name lead to it."""

    port: int
    answers: dict[str, Callable[[], Answer]] = field(default_factory=dict)
    asked: list[tuple[str, str]] = field(default_factory=list)
    hosts: dict[str, str] = field(default_factory=dict)
    pauses: list[float] = field(default_factory=list)

    def network(self, **parts: Any) -> Network:
        """Resolve all names to this machine and take it for public, but what `hosts` says."""
        return Network(
            resolve=lambda host, _port, _timeout: (self.hosts.get(host, "127.0.0.1"),),
            allowed=lambda address: address == "127.0.0.1",
            pause=self.pauses.append,
            **parts,
        )

    def url(self, path: str, host: str = "news.example") -> str:
        return f"http://{host}:{self.port}{path}"

    def get(self, path: str, **parts: Any) -> Any:
        return fetch(self.url(path), network=self.network(**parts))


@pytest.fixture
def site() -> Iterator[Site]:
    found = Site(port=0)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found.asked.append((self.headers["Host"], self.path))
            status, headers, body = found.answers[self.path]()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.handle_error = lambda *_: None  # type: ignore[method-assign]
        found.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield found
        server.shutdown()
        thread.join()


def ok(body: bytes, **headers: str) -> Callable[[], Answer]:
    return lambda: (200, {name.replace("_", "-"): value for name, value in headers.items()}, body)


def to(location: str) -> Callable[[], Answer]:
    return lambda: (302, {"Location": location}, b"")


def test_a_page_comes_with_its_charset_and_its_host_was_named(site: Site) -> None:
    site.answers["/a?b=%20c"] = ok(b"hello", Content_Type="text/html; charset=koi8-r")
    page = site.get("/a?b= c".replace(" ", "%20"))
    assert (page.body, page.charset) == (b"hello", "koi8-r")
    assert site.asked == [(f"news.example:{site.port}", "/a?b=%20c")]


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "ftp://host/x", "gopher://host/x", "data:text/html,x", "//host/x",
     "http://", "http://user:secret@news.example/", "http://a b/", "http://" + "x" * 300 + "/"],
)  # fmt: skip
def test_only_plain_web_addresses_are_asked(site: Site, url: str) -> None:
    with pytest.raises(UnreadableError):
        fetch(url, network=site.network())
    assert site.asked == []


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "[::1]", "169.254.169.254", "10.1.2.3", "192.168.0.1", "172.16.5.4",
     "[fd00::1]", "0.0.0.0", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "[::ffff:127.0.0.1]",
     "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fe80::1]", "[::]", "100.64.0.1",
     "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1"],
)  # fmt: skip
def test_no_address_of_this_machine_or_its_network_is_asked(host: str) -> None:
    with pytest.raises(UnreadableError, match=r"public address|not found"):
        fetch(f"http://{host}/")


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:220:1:248:1893:25c8:1946"])
def test_addresses_of_the_open_internet_are_public(address: str) -> None:
    assert is_public(address)


@given(st.ip_addresses(network="10.0.0.0/8") | st.ip_addresses(network="fc00::/7"))
def test_no_private_address_is_public(address: Any) -> None:
    assert not is_public(str(address))


@given(st.text())
def test_no_text_is_taken_for_an_address(text: str) -> None:
    is_public(text)


def test_every_address_of_a_host_must_be_public(site: Site) -> None:
    site.answers["/"] = ok(b"x")
    network = replace(site.network(), resolve=lambda *_: ("127.0.0.1", "10.0.0.1"))
    with pytest.raises(UnreadableError, match="no public address"):
        fetch(site.url("/"), network=network)
    assert site.asked == []


def test_a_host_that_changes_its_address_is_asked_where_it_was_checked(site: Site) -> None:
    """DNS rebinding: the second answer of the resolver, a private address, is never used."""
    site.answers["/"] = ok(b"x")
    answers = iter([("127.0.0.1",), ("10.0.0.1",)])
    network = replace(site.network(), resolve=lambda *_: next(answers))
    assert fetch(site.url("/"), network=network).body == b"x"
    assert next(answers) == ("10.0.0.1",)


def test_a_redirect_is_followed_and_checked_anew(site: Site) -> None:
    site.hosts["inner.example"] = "10.0.0.1"
    site.answers["/a"] = to("/b")
    site.answers["/b"] = ok(b"there")
    site.answers["/c"] = to(site.url("/b", host="inner.example"))
    assert site.get("/a").url == site.url("/b")
    with pytest.raises(UnreadableError, match=r"inner.example is no public address"):
        site.get("/c")


@pytest.mark.parametrize("location", ["file:///etc/passwd", "javascript:alert(1)", "http://[::1"])
def test_a_redirect_to_another_scheme_is_refused(site: Site, location: str) -> None:
    site.answers["/"] = to(location)
    with pytest.raises(UnreadableError, match="wanted an http or https address"):
        site.get("/")


def test_a_loop_of_redirects_ends(site: Site) -> None:
    site.answers["/"] = to("/")
    with pytest.raises(UnreadableError, match="more than 5 redirects"):
        site.get("/")
    assert len(site.asked) == 6


@pytest.mark.parametrize(
    ("encoding", "pack"), [("gzip", gzip.compress), ("deflate", zlib.compress), ("", bytes)]
)
def test_a_packed_page_is_unpacked(
    site: Site, encoding: str, pack: Callable[[bytes], bytes]
) -> None:
    site.answers["/"] = ok(pack(b"hello" * 100), Content_Encoding=encoding)
    assert site.get("/").body == b"hello" * 100


@pytest.mark.parametrize(
    ("body", "encoding", "reason"),
    [
        (gzip.compress(bytes(200_000_000)), "gzip", "larger than 10 MB"),
        (b"x" * (MAX_BYTES + 1), "", "larger than 10 MB"),
        (b"no gzip", "gzip", "compression is damaged"),
        (b"x", "br", "compression 'br' is unknown"),
    ],
    ids=["bomb", "large", "damaged", "unknown"],
)
def test_a_body_beyond_bounds_is_refused(
    site: Site, body: bytes, encoding: str, reason: str
) -> None:
    site.answers["/"] = ok(body, Content_Encoding=encoding)
    with pytest.raises(UnreadableError, match=reason):
        site.get("/")


@pytest.mark.parametrize("status", [403, 404, 410, 451])
def test_a_refusal_is_told_and_not_repeated(site: Site, status: int) -> None:
    site.answers["/"] = lambda: (status, {}, b"")
    with pytest.raises(UnreadableError, match=f"the server answered {status}"):
        site.get("/")
    assert len(site.asked) == 1


def test_an_overloaded_server_is_asked_again_after_a_pause(site: Site) -> None:
    answers = iter([(503, {}, b""), (429, {}, b""), (200, {}, b"at last")])
    site.answers["/"] = lambda: next(answers)
    assert site.get("/").body == b"at last"
    assert site.pauses == [1, 2]


def test_a_server_that_stays_overloaded_is_left_alone(site: Site) -> None:
    site.answers["/"] = lambda: (500, {}, b"")
    with pytest.raises(UnreadableError, match="answered 500"):
        site.get("/")
    assert len(site.asked) == 3


def test_a_body_that_breaks_off_is_told(site: Site) -> None:
    site.answers["/"] = ok(b"half", Content_Length="100")
    with pytest.raises(UnreadableError, match="broke off"):
        site.get("/")


def dripping(piece: bytes, first: bytes = b"") -> int:
    """Serve one connection with a piece every twentieth of a second; return the port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with listener, listener.accept()[0] as connection:
            try:
                connection.sendall(first)
                while True:
                    connection.sendall(piece)
                    threading.Event().wait(0.05)
            except OSError:
                return

    threading.Thread(target=serve, daemon=True).start()
    port: int = listener.getsockname()[1]
    return port


@pytest.mark.parametrize(
    ("first", "piece"),
    [
        (b"", b"H"),
        (b"HTTP/1.1 200 OK\r\nX: ", b"x"),
        (b"HTTP/1.1 200 OK\r\n\r\n", b"x"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    ],
    ids=["status line", "headers", "body", "chunks"],
)
def test_a_dripping_server_meets_the_deadline(site: Site, first: bytes, piece: bytes) -> None:
    """However slowly a server drips, with a byte always in time, the whole has one deadline."""
    site.port = dripping(piece, first)
    with pytest.raises(UnreadableError, match=r"no whole answer within 0.5 seconds"):
        site.get("/", deadline_s=0.5)


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-x\r\n", b"\0\1\2\3" * 100])
def test_what_is_no_http_is_told(site: Site, answer: bytes) -> None:
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with listener, listener.accept()[0] as connection:
            connection.recv(1000)
            connection.sendall(answer)

    threading.Thread(target=serve, daemon=True).start()
    site.port = listener.getsockname()[1]
    with pytest.raises(UnreadableError):
        site.get("/")


def test_a_closed_port_is_told(site: Site) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        site.port = listener.getsockname()[1]
    with pytest.raises(UnreadableError, match="cannot be reached"):
        site.get("/")


def test_plain_http_behind_https_is_told(site: Site) -> None:
    site.answers["/"] = ok(b"x")
    with pytest.raises(UnreadableError, match=r"no secure connection|cannot be reached"):
        fetch(site.url("/").replace("http:", "https:"), network=site.network())


def test_an_unknown_host_is_told() -> None:
    with pytest.raises(UnreadableError, match=r"host 'nowhere.invalid' not found"):
        resolve("nowhere.invalid", 80, 5.0)
