"""The lines and areas that several layers of the build share."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import shapely

from gazetteer.build import tables
from gazetteer.names import generic_variants

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# A harbour or a small island may lie off the simplified coast.
_NEXT_TO_DEG = 0.2
_COARSE_DEG = 0.03


class Atlas:
    """The derived geometries, each file read once."""

    @cached_property
    def countries(self) -> dict[str, tuple[dict[str, Any], BaseGeometry]]:
        """Countries by ISO 3166-1 alpha-2 code."""
        return {row["code"]: (row, shape) for row, shape in tables.features("countries.geojson.gz")}

    @cached_property
    def borders(self) -> dict[tuple[str, str], BaseGeometry]:
        """Land borders by their two codes, sorted."""
        rows = tables.features("borders.geojson.gz")
        return {(row["a"], row["b"]): shape for row, shape in rows}

    @cached_property
    def units(self) -> list[tuple[dict[str, Any], BaseGeometry]]:
        """The division polygons as derived."""
        return tables.features("divisions.geojson.gz")

    @cached_property
    def admin1(self) -> dict[tuple[str, str], BaseGeometry]:
        """First-level divisions by country and GeoNames code: the union of their units."""
        parts: dict[tuple[str, str], list[BaseGeometry]] = {}
        for row, shape in self.units:
            for code in {row["admin1"], row["admin1"].partition(".")[0]}:
                parts.setdefault((row["country"], code), []).append(shape)
        return {key: _joined(shapes) for key, shapes in parts.items()}

    @cached_property
    def rough(self) -> frozenset[tuple[str, str]]:
        """First-level divisions of which some part is estimated from the towns in it."""
        return frozenset(
            (row["country"], row["admin1"]) for row, _ in self.units if row.get("rough")
        )

    @cached_property
    def admin1_codes(self) -> dict[str, tuple[str, str]]:
        """Country and GeoNames code of first-level divisions by ISO 3166-2 code."""
        codes = {
            row["iso"]: (row["country"], row["code"])
            for row in tables.derived("divisions.tsv.gz")
            if row["level"] == "1" and row["iso"] and row["code"]
        }
        for row, _ in self.units:
            if row["first_level"] and row["iso"]:
                codes.setdefault(row["iso"], (row["country"], row["admin1"]))
        return codes

    @cached_property
    def units_by_iso(self) -> dict[str, list[BaseGeometry]]:
        """The units as Natural Earth draws them, some of second level, by ISO 3166-2 code."""
        found: dict[str, list[BaseGeometry]] = {}
        for row, shape in self.units:
            found.setdefault(row["iso"], []).append(shape)
        return found

    @cached_property
    def rivers(self) -> list[tuple[dict[str, Any], BaseGeometry]]:
        """Natural Earth's rivers."""
        return tables.features("rivers.geojson.gz")

    def rivers_named(self, bare: set[str]) -> list[tuple[dict[str, Any], BaseGeometry]]:
        """Return Natural Earth's rivers by their folded names without "river"."""
        found = {n: self.rivers[n] for key in bare for n in self._river_names.get(key, ())}
        return [found[number] for number in sorted(found)]

    @cached_property
    def _river_names(self) -> dict[str, list[int]]:
        names: dict[str, list[int]] = {}
        for number, (row, _) in enumerate(self.rivers):
            for name in (row["name"], *row["alternates"]):
                names.setdefault(generic_variants(name, kind="river")[0], []).append(number)
        return names

    def coarse(self, code: str) -> BaseGeometry:
        """Return the area of a country, good enough for a region of many countries."""
        if code not in self._coarse:
            self._coarse[code] = shapely.simplify(self.countries[code][1], _COARSE_DEG)
        return self._coarse[code]

    @cached_property
    def _coarse(self) -> dict[str, BaseGeometry]:
        return {}

    def countries_at(self, *, lat: float, lon: float) -> tuple[str, ...]:
        """Return the codes of the country that a point lies in or next to, none at sea."""
        codes, tree = self._country_tree
        near = tree.query_nearest(shapely.Point(lon, lat), max_distance=_NEXT_TO_DEG)
        return tuple(sorted(codes[number] for number in near)[:1])

    @cached_property
    def _country_tree(self) -> tuple[list[str], shapely.STRtree]:
        codes = list(self.countries)
        return codes, shapely.STRtree([self.countries[code][1] for code in codes])

    def border(self, a: str, b: str) -> BaseGeometry:
        """Return the border line of two countries in either order; KeyError where there is none."""
        pair = (min(a, b), max(a, b))
        if pair not in self.borders:
            raise KeyError(f"no land border between {a} and {b}")
        return self.borders[pair]


def _joined(shapes: list[BaseGeometry]) -> BaseGeometry:
    return shapes[0] if len(shapes) == 1 else shapely.union_all(shapes)
