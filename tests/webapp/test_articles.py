"""The page of an article, and the page where a text is read before it is kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from geo.store import open_store
from tests.webapp.hostile import PAYLOADS
from webapp import Config, create_app

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    from gazetteer.place import Gazetteer

TEXT = (
    "ARAUCA, Colombia, March 4 - About 200 people waded across the Arauca River on Sunday.\n\n"
    "Nobody was hurt, an official in Tame said."
)
FORM = {"title": "Across the water", "text": TEXT, "published": "2019-03-04", "source": "Radio"}
_OURS = {"section", "div", "p", "b", "form", "input", "button", "h1", "span", "time", "a"}
OURS = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def desk(tmp_path: Path, gazetteer: Gazetteer) -> tuple[FlaskClient, Path]:
    """The owner at an empty store of their own."""
    db = tmp_path / "own.sqlite"
    open_store(db).close()
    app = create_app(Config(db=db, tiles=tmp_path, warm_basemap=False))
    return app.test_client(), db


def test_a_pasted_text_shows_its_places_and_events_and_nothing_is_kept(
    desk: tuple[FlaskClient, Path],
) -> None:
    client, db = desk
    page = client.post("/read", data=FORM, headers=OURS).text
    assert re.search(r'class="name" href="#p\d+" data-places="p\d+">Arauca River</a>', page)
    assert re.search(r'class="told" data-events="[0-9a-f]{16}"', page)
    with open_store(db, read_only=True) as store:
        assert list(store.articles()) == []


def test_a_text_that_is_added_stands_at_its_own_address(desk: tuple[FlaskClient, Path]) -> None:
    client, _ = desk
    answer = client.post("/articles", data=FORM, headers=OURS)
    assert answer.status_code == 303
    page = client.get(answer.headers["Location"])
    assert page.status_code == 200
    assert "Across the water" in page.text
    assert "Add to the map" not in page.text
    assert (
        client.post("/articles", data=FORM, headers=OURS).headers["Location"]
        == (answer.headers["Location"])
    )


@pytest.mark.parametrize("path", ["/read", "/articles"])
@pytest.mark.parametrize(
    "headers",
    [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "null"}],
)
def test_no_other_site_can_send_a_text(
    desk: tuple[FlaskClient, Path], path: str, headers: dict[str, str]
) -> None:
    client, db = desk
    assert client.post(path, data=FORM, headers=headers).status_code == 403
    with open_store(db, read_only=True) as store:
        assert list(store.articles()) == []


@pytest.mark.parametrize(
    ("method", "path"), [("get", "/read"), ("post", "/read"), ("post", "/articles")]
)
def test_the_public_can_have_nothing_read(public: FlaskClient, method: str, path: str) -> None:
    answer = getattr(public, method)(path, data=FORM, headers=OURS)
    assert answer.status_code == 403
    assert "owner" in answer.text


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_an_empty_text_is_said_to_be_empty_and_the_rest_is_kept(
    desk: tuple[FlaskClient, Path], text: str
) -> None:
    client, _ = desk
    answer = client.post("/read", data={**FORM, "text": text}, headers=OURS)
    assert answer.status_code == 400
    assert "no text in it" in answer.text
    assert 'value="Across the water"' in answer.text


def test_the_text_comes_back_to_be_changed(desk: tuple[FlaskClient, Path]) -> None:
    client, _ = desk
    page = client.post("/read", data={**FORM, "again": "1"}, headers=OURS).text
    assert "waded across the Arauca River" in page
    assert "<textarea" in page


@pytest.mark.parametrize("payload", PAYLOADS)
def test_hostile_texts_stay_text(desk: tuple[FlaskClient, Path], payload: str) -> None:
    client, _ = desk
    text = f"Tame. {payload} Some 40 people crossed into {payload} Colombia on Sunday."
    page = client.post("/read", data={**FORM, "text": text, "title": payload}, headers=OURS).text
    tags = set(re.findall(r"<([a-z!/][^\s>]*)", page.split("<main", 1)[1].split("<aside", 1)[0]))
    assert {tag.strip("/") for tag in tags} <= _OURS


def test_the_public_cannot_read_an_article_that_tells_of_a_refuge(
    owner: FlaskClient, public: FlaskClient
) -> None:
    refuge = owner.get("/events.geojson?kind=refuge").json["features"][0]["properties"]
    address = f"/articles/{refuge['article_id']}"
    assert owner.get(address).status_code == 200
    assert public.get(address).status_code == 404


def test_an_unknown_article_is_not_found(owner: FlaskClient) -> None:
    assert owner.get("/articles/no/such").status_code == 404
