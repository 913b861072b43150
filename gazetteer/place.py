"""What a gazetteer speaks of: coordinates, places, and the questions that can be put to it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapely.geometry.base import BaseGeometry


class Kind(StrEnum):
    """What a place is; the feature classes of the gazetteer."""

    SETTLEMENT = "settlement"
    ADMIN1 = "admin1"
    ADMIN2 = "admin2"
    COUNTRY = "country"
    RIVER = "river"
    LAKE = "lake"
    SEA = "sea"
    BORDER = "border"
    BRIDGE = "bridge"
    CROSSING = "crossing"
    ISLAND = "island"
    REGION = "region"
    MOUNTAIN = "mountain"
    FACILITY = "facility"


class NameType(StrEnum):
    """How a name belongs to its place."""

    PREFERRED = "preferred"
    ALTERNATE = "alternate"
    FORMER = "former"
    ABBREVIATION = "abbreviation"
    DEMONYM = "demonym"


@dataclass(frozen=True, slots=True, kw_only=True)
class Coordinates:
    """A point in WGS 84 degrees.

    Raises ValueError when a value is not finite or out of range.
    """

    lat: float
    lon: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.lat) and -90 <= self.lat <= 90):
            raise ValueError(f"latitude {self.lat!r}: wanted a number from -90 to 90")
        if not (math.isfinite(self.lon) and -180 <= self.lon <= 180):
            raise ValueError(f"longitude {self.lon!r}: wanted a number from -180 to 180")

    @property
    def latlon(self) -> tuple[float, float]:
        """(latitude, longitude), the order of geopy and Folium."""
        return self.lat, self.lon

    @property
    def lonlat(self) -> tuple[float, float]:
        """(longitude, latitude), the order of GeoJSON, Shapely and PostGIS."""
        return self.lon, self.lat


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One entry of a gazetteer.

    `id` names the source and its key ("geonames:3685533"); `country_codes` are ISO 3166-1
    alpha-2, two or more for a border, a bridge or a river between countries; `admin1` is the
    first-level code within the (first) country ("NC", "21"), empty where there is none;
    `population` is 0 where unknown; `accuracy_km` says how far the point may be off.
    """

    id: str
    name: str
    kind: Kind
    country_codes: tuple[str, ...]
    coordinates: Coordinates
    admin1: str = ""
    admin2: str = ""
    population: int = 0
    accuracy_km: float = 1.0
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A place that a name may mean, and how the name belongs to it."""

    place: Place = field()
    name_type: NameType


class Gazetteer(Protocol):
    """The questions that reading puts to a gazetteer. Nothing found is empty, never an error."""

    @property
    def edition(self) -> str:
        """Name the contents: two gazetteers with the same edition hold the same places."""

    def lookup(self, name: str) -> Sequence[Candidate]:
        """Return the candidates of a name as written, the most prominent first."""

    def lookup_folded(self, folded: str) -> Sequence[Candidate]:
        """Return the candidates of a name that is folded already (what prefixes returns)."""

    def prefixes(self, folded: str) -> Sequence[str]:
        """Return the known folded names with which a folded text begins, shortest first."""

    def place(self, place_id: str) -> Place | None:
        """Return the place of an id."""

    def country(self, code: str) -> Place | None:
        """Return the country of an ISO 3166-1 alpha-2 code."""

    def admin1(self, country_code: str, code: str) -> Place | None:
        """Return the first-level division of a country by its code."""

    def footprint(self, place: Place) -> BaseGeometry | None:
        """Return the line or area of a place (x = longitude), None for a mere point."""

    def borders(self, a: str, b: str) -> BaseGeometry | None:
        """Return the land border of two countries as a line, None where they share none."""

    def border_place(self, a: str, b: str) -> Place | None:
        """Return the land border of two countries as a place of kind border."""

    def neighbours(self, code: str) -> frozenset[str]:
        """Return the ISO codes of the countries that share a land border with a country."""

    def within(
        self, geometry: BaseGeometry, *, kinds: frozenset[Kind] | None = None
    ) -> Sequence[Place]:
        """Return the places whose point lies in a geometry, the most populous first."""

    def nearest(
        self,
        point: Coordinates,
        *,
        kinds: frozenset[Kind] | None = None,
        limit: int = 1,
        radius_km: float = 200.0,
    ) -> Sequence[Place]:
        """Return the places nearest to a point, the nearest first."""
