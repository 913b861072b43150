"""The GeoJSON that the page, and anyone, asks for."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest
import shapely

from tests.webapp.samples import SAMPLE

if TYPE_CHECKING:
    from flask.testing import FlaskClient


def features(client: FlaskClient, query: str = "") -> list[dict[str, Any]]:
    answer = client.get(f"/events.geojson?{query}")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json["features"]
    return found


def titles(found: list[dict[str, Any]]) -> set[str]:
    return {feature["properties"]["title"] for feature in found}


def test_all_events_are_there_with_the_latest_first(owner: FlaskClient) -> None:
    found = features(owner)
    assert titles(found) == {row["title"] for row in SAMPLE}
    dates = [feature["properties"]["event_date"] for feature in found]
    assert dates == sorted(dates, reverse=True)


def test_geojson_puts_longitude_first(owner: FlaskClient) -> None:
    (bridge,) = features(owner, "q=pedestrian")
    assert bridge["geometry"]["coordinates"] == [-72.4508, 7.8179]


def test_a_river_is_a_line_and_a_surrounding_is_an_area(owner: FlaskClient) -> None:
    roles = {
        feature["properties"]["location"]: feature["properties"]["geometry_role"]
        for feature in features(owner)
    }
    assert roles["Táchira River"] == "line"
    assert roles["Brazil–Venezuela border"] == "line"
    assert roles["near Cúcuta"] == roles["Colombia"] == "area"
    assert roles["Tibú"] == "point"


def test_an_event_without_a_place_is_kept_with_a_null_geometry(owner: FlaskClient) -> None:
    (unplaced,) = features(owner, "q=hamlet")
    assert unplaced["geometry"] is None


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("kind=refuge", {"Parish hall takes in forty people", "Shelter in Pacaraima is full",
                         "A camp that no map knows"}),
        ("kind=refuge,clash&q=pacaraima", {"Shelter in Pacaraima is full"}),
        ("from=2019-03-08", {"Boats reach Lesbos"}),
        ("from=2019-03-06&to=2019-03-31", {"Gunfire around Tibú"}),
        ("bbox=-61.5,4,-61,4.6&kind=refuge", {"Shelter in Pacaraima is full"}),
        ("q=lesbos", {"Boats reach Lesbos"}),
        ("source=La Linterna", {"Queue at the pedestrian bridge", "Gunfire around Tibú"}),
        ("bbox=170,-20,-170,20", set()),
        ("q=%22unbalanced", set()),
        ("q=NEAR(zzz", set()),
    ],
)  # fmt: skip
def test_filters_choose(owner: FlaskClient, query: str, expected: set[str]) -> None:
    assert titles(features(owner, query)) == expected


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("bbox=1,2,3", "bbox"),
        ("bbox=1,2,3,4,5", "bbox"),
        ("bbox=a,b,c,d", "bbox"),
        ("bbox=nan,0,1,1", "bbox"),
        ("bbox=0,9,1,8", "bbox"),
        ("bbox=0,0,999,1", "bbox"),
        ("kind=earthquake", "kind"),
        ("from=yesterday", "from"),
        ("to=2019-02-31", "to"),
        ("from=2019-03-01&to=2019-02-01", "from"),
        ("status=maybe", "status"),
        ("limit=0", "limit"),
        ("limit=-1", "limit"),
        ("limit=99999", "limit"),
        ("limit=ten", "limit"),
        ("after=somewhere", "after"),
        ("zoom=13", "zoom"),
        ("zoom=-1", "zoom"),
        ("zoom=²", "zoom"),
        (f"q={'x' * 600}", "q"),
    ],
)
def test_bad_input_is_a_400_with_one_line_that_names_the_parameter(
    owner: FlaskClient, query: str, named: str
) -> None:
    answer = owner.get(f"/events.geojson?{query}")
    assert answer.status_code == 400
    line = answer.json["error"]
    assert line.startswith(named)
    assert "\n" not in line


def test_next_links_lead_through_all_events_once(owner: FlaskClient) -> None:
    address, seen, pages = "/events.geojson?limit=5&words=1&zoom=6", [], 0
    while address:
        page = owner.get(address).json
        assert page["numberMatched"] == len(SAMPLE)
        assert page["truncated"] is bool(page["links"])
        assert all("words" in feature for feature in page["features"])
        seen += [feature["id"] for feature in page["features"]]
        address = next((link["href"] for link in page["links"] if link["rel"] == "next"), "")
        pages += 1
    assert pages == 3
    assert len(seen) == len(set(seen)) == len(SAMPLE)


def test_counts_by_kind_ignore_the_kinds_asked_for(owner: FlaskClient) -> None:
    page = owner.get("/events.geojson?kind=clash&to=2019-03-31").json
    assert page["counts"] == {"clash": 5, "crossing": 3, "refuge": 3}
    assert page["numberMatched"] == 5
    assert page["numberStored"] == len(SAMPLE)


def test_an_unchanged_store_is_answered_without_a_body(owner: FlaskClient) -> None:
    first = owner.get("/events.geojson?kind=clash")
    again = owner.get(
        "/events.geojson?kind=clash", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert (again.status_code, again.data) == (304, b"")
    other = owner.get(
        "/events.geojson?kind=refuge", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert other.status_code == 200


def test_the_answer_is_squeezed_for_those_who_can_read_it(owner: FlaskClient) -> None:
    plain = owner.get("/events.geojson")
    squeezed = owner.get("/events.geojson", headers={"Accept-Encoding": "gzip"})
    assert squeezed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in squeezed.headers["Vary"]
    assert gzip.decompress(squeezed.data) == plain.data
    assert len(squeezed.data) < len(plain.data) / 2


def test_a_low_zoom_leaves_out_what_no_map_of_it_could_show(owner: FlaskClient) -> None:
    whole = features(owner, "q=brazilian")[0]
    coarse = features(owner, "q=brazilian&zoom=5")[0]
    kept = [shapely.geometry.shape(found["geometry"]) for found in (whole, coarse)]
    assert shapely.get_num_coordinates(kept[1]) < shapely.get_num_coordinates(kept[0]) / 3
    pixel = 360 / 256 / 2**5
    assert kept[0].hausdorff_distance(kept[1]) < pixel
    assert whole["properties"] == coarse["properties"]


def test_words_say_how_surely_and_how_it_is_drawn(owner: FlaskClient) -> None:
    river, bridge = (features(owner, f"words=1&q={q}")[0]["words"] for q in ("waded", "pedestrian"))
    assert river["place"] == "drawn as a line: the river"
    assert river["counts"] == ["more than 300 people"]
    assert bridge["place"] == "an exact place"
    assert bridge["counts"] == ["about 2,000 people"]


def test_one_event_comes_with_all_reports_of_its_incident(owner: FlaskClient) -> None:
    (found,) = features(owner, "q=sergeant")
    told = owner.get(f"/events/{found['id']}.json").json
    assert told["properties"] == found["properties"]
    assert [report["id"] for report in told["reports"]] == [found["id"]]


def test_an_unknown_event_is_a_404_in_one_line(owner: FlaskClient) -> None:
    answer = owner.get("/events/0000000000000000.json")
    assert answer.status_code == 404
    assert json.loads(answer.data) == {"error": "No event of this id is known here."}
