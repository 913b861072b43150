from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from typing import TYPE_CHECKING

import pytest
import shapely

from gazetteer.place import Coordinates, Kind, NameType, Place

if TYPE_CHECKING:
    from gazetteer.sqlite import SqliteGazetteer


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("Cúcuta", "geonames:3685533"),
        ("CUCUTA", "geonames:3685533"),
        ("San José de Cúcuta", "geonames:3685533"),
        ("U.S.", "country:US"),
        ("the Netherlands", "country:NL"),
        ("El Salvador", "country:SV"),
        ("Georgia", "country:GE"),
        ("Ga.", "admin1:US-GA"),
        ("Táchira", "admin1:VE-20"),
        ("Tachira River", "curated:tachira-river"),
        ("río Táchira", "curated:tachira-river"),
        ("Venezuelan", "country:VE"),
        ("Venezuela-Brazil border", "border:BR-VE"),
        ("Springfield", "geonames:4951788"),
        ("Darien Gap", "curated:darien-gap"),
    ],
)
def test_the_most_prominent_place_comes_first(tiny: SqliteGazetteer, name: str, first: str) -> None:
    assert tiny.lookup(name)[0].place.id == first


@pytest.mark.parametrize("name", ["Columbia", "Nowhere", "", "...", "Cúcut", "Cúcuta Cúcuta", "🗺"])
def test_an_unknown_name_has_no_candidates(tiny: SqliteGazetteer, name: str) -> None:
    assert tiny.lookup(name) == ()


@pytest.mark.parametrize(
    ("name", "name_type"),
    [
        ("Venezuela", NameType.PREFERRED),
        ("San José de Cúcuta", NameType.ALTERNATE),
        ("Mass.", NameType.ABBREVIATION),
        ("Brazilian", NameType.DEMONYM),
        ("Tachira River", NameType.PREFERRED),
    ],
)
def test_a_candidate_says_how_the_name_belongs_to_its_place(
    tiny: SqliteGazetteer, name: str, name_type: NameType
) -> None:
    assert tiny.lookup(name)[0].name_type is name_type


def test_a_river_named_without_its_generic_word_is_an_alternate(tiny: SqliteGazetteer) -> None:
    found = {c.place.kind: c.name_type for c in tiny.lookup("Táchira")}
    assert found == {Kind.ADMIN1: NameType.PREFERRED, Kind.RIVER: NameType.ALTERNATE}


def test_prefixes_are_whole_words_shortest_first(tiny: SqliteGazetteer) -> None:
    assert tiny.prefixes("tachira river bank") == ["tachira", "tachira river"]
    assert tiny.prefixes("georgian") == ["georgian"]
    assert tiny.prefixes("unknown") == []


def test_a_place_comes_back_as_it_was_written(tiny: SqliteGazetteer) -> None:
    """The fast way of making places sets every field."""
    place = tiny.place("geonames:5856195")
    assert place == Place(
        id="geonames:5856195",
        name="Honolulu",
        kind=Kind.SETTLEMENT,
        country_codes=("US",),
        coordinates=Coordinates(lat=21.30694, lon=-157.85833),
        admin1="HI",
        population=350964,
        source="tiny",
    )
    assert all(hasattr(place, field.name) for field in fields(Place))


def test_codes_find_countries_and_divisions(tiny: SqliteGazetteer) -> None:
    assert tiny.country("ve") == tiny.place("country:VE")
    assert tiny.admin1("VE", "20") == tiny.place("admin1:VE-20")
    assert tiny.country("XX") is None
    assert tiny.admin1("VE", "99") is None
    assert tiny.place("") is None


def test_a_border_is_the_same_from_both_sides(tiny: SqliteGazetteer) -> None:
    assert tiny.border_place("VE", "BR") == tiny.border_place("BR", "VE")
    line = tiny.borders("VE", "BR")
    assert line is not None
    assert line.geom_type == "LineString"
    assert line.equals(tiny.borders("BR", "VE"))


def test_countries_without_a_common_border_have_none(tiny: SqliteGazetteer) -> None:
    assert tiny.borders("US", "VE") is None
    assert tiny.border_place("US", "VE") is None


