"""Waters before a coast: "off the coast of Libya", "35 nautical miles off Lampedusa", "frente a las costas de".

The area is the sea along the coast, the point the stretch of it that is nearest to the other places
of the article.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from geopy.distance import geodesic
from shapely.geometry import LineString, Point
from shapely.ops import nearest_points

from gazetteer.place import Coordinates, Kind
from geo.model import Precision, Resolution, Role
from geo.relations.anchors import Anchors, described, words
from geo.relations.bearings import distance_pattern, stated_km

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapely.geometry.base import BaseGeometry

    from gazetteer.place import Gazetteer

_WHOLE = frozenset({Kind.COUNTRY, Kind.ADMIN1, Kind.REGION, Kind.ISLAND, Kind.SETTLEMENT})
#: How far from the land "off" is where the text names no distance.
_OFF_KM = 20.0
_FARTHEST_KM = 400.0
# Land borders are cut from an outline with so much to spare: the two are drawn apart.
_SPARE_DEGREES = 0.15
_DEGREE_KM = 111.2
_WITNESSES = 12
_WORD_REACH = 16


def find_off_coast(
    text: str, resolutions: Sequence[Resolution], gazetteer: Gazetteer
) -> Iterator[Resolution]:
    """Yield the waters that a text places before a coast."""
    anchors = Anchors(
        [r for r in resolutions if r.kind in _WHOLE and r.mention.role is not Role.DEMONYM]
    )
    for match in _pattern().finditer(text):
        anchor = anchors.starting_at(match.end())
        if anchor is None or _is_particle(text, match):
            continue
        far_km = stated_km(match) if match["number"] else _OFF_KM
        coast = _coast(anchor, gazetteer)
        if coast is not None and not coast.is_empty and 0 < far_km <= _FARTHEST_KM:
            yield _waters(text, match.start(), anchor, coast, far_km, resolutions)


def _is_particle(text: str, match: re.Match[str]) -> bool:
    """Tell of "cut off Goma": the word belongs to a verb."""
    before = text[max(0, match.start() - _WORD_REACH) : match.start()].lower().split()
    return not match["number"] and bool(before) and before[-1] in words("coast")["not"]


def _coast(anchor: Resolution, gazetteer: Gazetteer) -> BaseGeometry | None:
    """The outline of a place without its land borders; of a town, the town itself."""
    if anchor.kind == Kind.SETTLEMENT:
        return Point(*anchor.coordinates.lonlat)
    area = gazetteer.footprint(anchor.place)
    if area is None:
        return Point(*anchor.coordinates.lonlat)
    coast = area.boundary
    for code in anchor.country_codes[:1]:
        for neighbour in gazetteer.neighbours(code):
            line = gazetteer.borders(code, neighbour)
            if line is not None and not line.is_empty:
                coast = coast.difference(line.buffer(_SPARE_DEGREES))
    return coast


def _waters(
    text: str, start: int, anchor: Resolution, coast: BaseGeometry, far_km: float,
    resolutions: Sequence[Resolution],
) -> Resolution:  # fmt: skip
    shore = _nearest_shore(anchor, coast, resolutions)
    point = _seaward(shore, anchor, far_km)
    where = f"{far_km:.0f} km off" if far_km != _OFF_KM else "off"
    line = LineString([shore.lonlat, point.lonlat])
    return described(
        text, anchor, start=start, end=anchor.mention.end, name=f"{where} {anchor.name}",
        geometry=line.buffer(max(far_km / 2, _OFF_KM / 2) / _DEGREE_KM), precision=Precision.REGION,
        uncertainty_km=max(far_km, 2 * _OFF_KM), point=point,
        why=f"In the waters off {anchor.name}, on the side of the other places of the text.",
    )  # fmt: skip


def _nearest_shore(
    anchor: Resolution, coast: BaseGeometry, resolutions: Sequence[Resolution]
) -> Coordinates:
    """The stretch of a coast that is nearest to the article's other places, those beside it first."""
    others = [
        r
        for r in resolutions
        if r.place.id != anchor.place.id and r.precision is not Precision.COUNTRY
    ]
    others.sort(key=lambda r: abs(r.mention.start - anchor.mention.start))
    found = [
        (nearest_points(coast, Point(*r.coordinates.lonlat))[0], r) for r in others[:_WITNESSES]
    ]
    if not found:
        middle = nearest_points(coast, Point(*anchor.coordinates.lonlat))[0]
        return Coordinates(lat=middle.y, lon=middle.x)
    shore, _ = min(
        found,
        key=lambda pair: geodesic((pair[0].y, pair[0].x), pair[1].coordinates.latlon).km,
    )
    return Coordinates(lat=shore.y, lon=shore.x)


def _seaward(shore: Coordinates, anchor: Resolution, far_km: float) -> Coordinates:
    """A point before a coast, on the line from the middle of the land."""
    land = anchor.place.coordinates
    if land == shore:
        return shore
    north = shore.lat - land.lat
    east = shore.lon - land.lon
    apart = max((north**2 + east**2) ** 0.5, 1e-6)
    share = far_km / _DEGREE_KM / apart
    return Coordinates(
        lat=max(-90.0, min(90.0, shore.lat + share * north)),
        lon=max(-180.0, min(180.0, shore.lon + share * east)),
    )


@cache
def _pattern() -> re.Pattern[str]:
    phrases = sorted(
        (word for name, group in words("coast").items() if name != "not" for word in group),
        key=len,
        reverse=True,
    )
    off = "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in phrases)
    return re.compile(
        rf"\b(?:{distance_pattern()}\s+)?(?:{off})\s+(?:(?:the|northern|southern|eastern|western)\s+)*"
        r"(?:island\s+of\s+|isla\s+de\s+|ilha\s+de\s+|el\s+|la\s+|o\s+|a\s+)?",
        re.IGNORECASE,
    )
