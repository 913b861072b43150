"""What a store finds by nearness, precision, confidence and review."""

from __future__ import annotations

import math
import sqlite3
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from geopy.distance import geodesic
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, box

from gazetteer.place import Coordinates, Kind, Place
from geo.errors import BadInputError
from geo.extents import Nearby
from geo.model import Precision
from geo.privacy import Audience, located
from geo.query import EventQuery
from geo.store import Store, open_store

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Making

    from gazetteer.place import Gazetteer


# Else it would be the same happening as the one that the store holds.
OTHER: Any = {"kind": "crossing", "earliest": date(2018, 5, 1), "latest": date(2018, 5, 1)}


def found(store: Store, **asked: str) -> set[str]:
    return {record.article.id for record in store.records(EventQuery.parse(**asked))}  # type: ignore[arg-type]


@pytest.fixture
def store(tmp_path: Path, make: Making) -> Store:
    with open_store(tmp_path / "s.sqlite") as opened:
        opened.add(make.reading(key="town"), edition="t")
        opened.add(make.reading(key="nowhere", located=False), edition="t")
        yield opened


@pytest.mark.parametrize(("km", "keys"), [("19.9", set()), ("20.1", {"town"})])
def test_a_radius_is_measured_on_the_ground(store: Store, km: str, keys: set[str]) -> None:
    """Honolulu lies 20 km from the point that is asked for."""
    point = geodesic(kilometers=20).destination((21.31, -157.86), bearing=60)
    assert found(store, near=f"{point.latitude},{point.longitude},{km}") == keys


def test_a_line_is_as_near_as_its_nearest_spot(store: Store, make: Making) -> None:
    line = LineString([(-157.9, 21.0), (-157.9, 25.0)])
    store.add(make.reading(key="line", geometry=line, **OTHER), edition="t")
    assert found(store, near="23.5,-158,12") == {"line"}
    assert found(store, near="23.5,-158,9") == set()


def test_within_an_area_is_no_distance_at_all(store: Store, make: Making) -> None:
    store.add(make.reading(key="area", geometry=box(-170, 10, -140, 30), **OTHER), edition="t")
    assert found(store, near="28,-145,0.1") == {"area"}


@pytest.mark.parametrize("lon", [179.95, -179.95])
def test_a_circle_reaches_across_the_antimeridian(store: Store, make: Making, lon: float) -> None:
    store.add(make.reading(key="fiji", at=Coordinates(lat=-16.5, lon=lon)), edition="t")
    assert found(store, near=f"-16.5,{-lon},20") == {"fiji"}


def test_a_circle_around_a_pole_has_all_longitudes(store: Store, make: Making) -> None:
    store.add(make.reading(key="arctic", at=Coordinates(lat=89.5, lon=100.0)), edition="t")
    assert found(store, near="89.5,-80,120") == {"arctic"}


@given(
    lat=st.floats(-90, 90), lon=st.floats(-180, 180), km=st.floats(0.1, 2000),
    bearing=st.floats(0, 360),
)  # fmt: skip
def test_the_box_of_a_circle_holds_all_of_it(
    lat: float, lon: float, km: float, bearing: float
) -> None:
    edge = geodesic(kilometers=km).destination((lat, lon), bearing=bearing)
    around = Nearby(centre=Coordinates(lat=lat, lon=lon), radius_km=km).bbox
    assert any(
        part.west - 1e-9 <= edge.longitude <= part.east + 1e-9
        and part.south - 1e-9 <= edge.latitude <= part.north + 1e-9
        for part in around.parts
    )
    assert math.isfinite(around.square_degrees)


def test_precision_and_confidence_choose(store: Store, make: Making) -> None:
    store.add(make.reading(key="region", precision=Precision.REGION, **OTHER), edition="t")
    assert found(store, precision="region,border") == {"region"}
    assert found(store, precision="settlement") == {"town"}
    assert found(store, confidence="0.8") == {"town", "nowhere", "region"}
    assert found(store, confidence="0.81") == set()


def test_review_chooses(tmp_path: Path, store: Store) -> None:
    with sqlite3.connect(tmp_path / "s.sqlite") as other:
        other.execute("UPDATE events SET review_status = 'confirmed' WHERE key = 1")
    assert found(store, review="confirmed,corrected") == {"town"}
    assert found(store, review="machine") == {"nowhere"}
    assert store.summary(EventQuery()).reviewed == 1


def test_counts_and_total_follow_every_filter(store: Store) -> None:
    asked = EventQuery.parse(near="21.31,-157.86,5", precision="settlement", confidence="0.5")
    assert store.total(asked) == sum(store.counts(asked).values()) == 1
    assert store.summary(asked).events == 1


def test_a_place_by_its_id_is_looked_up(gazetteer: Gazetteer) -> None:
    query = EventQuery.parse(near="geonames:3685533,25")
    asked = located(query, gazetteer=gazetteer, audience=Audience.PUBLIC)
    assert asked.near is not None
    assert asked.near.centre is not None
    assert str(asked.near) == "geonames:3685533,25"


class _Own:
    """A gazetteer with one building of its owner's."""

    def place(self, identity: str) -> Place | None:
        point = Coordinates(lat=21.31, lon=-157.86)
        return Place(
            id=identity, name="House", kind=Kind.FACILITY, country_codes=("US",), coordinates=point
        )


def test_the_public_measures_from_no_building_of_the_owners() -> None:
    """Else circles around a shelter would tell where it stands."""
    query = EventQuery.parse(near="user:1,25")
    own: Gazetteer = _Own()  # type: ignore[assignment]
    assert located(query, gazetteer=own, audience=Audience.OWNER).near != query.near
    with pytest.raises(BadInputError, match="near 'user:1'"):
        located(query, gazetteer=own, audience=Audience.PUBLIC)


def test_an_unknown_place_is_told(gazetteer: Gazetteer) -> None:
    with pytest.raises(BadInputError, match="no place of this id"):
        located(EventQuery.parse(near="geonames:0,5"), gazetteer=gazetteer, audience=Audience.OWNER)


def test_the_public_finds_refuges_by_their_cell_alone(
    tmp_path: Path, make: Making, gazetteer: Gazetteer
) -> None:
    path = tmp_path / "r.sqlite"
    with open_store(path) as opened:
        reading = make.reading(
            "A hundred sleep in a hall in Cúcuta.", "Cúcuta", kind="refuge", place=make.cucuta
        )
        opened.add(reading, edition="t", gazetteer=gazetteer)
        assert found(opened, near="7.90745,-72.5049,0.01") == {"a1"}
        assert found(opened, near="7.95,-72.58,1") == set()
        assert found(opened, precision="settlement") == {"a1"}
    with open_store(path, read_only=True, audience=Audience.PUBLIC) as opened:
        # Anywhere in the cell is as near as the hall itself.
        assert found(opened, near="7.90745,-72.5049,0.01") == {"a1"}
        assert found(opened, near="7.95,-72.58,1") == {"a1"}
        assert found(opened, precision="settlement") == set()
        assert found(opened, precision="district") == {"a1"}
