"""Nearness and between: "near Cúcuta", "outside the town of Tibú", "between Medyka and Przemyśl"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from geopy.distance import geodesic
from shapely.geometry import LineString, Point

from gazetteer.place import Kind
from geo.model import Precision, Resolution
from geo.relations.anchors import Anchors, described
from geo.resolution.placing import disc

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_NEAR = re.compile(
    r"\b(?:near|outside|close\s+to|not\s+far\s+from|around|in\s+the\s+vicinity\s+of|on\s+the\s+outskirts\s+of|"
    r"cerca\s+de|cerca\s+del|en\s+las\s+afueras\s+de|perto\s+de|perto\s+da|perto\s+do|nos\s+arredores\s+de)\s+",
    re.IGNORECASE,
)
# Words that may stand between "near" and the name: "near the remote Colombian border town of X".
_FILLER = re.compile(r"(?:[\w'’-]+\s+){0,7}", re.UNICODE)
_HEADS = re.compile(
    r"^(?:(?:the|a|an|its|la|el|los|las|o|os|as|de|del|do|da)\s+)?(?:[\w'’-]+\s+){0,4}?"
    r"(?:(?:city|town|village|camp|port|capital|crossing|bridge|ciudad|pueblo|cidade|vila)\s+(?:of\s+|de\s+)?)?$",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\b(?:between|entre)\s+", re.IGNORECASE)
_AND = re.compile(r"^\s+(?:and|y|e)\s+(?:the\s+)?$", re.IGNORECASE)
#: How far "near" reaches, in km, by the kind of the anchor.
_REACH_KM = {
    Kind.SETTLEMENT: 15.0, Kind.BRIDGE: 3.0, Kind.CROSSING: 5.0, Kind.FACILITY: 3.0, Kind.LAKE: 15.0,
    Kind.MOUNTAIN: 20.0, Kind.ISLAND: 15.0, Kind.RIVER: 5.0, Kind.ADMIN2: 30.0,
}  # fmt: skip
_CLEAR_OF_TOWN_KM = 2.0
_LONGEST_KM = 300.0
_POINTS = frozenset({Kind.SETTLEMENT, Kind.BRIDGE, Kind.CROSSING, Kind.FACILITY})
_REACH = 80


def find_near(text: str, resolutions: Sequence[Resolution]) -> Iterator[Resolution]:
    """Yield the surroundings of resolved places, and the ways between two of them."""
    anchors = Anchors(resolutions)
    for match in _NEAR.finditer(text):
        anchor = _anchor(text, match.end(), anchors)
        if anchor is not None:
            yield _surroundings(text, match.start(), anchor)
    for match in _BETWEEN.finditer(text):
        pair = _pair(text, match.end(), anchors)
        if pair:
            yield _way(text, match.start(), *pair)


def _anchor(text: str, position: int, anchors: Anchors) -> Resolution | None:
    """Return the place that "near" governs: the first one that only small words part from it."""
    for anchor in anchors.between(position, position + _REACH):
        gap = text[position : anchor.mention.start]
        if not _HEADS.match(gap):
            gap_names = anchors.between(position, anchor.mention.start)
            if not gap_names or not _FILLER.fullmatch(gap):
                return None
        if anchor.kind in _REACH_KM or anchor.kind == Kind.BORDER:
            return anchor
        # "near the Peru city of Puno": the country only describes the city.
        if not re.match(
            r"\s+(?:[\w'’-]+\s+){0,2}(?:city|town|village|port|camp)\b", text[anchor.mention.end :]
        ):
            return None
    return None


def _surroundings(text: str, start: int, anchor: Resolution) -> Resolution:
    name = f"near {anchor.name}"
    if anchor.kind == Kind.BORDER:
        name = f"near the {anchor.name}"
        return described(
            text, anchor, start=start, end=anchor.mention.end, name=name, geometry=anchor.geometry,
            precision=anchor.precision, uncertainty_km=anchor.uncertainty_km, point=anchor.coordinates,
            why=f"Near the border: drawn as its line. {anchor.why}",
        )  # fmt: skip
    reach_km = _REACH_KM[Kind(anchor.kind)] + (
        anchor.uncertainty_km if anchor.geometry is None else 0.0
    )
    center = Point(*anchor.coordinates.lonlat)
    area = disc(
        center,
        radius_km=reach_km,
        hole_km=_CLEAR_OF_TOWN_KM if anchor.kind == Kind.SETTLEMENT else 0.0,
    )
    return described(
        text, anchor, start=start, end=anchor.mention.end, name=name,
        geometry=anchor.geometry if anchor.kind == Kind.RIVER and anchor.geometry is not None else area,
        precision=Precision.DISTRICT, uncertainty_km=reach_km, point=anchor.coordinates,
        why=f"Near {anchor.name}: within about {reach_km:.0f} km.",
    )  # fmt: skip


def _pair(text: str, position: int, anchors: Anchors) -> tuple[Resolution, Resolution] | None:
    first = anchors.starting_at(position)
    if first is None or first.kind not in _POINTS:
        return None
    for second in anchors.between(first.mention.end, first.mention.end + 12):
        if second.kind in _POINTS and _AND.match(text[first.mention.end : second.mention.start]):
            apart_km = geodesic(first.coordinates.latlon, second.coordinates.latlon).km
            return (first, second) if 0 < apart_km <= _LONGEST_KM else None
    return None


def _way(text: str, start: int, first: Resolution, second: Resolution) -> Resolution:
    line = LineString([first.coordinates.lonlat, second.coordinates.lonlat])
    apart_km = geodesic(first.coordinates.latlon, second.coordinates.latlon).km
    return described(
        text, first, start=start, end=second.mention.end, name=f"between {first.name} and {second.name}",
        geometry=line, precision=Precision.DISTRICT if apart_km < 50 else Precision.REGION,
        uncertainty_km=apart_km / 2, why=f"On the way between {first.name} and {second.name}.",
    )  # fmt: skip
