"""Every form holds exactly the events that the query finds, and nothing that the public may not see."""

from __future__ import annotations

import csv
import json
import sqlite3
import struct
import zlib
from typing import TYPE_CHECKING, Any

import geopandas
import numpy as np
import pandas as pd
import pyogrio
import pytest
import shapely

from geo.errors import BadInputError
from geo.exporters import export, format_of, formats, methods_path
from geo.exporters.acled import columns
from geo.exporters.fields import fields
from geo.model import Status
from geo.privacy import Audience
from geo.query import EventQuery
from geo.store import open_store
from tests.geo.exporters.many import HOSTILE
from tests.geo.exporters.readers import IDS, by_libreoffice

if TYPE_CHECKING:
    from pathlib import Path

    from tests.geo.exporters.many import Many

EVERYTHING = EventQuery(statuses=frozenset(Status))


def test_every_installed_format_is_tested_here() -> None:
    assert set(IDS) == set(formats())


def test_values_are_the_same_in_every_typed_form(many: Many) -> None:
    features = json.loads(many.export(EVERYTHING, "geojson").read_text("utf-8"))["features"]
    package = many.folder / "typed.gpkg"
    package.write_bytes(many.export(EVERYTHING, "gpkg").read_bytes())
    layers = {
        "gpkg": pyogrio.read_dataframe(package),
        "geoparquet": geopandas.read_parquet(many.export(EVERYTHING, "geoparquet")),
    }
    for name, layer in layers.items():
        assert layer.crs.to_epsg() == 4326 or layer.crs.to_authority() == ("OGC", "CRS84")
        rows = layer.set_index("event_id")
        for feature in features:
            row = rows.loc[feature["id"]]
            _same(row, feature["properties"], name)
            drawn = (
                None if feature["geometry"] is None else shapely.geometry.shape(feature["geometry"])
            )
            assert row["geometry"] == drawn


def _same(row: Any, told: dict[str, Any], name: str) -> None:
    for field in fields()[1:]:
        value, wanted = row[field.name], told[field.name]
        if wanted is None:
            assert pd.isna(value), (name, field.name)
        elif field.type == "date":
            assert str(value)[:10] == wanted
        else:
            assert value == wanted, (name, field.name)


def test_a_number_that_is_not_known_is_empty_and_not_zero(many: Many) -> None:
    rows = pd.read_csv(many.export(EVERYTHING, "csv"))
    assert rows["injured"].isna().all()
    assert set(rows["killed"]) == {3}


def test_csv_begins_with_a_mark_and_ends_its_lines_as_spreadsheets_do(many: Many) -> None:
    content = many.export(EVERYTHING, "csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbfevent_id,event_date,")
    assert "Cúcuta".encode() in content
    assert content.endswith(b"\r\n")


@pytest.mark.parametrize("form", ["csv", "hxl", "acled"])
def test_no_cell_is_a_live_formula(many: Many, form: str) -> None:
    path = many.export(EVERYTHING, form, audience=Audience.OWNER)
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    cells = [cell for row in rows for cell in row]
    assert any(cell.startswith("'=HYPERLINK") for cell in cells)
    live = [
        cell for cell in cells if cell[:1] in set("=+-@＝＋－＠\t\r\n") and not _is_number(cell)
    ]
    assert live == []


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def test_libreoffice_sees_accents_dates_and_no_formula(many: Many, tmp_path: Path) -> None:
    path = many.export(EVERYTHING, "csv", audience=Audience.OWNER)
    head, *rows = by_libreoffice(path, tmp_path)
    wanted = pd.read_csv(path, dtype=str, keep_default_na=False)
    assert head == list(wanted.columns)
    assert [row[0] for row in rows] == list(wanted["event_id"])
    for name in ("location", "title", "excerpt", "killed"):
        assert [row[head.index(name)] for row in rows] == list(wanted[name])


