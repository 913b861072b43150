"""What the public gets of a protected event: a cell, harmless words, and no way to more."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Point, box
from shapely.geometry import shape

from gazetteer.place import Coordinates, Kind
from geo.features import feature
from geo.model import Alternative, Precision, Role
from geo.privacy import Audience, redact, sensitivity
from geo.privacy.cells import SIZE_DEG, cell
from geo.privacy.wording import Wording
from geo.query import BoundingBox, EventQuery
from geo.store import open_store

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from conftest import Making

    from gazetteer.place import Gazetteer
    from geo.model import Reading
    from geo.store import Record

SENTENCE = (
    "On Sunday at least 40 people slept at the Casa Nazareth shelter, Calle 5 No. 12-34, "
    "in Cúcuta, said Ana Gómez, 28, whose sister Rosa fled on 23 February 2019."
)
WORDS = ["Rio", "de", "la", "Plata", "Rosa", "Sol,", "5th", "in", "12", "(x)", "[…]", "."]
SECRETS = ("Casa", "Nazareth", "Calle", "12-34", "Ana", "Gómez", ", 28", "Rosa")


def refuge(make: Making, **parts: Any) -> Record:
    parts = {"kind": "refuge", "place": make.cucuta, **parts}
    return make.record(SENTENCE, "Cúcuta", **parts)


def public(record: Record, gazetteer: Gazetteer | None = None, **more: Any) -> Record:
    return redact(record, audience=Audience.PUBLIC, gazetteer=gazetteer, **more)


def test_the_owner_sees_everything(make: Making) -> None:
    record = refuge(make)
    assert redact(record, audience=Audience.OWNER, gazetteer=None) is record


@pytest.mark.parametrize("kind", ["clash", "crossing"])
def test_open_events_are_the_same_for_all(make: Making, kind: str) -> None:
    record = make.record(kind=kind)
    assert public(record) is record


@pytest.mark.parametrize("kind", ["refuge", "defection", "aid", "displacement"])
def test_what_could_lead_to_people_in_danger_is_protected(make: Making, kind: str) -> None:
    assert public(refuge(make, kind=kind)).generalisation


def test_a_sentence_that_tells_of_a_protected_event_protects_its_other_events(make: Making) -> None:
    crossing = refuge(make, kind="crossing")
    assert public(crossing, beside={"clash"}) is crossing
    found = public(crossing, beside={"crossing", "defection"})
    assert found.generalisation
    assert not any(secret in found.event.sentence for secret in SECRETS)


def test_the_public_finds_no_deserter_by_the_crossing(
    make: Making, tmp_path: Path, gazetteer: Gazetteer
) -> None:
    reading = make.reading(SENTENCE, "Cúcuta", kind="crossing", place=make.cucuta)
    [crossing] = reading.events
    defection = replace(crossing, id="d", kind="defection")
    reading = replace(reading, events=(crossing, defection))
    with open_store(tmp_path / "d.sqlite") as store:
        store.add(reading, edition="g1", gazetteer=gazetteer)
    with open_store(tmp_path / "d.sqlite", audience=Audience.PUBLIC) as store:
        records = list(store.records(EventQuery()))
    assert {record.event.kind for record in records} == {"crossing", "defection"}
    for record in records:
        assert record.generalisation
        assert str(make.cucuta.coordinates.lon) not in orjson.dumps(feature(record)).decode()


def test_a_kind_that_is_not_installed_is_protected(make: Making) -> None:
    assert sensitivity("unheard-of") == "protected"
    assert public(make.record(kind="unheard-of")).generalisation


def test_a_refuge_becomes_a_cell_without_a_centre(make: Making, gazetteer: Gazetteer) -> None:
    record = public(refuge(make), gazetteer)
    where = record.event.resolution
    assert where is not None
    assert where.geometry is not None
    assert where.geometry.covers(Point(make.cucuta.coordinates.lonlat))
    assert where.precision is Precision.DISTRICT
    assert where.coordinates != make.cucuta.coordinates
    assert where.place.coordinates == where.coordinates
    assert record.generalisation.startswith("fixed cell of 0.2 degrees, cut to Colombia, within ")
    found = feature(record)["properties"]
    assert found["coord_generalised"]
    assert found["geometry_role"] == "area"
    assert found["uncertainty_m"] >= 10_000


def test_the_cell_ends_at_the_border(make: Making, gazetteer: Gazetteer) -> None:
    """Cúcuta's square reaches into Venezuela; its cell does not."""
    where = public(refuge(make), gazetteer).event.resolution
    colombia = gazetteer.country("CO")
    assert colombia is not None
    land = gazetteer.footprint(colombia)
    assert where is not None
    assert where.geometry is not None
    assert land is not None
    assert where.geometry.area < SIZE_DEG**2
    assert where.geometry.difference(land).area < 1e-4


