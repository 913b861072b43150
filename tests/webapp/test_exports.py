"""What is downloaded is what is seen, in every form, and no more than that."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from geo.exporters import usable_formats
from geo.model import Precision, Status
from geo.query import BoundingBox, EventQuery
from tests.geo.conftest import Making
from tests.geo.exporters.many import many_events
from tests.geo.exporters.readers import IDS
from tests.webapp.test_privacy import EXACT
from webapp import Config, create_app
from webapp.views import exports

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    from gazetteer.place import Gazetteer

PUBLIC = {"REMOTE_ADDR": "203.0.113.9", "HTTP_HOST": "map.example.org"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, gazetteer: Gazetteer) -> FlaskClient:
    """Many events of all forms, served."""
    folder = tmp_path_factory.mktemp("served")
    many = many_events(folder, gazetteer, Making())
    config = Config(
        db=many.path, tiles=folder, warm_basemap=False, public_url="https://map.example.org"
    )
    return create_app(config).test_client()


edges = st.tuples(st.floats(-180, 180), st.floats(-60, 60), st.floats(-180, 180), st.floats(0, 60))
queries = st.builds(
    EventQuery,
    kinds=st.frozensets(st.sampled_from(["clash", "crossing", "refuge"])),
    earliest=st.none() | st.dates(date(2018, 12, 1), date(2019, 3, 1)),
    latest=st.none() | st.dates(date(2019, 3, 1), date(2019, 12, 1)),
    bbox=st.none()
    | edges.map(
        lambda e: BoundingBox(west=e[0], south=e[1], east=e[2], north=min(e[1] + e[3], 90))
    )
    | st.sampled_from(["-73,7,-72,9", "-160,20,-156,23", "170,-25,-170,-10"]).map(BoundingBox.parse),
    text=st.sampled_from(["", "", "said", "honolulu", "day 1", "onerror"]),
    place=st.sampled_from(["", "", "Cúcuta", "geonames:5856195"]),
    sources=st.frozensets(st.sampled_from([f"Wire {n}" for n in range(5)]), max_size=2),
    statuses=st.sampled_from([frozenset({Status.HAPPENED}), frozenset(Status)]),
    near=st.none() | st.sampled_from(["7.9,-72.5,30", "21.3,-157.8,40", "-17,180,300"]).map(
        lambda text: EventQuery.parse(near=text).near
    ),
    precisions=st.sampled_from([frozenset(), frozenset({Precision.REGION}), frozenset(Precision)]),
    least_confidence=st.sampled_from([0.0, 0.0, 0.8, 0.9]),
    reviews=st.sampled_from([frozenset(), frozenset({"machine"}), frozenset({"confirmed"})]),
)  # fmt: skip


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=queries, local=st.booleans())
def test_every_form_holds_the_very_events_that_the_page_shows(
    served: FlaskClient, tmp_path: Path, query: EventQuery, local: bool
) -> None:
    """The owner on the machine itself, or the public: page, download and command line agree."""
    who = {} if local else PUBLIC
    search = urlencode(query.params)
    shown = served.get(f"/events.geojson?{search}", environ_overrides=who).json
    assert not shown["truncated"]
    wanted = sorted(feature["id"] for feature in shown["features"])
    for form, ids in IDS.items():
        answer = served.get(f"/export?format={form}&{search}", environ_overrides=who, buffered=True)
        assert answer.status_code == 200, answer.text
        path = tmp_path / form
        path.write_bytes(answer.data)
        assert sorted(ids(path)) == wanted, form


@pytest.mark.parametrize("form", [each.name for each in usable_formats()])
def test_a_download_has_a_name_a_type_and_its_methods(owner: FlaskClient, form: str) -> None:
    answer = owner.get(f"/export?format={form}&kind=clash", buffered=True)
    suffix = next(each.suffix for each in usable_formats() if each.name == form)
    assert f"filename=events{suffix}" in answer.headers["Content-Disposition"]
    assert answer.headers["Link"].startswith("</export/methods.txt?kind=clash>")
    assert "kind: clash" in owner.get("/export/methods.txt?kind=clash", buffered=True).text


@pytest.mark.parametrize("form", [each.name for each in usable_formats()])
def test_no_download_of_the_public_holds_an_exact_refuge(public: FlaskClient, form: str) -> None:
    content = public.get(f"/export?format={form}&kind=refuge&status=all", buffered=True).data
    assert content
    assert not [digits for digits in EXACT if digits.encode() in content]
    assert b"example.org/refuge" not in content


def test_owner_and_public_get_what_is_theirs(owner: FlaskClient, public: FlaskClient) -> None:
    asked = "/export?format=geojson&kind=refuge"
    own, other = (client.get(asked, buffered=True) for client in (owner, public))
    assert "7.90745" in own.text
    assert "7.90745" not in other.text
    assert own.headers["ETag"] != other.headers["ETag"]
    assert "private" in own.headers["Cache-Control"]
    again = public.get(asked, headers={"If-None-Match": other.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("format=shp", "format &#39;shp&#39;: unknown"),
        ("", "known formats"),
        ("format=csv&near=1,2", "lat,lon,km"),
        ("format=csv&bbox=1,2", "bbox"),
        ("format=csv&confidence=9", "confidence"),
    ],
)
def test_a_fault_is_one_clear_line(owner: FlaskClient, query: str, told: str) -> None:
    answer = owner.get(f"/export?{query}", buffered=True)
    assert answer.status_code == 400
    assert told in answer.text


def test_the_public_is_asked_to_choose_before_a_very_large_file(
    owner: FlaskClient, public: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "_MOST_FOR_THE_PUBLIC", 5)
    assert public.get("/export?format=csv", buffered=True).status_code == 400
    assert "12 events: more than the 5" in public.get("/export?format=csv", buffered=True).text
    assert public.get("/export?format=csv&kind=refuge", buffered=True).status_code == 200
    assert owner.get("/export?format=csv", buffered=True).status_code == 200
