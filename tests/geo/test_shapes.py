"""Shapes leave as RFC 7946 wants them, checked with an independent eye."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry import GeometryCollection

from geo.shapes import bounds, cut, is_sound, tidy


def test_a_clockwise_ring_is_turned_and_its_hole_the_other_way() -> None:
    shell = [(0, 0), (0, 10), (10, 10), (10, 0)]
    hole = [(2, 2), (8, 2), (8, 8), (2, 8)]
    found = tidy(Polygon(shell, [hole]))
    assert isinstance(found, Polygon)
    assert found.exterior.is_ccw
    assert not found.interiors[0].is_ccw


def test_a_ring_past_180_is_cut_in_two() -> None:
    found = cut(box(178, -20, 183, -15))
    assert sorted(part.bounds for part in found.geoms) == [
        (-180.0, -20.0, -177.0, -15.0),
        (178.0, -20.0, 180.0, -15.0),
    ]
    assert found.area == pytest.approx(25)


def test_a_ring_that_jumps_over_180_is_cut_in_two() -> None:
    found = cut(Polygon([(178, -20), (-177, -20), (-177, -15), (178, -15)]))
    assert found.area == pytest.approx(25)
    assert bounds(found) == [178.0, -20.0, -177.0, -15.0]


def test_a_hole_stays_with_its_ring() -> None:
    shell = [(170, -20), (-170, -20), (-170, 20), (170, 20)]
    hole = [(-175, -5), (-172, -5), (-172, 5), (-175, 5)]
    assert cut(Polygon(shell, [hole])).area == pytest.approx(20 * 40 - 3 * 10)


def test_a_line_over_180_is_cut_in_two() -> None:
    found = cut(LineString([(179, 0), (-179, 2)]))
    assert found.geom_type == "MultiLineString"
    assert found.length == pytest.approx(LineString([(179, 0), (181, 2)]).length)


def test_a_cap_around_the_pole_is_left_as_it_is() -> None:
    cap = Polygon([(-180, -90), (180, -90), (180, -80), (0, -75), (-180, -80)])
    assert cut(cap).equals(cap)


def test_an_hourglass_is_mended() -> None:
    found = tidy(Polygon([(0, 0), (2, 2), (2, 0), (0, 2)]))
    assert found.is_valid
    assert found.geom_type == "MultiPolygon"
    assert found.area == pytest.approx(2)


def test_no_more_than_seven_decimals_remain() -> None:
    found = tidy(LineString([(1 / 3, 2 / 3), (4 / 3, 5 / 3)]))
    assert list(found.coords) == [(0.3333333, 0.6666667), (1.3333333, 1.6666667)]


def test_heights_are_dropped() -> None:
    assert not tidy(LineString([(0, 0, 5), (1, 1, 6)])).has_z


@pytest.mark.parametrize(
    ("geometry", "expected"),
    [
        (box(-158, 21, -157, 22), [-158, 21, -157, 22]),
        (MultiPolygon([box(170, 0, 180, 1), box(-180, 0, -170, 1)]), [170, 0, -170, 1]),
        (MultiPolygon([box(-10, 0, 0, 1), box(20, 0, 30, 1)]), [-10, 0, 30, 1]),
        (MultiPolygon([box(-170, 0, -160, 1), box(100, 0, 150, 1), box(-120, 0, -110, 1)]),
         [100, 0, -110, 1]),
    ],
)  # fmt: skip
def test_bounds_take_the_shorter_way_round(geometry: Polygon, expected: list[float]) -> None:
    assert bounds(geometry) == expected


def test_soundness_is_being_somewhere_on_earth() -> None:
    assert is_sound(Point(-157.86, 21.31))
    assert not is_sound(Point(21.31, -157.86))
    assert not is_sound(Polygon())
    assert not is_sound(GeometryCollection())


@given(
    st.lists(
        st.tuples(st.floats(-360, 360), st.floats(-90, 90)), min_size=3, max_size=12, unique=True
    )
)
def test_whatever_comes_in_goes_out_valid_and_within_the_world(
    points: list[tuple[float, float]],
) -> None:
    found = tidy(Polygon(points))
    west, south, east, north = found.bounds if not found.is_empty else (0, 0, 0, 0)
    assert -180 <= west <= east <= 180
    assert -90 <= south <= north <= 90
    for part in shapely.get_parts(found):
        assert part.exterior.is_ccw