def test_hxl_tags_stand_in_the_second_line(many: Many) -> None:
    with many.export(EVERYTHING, "hxl").open(encoding="utf-8-sig", newline="") as file:
        rows = csv.reader(file)
        head, tags = next(rows), next(rows)
    assert len(head) == len(tags) == len(set(tags))
    assert all(tag.startswith("#") for tag in tags)
    told = dict(zip(head, tags, strict=True))
    assert (told["event_date"], told["latitude"]) == ("#date+occurred", "#geo+lat")


def test_acled_has_its_columns_and_unknown_actors_stay_empty(many: Many) -> None:
    rows = pd.read_csv(many.export(EVERYTHING, "acled"))
    assert list(rows.columns) == [column for column, _ in columns()]
    assert rows["actor1"].isna().all()
    assert set(rows["fatalities"]) == {3}
    dated = rows.dropna(subset="event_date")
    assert [str(int(year)) for year in dated["year"]] == [day[:4] for day in dated["event_date"]]


def test_kml_is_dated_styled_and_whole_whatever_a_text_says(many: Many) -> None:
    from lxml import etree

    path = many.export(EVERYTHING, "kml", audience=Audience.OWNER)
    root = etree.parse(path).getroot()
    space = {"k": "http://www.opengis.net/kml/2.2"}
    marks = root.findall(".//k:Placemark", space)
    told = {mark.findtext("k:description", namespaces=space) for mark in marks}
    assert any("<img src=x onerror=1>" in text for text in told)
    styles = {style.get("id") for style in root.findall(".//k:Style", space)}
    assert {mark.findtext("k:styleUrl", namespaces=space)[1:] for mark in marks} <= styles
    assert root.find(".//k:TimeSpan/k:begin", space) is not None
    assert "Reviewed by a person" in root.findtext(".//k:Document/k:description", namespaces=space)
    assert not [e for e in root.iter() if e.tag.endswith("href")], (
        "nothing is loaded from elsewhere"
    )


def test_timemap_has_text_alone_and_days_as_it_reads_them(many: Many) -> None:
    told = json.loads(many.export(EVERYTHING, "timemap").read_text("utf-8"))
    for event in told["events"]:
        texts = {key: value for key, value in event.items() if not isinstance(value, list)}
        assert all(isinstance(value, str) for value in texts.values())
    days = {event["date"] for event in told["events"]} - {""}
    assert all(len(day) == 10 and day[2] == day[5] == "/" for day in days)
    assert {event["category"] for event in told["events"]} <= {
        a["id"] for a in told["associations"]
    }


# ---- methods


def test_the_methods_stand_beside_every_file(many: Many) -> None:
    query = EventQuery.parse(kind="clash,refuge", bbox="-73,7,-72,9", confidence="0.5")
    for form in IDS:
        path = many.export(query, form)
        text = methods_path(path).read_text("utf-8")
        assert f"{len(IDS[form](path))} from 2019" in text
        for told in ("kind: clash or refuge", "-73,7,-72,9", "at least: 0.5", "0 of", "GeoNames",
                     "CC BY 4.0", "g1", "Generalised for protection"):  # fmt: skip
            assert told in text, told


def test_the_owners_methods_say_that_nothing_is_hidden(many: Many) -> None:
    path = many.export(EVERYTHING, "csv", audience=Audience.OWNER)
    assert "Keep it to yourself" in methods_path(path).read_text("utf-8")


def test_the_methods_stand_inside_where_a_format_has_a_place(many: Many) -> None:
    path = many.export(EVERYTHING, "gpkg")
    with sqlite3.connect(path) as package:
        (described,) = package.execute("SELECT description FROM gpkg_contents").fetchone()
        (kept,) = package.execute("SELECT metadata FROM gpkg_metadata").fetchone()
    assert "Reviewed by a person" in described
    assert "Reviewed by a person" in kept
    assert b"Reviewed by a person" in many.export(EVERYTHING, "flatgeobuf").read_bytes()
    assert b"Reviewed by a person" in many.export(EVERYTHING, "geoparquet").read_bytes()


# ---- GeoJSON by RFC 7946