def test_neighbours_share_a_border(tiny: SqliteGazetteer) -> None:
    assert tiny.neighbours("ve") == {"BR", "CO"}
    assert tiny.neighbours("US") == frozenset()


def test_a_mere_point_has_no_footprint(tiny: SqliteGazetteer) -> None:
    honolulu = tiny.lookup("Honolulu")[0].place
    assert tiny.footprint(honolulu) is None


def test_a_footprint_puts_longitude_first(tiny: SqliteGazetteer) -> None:
    river = tiny.footprint(tiny.lookup("Tachira River")[0].place)
    assert river is not None
    west, south, east, north = river.bounds
    assert west < east < -72
    assert 7 < south < north < 8


def test_within_finds_the_most_populous_first(tiny: SqliteGazetteer) -> None:
    area = tiny.footprint(tiny.lookup("Estado Táchira")[0].place)
    assert area is not None
    found = tiny.within(area, kinds=frozenset({Kind.SETTLEMENT}))
    assert [place.name for place in found] == ["San Cristóbal"]
    assert tiny.within(shapely.Polygon()) == []


def test_nearest_orders_by_distance_on_the_ground(tiny: SqliteGazetteer) -> None:
    bridge = tiny.lookup("Simón Bolívar Bridge")[0].place
    near = tiny.nearest(bridge.coordinates, kinds=frozenset({Kind.SETTLEMENT}), limit=3)
    assert [place.name for place in near] == ["San Antonio del Táchira", "Cúcuta", "San Cristóbal"]


def test_nearest_takes_the_nearest_part_of_a_line(tiny: SqliteGazetteer) -> None:
    at = Coordinates(lat=7.6, lon=-72.46)
    found = tiny.nearest(at, kinds=frozenset({Kind.RIVER, Kind.BORDER}), limit=2, radius_km=5)
    assert {place.id for place in found} == {"curated:tachira-river", "border:CO-VE"}


def test_nearest_gives_up_at_its_radius(tiny: SqliteGazetteer) -> None:
    assert tiny.nearest(Coordinates(lat=-60, lon=0), radius_km=500) == []


def test_nearest_looks_across_the_180th_meridian(tiny: SqliteGazetteer) -> None:
    at = Coordinates(lat=21.3, lon=179.0)
    found = tiny.nearest(at, kinds=frozenset({Kind.SETTLEMENT}), radius_km=3000)
    assert [place.name for place in found] == ["Honolulu"]


def test_containing_gives_the_smallest_area_first(tiny: SqliteGazetteer) -> None:
    found = tiny.containing(Coordinates(lat=8.0, lon=-72.0))
    assert [place.id for place in found] == ["admin1:VE-20", "country:VE"]


def test_a_curated_row_carries_its_note(tiny: SqliteGazetteer) -> None:
    bridge = tiny.lookup("Simón Bolívar Bridge")[0].place
    assert tiny.note(bridge) == "position well known"
    assert tiny.note(tiny.lookup("Cúcuta")[0].place) == ""


def test_the_gazetteer_says_what_it_holds(tiny: SqliteGazetteer) -> None:
    assert tiny.edition == "tiny"
    assert len(tiny) == len(list(tiny))
    assert [(s.name, s.places) for s in tiny.sources()] == [("tiny", len(tiny))]


def test_many_threads_may_share_one_gazetteer(tiny: SqliteGazetteer) -> None:
    names = ["Cúcuta", "Tachira River", "Georgia", "Darien Gap", "Nowhere"] * 40

    def ask(name: str) -> list[tuple[str, bool]]:
        found = [c.place for c in tiny.lookup(name)]
        return [(place.id, tiny.footprint(place) is None) for place in found]

    alone = [ask(name) for name in names]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, names)) == alone


def test_the_candidates_of_a_name_are_a_sequence(tiny: SqliteGazetteer) -> None:
    found = tiny.lookup("Georgia")
    everything = list(found)
    assert len(found) == len(everything) > 1
    assert found[0] == everything[0]
    assert list(found[:2]) == everything[:2]
    assert found[-1] == everything[-1]
    assert list(tiny.lookup("Georgia")) == everything
    assert everything[0].place.name in repr(found)
