"""No byte that the public gets tells where a refuge is."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from shapely.geometry import Point, shape

if TYPE_CHECKING:
    from flask.testing import FlaskClient

# The sample's refuge in Cúcuta: its exact position as any form would write it.
EXACT = ("7.907", "-72.504", "72.5049", "7.90745")


def refuges(client: FlaskClient, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/events.geojson?kind=refuge&{query}").json[
        "features"
    ]
    return found


def cucuta(client: FlaskClient) -> dict[str, Any]:
    return next(f for f in refuges(client) if "forty" in f["properties"]["title"])


def test_the_owner_sees_the_exact_place(owner: FlaskClient) -> None:
    assert cucuta(owner)["geometry"] == {"type": "Point", "coordinates": [-72.5049, 7.90745]}


def test_the_public_sees_an_area_without_a_centre_that_tells(public: FlaskClient) -> None:
    found = cucuta(public)
    told = found["properties"]
    area = shape(found["geometry"])
    assert told["coord_generalised"] is True
    assert area.contains(Point(-72.5049, 7.90745))
    assert Point(told["longitude"], told["latitude"]).distance(Point(-72.5049, 7.90745)) > 0.005
    assert told["source_url"] is None


@pytest.mark.parametrize(
    "route",
    [
        "/", "/embed", "/events.geojson", "/events.geojson?words=1&zoom=12",
        "/embed/events.geojson", "/events/{id}", "/events/{id}.json", "/?event={id}",
    ],
)  # fmt: skip
def test_no_public_byte_holds_the_position(
    owner: FlaskClient, public: FlaskClient, route: str
) -> None:
    asked = route.format(id=cucuta(owner)["id"])
    body = public.get(asked).text
    assert not [digits for digits in EXACT if digits in _of_refuges(body)]
    if "/embed" in route:
        assert not [digits for digits in EXACT if digits in _of_refuges(owner.get(asked).text)]


def _of_refuges(body: str) -> str:
    """Return what a body says of refuges: other kinds may lie in the very town."""
    inline = re.search(r'id="events-data">(.*?)</script>', body)
    try:
        found = json.loads(inline[1] if inline else body)
    except ValueError:
        return body
    events = found.get("features", [found])
    return json.dumps([e for e in events if e["properties"]["event_type"] == "refuge"])


def test_halving_a_box_finds_no_more_than_the_area(public: FlaskClient) -> None:
    west, south, east, north = -73.0, 7.5, -72.0, 8.5
    while east - west > 1e-6:
        middle = (west + east) / 2
        left = refuges(public, f"q=forty&bbox={west},{south},{middle},{north}")
        right = refuges(public, f"q=forty&bbox={middle},{south},{east},{north}")
        if left and right:
            break
        west, east = (west, middle) if left else (middle, east)
    area = shape(cucuta(public)["geometry"])
    assert east - west > (area.bounds[2] - area.bounds[0]) / 2


def test_the_tags_of_owner_and_public_differ(owner: FlaskClient, public: FlaskClient) -> None:
    tags = {client.get("/events.geojson").headers["ETag"] for client in (owner, public)}
    assert len(tags) == 2
    owned = owner.get("/events.geojson").headers["ETag"]
    assert public.get("/events.geojson", headers={"If-None-Match": owned}).status_code == 200
