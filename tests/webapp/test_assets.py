"""Static files: ours, Leaflet's, the kinds' pictures."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING

import pytest

from geo.extraction import kinds

if TYPE_CHECKING:
    from flask.testing import FlaskClient


def test_leaflet_comes_from_where_it_is_installed(owner: FlaskClient) -> None:
    address = next(a for a in _scripts(owner) if a.endswith("leaflet.js"))
    answer = owner.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    assert b"Leaflet 1.9" in gzip.decompress(answer.data)[:200]
    assert "immutable" in answer.headers["Cache-Control"]


def _scripts(client: FlaskClient) -> list[str]:
    return re.findall(r'<script src="([^"]+)"', client.get("/").text)


def test_all_that_a_page_names_is_there(owner: FlaskClient) -> None:
    page = owner.get("/").text
    named = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    assert len(named) > 10
    for address in named:
        answer = owner.get(address)
        assert answer.status_code == 200
        kind = "text/javascript" if address.endswith(".js") else "text/css"
        assert address.endswith(".svg") or answer.content_type == kind


def test_another_version_is_not_kept_for_ever(owner: FlaskClient) -> None:
    answer = owner.get("/static/older/css/base.css")
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", ["../app.py", "%2e%2e/app.py", "css/../../app.py", "css", "x.js"])
def test_nothing_beside_the_static_files_can_be_had(owner: FlaskClient, path: str) -> None:
    assert owner.get(f"/static/1/{path}").status_code in (404, 308)


def test_each_kind_has_its_picture(owner: FlaskClient) -> None:
    for name in kinds():
        answer = owner.get(f"/kinds/{name}.svg")
        assert answer.content_type == "image/svg+xml"
        assert b"<svg" in answer.data
        assert b"<script" not in answer.data
    assert owner.get("/kinds/earthquake.svg").status_code == 404


def test_the_page_says_it_is_well(owner: FlaskClient) -> None:
    assert owner.get("/healthz").text.startswith("ok ")
