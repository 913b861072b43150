"""Described places: what is measured from an anchor, and what lies between countries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from geopy.distance import geodesic
from shapely.geometry import Point

from geo.model import Precision, Resolution, Role
from geo.pipeline import read_places
from geo.sentences import split

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer


def relations(text: str, gazetteer: Gazetteer) -> list[Resolution]:
    resolutions, _ = read_places(text, split(text), gazetteer)
    return [r for r in resolutions if r.mention.role is Role.RELATION]


@pytest.mark.parametrize(
    ("text", "lat", "lon"),
    [
        ("Troops halted 40 km south of Kharkiv on Monday.", 49.63, 36.25),
        ("Tropas se detuvieron a 40 km al sur de Bogotá.", 4.25, -74.08),
        ("The boat sank 20 miles north of Honolulu.", 21.60, -157.86),
        ("The convoy stopped five kilometres east of Madrid.", 40.42, -3.64),
    ],
)
def test_distance_and_bearing_move_the_point(
    text: str, lat: float, lon: float, gazetteer: Gazetteer
) -> None:
    (found,) = relations(text, gazetteer)
    assert geodesic(found.coordinates.latlon, (lat, lon)).km < 8
    assert found.geometry is not None
    assert found.geometry.contains(Point(*found.coordinates.lonlat))
    assert found.precision is Precision.DISTRICT


def test_near_a_town_is_a_ring_that_leaves_the_town_out(gazetteer: Gazetteer) -> None:
    (found,) = relations("They waded a stream near the Peru city of Puno.", gazetteer)
    assert found.name == "near Puno"
    assert found.geometry is not None
    assert not found.geometry.contains(Point(*found.place.coordinates.lonlat))
    assert found.geometry.area > 0


@pytest.mark.parametrize(
    ("text", "countries"),
    [
        ("Venezuelan soldiers fired near the Brazilian border.", {"BR", "VE"}),
        ("Villages along Bolivia's long border with Chile were empty.", {"BO", "CL"}),
        ("Thousands waited at the U.S.-Mexico border.", {"US", "MX"}),
        ("Trucks queued at the border between Poland and Belarus.", {"PL", "BY"}),
        ("Egypt closed its border with Libya.", {"EG", "LY"}),
        ("Families reached the Polish border from western Ukraine.", {"PL", "UA"}),
        ("Soldados cruzaron la frontera entre Colombia y Venezuela.", {"CO", "VE"}),
    ],
)  # fmt: skip
def test_a_border_is_the_line_between_the_two_countries(
    text: str, countries: set[str], gazetteer: Gazetteer
) -> None:
    found = [r for r in relations(text, gazetteer) if r.kind == "border"]
    assert found, "no border found"
    assert all(set(r.country_codes) == countries for r in found)
    assert all(r.geometry is not None and "LineString" in r.geometry.geom_type for r in found)


@pytest.mark.parametrize(
    "text",
    [
        "Brazilian border guards stopped the bus.",
        "The French border police refused to comment.",
        "Australia closed its borders.",
    ],
)
def test_people_at_a_border_and_borders_without_neighbours_are_no_border(
    text: str, gazetteer: Gazetteer
) -> None:
    assert [r for r in relations(text, gazetteer) if r.kind == "border"] == []


def test_a_border_stands_at_its_largest_town_or_at_the_article_s_own_place(
    gazetteer: Gazetteer,
) -> None:
    (plain,) = relations("Traders met at the border between Colombia and Venezuela.", gazetteer)
    assert geodesic(plain.coordinates.latlon, (7.9, -72.45)).km < 40
    own = relations(
        "Shots were heard in Arauca, at the border between Colombia and Venezuela.", gazetteer
    )
    border = next(r for r in own if r.kind == "border")
    assert geodesic(border.coordinates.latlon, (7.08, -70.76)).km < 40


def test_a_part_of_a_country_is_cut_from_its_area(gazetteer: Gazetteer) -> None:
    (found,) = relations("Fighting spread in northern Syria.", gazetteer)
    whole = gazetteer.footprint(found.place)
    assert found.name == "northern Syria"
    assert found.geometry is not None
    assert whole is not None
    assert 0.2 < found.geometry.area / whole.area < 0.8
    assert found.geometry.bounds[1] > whole.bounds[1] + 0.5


@pytest.mark.parametrize(
    ("text", "lat", "lon", "within_km"),
    [
        ("A boat sank off the coast of Honduras. They were taken to La Ceiba.", 16.0, -86.8, 60),
        ("The dinghy sank 20 nautical miles off Honolulu.", 21.31, -157.86, 60),
        ("Un bote volcó frente a las costas de Honduras, lejos de Tela.", 15.95, -87.4, 60),
        ("O barco virou ao largo da Tunísia.", 34.0, 9.0, 400),
    ],
)
def test_off_a_coast_is_the_water_before_it(
    text: str, lat: float, lon: float, within_km: float, gazetteer: Gazetteer
) -> None:
    found = relations(text, gazetteer)[0]
    assert found.name.partition("off ")[1]
    assert geodesic(found.coordinates.latlon, (lat, lon)).km < within_km
    assert found.geometry is not None
    assert found.precision is Precision.REGION


def test_a_town_that_is_cut_off_is_not_at_sea(gazetteer: Gazetteer) -> None:
    assert relations("Rebels cut off Honolulu on Monday.", gazetteer) == []