def test_geojson_is_as_the_rfc_wants_it(many: Many) -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    text = many.export(EVERYTHING, "geojson").read_text("utf-8")
    collection = json.loads(text, parse_constant=refuse)
    assert set(collection) == {"type", "features"}, "and so no crs member"
    ids = [feature["id"] for feature in collection["features"]]
    assert len(set(ids)) == len(ids)
    assert any(feature["geometry"] is None for feature in collection["features"])
    for feature in collection["features"]:
        assert feature["type"] == "Feature"
        assert isinstance(feature["properties"], dict)
        if feature["geometry"]:
            _check_geometry(feature)


def _check_geometry(feature: dict[str, Any]) -> None:
    shape = shapely.geometry.shape(feature["geometry"])
    points = shapely.get_coordinates(shape)
    assert shape.is_valid
    assert np.isfinite(points).all()
    assert (np.abs(points) <= (180, 90)).all()
    assert (np.round(points, 7) == points).all()
    for ring in _rings(feature["geometry"]):
        assert ring[0] == ring[-1]
        assert len(ring) >= 4
    for part in shapely.get_parts(shape):
        if part.geom_type == "Polygon":
            assert part.exterior.is_ccw
            assert not any(hole.is_ccw for hole in part.interiors)
        west, _, east, _ = part.bounds
        assert east - west <= 180, "cut at the antimeridian"
    if "bbox" in feature:
        assert feature["bbox"][1] <= feature["bbox"][3]
    else:
        assert feature["geometry"]["type"] == "Point"


def _rings(geometry: dict[str, Any]) -> list[Any]:
    polygons = {"Polygon": [geometry["coordinates"]], "MultiPolygon": geometry["coordinates"]}
    return [ring for polygon in polygons.get(geometry["type"], []) for ring in polygon]


# ---- protection


def test_no_protected_position_stands_in_any_byte_of_any_form(many: Many) -> None:
    with open_store(many.path, read_only=True) as store:
        hidden = [
            record.event.resolution.coordinates
            for record in store.records(EventQuery(kinds=frozenset({"refuge"})))
            if record.event.resolution and record.event.resolution.geometry is None
        ]
    assert len(hidden) > 5
    for form in IDS:
        content = _unpacked(many.export(EVERYTHING, form), form)
        for point in hidden:
            for number in point.latlon:
                assert f"{number:.5f}".rstrip("0")[:-1].encode() not in content, form
                assert struct.pack("<d", number) not in content, form
                assert struct.pack("<d", round(number, 7)) not in content, form
                assert struct.pack(">d", number) not in content, form
        assert b"Keep it to yourself" not in content


def _unpacked(path: Path, form: str) -> bytes:
    """Return a file's bytes, and those of its values where they are squeezed."""
    content = path.read_bytes()
    if form == "geoparquet":
        layer = geopandas.read_parquet(path)
        told = layer.drop(columns="geometry").to_csv().encode()
        return content + told + b"".join(shape.wkb for shape in layer.geometry if shape)
    assert zlib.crc32(content)
    return content


@pytest.mark.parametrize("form", sorted(IDS))
def test_what_is_known_of_no_event_is_an_empty_file_that_opens(many: Many, form: str) -> None:
    path = many.export(EventQuery(text="nothingsaysthis"), form)
    assert IDS[form](path) == []


def test_hostile_texts_come_through_whole(many: Many) -> None:
    path = many.export(EVERYTHING, "geojson", audience=Audience.OWNER)
    titles = {f["properties"]["title"] for f in json.loads(path.read_text("utf-8"))["features"]}
    for word in HOSTILE:
        assert any(title.startswith(word) for title in titles), word


# ---- faults


@pytest.mark.parametrize("form", ["gpkg", "flatgeobuf", "kml", "geoparquet"])
def test_a_place_that_cannot_be_written_is_one_clear_line(many: Many, form: str) -> None:
    with (
        open_store(many.path, read_only=True) as store,
        pytest.raises(BadInputError, match="cannot be written") as caught,
    ):
        export(store, EVERYTHING, format_=form, output=many.folder / "no" / "x", gazetteer=None)
    assert "\n" not in str(caught.value)


def test_an_unknown_format_names_those_that_are_known() -> None:
    with pytest.raises(BadInputError, match="format 'shp': unknown; known formats: acled, csv"):
        format_of("shp")