def test_all_places_of_a_cell_look_alike(make: Making, gazetteer: Gazetteer) -> None:
    spots = [(7.81, -72.59), (7.9, -72.5), (7.8999, -72.4101), (7.99, -72.55)]
    found = {
        orjson.dumps(feature(public(refuge(make, at=Coordinates(lat=lat, lon=lon)), gazetteer)))
        for lat, lon in spots
    }
    assert len(found) == 1


@given(lat=st.floats(-90, 90), lon=st.floats(-180, 180))
def test_a_cell_holds_its_point_and_depends_on_nothing_finer(lat: float, lon: float) -> None:
    found = cell(Coordinates(lat=lat, lon=lon), ("US",), gazetteer=None)
    assert found.geometry.distance(Point(lon, lat)) < 1e-5
    assert found == cell(found.coordinates, ("US",), gazetteer=None)


def test_a_sliver_of_land_is_widened_until_it_hides(gazetteer: Gazetteer) -> None:
    """Of a cell over a small island nothing but the island would be left."""
    found = cell(Coordinates(lat=-25.0663, lon=-130.1015), ("PN",), gazetteer=gazetteer)
    assert found.geometry.area >= 0.25 * SIZE_DEG**2


def test_names_and_addresses_are_withheld_and_settlements_stay(make: Making) -> None:
    record = public(refuge(make, article={"title": "Refuge at Casa Nazareth in Cúcuta"}))
    assert record.event.sentence == (
        "On Sunday at least 40 people slept at the […] shelter, […] No. […], in Cúcuta, "
        "said […], whose sister […] fled on 23 February 2019."
    )
    assert record.article.title == "Refuge at […] in Cúcuta"
    assert record.article.url == record.article.text == record.event.why == ""


def test_the_place_is_still_marked_in_the_redacted_sentence(make: Making) -> None:
    found = feature(public(refuge(make)))["properties"]
    assert found["excerpt"][found["mention_start"] : found["mention_end"]] == "Cúcuta"


def test_redacting_twice_changes_nothing_more(make: Making, gazetteer: Gazetteer) -> None:
    once = public(refuge(make), gazetteer)
    assert public(once, gazetteer) is once


def test_a_village_says_more_than_a_cell_and_is_withheld(make: Making) -> None:
    village = replace(make.cucuta, name="Ragonvalia", population=3_000)
    text = "Families found shelter in Ragonvalia."
    record = public(make.record(text, "Ragonvalia", kind="refuge", place=village))
    told = orjson.dumps(feature(record)).decode()
    assert "Ragonvalia" not in told
    assert feature(record)["properties"]["mention"] is None
    assert feature(record)["properties"]["location"] == "Colombia"


@pytest.mark.parametrize("kind", [Kind.FACILITY, Kind.BRIDGE, Kind.CROSSING, Kind.ISLAND])
def test_the_name_of_a_building_or_bridge_is_withheld(make: Making, kind: Kind) -> None:
    camp = replace(make.cucuta, name="Camp Hope", kind=kind)
    record = public(make.record("They sleep at Camp Hope.", "Camp Hope", kind="refuge", place=camp))
    assert "Hope" not in orjson.dumps(feature(record)).decode()


