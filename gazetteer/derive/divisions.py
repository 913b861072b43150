"""Derive first- and second-level divisions: points, names, codes, polygons."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import shapely

from gazetteer.derive import parts
from gazetteer.derive.atlas import LANGUAGES, Atlas, Unit
from gazetteer.derive.countries import simplified, simplified_together
from gazetteer.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapely.geometry.base import BaseGeometry

TOLERANCE_DEG = 0.012
_SLIVER_DEG = 0.05
HEADER = (
    "geonames", "level", "country", "code", "iso", "name", "lat", "lon", "population", "names",
)  # fmt: skip
_LEVELS = {"admin1": 1, "admin2": 2, "admin3": 3, "admin4": 3, "admin5": 3, "admin_other": 3}


def rows(atlas: Atlas) -> Iterator[tuple[object, ...]]:
    """Yield a table row per division that has a point: HEADER says the columns."""
    coded = {row[3]: row for row in atlas.subdivisions if row[3]}
    for key, variants in sorted(atlas.points.items(), key=lambda item: int(item[0])):
        _, name, country, lon, lat, _, kind, population = variants[0]
        level = _LEVELS.get(kind)
        if level is None or not isinstance(country, str):
            continue
        row = coded.get(key)
        code = row[2].partition(".")[2] if row else ""
        names = {variant[0] for variant in variants} | (set(row[5].split("|")) if row else set())
        if row:
            level, name = int(row[6]) if level < 3 else level, row[0]
        yield (
            key, level, country, code, row[1] if row else "", name, lat, lon, population,
            "|".join(sorted(names - {name, ""})),
        )  # fmt: skip
    yield from _without_points(atlas)


def _without_points(atlas: Atlas) -> Iterator[tuple[object, ...]]:
    """Yield divisions that no package has a point of: the middle of their area or their towns.

    Their population is that of their towns. A municipality around a town of its name is left out:
    the town stands for it.
    """
    units = {str(unit.properties.get("gn_id")): unit.geometry for unit in atlas.admin1}
    for name, iso, code, key, _, aliases, level, *_ in atlas.subdivisions:
        inside = atlas.towns_by_division.get(code, [])
        if not key or key in atlas.points:
            continue
        if level == "2" and key not in units and _is_around(fold(name), inside):
            continue
        middle = _middle(units.get(key), inside)
        if middle is None:
            continue
        country, _, rest = code.partition(".")
        population = sum(town["population"] for town in inside)
        lat, lon = round(middle.y, 4), round(middle.x, 4)
        yield key, level, country, rest, iso, name, lat, lon, population, aliases


def _is_around(folded: str, towns: list[dict[str, Any]]) -> bool:
    """Tell "Fontibón" and "Municipio de Fontibón", around Fontibón, from "Fontibón County"."""
    return any(f" {folded}".endswith(f" {fold(town['name'])}") for town in towns)


def _middle(area: BaseGeometry | None, towns: list[dict[str, Any]]) -> shapely.Point | None:
    if area is not None:
        return shapely.point_on_surface(area)
    if not towns:
        return None
    lats = sorted(town["latitude"] for town in towns)
    lons = sorted(town["longitude"] for town in towns)
    lat, lon = lats[len(lats) // 2], lons[len(lons) // 2]
    # A town itself: the middle of a bent border district may lie in the next country.
    central = min(towns, key=lambda t: abs(t["latitude"] - lat) + abs(t["longitude"] - lon))
    return shapely.Point(central["longitude"], central["latitude"])


def polygons(atlas: Atlas) -> Iterator[tuple[dict[str, Any], BaseGeometry]]:
    """Yield Natural Earth's units, each with the first-level code of the towns inside it.

    In some countries (France, Italy, Great Britain, Uganda ...) the units are second-level ones:
    their first-level division is then the union of those that share `admin1`. A unit that later
    reforms have divided (in Congo, Kenya, Ghana ...) is cut up roughly, see `parts`.
    """
    whole = list(_whole(atlas))
    shared = Counter(_code(row) for row, _ in whole)
    missing = {row[2] for row in atlas.subdivisions if row[6] == "1"} - shared.keys()
    lacking = [row for row in atlas.subdivisions if row[2] in missing]
    coded = {key: row[2] for row in lacking for key in (row[1], row[3]) if key}
    whole = [
        (_recoded(row, coded) if shared[_code(row)] > 1 else row, shape) for row, shape in whole
    ]
    missing -= {_code(row) for row, _ in whole}
    seeds = [*atlas.towns, *_seats(atlas, missing)]
    yield from parts.divided(whole, missing=missing, towns=seeds)
    undrawn = list(_undrawn(atlas, whole, missing))
    for row, shape in parts.divided(undrawn, missing=missing, towns=seeds):
        if row["admin1"]:
            yield row, shape


def _undrawn(
    atlas: Atlas, units: list[tuple[dict[str, Any], BaseGeometry]], missing: set[str]
) -> Iterator[tuple[dict[str, Any], BaseGeometry]]:
    """Yield what is left of a country where its units leave a division out, or have none."""
    for code in sorted({code.partition(".")[0] for code in missing} & atlas.areas.keys()):
        area = simplified(atlas.areas[code])
        drawn = [shape for row, shape in units if row["country"] == code]
        if drawn:
            rest = shapely.difference(area, shapely.union_all(drawn))
            area = rest.buffer(-_SLIVER_DEG).buffer(_SLIVER_DEG)
        if not area.is_empty:
            yield _blank(code), area


def _seats(atlas: Atlas, missing: set[str]) -> Iterator[dict[str, Any]]:
    """Yield the own points of divisions that no town is counted to, as if they were towns."""
    known = {f"{town['countrycode']}.{town['admin1code']}" for town in atlas.towns}
    for _, _, country, code, _, _, lat, lon, *_ in rows(atlas):
        if f"{country}.{code}" in missing - known:
            yield {"countrycode": country, "admin1code": code, "latitude": lat, "longitude": lon}


def _code(row: dict[str, Any]) -> str:
    return f"{row['country']}.{row['admin1']}"


def _recoded(row: dict[str, Any], coded: dict[str, str]) -> dict[str, Any]:
    """Give a unit to the division of its own key, though its towns have the code of another.

    The towns of Lima Province are counted to the region around it.
    """
    key = coded.get(str(row["geonames"])) or coded.get(row["iso"], "")
    country, _, admin1 = key.partition(".")
    return {**row, "admin1": admin1, "first_level": True} if country == row["country"] else row


def _blank(country: str) -> dict[str, Any]:
    """The properties of a country that Natural Earth does not divide."""
    return {
        "country": country, "admin1": "", "first_level": False, "geonames": 0, "iso": "",
        "name": "", "names": {}, "alternates": [], "share": 0.0,
    }  # fmt: skip


def _whole(atlas: Atlas) -> Iterator[tuple[dict[str, Any], BaseGeometry]]:
    """Yield the units as they are drawn."""
    first_level = {row[2] for row in atlas.subdivisions if row[6] == "1"}
    votes = _votes(atlas)
    shapes = simplified_together(
        {number: unit.geometry for number, unit in enumerate(atlas.admin1)},
        tolerance_deg=TOLERANCE_DEG,
    )
    for number, unit in enumerate(atlas.admin1):
        own = unit.properties.get("gn_a1_code") or ""
        if own.endswith("."):
            own = ""
        voted, share = _winner(votes.get(number))
        code = own if own in first_level and (not voted or own == voted) else voted or own
        if code.endswith(".") or not code:
            continue
        if not shapes[number].is_empty:
            yield _properties(unit, code=code, share=share, first=own == code), shapes[number]


def _properties(unit: Unit, *, code: str, share: float, first: bool) -> dict[str, Any]:
    properties = unit.properties
    country, _, admin1 = code.partition(".")
    names = {
        lang: properties[f"name_{lang}"] for lang in LANGUAGES if properties.get(f"name_{lang}")
    }
    alternates = {properties.get(key) or "" for key in ("name", "gn_name", "woe_name")}
    alternates |= set((properties.get("name_alt") or "").split("|"))
    return {
        "country": country,
        "admin1": admin1,
        "first_level": first,
        "geonames": properties.get("gn_id") or 0,
        "iso": (properties.get("iso_3166_2") or "").replace("~", ""),
        "name": properties.get("name") or properties.get("name_en") or "",
        "names": names,
        "alternates": sorted(alternates - {""}),
        "share": round(share, 2),
    }


def _votes(atlas: Atlas) -> dict[int, Counter[str]]:
    """Count the towns inside each unit by their first-level code."""
    towns = [town for town in atlas.towns if town["admin1code"] not in {"", "00"}]
    points = shapely.points([(town["longitude"], town["latitude"]) for town in towns])
    tree = shapely.STRtree([unit.geometry for unit in atlas.admin1])
    votes: dict[int, Counter[str]] = {}
    for town, unit in zip(*tree.query(points, predicate="within"), strict=True):
        code = f"{towns[town]['countrycode']}.{towns[town]['admin1code']}"
        votes.setdefault(int(unit), Counter())[code] += 1
    return votes


def _winner(votes: Counter[str] | None) -> tuple[str, float]:
    if not votes:
        return "", 0.0
    code, count = votes.most_common(1)[0]
    return code, count / votes.total()
