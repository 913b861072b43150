"""Cut up units that Natural Earth draws whole and that GeoNames knows as several divisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import shapely

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from shapely.geometry.base import BaseGeometry

_Feature = tuple[dict[str, Any], "BaseGeometry"]
# A town on an island may lie off the simplified coast.
_OFFSHORE_DEG = 0.1
_NOT_A_DIVISION = {"", "00"}


def divided(
    units: Sequence[_Feature], *, missing: set[str], towns: Iterable[dict[str, Any]]
) -> Iterator[_Feature]:
    """Yield the units; one with towns of a division that has no unit of its own, in parts.

    Each part is where the nearest town belongs to the division: no border, but a fair estimate of
    the area. Parts have the property `rough`. `missing` holds codes like "CD.14".
    """
    inside = _towns_inside(units, towns)
    for number, (row, shape) in enumerate(units):
        found = inside.get(number, {})
        if found.keys() & missing:
            own = f"{row['country']}.{row['admin1']}"
            kept = {c: p for c, p in found.items() if c in missing or c == own or not row["admin1"]}
            yield from _cut(row, shape, kept)
        else:
            yield row, shape


def _towns_inside(
    units: Sequence[_Feature], towns: Iterable[dict[str, Any]]
) -> dict[int, dict[str, list[shapely.Point]]]:
    """The points of the towns in or beside each unit by the code of their division."""
    coded = [town for town in towns if town["admin1code"] not in _NOT_A_DIVISION]
    points = shapely.points([(town["longitude"], town["latitude"]) for town in coded])
    tree = shapely.STRtree([shape for _, shape in units])
    inside: dict[int, dict[str, list[shapely.Point]]] = {}
    near = tree.query_nearest(points, max_distance=_OFFSHORE_DEG, all_matches=False)
    for town, number in zip(*near, strict=True):
        row = coded[town]
        if row["countrycode"] == units[number][0]["country"]:
            code = f"{row['countrycode']}.{row['admin1code']}"
            inside.setdefault(int(number), {}).setdefault(code, []).append(points[town])
    return inside


def _cut(
    row: dict[str, Any], shape: BaseGeometry, points: dict[str, list[shapely.Point]]
) -> Iterator[_Feature]:
    owner = {point.coords[0]: code for code, found in points.items() for point in found}
    cells = (
        shapely.get_parts(
            shapely.voronoi_polygons(shapely.MultiPoint(list(owner)), extend_to=shape)
        )
        if len(owner) > 1
        else [shape.envelope]
    )
    tree = shapely.STRtree(shapely.points(list(owner)))
    codes = list(owner.values())
    groups: dict[str, list[BaseGeometry]] = {}
    for cell in cells:
        code = codes[tree.query(cell, predicate="contains")[0]] if len(owner) > 1 else codes[0]
        groups.setdefault(code, []).append(cell)
    for code, found in sorted(groups.items()):
        part = _polygons(shapely.intersection(shape, shapely.union_all(found)))
        yield _properties(row, code=code), part


def _properties(row: dict[str, Any], *, code: str) -> dict[str, Any]:
    """The unit keeps what it is called; a division that it lacks has the outline alone."""
    country, _, admin1 = code.partition(".")
    if admin1 == row["admin1"]:
        return {**row, "rough": True}
    bare = {"geonames": 0, "name": "", "names": {}, "alternates": [], "share": 0.0}
    return {
        **row, **bare, "country": country, "admin1": admin1, "first_level": False, "rough": True,
    }  # fmt: skip


def _polygons(shape: BaseGeometry) -> BaseGeometry:
    return shapely.MultiPolygon(
        [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]
    )
