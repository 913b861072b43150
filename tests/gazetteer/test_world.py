"""Places that news names and that no other embedded gazetteer knows as what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import shapely
from geopy.distance import geodesic

from gazetteer.place import Coordinates, Kind, NameType

if TYPE_CHECKING:
    from gazetteer.sqlite import SqliteGazetteer


@pytest.mark.parametrize(
    ("name", "kind", "lat", "lon", "km"),
    [
        ("Tachira River", "river", 7.6, -72.47, 40),
        ("río Táchira", "river", 7.6, -72.47, 40),
        ("Darien Gap", "region", 8.0, -77.4, 100),
        ("Lesbos", "island", 39.2, 26.3, 40),
        ("Simón Bolívar International Bridge", "bridge", 7.8179, -72.4508, 2),
        ("Francisco de Paula Santander Bridge", "bridge", 7.9164, -72.4628, 2),
        ("Tienditas Bridge", "bridge", 7.87, -72.45, 4),
        ("Unión Bridge", "bridge", 8.36, -72.41, 8),
        ("José Antonio Páez Bridge", "bridge", 7.09, -70.75, 8),
        ("Paraguachón", "crossing", 11.3625, -72.1332, 6),
        ("Rafah crossing", "crossing", 31.2486, 34.2592, 2),
        ("Kerem Shalom", "crossing", 31.23, 34.28, 5),
        ("San Ysidro Port of Entry", "crossing", 32.54, -117.03, 5),
        ("Kumarakapay", "settlement", 5.06, -61.1, 5),
        ("San Francisco de Yuruaní", "settlement", 5.06, -61.1, 5),
        ("La Parada", "settlement", 7.82, -72.46, 3),
        ("Evros", "river", 41.5, 26.5, 150),
        ("Maritsa", "river", 41.5, 26.5, 150),
        ("Meriç", "river", 41.5, 26.5, 150),
        ("Suchiate River", "river", 14.8, -92.2, 60),
        ("Rio Bravo", "river", 29.0, -103.0, 600),
        ("Prut", "river", 47.0, 28.0, 200),
        ("Tumen River", "river", 42.3, 129.8, 150),
        ("Limpopo", "river", -23.0, 29.0, 400),
        ("Brazil–Venezuela border", "border", 3.5, -63.5, 400),
        ("Sahel", "region", 14.5, 0.0, 2000),
        ("Donbas", "region", 48.2, 38.5, 150),
        ("Gran Sabana", "region", 5.2, -61.5, 100),
        ("Khan Younis", "settlement", 31.34, 34.30, 8),
        ("Khan Yunis", "settlement", 31.34, 34.30, 8),
        ("Kharkov", "settlement", 49.98, 36.25, 15),
        ("Cox's Bazar", "settlement", 21.44, 92.01, 15),
        ("San José de Cúcuta", "settlement", 7.9, -72.5, 15),
        ("Wake County", "admin2", 35.79, -78.65, 30),
        ("Aegean Sea", "sea", 38.8, 25.3, 300),
        ("Bosporus", "sea", 41.1, 29.05, 30),
        ("Lake Kivu", "lake", -2.0, 29.2, 60),
        ("Europe", "region", 50.0, 20.0, 1500),
    ],
)
def test_a_place_of_the_news_is_found_as_what_it_is(
    gazetteer: SqliteGazetteer, name: str, kind: str, lat: float, lon: float, km: float
) -> None:
    at = Coordinates(lat=lat, lon=lon)
    places = [candidate.place for candidate in gazetteer.lookup(name)]
    assert any(
        place.kind == kind and geodesic(place.coordinates.latlon, at.latlon).km <= km
        for place in places
    ), places[:4]


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("China", "country:CN"),
        ("Georgia", "country:GE"),
        ("Jordan", "country:JO"),
        ("Lebanon", "country:LB"),
        ("Mexico", "country:MX"),
        ("Luxembourg", "country:LU"),
        ("the Gambia", "country:GM"),
        ("Democratic Republic of Congo", "country:CD"),
        ("Republic of Korea", "country:KR"),
        ("Burma", "country:MM"),
        ("U.S.", "country:US"),
        ("UK", "country:GB"),
        ("UAE", "country:AE"),
        ("Oklahoma", "admin1:US-OK"),
        ("Táchira", "admin1:VE-20"),
        ("Norte de Santander", "admin1:CO-21"),
        ("Crimea", "admin1:UA-11"),
        ("West Bank", "admin1:PS-WE"),
        ("CA", "admin1:US-CA"),
        ("N.C.", "admin1:US-NC"),
        ("Tenn.", "admin1:US-TN"),
        ("Ont.", "admin1:CA-08"),
        ("London", "geonames:2643743"),
        ("Paris", "geonames:2988507"),
        ("Washington", "geonames:4140963"),
        ("New York", "geonames:5128581"),
        ("Kyiv", "geonames:703448"),
        ("Kandahar", "geonames:1138336"),
        ("Macedonia", "country:MK"),
        ("Mississippi", "admin1:US-MS"),
        ("Ohio", "admin1:US-OH"),
        ("Colorado", "admin1:US-CO"),
        ("Missouri", "admin1:US-MO"),
        ("Delaware", "admin1:US-DE"),
        ("Amazonas", "admin1:BR-04"),
        ("Niger", "country:NE"),
        ("Senegal", "country:SN"),
        ("Malawi", "country:MW"),
        ("Ontario", "admin1:CA-08"),
        ("Limpopo", "curated:limpopo-river"),
        ("Blue Nile", "curated:blue-nile"),
        ("River Nile", "curated:nile-river"),
        ("Nilo", "curated:nile-river"),
        ("Red Sea", "sea:red-sea"),
        ("Atlántico", "sea:atlantic-ocean"),
        ("Lake Geneva", "lake:1159114143"),
        ("Sahel", "curated:sahel"),
        ("Kurdistan", "curated:kurdistan"),
        ("West Coast", "curated:west-coast-us"),
        ("Zanzibar", "curated:zanzibar"),
        ("Tuscany", "admin1:IT-16"),
        ("Flanders", "admin1:BE-VLG"),
        ("Kent", "geonames:3333158"),
        ("Pune", "geonames:1259229"),
    ],
)
def test_the_most_prominent_meaning_of_a_bare_name_comes_first(
    gazetteer: SqliteGazetteer, name: str, first: str
) -> None:
    assert gazetteer.lookup(name)[0].place.id == first


@pytest.mark.parametrize(
    ("name", "not_code"),
    [
        ("Columbia", "CO"),
        ("Nigeria", "NE"),
        ("Austria", "AU"),
        ("Guinea", "GY"),
        ("Zambia", "GM"),
        ("Dominica", "DO"),
    ],
)
def test_a_name_like_a_countrys_is_not_the_country(
    gazetteer: SqliteGazetteer, name: str, not_code: str
) -> None:
    ids = {candidate.place.id for candidate in gazetteer.lookup(name)}
    assert f"country:{not_code}" not in ids


@pytest.mark.parametrize(
    ("word", "country"),
    [
        ("Venezuelan", "VE"),
        ("Brazilians", "BR"),
        ("venezolanos", "VE"),
        ("colombiana", "CO"),
        ("brasileiro", "BR"),
        ("Syrian", "SY"),
        ("Dutch", "NL"),
        ("Afghans", "AF"),
    ],
)
def test_demonyms_lead_to_their_country(
    gazetteer: SqliteGazetteer, word: str, country: str
) -> None:
    first = gazetteer.lookup(word)[0]
    assert first.place.id == f"country:{country}"
    assert first.name_type is NameType.DEMONYM


@pytest.mark.parametrize("name", ["the Táchira", "la Guajira", "the Sahel", "The Hague"])
def test_an_article_does_not_hide_a_name(gazetteer: SqliteGazetteer, name: str) -> None:
    assert gazetteer.lookup(name)


@pytest.mark.parametrize(
    ("a", "b"),
    [("BR", "VE"), ("CO", "VE"), ("MX", "US"), ("EG", "PS"), ("KP", "KR"), ("BR", "GF")],
)
def test_neighbours_have_a_border_line(gazetteer: SqliteGazetteer, a: str, b: str) -> None:
    line = gazetteer.borders(a, b)
    assert line is not None
    assert line.length > 0.05
    assert b in gazetteer.neighbours(a)


def test_the_tachira_river_is_the_border_line_near_cucuta(gazetteer: SqliteGazetteer) -> None:
    river = gazetteer.footprint(gazetteer.lookup("Tachira River")[0].place)
    border = gazetteer.borders("CO", "VE")
    assert river is not None
    assert border is not None
    assert river.geom_type == "LineString"
    assert border.buffer(0.001).covers(river)


def test_crimea_lies_in_the_country_to_which_the_united_nations_count_it(
    gazetteer: SqliteGazetteer,
) -> None:
    around = gazetteer.containing(Coordinates(lat=45.3, lon=34.4), kinds=frozenset({Kind.COUNTRY}))
    assert [place.id for place in around] == ["country:UA"]


@pytest.mark.parametrize(
    "code",
    ["BD-H", "CD-02", "CD-04", "CD-17", "CI-93", "GH-12", "KE-23", "KP-13", "PE-LMA", "ET-SI"],
)
def test_a_division_younger_than_the_maps_has_a_rough_area_around_its_point(
    gazetteer: SqliteGazetteer, code: str
) -> None:
    division = gazetteer.admin1(*code.split("-"))
    assert division is not None
    area = gazetteer.footprint(division)
    assert area is not None
    assert area.distance(shapely.Point(division.coordinates.lonlat)) < 0.2


def test_a_rough_area_says_that_it_is_rough(gazetteer: SqliteGazetteer) -> None:
    young, old = gazetteer.admin1("CD", "17"), gazetteer.admin1("VE", "20")
    assert young is not None
    assert old is not None
    assert "estimated" in gazetteer.note(young)
    assert gazetteer.note(old) == ""


def test_nearly_every_first_level_division_has_an_area(gazetteer: SqliteGazetteer) -> None:
    divisions = [place for place in gazetteer if place.kind is Kind.ADMIN1]
    without = [place.id for place in divisions if gazetteer.footprint(place) is None]
    assert len(without) <= 0.01 * len(divisions), without


@pytest.mark.parametrize(
    ("name", "west", "east"),
    [
        ("Western Europe", -35, 30),
        ("Northern Europe", -35, 60),
        ("Southern Europe", -35, 45),
        ("Europe", -35, 70),
        ("Central America", -120, -75),
        ("South America", -95, -28),
        ("Africa", -30, 60),
    ],
)
def test_a_part_of_the_world_does_not_reach_to_islands_across_an_ocean(
    gazetteer: SqliteGazetteer, name: str, west: float, east: float
) -> None:
    area = gazetteer.footprint(gazetteer.lookup(name)[0].place)
    assert area is not None
    assert west <= area.bounds[0] <= area.bounds[2] <= east


@pytest.mark.parametrize(
    ("lat", "lon"), [(35.88, -5.35), (35.28, -2.96)], ids=["at Ceuta", "at Melilla"]
)
def test_the_border_of_an_exclave_is_a_border(
    gazetteer: SqliteGazetteer, lat: float, lon: float
) -> None:
    line = gazetteer.borders("ES", "MA")
    assert line is not None
    assert line.distance(shapely.Point(lon, lat)) < 0.1
