"""Derive demonyms, airports and named regions."""

from __future__ import annotations

import csv
import io
import re
import sqlite3
from typing import TYPE_CHECKING, Any

import orjson
import shapely

from gazetteer.derive.atlas import Atlas
from gazetteer.derive.countries import simplified
from gazetteer.shapes import without_outliers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapely.geometry.base import BaseGeometry

REGION_TOLERANCE_DEG = 0.05
AIRPORT_HEADER = ("iata", "icao", "name", "city", "division", "country", "lat", "lon")
DEMONYM_HEADER = ("country", "demonym", "lang", "number", "source")
REGION_HEADER = ("geonames", "country", "name", "lat", "lon", "population", "names")
_WORLD = shapely.box(-180, -90, 180, 90)
_WEST_OF_URAL = shapely.box(15, 40, 60, 83)
# Entities that Natural Earth draws, that ISO does not list, and that news names.
_AREAS = {
    "SOL": ("Somaliland", "SO"),
    "CYN": ("Northern Cyprus", "CY"),
    "KAS": ("Siachen Glacier", "IN;PK"),
    "BRT": ("Bir Tawil", "EG;SD"),
    "PGA": ("Spratly Islands", ""),
    "SCR": ("Scarborough Shoal", ""),
    "USG": ("Guantanamo Bay Naval Base", "CU"),
    "WSB": ("Akrotiri", "CY"),
    "ESB": ("Dhekelia", "CY"),
}


def demonyms(atlas: Atlas) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield a row per English demonym of a country, singular and plural."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    with sqlite3.connect(
        atlas.packages.path("pyworldatlas", "pyworldatlas/data/atlas.sqlite3")
    ) as database:
        query = (
            "SELECT alpha2, noun, adjective FROM country_demonym d"
            " JOIN country c ON c.id = d.country_id WHERE language_code = 'en'"
        )
        for code, noun, adjective in database.execute(query):
            for word in _words(noun or "") | _words(adjective or ""):
                found.setdefault((code, word), ("any", "pyworldatlas"))
    for member in atlas.packages.members("countryinfo", "countryinfo/data/"):
        if member.endswith(".json"):
            row = orjson.loads(atlas.packages.read("countryinfo", member))
            code = row.get("ISO", {}).get("alpha2", "").upper()
            for word in _words(row.get("demonym") or ""):
                found.setdefault((code, word), ("any", "countryinfo"))
    for (code, word), (number, source) in sorted(found.items()):
        if code in atlas.geonames_countries:
            yield code, word, "en", number, source


def _words(text: str) -> set[str]:
    """Return the demonyms in "Antiguan(s), Barbudan(s)" or "Dane(s)"."""
    words = set()
    for part in re.split(r"[,;/]| or | and ", text.replace("(noun)", "")):
        stem, plural, _ = part.strip().partition("(")
        stem = stem.strip()
        if re.fullmatch(r"[A-Z][\w’'-]{2,}", stem):
            words.add(stem)
            if plural.startswith(("s)", "es)")):
                words.add(stem + plural.split(")")[0])
    return words


def airports(atlas: Atlas) -> Iterator[tuple[str, ...]]:
    """Yield a row per airport with scheduled-service codes, and per air base."""
    text = atlas.packages.read("airportsdata", "airportsdata/airports.csv").decode()
    for row in csv.DictReader(io.StringIO(text)):
        if _is_news(row):
            lat, lon = float(row["lat"]), float(row["lon"])
            # Puerto Rico's stand under the United States; an islet's lie in no area.
            country = atlas.country_at(lat=lat, lon=lon) or row["country"]
            yield (
                row["iata"], row["icao"], row["name"], row["city"], row["subd"], country,
                f"{lat:.4f}", f"{lon:.4f}",
            )  # fmt: skip


def _is_news(row: dict[str, str]) -> bool:
    name = row["name"]
    if re.search(r"Air (Force )?Base|Air Station|Airbase|Airfield|Air Field", name):
        return bool(row["iata"])
    return bool(row["iata"]) and bool(re.search(r"International|Intl|Airport|Aeropuerto", name))


def area_regions(atlas: Atlas) -> Iterator[tuple[dict[str, Any], BaseGeometry]]:
    """Yield continents, the United Nations' world regions, and areas without an ISO code."""
    groups: dict[str, tuple[str, list[str]]] = {}
    for unit in atlas.admin0:
        code = atlas.iso2.get(unit.properties["ADM0_A3"])
        if code:
            for key, kind in (("CONTINENT", "continent"), ("SUBREGION", "subregion")):
                groups.setdefault(unit.properties[key], (kind, []))[1].append(code)
    groups["Asia"][1].append("RU")
    for name, (kind, codes) in sorted(groups.items()):
        if name.startswith("Seven seas"):
            continue
        area = shapely.union_all([_part_in(name, code, atlas) for code in sorted(set(codes))])
        joined = shapely.intersection(area.buffer(0.02), _WORLD)
        simple = simplified(joined, tolerance_deg=REGION_TOLERANCE_DEG)
        yield {"name": name, "kind": kind, "countries": sorted(set(codes))}, simple
    for unit in atlas.admin0:
        if unit.properties["ADM0_A3"] in _AREAS:
            name, countries = _AREAS[unit.properties["ADM0_A3"]]
            codes = countries.split(";") if countries else []
            yield {"name": name, "kind": "area", "countries": codes}, simplified(unit.geometry)


def _part_in(region: str, code: str, atlas: Atlas) -> BaseGeometry:
    """Russia lies in two continents; Natural Earth counts all of it to Europe."""
    area = atlas.areas[code]
    if code == "RU" and region in {"Europe", "Eastern Europe"}:
        return shapely.intersection(area, _WEST_OF_URAL)
    if code == "RU" and region == "Asia":
        return shapely.difference(area, _WEST_OF_URAL)
    return without_outliers(area)


def point_regions(atlas: Atlas) -> Iterator[tuple[object, ...]]:
    """Yield a row per region or continent that GeoNames knows as a point only."""
    for key, variants in sorted(atlas.points.items(), key=lambda item: int(item[0])):
        _, name, country, lon, lat, _, kind, population = variants[0]
        if kind in {"region", "continent"}:
            code = country if isinstance(country, str) else ""
            names = sorted({variant[0] for variant in variants} - {name})
            yield key, code, name, lat, lon, population, "|".join(names)
