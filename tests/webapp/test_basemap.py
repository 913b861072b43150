"""The basemap drawn from a small island."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from gazetteer.place import Coordinates, Kind, Place
from tests.webapp.island import CAPITAL, EAST, WEST, Island
from webapp.basemap import THEMES, Basemap, Tile
from webapp.basemap.labels import Labels
from webapp.basemap.mercator import TILE_SIZE, project
from webapp.basemap.palette import rgb
from webapp.basemap.placement import place
from webapp.basemap.rivers import RiverNames
from webapp.basemap.source import Atlas, read_atlas
from webapp.basemap.style import style

if TYPE_CHECKING:
    from pathlib import Path

    from gazetteer.place import Gazetteer

WHOLE = Tile(z=0, x=0, y=0)


def basemap(folder: Path, island: Island | None = None) -> Basemap:
    made = Basemap(cast("Gazetteer", island or Island()), folder=folder)
    made.load()
    return made


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Basemap:
    """A basemap of the island."""
    return basemap(tmp_path_factory.mktemp("tiles"))


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    """The atlas of the island."""
    return read_atlas(cast("Gazetteer", Island()))


def pixel(drawn: Basemap, theme: str, *, lat: float, lon: float, zoom: int = 4) -> tuple[int, ...]:
    x, y = project(np.array([[lon, lat]]))[0] * 2**zoom
    png = drawn.png(theme, Tile(z=zoom, x=int(x), y=int(y)))
    assert png
    image = Image.open(io.BytesIO(png)).convert("RGB")
    assert image.size == (TILE_SIZE, TILE_SIZE)
    found = image.getpixel((int(x % 1 * TILE_SIZE), int(y % 1 * TILE_SIZE)))
    return cast("tuple[int, ...]", found)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("zoom", [3, 4, 6, 9])
def test_water_is_water_and_land_is_land(drawn: Basemap, theme: str, zoom: int) -> None:
    land, water = rgb(style(theme).land), rgb(style(theme).water)
    assert pixel(drawn, theme, lat=3.3, lon=14.4, zoom=zoom) == land
    assert pixel(drawn, theme, lat=-8.2, lon=14.4, zoom=zoom) == water
    assert pixel(drawn, theme, lat=6.4, lon=3.3, zoom=zoom) == water


def test_the_far_side_of_the_world_is_open_water(drawn: Basemap) -> None:
    assert pixel(drawn, "light", lat=-60, lon=-170, zoom=2) == rgb(style("light").water)


def test_dense_screens_get_twice_the_pixels(drawn: Basemap) -> None:
    png = drawn.png("light", WHOLE, scale=2)
    assert png
    assert Image.open(io.BytesIO(png)).size == (2 * TILE_SIZE, 2 * TILE_SIZE)


def test_neighbours_that_were_simplified_apart_leave_no_gap(atlas: Atlas) -> None:
    assert len(atlas.land) == 1
    assert len(shapely.get_rings(atlas.land)) == 1
    whole = shapely.transform(shapely.union(WEST, EAST), project)
    assert shapely.area(atlas.land[0]) == pytest.approx(shapely.area(whole), rel=1e-3)


def test_divisions_are_drawn_once_and_only_inside(atlas: Atlas) -> None:
    (line,) = atlas.divisions.lines
    ends = {tuple(point) for point in shapely.get_coordinates(line).round(9).tolist()}
    assert ends == {tuple(p) for p in project(np.array([[0.0, 5], [10, 5]])).round(9).tolist()}


def test_a_river_known_by_a_few_points_is_not_drawn(atlas: Atlas) -> None:
    assert atlas.river_names == ("Long River",)


def test_a_tile_is_drawn_once_for_an_edition(tmp_path: Path) -> None:
    first = basemap(tmp_path)
    png = first.png("light", WHOLE)
    island = Island()
    again = Basemap(cast("Gazetteer", island), folder=tmp_path)
    assert again.png("light", WHOLE) == png
    other = Basemap(cast("Gazetteer", Island(edition="island-2")), folder=tmp_path)
    other.warm = lambda: None  # type: ignore[method-assign]
    assert other.png("light", WHOLE) is None
    assert island.asked == 0


def test_a_kept_atlas_is_read_and_a_broken_one_made_anew(tmp_path: Path) -> None:
    basemap(tmp_path)
    island = Island()
    basemap(tmp_path, island)
    assert island.asked == 0
    (kept,) = tmp_path.glob("atlas-*.npz")
    kept.write_bytes(kept.read_bytes()[:1000])
    drawn = basemap(tmp_path, island)
    assert island.asked == 1
    assert drawn.png("light", WHOLE)


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert basemap(tmp_path / "file").png("light", WHOLE)


def test_warming_draws_the_first_zooms_in_the_background(tmp_path: Path) -> None:
    made = Basemap(cast("Gazetteer", Island()), folder=tmp_path)
    thread = made.warm()
    assert thread is not None
    thread.join()
    assert len(list(tmp_path.rglob("*.png"))) == len(THEMES) * (1 + 4 + 16)


@pytest.mark.parametrize(("z", "x", "y"), [(-1, 0, 0), (0, 1, 0), (2, 0, 4), (2, -1, 0)])
def test_a_tile_outside_the_pyramid_is_an_error(z: int, x: int, y: int) -> None:
    with pytest.raises(ValueError, match="no tile"):
        Tile(z=z, x=x, y=y)


def test_the_equator_and_greenwich_meet_in_the_middle() -> None:
    assert project(np.array([[0.0, 0.0]]))[0] == pytest.approx([0.5, 0.5])
    assert project(np.array([[180.0, 90.0]]))[0] == pytest.approx([1.0, 0.0])


boxes = st.lists(
    st.tuples(st.floats(0, 500), st.floats(0, 500), st.floats(1, 120), st.floats(1, 30)),
    max_size=40,
)


@given(boxes)
def test_names_that_stand_never_overlap(drawn_boxes: list[tuple[float, ...]]) -> None:
    rows = np.array([(x, y, x + w, y + h) for x, y, w, h in drawn_boxes]).reshape(-1, 4)
    weights = np.arange(len(rows), dtype=float)
    standing = rows[place(rows, weights)]
    for i, a in enumerate(standing):
        for b in standing[i + 1 :]:
            assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]


def test_the_weightier_of_two_names_stands() -> None:
    overlapping = np.array([[0.0, 0, 10, 10], [5, 5, 15, 15]])
    assert place(overlapping, np.array([1.0, 2.0])).tolist() == [False, True]


towns = st.lists(
    st.tuples(st.floats(-0.6, 0.6), st.floats(-0.6, 0.6), st.integers(0, 10**6)), max_size=30
)


@settings(deadline=None, max_examples=40)
@given(towns)
def test_a_name_on_the_edge_of_two_tiles_stands_on_both_or_on_none(
    places: list[tuple[float, float, int]],
) -> None:
    island = Island(towns=[_town(i, *row) for i, row in enumerate(places)])
    atlas = read_atlas(cast("Gazetteer", island))
    labels = Labels(atlas, RiverNames(atlas))
    zoom = 9
    middle = 2 ** (zoom - 1)
    corner = [(x, y) for x in (middle - 1, middle) for y in (middle - 1, middle)]
    on = {tile: labels.on(Tile(z=zoom, x=tile[0], y=tile[1])) for tile in corner}
    for found in on.values():
        for label in found:
            left, top, right, bottom = (edge / TILE_SIZE for edge in label.box())
            for x, y in corner:
                if left < x + 1 and right > x and top < y + 1 and bottom > y:
                    assert label in on[x, y]


def _town(number: int, lat: float, lon: float, population: int) -> Place:
    return Place(
        id=f"town:{number}",
        name=f"Town number {number}",
        kind=Kind.SETTLEMENT,
        country_codes=("WW",),
        coordinates=Coordinates(lat=lat, lon=lon),
        population=population,
    )


def test_the_capital_is_named_where_it_lies(atlas: Atlas) -> None:
    labels = Labels(atlas, RiverNames(atlas))
    x, y = project(np.array([CAPITAL.coordinates.lonlat]))[0] * 2**6
    found = labels.on(Tile(z=6, x=int(x), y=int(y)))
    (capital,) = [label for label in found if label.lines == ("Capital",)]
    assert (capital.x, capital.y) == pytest.approx((x * TILE_SIZE, y * TILE_SIZE))
