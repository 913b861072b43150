"""Who is answered, as whom, and what every answer carries."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from geo.privacy import Audience
from webapp.config import Config
from webapp.security import audience

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient

ROUTES = (
    "/", "/embed", "/events.geojson", "/embed/events.geojson", "/healthz", "/favicon.ico",
    "/kinds/clash.svg", "/tiles/light/0/0/0.png", "/nowhere", "/events/nothing",
    "/events.geojson?bbox=1",
)  # fmt: skip


@pytest.mark.parametrize("route", ROUTES)
def test_every_answer_is_guarded(owner: FlaskClient, route: str) -> None:
    headers = owner.get(route).headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self' 'nonce-")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Set-Cookie" not in headers


@pytest.mark.parametrize("route", [route for route in ROUTES if not route.startswith("/embed")])
def test_only_the_embedded_map_may_be_framed(owner: FlaskClient, route: str) -> None:
    headers = owner.get(route).headers
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"
    embedded = owner.get("/embed").headers
    assert "frame-ancestors" not in embedded["Content-Security-Policy"]
    assert "X-Frame-Options" not in embedded


def test_every_page_has_its_own_nonce_on_all_inline_scripts(owner: FlaskClient) -> None:
    nonces = set()
    for _ in range(2):
        answer = owner.get("/")
        (nonce,) = re.findall(r"'nonce-([^']+)'", answer.headers["Content-Security-Policy"])
        inline = re.findall(r"<script(?![^>]*\bsrc=)([^>]*)>", answer.text)
        assert inline
        assert all(f'nonce="{nonce}"' in attributes for attributes in inline)
        assert not re.search(r"\son\w+=|\sstyle=", answer.text)
        nonces.add(nonce)
    assert len(nonces) == 2


def test_nothing_is_asked_of_any_other_site(owner: FlaskClient) -> None:
    page = owner.get("/").text
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page.split("<body", 1)[0])
    loaded += re.findall(r'<script[^>]+src="([^"]+)"', page)
    assert loaded
    assert all(address.startswith("/static/") for address in loaded)


@pytest.mark.parametrize("route", ["/nowhere", "/events/nothing"])
def test_an_error_is_told_in_the_look_of_the_pages(owner: FlaskClient, route: str) -> None:
    answer = owner.get(route)
    assert answer.status_code == 404
    assert "<h1>There is nothing at this address</h1>" in answer.text
    assert "base.css" in answer.text


def test_a_fault_shows_no_trace_of_the_program(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("webapp.views.pages.opening_bounds", fail)
    answer = app.test_client().get("/")
    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.text
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert "secret detail" in caplog.text


def test_other_methods_are_refused(owner: FlaskClient) -> None:
    answer = owner.post("/events.geojson", data=b"x")
    assert answer.status_code == 405


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "203.0.113.7", ""])
def test_a_host_that_is_not_ours_is_refused(owner: FlaskClient, host: str) -> None:
    answer = owner.get("/", headers={"Host": host})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("served_from", "host", "answered"),
    [
        ("127.0.0.1", "localhost:8000", True),
        ("127.0.0.1", "[::1]:8000", True),
        ("127.0.0.1", "192.0.2.7:8000", False),
        ("0.0.0.0", "192.0.2.7:8000", True),
        ("0.0.0.0", "attacker.example", False),
        ("0.0.0.0", "[::1", False),
        ("192.0.2.7", "192.0.2.7:8000", True),
    ],
)
def test_bare_addresses_are_answered_where_more_than_this_machine_is_served(
    tmp_path: Path, served_from: str, host: str, answered: bool
) -> None:
    config = Config(db=tmp_path / "x", host=served_from, tiles=tmp_path)
    assert config.answers_to(host) is answered


@pytest.mark.parametrize(
    ("path", "environ", "expected"),
    [
        ("/", {}, Audience.OWNER),
        ("/", {"REMOTE_ADDR": "::1"}, Audience.OWNER),
        ("/embed", {}, Audience.PUBLIC),
        ("/embed/events.geojson", {}, Audience.PUBLIC),
        ("/", {"REMOTE_ADDR": "192.0.2.7"}, Audience.PUBLIC),
        ("/", {"REMOTE_ADDR": ""}, Audience.PUBLIC),
        ("/", {"HTTP_HOST": "map.example.org"}, Audience.PUBLIC),
        ("/", {"HTTP_X_FORWARDED_FOR": "192.0.2.7"}, Audience.PUBLIC),
        ("/", {"HTTP_FORWARDED": "for=192.0.2.7"}, Audience.PUBLIC),
        ("/", {"HTTP_VIA": "1.1 proxy"}, Audience.PUBLIC),
        ("/", {"SERVER_PROTOCOL": "HTTP/1.0"}, Audience.PUBLIC),
    ],
)
def test_only_the_owner_at_the_machine_itself_is_the_owner(
    app: Flask, path: str, environ: dict[str, str], expected: Audience
) -> None:
    asked = {"REMOTE_ADDR": "127.0.0.1", "SERVER_PROTOCOL": "HTTP/1.1", **environ}
    with app.test_request_context(path, environ_overrides=asked):
        assert audience() is expected


def test_scripts_of_other_sites_can_only_read_what_is_public(owner: FlaskClient) -> None:
    asked = {"Origin": "https://evil.example"}
    assert "Access-Control-Allow-Origin" not in owner.get("/events.geojson", headers=asked).headers
    shared = owner.get("/embed/events.geojson", headers=asked).headers
    assert shared["Access-Control-Allow-Origin"] == "*"
