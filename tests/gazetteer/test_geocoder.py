from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from geopy.exc import GeocoderQueryError
from geopy.geocoders.base import Geocoder
from geopy.location import Location
from geopy.point import Point

from gazetteer.geocoder import PlacelineGeocoder
from gazetteer.online import Online

if TYPE_CHECKING:
    from gazetteer.sqlite import SqliteGazetteer


@pytest.fixture
def geocoder(tiny: SqliteGazetteer) -> PlacelineGeocoder:
    return PlacelineGeocoder(tiny)


def test_the_geocoder_is_one_of_geopy(geocoder: PlacelineGeocoder) -> None:
    assert isinstance(geocoder, Geocoder)


def test_a_location_puts_latitude_first(geocoder: PlacelineGeocoder) -> None:
    honolulu = geocoder.geocode("Honolulu")
    assert (honolulu.latitude, honolulu.longitude) == (21.30694, -157.85833)
    assert honolulu.address == "Honolulu, Hawaii, United States"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("Springfield, Illinois", "geonames:4250542"),
        ("Springfield, Ill., U.S.", "geonames:4250542"),
        ("Springfield, MA", "geonames:4951788"),
        ("Decatur, Georgia", "geonames:4190598"),
        ("Atlanta, Georgia, USA", "geonames:4180439"),
        ("Rafah, Egypt", "geonames:350350"),
        ("Rafah, Palestine", "geonames:281102"),
        ({"city": "Springfield", "state": "Massachusetts", "country": "USA"}, "geonames:4951788"),
    ],
)
def test_what_follows_a_comma_decides(geocoder: PlacelineGeocoder, query: Any, found: str) -> None:
    assert geocoder.geocode(query).raw["id"] == found


@pytest.mark.parametrize("query", ["Nowhere", "", "Springfield, Venezuela", "Venezuelan", ", ,"])
def test_nothing_found_is_none_as_in_geopy(geocoder: PlacelineGeocoder, query: str) -> None:
    assert geocoder.geocode(query) is None
    assert geocoder.geocode(query, exactly_one=False) is None


def test_exactly_one_false_gives_all_the_best_first(geocoder: PlacelineGeocoder) -> None:
    found = geocoder.geocode("Georgia", exactly_one=False)
    assert [place.raw["id"] for place in found] == ["country:GE", "admin1:US-GA"]
    assert len(geocoder.geocode("Georgia", exactly_one=False, limit=1)) == 1


@pytest.mark.parametrize("codes", ["us", "US", ["us", "ca"], "de,us"])
def test_country_codes_keep_to_countries(geocoder: PlacelineGeocoder, codes: Any) -> None:
    assert geocoder.geocode("Georgia", country_codes=codes).raw["id"] == "admin1:US-GA"


@pytest.mark.parametrize(
    ("featuretype", "found"),
    [("country", "country:GE"), ("state", "admin1:US-GA"), (["admin1"], "admin1:US-GA")],
)
def test_featuretype_takes_our_kinds_and_nominatims_words(
    geocoder: PlacelineGeocoder, featuretype: Any, found: str
) -> None:
    assert geocoder.geocode("Georgia", featuretype=featuretype).raw["id"] == found


def test_a_viewbox_prefers_and_bounded_restricts(geocoder: PlacelineGeocoder) -> None:
    illinois = [Point(42.5, -91.5), Point(37.0, -87.0)]
    preferred = geocoder.geocode("Springfield", exactly_one=False, viewbox=illinois)
    assert [place.raw["admin1"] for place in preferred] == ["IL", "MA"]
    bounded = geocoder.geocode("Springfield", exactly_one=False, viewbox=illinois, bounded=True)
    assert [place.raw["admin1"] for place in bounded] == ["IL"]


@pytest.mark.parametrize(
    "options",
    [{"featuretype": "galaxy"}, {"viewbox": [Point(1, 1)]}],
)
def test_a_question_that_makes_no_sense_is_refused_in_geopys_way(
    geocoder: PlacelineGeocoder, options: dict[str, Any]
) -> None:
    with pytest.raises(GeocoderQueryError, match="wanted"):
        geocoder.geocode("Honolulu", **options)
    with pytest.raises(GeocoderQueryError, match="planet"):
        geocoder.geocode({"planet": "Mars"})


def test_raw_holds_kind_ids_geometry_and_source(geocoder: PlacelineGeocoder) -> None:
    raw = geocoder.geocode("Tachira River").raw
    assert raw["kind"] == "river"
    assert raw["id"] == "curated:tachira-river"
    assert raw["country_codes"] == ["CO", "VE"]
    assert raw["geometry"]["type"] == "LineString"
    assert raw["geometry"]["coordinates"][0][0] < -72
    assert (raw["source"], raw["licence"]) == ("tiny", "MIT")
    assert geocoder.geocode("Honolulu").raw["geometry"] is None


@pytest.mark.parametrize("query", [Point(7.815, -72.445), (7.815, -72.445), "7.815, -72.445"])
def test_reverse_gives_the_nearest_town(geocoder: PlacelineGeocoder, query: Any) -> None:
    assert geocoder.reverse(query).raw["name"] == "San Antonio del Táchira"


def test_reverse_can_give_the_areas_around(geocoder: PlacelineGeocoder) -> None:
    found = geocoder.reverse((8.0, -72.0), exactly_one=False)
    assert {"Táchira", "Venezuela"} <= {place.raw["name"] for place in found}
    assert geocoder.reverse((8.0, -72.0), featuretype="country").raw["id"] == "country:VE"
    assert geocoder.reverse((-60.0, 0.0)) is None


class _Online:
    """Stands for the network."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def geocode(self, query: str, **options: Any) -> list[Location]:
        self.asked.append(query)
        return [Location("Elm Street", Point(1, 2), {"osm_id": 7})]


def test_an_online_geocoder_is_asked_only_for_what_is_not_here_and_once(
    tiny: SqliteGazetteer,
) -> None:
    network, cache = _Online(), dict[str, str]()
    chained = PlacelineGeocoder(tiny, online=Online(network, cache=cache, min_delay_seconds=0))
    assert chained.geocode("Honolulu").raw["source"] == "tiny"
    assert network.asked == []
    for _ in range(2):
        found = chained.geocode("Elm Street 5")
        assert (found.latitude, found.raw["osm_id"], found.raw["source"]) == (1.0, 7, "_Online")
    again = PlacelineGeocoder(tiny, online=Online(network, cache=cache, min_delay_seconds=0))
    assert again.geocode("Elm Street 5", exactly_one=False)[0].longitude == 2.0
    assert network.asked == ["Elm Street 5"]
