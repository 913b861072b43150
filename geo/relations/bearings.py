"""Distances and bearings from a place: "40 km south of Kharkiv", "15 miles from the capital"."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from geopy.distance import geodesic
from shapely.geometry import Point

from gazetteer.place import Coordinates, Kind
from geo.model import Precision, Resolution
from geo.relations.anchors import Anchors, described, words
from geo.resolution.placing import disc

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# A distance in prose is rounded: a tenth of it, and never less than this.
_ROUNDING = 0.1
_LEAST_KM = 2.0
_FARTHEST_KM = 500.0
_ANCHOR_KINDS = frozenset(Kind) - {Kind.COUNTRY, Kind.SEA}
_OF = r"(?:of|from|outside|away from|de|del|do|da)"
_FILLER = r"(?:(?:the|its|la|el|o|a|os|as|city|town|village|capital|port|ciudad|pueblo|cidade|of|de|da|do)\s+){0,5}"


def find_bearings(text: str, resolutions: Sequence[Resolution]) -> Iterator[Resolution]:
    """Yield the places that lie a stated distance from a resolved one."""
    anchors = Anchors([r for r in resolutions if r.kind in _ANCHOR_KINDS])
    for match in _pattern().finditer(text):
        anchor = anchors.starting_at(match.end())
        distance_km = stated_km(match)
        if anchor is not None and 0 < distance_km <= _FARTHEST_KM:
            yield _offset(text, match, anchor, distance_km)


def _offset(text: str, match: re.Match[str], anchor: Resolution, distance_km: float) -> Resolution:
    bearing = match["bearing"]
    end = anchor.mention.end
    margin_km = max(_LEAST_KM, _ROUNDING * distance_km, anchor.uncertainty_km)
    center = Point(*anchor.coordinates.lonlat)
    if bearing is None:
        return described(
            text,
            anchor,
            start=match.start(),
            end=end,
            name=f"{distance_km:.0f} km from {anchor.name}",
            geometry=disc(
                center, radius_km=distance_km + margin_km, hole_km=max(0.0, distance_km - margin_km)
            ),
            precision=Precision.DISTRICT,
            uncertainty_km=distance_km + margin_km,
            point=anchor.coordinates,
            why=f"{distance_km:.0f} km from {anchor.name}, in a direction that the text does not give.",
        )
    degrees = _bearings()[bearing.lower().replace(" ", "")]
    there = geodesic(kilometers=distance_km).destination(anchor.coordinates.latlon, bearing=degrees)
    point = Coordinates(lat=there.latitude, lon=there.longitude)
    # A bearing in prose is one of eight: the point may lie an eighth of a turn to either side.
    spread_km = max(margin_km, 0.25 * distance_km)
    return described(
        text,
        anchor,
        start=match.start(),
        end=end,
        name=f"{distance_km:.0f} km {bearing.lower()} of {anchor.name}",
        geometry=disc(Point(*point.lonlat), radius_km=spread_km),
        precision=Precision.DISTRICT,
        uncertainty_km=spread_km,
        point=point,
        why=f"{distance_km:.0f} km {bearing.lower()} of {anchor.name}.",
    )


def distance_pattern() -> str:
    """Return the pattern of a stated distance, with the groups `number` and `unit`."""
    number = "|".join(word for group in words("numbers").values() for word in group)
    units = sorted((word for group in words("units").values() for word in group), key=len)
    unit = "|".join(reversed(units))
    return rf"(?P<number>\d[\d.,]*\d|\d|{number})[\s-]*(?P<unit>{unit})\b(?:\s*\([^)]{{1,20}}\))?"


def stated_km(match: re.Match[str]) -> float:
    """Return the distance that a match of distance_pattern() states."""
    units = {word: float(factor) for factor, group in words("units").items() for word in group}
    numbers = {word: float(value) for value, group in words("numbers").items() for word in group}
    raw = match["number"].lower()
    value = numbers[raw] if raw in numbers else float(_plain(raw))
    return value * units[" ".join(match["unit"].lower().split())]


def _plain(number: str) -> str:
    """Read "1,200" and "1.200" as thousands, "12.5" and "12,5" as decimals."""
    grouped = re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", number)
    return re.sub(r"[.,]", "", number) if grouped else number.replace(",", ".")


@cache
def _bearings() -> dict[str, float]:
    return {word: float(degrees) for degrees, group in words("bearings").items() for word in group}


@cache
def _pattern() -> re.Pattern[str]:
    bearing = "|".join(sorted(_bearings(), key=len, reverse=True))
    return re.compile(
        rf"\b{distance_pattern()}"
        rf"(?:\s+(?:to\s+the\s+|al\s+|a\s+|ao\s+)?(?P<bearing>{bearing}))?\s+{_OF}\s+{_FILLER}",
        re.IGNORECASE,
    )
