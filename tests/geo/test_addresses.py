"""Which addresses may be linked, and which name the same page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo.addresses import canonical, safe_link


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)", "JaVaScript:alert(1)", " javascript:alert(1)", "data:text/html,x",
        "java\0script:alert(1)", "vbscript:x", "file:///etc/passwd", "ftp://host/x", "//host/x",
        "host/x", "", "http://", "https:///x", "http://[::1", "http://a b/", "http://host:0/",
        "http://host:99999/", "java\nscript:alert(1)", "http:/\u2028/host",
    ],
)  # fmt: skip
def test_only_http_and_https_are_linked(url: str) -> None:
    assert safe_link(url) == ""
    assert canonical(url) == ""


@pytest.mark.parametrize("url", ["http://host.example/x", "https://host.example:8443/x?y=1#z"])
def test_a_web_address_is_linked_as_it_is(url: str) -> None:
    assert safe_link(url) == url


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://news.example/a", "https://www.news.example/a/"),
        ("https://news.example/a?utm_source=x&utm_medium=y", "https://news.example/a"),
        ("https://news.example/a?b=1&c=2&fbclid=q", "https://news.example/a?c=2&b=1"),
        ("https://NEWS.example:443/a#part", "https://news.example/a"),
    ],
)
def test_addresses_of_one_page_agree(one: str, other: str) -> None:
    assert canonical(one) == canonical(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://news.example/a", "https://news.example/b"),
        ("https://news.example/?p=1", "https://news.example/?p=2"),
        ("https://news.example/a", "https://news.example:8080/a"),
        ("https://news.example/A", "https://news.example/a"),
    ],
)
def test_addresses_of_two_pages_differ(one: str, other: str) -> None:
    assert canonical(one) != canonical(other)


@pytest.mark.parametrize("url", ["https://news.example", "https://news.example/?utm_source=x"])
def test_a_bare_host_is_no_page(url: str) -> None:
    assert canonical(url) == ""


@given(st.text() | st.text().map("https://".__add__))
def test_no_text_makes_an_address_fail(url: str) -> None:
    safe_link(url)
    canonical(url)