def test_a_distance_from_a_town_is_withheld(make: Making) -> None:
    text = "They sleep 12 km south of Cúcuta, 300 metres from the river."
    found = make.resolution(text, "12 km south of Cúcuta", place=make.cucuta, role=Role.RELATION)
    record = make.record(text, "Cúcuta", kind="refuge", place=make.cucuta)
    record = replace(record, event=replace(record.event, resolution=found))
    town = make.resolution(text, "Cúcuta", place=make.cucuta)
    sentence = public(record, located=[town]).event.sentence
    assert sentence == "They sleep […] km south of Cúcuta, […] metres from the river."


def test_a_whole_country_is_coarse_enough_already(make: Making) -> None:
    area = box(-79, -4, -67, 12)
    record = refuge(make, geometry=area, precision=Precision.COUNTRY)
    where = public(record).event.resolution
    assert where is not None
    assert where.geometry == area


def test_a_short_line_is_no_hiding_place(make: Making) -> None:
    lane = LineString([(-72.51, 7.9), (-72.5, 7.91)])
    where = public(refuge(make, geometry=lane, precision=Precision.BORDER)).event.resolution
    assert where is not None
    assert where.geometry is not None
    assert where.geometry.area > 0


def test_an_unplaced_refuge_is_redacted_as_well(make: Making) -> None:
    record = public(
        make.record("They sleep at Casa Hope.", "Casa Hope", kind="refuge", located=False)
    )
    assert record.event.sentence == "They sleep at […]."
    assert record.article.url == ""
    assert feature(record)["geometry"] is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("She gave 7.90745, -72.5049 as the spot.", "She gave […] as the spot."),
        ("Call +57 301 555 01 23 or write to help@shelter.example now.",
         "[…] or write to […] now."),
        ("See https://shelter.example/where for more.", "[…] for more."),
        ("They live at 5th street.", "They live at […] street."),
        ("The 300 refugees waited 2 days.", "The 300 refugees waited 2 days."),
        ("اللاجئون في مدرسة النور", "[…]"),
        ("难民在学校", "[…]"),
        ("Families at al-Noor school fled.", "Families at […] school fled."),
        ("Durmieron en la Casa de la Mujer.", "[…]."),
        ("", ""),
    ],
)  # fmt: skip
def test_only_harmless_words_stay(text: str, told: str) -> None:
    assert Wording.of([]).redacted(text) == told


@given(
    text=st.lists(st.sampled_from(WORDS)).map(" ".join) | st.text(),
    names=st.frozensets(
        st.lists(st.sampled_from(["rio", "de", "la", "plata", "sol"]), min_size=1).map(tuple)
    ),
)
def test_redaction_never_fails_and_is_stable(text: str, names: frozenset[tuple[str, ...]]) -> None:
    wording = Wording(names=names)
    once = wording.redacted(text)
    assert wording.redacted(once) == once


def test_redaction_takes_time_in_proportion_to_the_text() -> None:
    for hostile in ("[…] " * 50_000, "(" * 200_000, "1(" * 100_000, "a'" * 100_000, "!" * 200_000):
        assert Wording.of([]).redacted(hostile) is not None


# --- the store of a public audience ---


def stored(make: Making) -> Reading:
    return make.reading(
        SENTENCE,
        "Cúcuta",
        key="r1",
        kind="refuge",
        place=make.cucuta,
        article={"title": "Refuge at Casa Nazareth", "url": "https://news.example/casa-nazareth"},
    )


