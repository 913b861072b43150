"""Areas in longitude and latitude."""

from __future__ import annotations

import shapely

from gazetteer.shapes import box, without_outliers

MAINLAND = shapely.box(-5, 42, 8, 51)
ISLET = shapely.box(-109.3, 10.2, -109.1, 10.4)


def test_an_islet_across_an_ocean_is_left_out() -> None:
    country = shapely.MultiPolygon([MAINLAND, ISLET])
    assert without_outliers(country).bounds == MAINLAND.bounds


def test_a_large_part_stays_however_far() -> None:
    country = shapely.MultiPolygon([MAINLAND, shapely.box(-60, 0, -50, 8)])
    assert without_outliers(country).equals(country)


def test_scattered_islands_without_a_mainland_all_stay() -> None:
    islands = shapely.MultiPolygon(
        [shapely.box(lon, 0, lon + 0.1, 0.1) for lon in (-175, -160, 170)]
    )
    assert without_outliers(islands).equals(islands)


def test_the_180th_meridian_is_no_distance() -> None:
    country = shapely.MultiPolygon([shapely.box(100, 60, 180, 70), shapely.box(-180, 65, -170, 68)])
    assert without_outliers(country).equals(country)


def test_a_box_across_the_180th_meridian_is_in_two_parts() -> None:
    assert len(shapely.get_parts(box(170, -10, -170, 10))) == 2
