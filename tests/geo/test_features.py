"""Records leave as GeoJSON features by RFC 7946, with the fields that users know."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import orjson
import pytest
from shapely import LineString, MultiPolygon, Polygon, box

from gazetteer.place import Kind, Place
from geo.features import feature, feature_collection
from geo.model import Count, Precision, Qualifier

if TYPE_CHECKING:
    from conftest import Making

    from gazetteer.place import Gazetteer

FIELDS = [
    "event_id",
    "event_date",
    "date_latest",
    "date_published",
    "time_precision",
    "event_type",
    "sub_event_type",
    "country",
    "iso3",
    "admin1",
    "location",
    "mention",
    "latitude",
    "longitude",
    "geo_precision",
    "precision",
    "uncertainty_m",
    "geometry_role",
    "confidence",
    "confidence_basis",
    "status",
    "review_status",
    "sensitivity",
    "coord_generalised",
    "generalisation",
    "killed",
    "killed_qualifier",
    "injured",
    "injured_qualifier",
    "arrested",
    "arrested_qualifier",
    "people",
    "people_qualifier",
    "killed_min",
    "killed_max",
    "injured_min",
    "injured_max",
    "arrested_min",
    "arrested_max",
    "people_min",
    "people_max",
    "excerpt",
    "mention_start",
    "mention_end",
    "title",
    "source",
    "source_url",
    "source_date",
    "article_count",
    "independent_source_count",
    "article_id",
    "copy_of",
    "incident_id",
    "timestamp",
]


def properties(record: Any) -> dict[str, Any]:
    found: dict[str, Any] = feature(record)["properties"]
    return found


def test_geojson_puts_longitude_first(make: Making) -> None:
    found = feature(make.record())
    assert found["geometry"] == {"type": "Point", "coordinates": [-157.86, 21.31]}
    assert (found["properties"]["latitude"], found["properties"]["longitude"]) == (21.31, -157.86)


def test_the_fields_are_flat_and_in_their_order(make: Making) -> None:
    found = properties(make.record())
    assert list(found) == FIELDS
    assert not any(isinstance(value, dict | list) for value in found.values())


def test_an_event_without_a_place_has_the_same_fields_and_a_null_geometry(make: Making) -> None:
    found = feature(make.record(located=False))
    assert found["geometry"] is None
    assert list(found["properties"]) == FIELDS
    assert found["properties"]["latitude"] is found["properties"]["location"] is None


def test_a_feature_says_what_its_record_says(make: Making) -> None:
    found = properties(make.record())
    expected = {
        "event_date": "2019-02-23",
        "date_latest": "2019-02-24",
        "date_published": "2019-02-25",
        "event_type": "clash",
        "country": "United States",
        "iso3": "USA",
        "location": "Honolulu",
        "mention": "Honolulu",
        "precision": "settlement",
        "uncertainty_m": 5000,
        "geometry_role": "point",
        "confidence": 0.8,
        "killed": 3,
        "killed_qualifier": "at least",
        "sensitivity": "open",
        "coord_generalised": False,
        "source_url": "https://news.example/a1",
        "timestamp": "2026-01-02T03:04:05Z",
    }
    assert {name: found[name] for name in expected} == expected


def test_null_is_not_0(make: Making) -> None:
    record = make.record()
    none = {"injured": Count(value=0, qualifier=Qualifier.EXACTLY)}
    found = properties(replace(record, event=replace(record.event, counts=none)))
    assert (found["injured"], found["killed"]) == (0, None)


@pytest.mark.parametrize(
    ("earliest", "latest", "precision"),
    [
        (date(2019, 2, 24), date(2019, 2, 24), 1),
        (date(2019, 2, 24), None, 1),
        (date(2019, 2, 22), date(2019, 2, 24), 2),
        (date(2019, 2, 1), date(2019, 2, 28), 3),
        (None, None, None),
    ],
)
def test_time_precision_is_day_week_or_month(
    make: Making, earliest: date | None, latest: date | None, precision: int | None
) -> None:
    found = properties(make.record(earliest=earliest, latest=latest))
    assert found["time_precision"] == precision
    assert (found["event_date"] is None) == (precision is None)


@pytest.mark.parametrize(
    ("precision", "code"),
    [
        ("exact", 1),
        ("settlement", 1),
        ("district", 2),
        ("region", 3),
        ("border", 3),
        ("country", 3),
    ],
)
def test_precision_has_its_acled_code(make: Making, precision: str, code: int) -> None:
    found = properties(make.record(precision=Precision(precision)))
    assert (found["precision"], found["geo_precision"]) == (precision, code)


def test_the_mention_is_marked_within_the_sentence_in_code_points(make: Making) -> None:
    text = "🔥 Clashes in Honolulu."
    found = properties(make.record(text))
    assert text[found["mention_start"] : found["mention_end"]] == "Honolulu"


def test_a_place_named_outside_the_sentence_is_not_marked(make: Making) -> None:
    record = make.record()
    elsewhere = replace(record.event, start=500, end=541)
    found = properties(replace(record, event=elsewhere))
    assert (found["mention_start"], found["mention_end"]) == (None, None)


@pytest.mark.parametrize(
    ("geometry", "role"),
    [(LineString([(0, 1), (2, 3)]), "line"), (box(0, 1, 2, 3), "area"), (None, "point")],
)
def test_lines_and_areas_are_drawn_as_such(make: Making, geometry: Any, role: str) -> None:
    found = feature(make.record(geometry=geometry))
    assert found["properties"]["geometry_role"] == role
    assert found.get("bbox") == (None if geometry is None else [0, 1, 2, 3])


def test_rings_are_right_handed(make: Making) -> None:
    found = feature(make.record(geometry=Polygon([(0, 0), (0, 1), (1, 1), (1, 0)])))
    ring = found["geometry"]["coordinates"][0]
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring))
    assert area > 0
    assert ring[0] == ring[-1]


def test_a_shape_over_180_is_cut_and_its_box_runs_from_west_to_east(make: Making) -> None:
    found = feature(make.record(geometry=box(178, -20, 183, -15)))
    assert found["geometry"]["type"] == "MultiPolygon"
    assert found["bbox"] == [178, -20, -177, -15]


def test_numbers_have_seven_decimals_and_none_is_not_a_number(make: Making) -> None:
    area = MultiPolygon([box(1 / 3, 2 / 3, 1, 1)])
    text = orjson.dumps(feature(make.record(geometry=area))).decode()
    assert "0.3333333," in text
    assert "0.33333333" not in text
    assert "NaN" not in text


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "", "host/x"])
def test_no_link_but_http_leaves(make: Making, url: str) -> None:
    assert properties(make.record(article={"url": url}))["source_url"] is None


def test_a_border_names_both_countries(make: Making) -> None:
    border = Place(
        id="border:BR-VE",
        name="Brazil–Venezuela border",
        kind=Kind.BORDER,
        country_codes=("BR", "VE"),
        coordinates=make.honolulu.coordinates,
    )
    found = properties(make.record(place=border))
    assert (found["country"], found["iso3"]) == ("Brazil; Venezuela", "BRA; VEN")


def test_the_gazetteer_names_the_division(make: Making, gazetteer: Gazetteer) -> None:
    assert feature(make.record(), gazetteer=gazetteer)["properties"]["admin1"] == "Hawaii"
    assert properties(make.record())["admin1"] is None


def test_a_collection_holds_its_features_and_no_crs(make: Making) -> None:
    found = feature_collection([make.record(), make.record(key="a2")])
    assert set(found) == {"type", "features"}
    assert len({one["id"] for one in found["features"]}) == 2


HOSTILE = (
    "<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "</script>", "${alert(1)}", "`", "\\`",
    "{{7*7}}", "{% if x %}", "<svg onload=alert(1)>", "<iframe srcdoc=x>", "=HYPERLINK(1)", "'\"&amp;",
)  # fmt: skip


@pytest.mark.parametrize("payload", HOSTILE)
def test_hostile_text_leaves_as_the_text_that_it_is(make: Making, payload: str) -> None:
    record = make.record(
        f"A clash in Honolulu {payload}.", article={"title": payload, "url": payload}
    )
    told = orjson.loads(orjson.dumps(feature(record)))["properties"]
    assert told["title"] == payload
    assert payload in told["excerpt"]
    assert told["source_url"] is None
