"""What the basemap takes from a gazetteer, projected once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from gazetteer.place import Kind
from webapp.basemap.mercator import project, project_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from gazetteer.place import Gazetteer, Place

_DRAWN = frozenset(
    {Kind.COUNTRY, Kind.ADMIN1, Kind.LAKE, Kind.SEA, Kind.RIVER, Kind.BORDER, Kind.SETTLEMENT}
)
_WORLD = shapely.box(-180, -90, 180, 90)
_POLYGON = 3
# Lines closer than some 600 m are one line, in the unit square.
_SAME_LINE = 0.006 / 360
_COARSE_SEGMENT = 0.09 / 360


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Names and where they stand, the weightiest first.

    `at` holds rows of x and y in the unit square; `weight` is the population of a town, and the
    radius in the unit square that an area leaves for its name.
    """

    texts: tuple[str, ...]
    at: NDArray[np.float64]
    weight: NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edges:
    """Lines that bound areas; `widths` are those of the wider neighbour, in the unit square."""

    lines: NDArray[Any]
    widths: NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Atlas:
    """The geometries of the basemap in the unit square, and the names to letter it with."""

    land: NDArray[Any]
    coast: NDArray[Any]
    lakes: NDArray[Any]
    rivers: NDArray[Any]
    river_names: tuple[str, ...]
    borders: NDArray[Any]
    divisions: Edges
    towns: Names
    countries: Names
    regions: Names
    seas: Names
    lake_names: Names


def read_atlas(gazetteer: Gazetteer) -> Atlas:
    """Read the whole world from a gazetteer (some seconds)."""
    by_kind: dict[Kind, list[Place]] = {kind: [] for kind in _DRAWN}
    for place in _places(gazetteer):
        if place.kind in by_kind:
            by_kind[place.kind].append(place)
    countries, country_areas = _drawn(gazetteer, by_kind[Kind.COUNTRY])
    regions, region_areas = _drawn(gazetteer, by_kind[Kind.ADMIN1])
    lakes, lake_areas = _drawn(gazetteer, by_kind[Kind.LAKE])
    seas, sea_areas = _drawn(gazetteer, by_kind[Kind.SEA])
    rivers, river_lines = _surveyed(*_drawn(gazetteer, by_kind[Kind.RIVER]))
    _, border_lines = _drawn(gazetteer, by_kind[Kind.BORDER])
    land = _dissolve(country_areas)
    return Atlas(
        land=land,
        coast=shapely.boundary(land),
        lakes=lake_areas,
        rivers=river_lines,
        river_names=tuple(place.name for place in rivers),
        borders=border_lines,
        divisions=_inner_edges(region_areas, [place.country_codes[:1] for place in regions]),
        towns=_towns(by_kind[Kind.SETTLEMENT]),
        countries=_area_names(countries, country_areas),
        regions=_area_names(regions, region_areas),
        seas=_area_names(seas, sea_areas),
        lake_names=_area_names(lakes, lake_areas),
    )


def _places(gazetteer: Gazetteer) -> Iterable[Place]:
    """Return all places; one that can be walked through answers four times as fast."""
    if isinstance(gazetteer, Iterable):
        return gazetteer
    return gazetteer.within(_WORLD, kinds=_DRAWN)


def _drawn(gazetteer: Gazetteer, places: Iterable[Place]) -> tuple[list[Place], NDArray[Any]]:
    """Return the places that have a line or an area, and those, projected."""
    found = [(place, gazetteer.footprint(place)) for place in places]
    kept = [(p, shape) for p, shape in found if shape is not None and _is_drawn(shape)]
    return [place for place, _ in kept], project_all([shape for _, shape in kept])


def _is_drawn(shape: BaseGeometry) -> bool:
    return not shape.is_empty and bool(shapely.get_dimensions(shape) > 0)


def _surveyed(places: list[Place], lines: NDArray[Any]) -> tuple[list[Place], NDArray[Any]]:
    """Leave out lines that are known by a few points only: good to find, not to look at."""
    segments = np.maximum(shapely.get_num_coordinates(lines) - 1, 1)
    fine = shapely.length(lines) / segments < _COARSE_SEGMENT
    return [place for place, kept in zip(places, fine, strict=True) if kept], lines[fine]


def _dissolve(areas: NDArray[Any]) -> NDArray[Any]:
    """Return the polygons that the areas make together, without slivers between them."""
    clean = shapely.coverage_clean(areas, gap_width=_SAME_LINE * 2)  # type: ignore[attr-defined]
    parts = shapely.get_parts(shapely.coverage_union_all(clean))
    return _polygons(shapely.make_valid(parts, method="structure", keep_collapsed=False))


def _polygons(shapes: NDArray[Any]) -> NDArray[Any]:
    parts = shapely.get_parts(shapes)
    chosen: NDArray[Any] = parts[shapely.get_type_id(parts) == _POLYGON]
    return chosen


