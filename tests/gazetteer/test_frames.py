from __future__ import annotations

from typing import TYPE_CHECKING

from gazetteer.frames import frame

if TYPE_CHECKING:
    from gazetteer.sqlite import SqliteGazetteer


def test_a_frame_holds_lines_and_points_in_degrees(tiny: SqliteGazetteer) -> None:
    places = [tiny.lookup(name)[0].place for name in ("Honolulu", "Tachira River", "Darien Gap")]
    made = frame(tiny, places)
    assert made.crs == "EPSG:4326"
    assert list(made.geometry.geom_type) == ["Point", "LineString", "Polygon"]
    assert made.geometry.iloc[0].x == -157.85833
    assert list(made["kind"]) == ["settlement", "river", "region"]


def test_an_empty_frame_has_its_columns(tiny: SqliteGazetteer) -> None:
    made = frame(tiny, [])
    assert len(made) == 0
    assert {"id", "name", "kind", "geometry"} <= set(made.columns)
