"""A reading is written as the lines that others build on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import orjson
import pytest
from shapely import box

from gazetteer.place import Kind
from geo.model import Alternative, Role
from geo.reading_json import reading_json

if TYPE_CHECKING:
    from conftest import Making


def test_a_reading_is_written_in_the_agreed_form(make: Making) -> None:
    reading = make.reading()
    assert reading_json(reading) == {
        "id": "a1",
        "toponyms": [
            {
                "start": 11,
                "end": 19,
                "text": "Honolulu",
                "role": "name",
                "id": "geonames:5856195",
                "name": "Honolulu",
                "kind": "settlement",
                "countries": ["US"],
                "lat": 21.31,
                "lon": -157.86,
                "precision": "settlement",
                "uncertainty_km": 5.0,
                "confidence": 0.9,
                "why": "the only place of that name",
                "alternatives": [],
            }
        ],
        "unplaced": [],
        "events": [
            {
                "id": reading.events[0].id,
                "kind": "clash",
                "start": 0,
                "end": 41,
                "sentence": "Clashes in Honolulu left at least 3 dead.",
                "place": "Honolulu",
                "lat": 21.31,
                "lon": -157.86,
                "precision": "settlement",
                "uncertainty_km": 5.0,
                "earliest": "2019-02-23",
                "latest": "2019-02-24",
                "status": "happened",
                "counts": {"killed": {"value": 3, "qualifier": "at least"}},
                "confidence": 0.8,
            }
        ],
    }


def test_alternatives_are_written_with_their_chances(make: Making) -> None:
    reading = make.reading()
    other = Alternative(place=make.cucuta, chance=0.07)
    found = replace(reading.resolutions[0], alternatives=(other,))
    told = reading_json(replace(reading, resolutions=(found,)))
    assert told["toponyms"][0]["alternatives"] == [
        {
            "id": "geonames:3685533",
            "name": "Cúcuta",
            "kind": "settlement",
            "countries": ["CO"],
            "admin1": "21",
            "lat": 7.90745,
            "lon": -72.5049,
            "chance": 0.07,
        }
    ]


def test_what_has_no_place_is_listed_as_unplaced(make: Making) -> None:
    told = reading_json(make.reading(located=False))
    assert told["unplaced"] == [{"start": 11, "end": 19, "text": "Honolulu", "role": "name"}]
    assert told["events"][0]["place"] is told["events"][0]["lat"] is None


def test_positions_are_turned_into_those_of_the_given_text(make: Making) -> None:
    told = reading_json(make.reading(), at=lambda position: position + 100)
    assert (told["toponyms"][0]["start"], told["events"][0]["end"]) == (111, 141)


@pytest.mark.parametrize(
    ("kind", "role", "drawn"),
    [
        (Kind.COUNTRY, Role.NAME, False),
        (Kind.ADMIN1, Role.DATELINE, False),
        (Kind.COUNTRY, Role.RELATION, True),
        (Kind.RIVER, Role.NAME, True),
        (Kind.BORDER, Role.NAME, True),
    ],
)
def test_shapes_that_an_id_names_are_left_out_of_toponyms(
    make: Making, kind: Kind, role: Role, drawn: bool
) -> None:
    area = box(-158, 21, -157, 22)
    reading = make.reading(place=replace(make.honolulu, kind=kind), role=role, geometry=area)
    told = reading_json(reading)
    assert ("geometry" in told["toponyms"][0]) is drawn
    assert told["events"][0]["geometry"]["type"] == "Polygon"
    assert orjson.loads(orjson.dumps(told)) == told