def _inner_edges(areas: NDArray[Any], groups: Sequence[tuple[str, ...]]) -> Edges:
    """Return the lines between areas of one group, each once.

    Neighbours that were simplified apart do not share their vertices: their edges count as one
    where they run closer than they can be told apart.
    """
    ends, owner = _segments(areas)
    group = _numbered(groups)[owner]
    keys = _segment_keys(ends) * len(groups) + group
    _, first, number, count = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    widths = np.zeros(len(first))
    np.maximum.at(widths, number, np.sqrt(shapely.area(areas))[owner])
    alone = np.flatnonzero(count[number] == 1)
    doubled = alone[_has_earlier_twin(ends[alone], owner[alone], group[alone])]
    chosen = np.sort(np.concatenate([first[count > 1], doubled]))
    return _runs(ends[chosen], widths[number[chosen]])


def _segments(areas: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Return the two ends of each segment of the areas' rings, and of which area it is."""
    rings, owners = _rings(areas)
    coordinates, ring_of = shapely.get_coordinates(rings, return_index=True)
    same_ring = ring_of[1:] == ring_of[:-1]
    ends = np.stack([coordinates[:-1], coordinates[1:]], axis=1)[same_ring]
    return ends, owners[ring_of[:-1][same_ring]]


def _has_earlier_twin(
    ends: NDArray[np.float64], owner: NDArray[np.intp], group: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Tell which segments run along one of an earlier area of their group."""
    tree = shapely.STRtree(np.asarray(shapely.linestrings(ends)))
    middles = shapely.points(ends.mean(axis=1))
    here, there = tree.query(middles, predicate="dwithin", distance=_SAME_LINE)
    twins = (owner[there] < owner[here]) & (group[there] == group[here])
    found = np.zeros(len(ends), dtype=np.bool_)
    found[here[twins]] = True
    return found


def _runs(ends: NDArray[np.float64], widths: NDArray[np.float64]) -> Edges:
    """Join segments that follow on one another into lines."""
    if not len(ends):
        return Edges(lines=np.empty(0, dtype=object), widths=widths)
    breaks = np.any(ends[1:, 0] != ends[:-1, 1], axis=1) | (widths[1:] != widths[:-1])
    run = np.concatenate([[0], np.cumsum(breaks)])
    last = np.append(breaks, np.True_)
    points = np.concatenate([ends[:, 0], ends[last, 1]])
    order = np.argsort(np.concatenate([run, run[last]]), kind="stable")
    numbers = np.concatenate([run, run[last]])[order]
    return Edges(
        lines=np.asarray(shapely.linestrings(points[order], indices=numbers)), widths=widths[last]
    )


def _segment_keys(ends: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return one number for each segment, the same in both directions."""
    points = np.round(ends, 9)
    unique, numbers = np.unique(points[..., 0] + 1j * points[..., 1], return_inverse=True)
    numbers = np.sort(numbers.reshape(-1, 2), axis=1)
    return numbers[:, 0] * np.int64(len(unique)) + numbers[:, 1]


def _rings(areas: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.intp]]:
    """Return all rings of the areas, and of which area each is."""
    parts, area_of = shapely.get_parts(areas, return_index=True)
    rings, part_of = shapely.get_rings(parts, return_index=True)
    return rings, area_of[part_of]


def _numbered(groups: Iterable[tuple[str, ...]]) -> NDArray[np.int64]:
    numbers: dict[tuple[str, ...], int] = {}
    return np.array([numbers.setdefault(group, len(numbers)) for group in groups], dtype=np.int64)


def _towns(places: Sequence[Place]) -> Names:
    if not places:
        return Names(texts=(), at=np.empty((0, 2)), weight=np.empty(0))
    lonlat = np.array([place.coordinates.lonlat for place in places])
    population = np.array([place.population for place in places], dtype=float)
    order = np.argsort(-population, kind="stable")
    return Names(
        texts=tuple(places[i].name for i in order),
        at=project(lonlat)[order],
        weight=population[order],
    )


def _area_names(places: Sequence[Place], areas: NDArray[Any]) -> Names:
    """Set each name in the middle of the widest spot of its area."""
    spots = [_widest_spot(area) for area in areas]
    order = sorted(range(len(spots)), key=lambda i: -spots[i][2])
    return Names(
        texts=tuple(places[i].name for i in order),
        at=np.array([spots[i][:2] for i in order]).reshape(-1, 2),
        weight=np.array([spots[i][2] for i in order]),
    )


def _widest_spot(area: BaseGeometry) -> tuple[float, float, float]:
    """Return x, y and radius of the largest circle in an area's largest part."""
    parts = _polygons(np.array([area], dtype=object))
    if not len(parts):
        return area.centroid.x, area.centroid.y, 0.0
    largest = parts[np.argmax(shapely.area(parts))]
    size = float(np.sqrt(shapely.area(largest)))
    coarse = shapely.simplify(largest, size / 30)
    circle = shapely.maximum_inscribed_circle(coarse, tolerance=size / 30)
    (x, y), _ = shapely.get_coordinates(circle)
    return float(x), float(y), float(shapely.length(circle))