def test_no_secret_stands_in_what_the_public_store_gives(
    tmp_path: Path, make: Making, gazetteer: Gazetteer
) -> None:
    path = tmp_path / "a.sqlite"
    reading = stored(make)
    with open_store(path) as store:
        store.add(reading, edition="g1", gazetteer=gazetteer)
    with open_store(path, read_only=True, audience=Audience.PUBLIC) as store:
        incident = store.incidents().record(reading.events[0].id)
        assert incident is not None
        records = [*store.records(EventQuery()), *incident.reports]
        direct = store.record(reading.events[0].id)
        assert len(records) == 2
        assert direct == records[0]
        told = repr(records) + "".join(orjson.dumps(feature(one)).decode() for one in records)
        assert [secret for secret in SECRETS if secret in told] == []
        assert "casa-nazareth" not in told
        assert str(make.cucuta.coordinates.lat) not in told
        assert (store.article("r1"), store.reading("r1")) == (None, None)
        assert list(store.articles()) == list(store.unplaced()) == list(store.quarantined()) == []


def test_alternatives_and_reasons_of_a_protected_place_stay_with_the_owner(
    tmp_path: Path, make: Making, gazetteer: Gazetteer
) -> None:
    """What else a name might mean tells what the name is."""
    reading = stored(make)
    other = Alternative(place=replace(make.honolulu, name="Nazareth by the bridge"), chance=0.2)
    found = replace(reading.resolutions[0], alternatives=(other,), why="Nazareth: a reason")
    event = replace(reading.events[0], resolution=found)
    path = tmp_path / "a.sqlite"
    with open_store(path) as store:
        told = replace(reading, resolutions=(found,), events=(event,))
        store.add(told, edition="g1", gazetteer=gazetteer)
        (own,) = store.records(EventQuery())
        assert own.event.resolution == found
    with open_store(path, audience=Audience.PUBLIC) as store:
        (shown,) = store.records(EventQuery())
        for record in (shown, *store.incidents().record(shown.incident_id).reports):
            assert record.event.resolution is not None
            assert record.event.resolution.alternatives == ()
            assert "Nazareth" not in repr(record) + repr(feature(record))


@pytest.mark.parametrize("words", ["nazareth", "gómez", "calle", "casa"])
def test_withheld_words_find_nothing(tmp_path: Path, make: Making, words: str) -> None:
    path = tmp_path / "a.sqlite"
    with open_store(path) as store:
        store.add(stored(make), edition="g1")
        assert store.total(EventQuery(text=words)) == 1
    with open_store(path, audience=Audience.PUBLIC) as store:
        assert store.total(EventQuery(text=words)) == 0
        assert store.total(EventQuery(place=make.cucuta.id)) == 0
        assert store.total(EventQuery(place="Cúcuta")) == 1


def test_bisecting_boxes_find_no_more_than_the_cell(
    tmp_path: Path, make: Making, gazetteer: Gazetteer
) -> None:
    """Halve a box for as long as it finds the refuge; what remains tells only the cell."""
    path = tmp_path / "a.sqlite"
    with open_store(path) as store:
        store.add(stored(make), edition="g1", gazetteer=gazetteer)
    with open_store(path, audience=Audience.PUBLIC) as store:
        (record,) = store.records(EventQuery())
        drawn = shape(feature(record)["geometry"])
        west, south, east, north = -180.0, -90.0, 180.0, 90.0
        while east - west > 1e-6:
            middle_lon, middle_lat = (west + east) / 2, (south + north) / 2
            quarters = [
                BoundingBox(west=w, south=s, east=e, north=n)
                for w, e in ((west, middle_lon), (middle_lon, east))
                for s, n in ((south, middle_lat), (middle_lat, north))
            ]
            hits = [one for one in quarters if store.total(EventQuery(bbox=one))]
            assert hits == [
                q for q in quarters if drawn.intersects(box(q.west, q.south, q.east, q.north))
            ]
            west, south = hits[0].west, hits[0].south
            east, north = hits[0].east, hits[0].north
        assert (
            abs(west - make.cucuta.coordinates.lon) + abs(south - make.cucuta.coordinates.lat)
            > 0.05
        )
