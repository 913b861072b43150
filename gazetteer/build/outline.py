"""Read the geometry cell of a curated row: a box, a circle, a union, part of a border, WKT."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shapely

from gazetteer.names import generic_variants
from gazetteer.shapes import box, circle, counter_clockwise, without_outliers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from shapely.geometry.base import BaseGeometry

    from gazetteer.build.atlas import Atlas

_NEAR_DEG = 1.0
_ROUGH_DEG = 0.02


def area_of(text: str, *, row: dict[str, str], atlas: Atlas) -> BaseGeometry | None:
    """Return the area that a cell of areas.csv means; None for an empty cell.

    Raises ValueError with what was wanted.
    """
    form, _, rest = text.strip().partition(" ")
    if not form:
        return None
    readers: dict[str, Callable[[], BaseGeometry]] = {
        "bbox": lambda: box(*map(float, rest.split())),
        "circle": lambda: circle(
            lat=float(row["lat"]), lon=float(row["lon"]), radius_km=float(rest)
        ),
        "countries": lambda: _union(
            without_outliers(atlas.coarse(code)) for code in row["countries"].split(";")
        ),
        "admin1": lambda: _union(s for c in rest.split(";") for s in _division(c, atlas)),
    }
    area = readers[form]() if form in readers else shapely.from_wkt(text)
    if not area.is_valid or area.is_empty:
        raise ValueError(f"geometry: {shapely.is_valid_reason(area)}")
    return counter_clockwise(area)


def line_of(
    text: str, *, countries: tuple[str, ...], atlas: Atlas
) -> tuple[BaseGeometry, set[str]]:
    """Return the line that a cell of rivers.csv means, and the Natural Earth rivers in it."""
    if text.startswith(("LINESTRING", "MULTILINESTRING")):
        return shapely.from_wkt(text), set()
    lines, keys = [], set()
    for part in text.split(" + "):
        form, _, rest = part.strip().partition(" ")
        if form == "border":
            lines.append(_border_part(rest.split(), atlas))
        elif form == "natural-earth":
            found = _natural_earth(rest.split(";"), countries=countries, atlas=atlas)
            lines += [line for _, line in found]
            keys |= {key for key, _ in found}
        else:
            raise ValueError(f"geometry {part!r}: wanted border, natural-earth or WKT")
    return shapely.line_merge(shapely.union_all(lines)), keys


def _union(shapes: Iterable[BaseGeometry]) -> BaseGeometry:
    """Join neighbours, no finer than a rough region wants it."""
    joined = shapely.union_all([shape.buffer(_ROUGH_DEG, quad_segs=2) for shape in shapes])
    return shapely.make_valid(shapely.simplify(joined, _ROUGH_DEG))


def _division(iso: str, atlas: Atlas) -> list[BaseGeometry]:
    code = iso.strip()
    key = atlas.admin1_codes.get(code)
    if key in atlas.admin1:
        return [atlas.admin1[key]]
    if code not in atlas.units_by_iso:
        raise ValueError(f"no polygon of a division {code!r}")
    return atlas.units_by_iso[code]


def _border_part(cells: list[str], atlas: Atlas) -> BaseGeometry:
    a, b, *limits = cells
    line = atlas.border(a, b)
    if not limits:
        return line
    south, north, *sides = map(float, limits)
    west, east = sides or (-180.0, 180.0)
    part = shapely.intersection(line, shapely.box(west, south, east, north))
    if part.is_empty:
        raise ValueError(f"the border {a} {b} has no part between {south} and {north} N")
    return part


def _natural_earth(
    names: list[str], *, countries: tuple[str, ...], atlas: Atlas
) -> list[tuple[str, BaseGeometry]]:
    keys = {generic_variants(name, kind="river")[0] for name in names}
    areas = [atlas.coarse(code) for code in countries]
    found = [
        (row["key"], line)
        for row, line in atlas.rivers_named(keys)
        if set(row["countries"]) & set(countries)
        or any(shapely.dwithin(area, line, _NEAR_DEG) for area in areas)
    ]
    if not found:
        raise ValueError(f"no Natural Earth river {'; '.join(names)} near {', '.join(countries)}")
    return found
