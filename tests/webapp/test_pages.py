"""The pages: map, embedded map, one event, and the empty store."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from geo.store import open_store
from tests.webapp.hostile import PAYLOADS, hostile_rows
from tests.webapp.samples import SAMPLE, sample_store
from webapp import Config, create_app

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    from gazetteer.place import Gazetteer


def test_the_map_page_says_what_it_holds(owner: FlaskClient) -> None:
    page = owner.get("/").text
    assert "<title>Border events: 12 events on the map</title>" in page
    assert "22 February 2019 – 1 March 2020" in page
    assert '<meta name="description"' in page


def test_folium_builds_the_layers_with_their_counts(owner: FlaskClient) -> None:
    page = owner.get("/").text
    for kind, count in (("clash", 5), ("crossing", 4), ("refuge", 3)):
        counted = f'data-kind="{kind}">{count}'
        assert json.dumps(counted)[1:-1] in page.replace("\\u0022", '\\"').replace("\\u003e", ">")
    assert "L.control.layers" in page
    assert "L.tileLayer" in page


def test_no_text_of_an_article_enters_the_map_page(owner: FlaskClient) -> None:
    page = owner.get("/").text
    for row in SAMPLE:
        assert row["title"] not in page
        assert row["sentence"] not in page
        assert row["source"] not in page


def test_the_embedded_map_brings_its_events_along(owner: FlaskClient) -> None:
    page = owner.get("/embed?kind=crossing&theme=dark").text
    inline = re.search(r'<script type="application/json" id="events-data">(.*?)</script>', page)
    assert inline
    found = json.loads(inline[1])["features"]
    assert {feature["properties"]["event_type"] for feature in found} == {"crossing"}
    assert all("words" in feature for feature in found)
    assert 'data-theme="dark"' in page
    assert 'href="https://map.example.org/?kind=crossing"' in page


@pytest.mark.parametrize("theme", ["<script>", "blue", "light darker"])
def test_an_unknown_theme_is_left_out(owner: FlaskClient, theme: str) -> None:
    page = owner.get("/embed", query_string={"theme": theme}).text
    assert 'data-theme=""' in page
    assert theme not in page.split("<body")[0]


def test_an_event_has_a_page_of_its_own(owner: FlaskClient) -> None:
    (found,) = owner.get("/events.geojson?q=sergeant").json["features"]
    page = owner.get(f"/events/{found['id']}").text
    assert "riverbed near <mark>Cúcuta</mark> on Sunday" in page
    assert "24 February 2019" in page
    assert 'href="https://example.org/soldiers"' in page
    assert f'href="/?event={found["id"]}"' in page


def test_an_empty_store_says_what_to_do(tmp_path: Path) -> None:
    with open_store(tmp_path / "empty.sqlite"):
        pass
    app = create_app(Config(db=tmp_path / "empty.sqlite", tiles=tmp_path, warm_basemap=False))
    page = app.test_client().get("/")
    assert page.status_code == 200
    assert "No events yet" in page.text
    assert f"placeline ingest articles/ --db {tmp_path / 'empty.sqlite'}" in page.text


def test_new_events_show_without_a_restart(tmp_path: Path, gazetteer: Gazetteer) -> None:
    db = sample_store(tmp_path / "growing.sqlite", gazetteer, SAMPLE[:1])
    client = create_app(Config(db=db, tiles=tmp_path, warm_basemap=False)).test_client()
    first = client.get("/events.geojson")
    sample_store(db, gazetteer, SAMPLE[1:2])
    second = client.get("/events.geojson", headers={"If-None-Match": first.headers["ETag"]})
    assert second.status_code == 200
    assert len(second.json["features"]) == 2


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory, gazetteer: Gazetteer) -> FlaskClient:
    """The application on a store of hostile articles."""
    folder = tmp_path_factory.mktemp("hostile")
    db = sample_store(folder / "hostile.sqlite", gazetteer, hostile_rows())
    return create_app(Config(db=db, tiles=folder, warm_basemap=False)).test_client()


def test_hostile_texts_come_through_as_they_are(attacked: FlaskClient) -> None:
    found = attacked.get("/events.geojson").json["features"]
    told = {feature["properties"]["title"]: feature["properties"] for feature in found}
    for row in hostile_rows():
        shown = told[row["title"]]
        assert shown["excerpt"] == row["sentence"]
        assert shown["source"] == row["source"]
        start, end = shown["mention_start"], shown["mention_end"]
        assert row["sentence"][start:end] == row["surface"]


def test_a_link_is_only_ever_http(attacked: FlaskClient) -> None:
    for feature in attacked.get("/events.geojson").json["features"]:
        link = feature["properties"]["source_url"]
        assert link is None or link.startswith("https://example.org/")


@pytest.mark.parametrize("number", range(len(PAYLOADS)))
def test_hostile_texts_stay_texts_in_pages(attacked: FlaskClient, number: int) -> None:
    row = hostile_rows()[number]
    found = attacked.get("/events.geojson").json["features"]
    (event,) = [each for each in found if each["properties"]["title"] == row["title"]]
    page = attacked.get(f"/events/{event['id']}").text
    embedded = attacked.get("/embed").text
    for text in (page, embedded):
        for live in ("<img src=x", "<script>alert", "<svg/onload", "<iframe", "<b onmouseover"):
            assert live not in text
    assert 'href="javascript' not in page
    assert embedded.count("</script>") == embedded.count("<script")
