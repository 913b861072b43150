"""The border that a text leaves unnamed: "the border", "a border bridge", "fled to Colombia"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geopy.distance import great_circle
from shapely.geometry import Point
from shapely.ops import nearest_points

from gazetteer.place import Coordinates, Kind
from geo.model import Mention, Precision, Resolution, Role
from geo.resolution.placing import disc, uncertainty

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Sequence

    from shapely.geometry.base import BaseGeometry

    from gazetteer.place import Gazetteer

#: A town so near to a border speaks for its stretch; the stretch drawn reaches as far to either side.
STRETCH_KM = 60.0
#: A place farther from a border says nothing of where at it something was.
REACH_KM = 120.0
#: A town so near to a border is a border town.
TOWN_KM = 12.0
_CERTAINTY = 0.8


def border_of(
    countries: Counter[str],
    *,
    mention: Mention,
    near: Sequence[Resolution],
    among: Iterable[str],
    gazetteer: Gazetteer,
    why: str,
) -> Resolution | None:
    """Return the border that a text means, near a place where one lies at it.

    `among` are the countries that the border must touch (one or two), none if the text leaves them
    open; then the two neighbours that it speaks of most are taken.
    """
    pair = _pair(countries, tuple(dict.fromkeys(among)), near, gazetteer)
    if pair is None:
        return None
    return _drawn(pair, mention=mention, near=near, gazetteer=gazetteer, why=why)


def _drawn(
    pair: tuple[str, str],
    *,
    mention: Mention,
    near: Sequence[Resolution],
    gazetteer: Gazetteer,
    why: str,
) -> Resolution | None:
    """The border of two countries: its stretch at the first place that lies at it, else all of it."""
    place, line = gazetteer.border_place(*pair), gazetteer.borders(*pair)
    if place is None or line is None or line.is_empty:
        return None
    home = next((r for r in near if _stretch(line, r) is not None), None)
    stretch = _stretch(line, home)
    point = nearest_points(line, _point(home))[0] if home else None
    return Resolution(
        mention=mention,
        place=place,
        name=f"{place.name} at {home.place.name}" if home else place.name,
        kind=Kind.BORDER,
        country_codes=place.country_codes,
        coordinates=Coordinates(lat=point.y, lon=point.x)
        if point is not None
        else place.coordinates,
        geometry=line if stretch is None else stretch,
        precision=Precision.BORDER,
        uncertainty_km=uncertainty(place, line) if stretch is None else STRETCH_KM,
        confidence=round(_CERTAINTY * (home.confidence if home else 0.9), 3),
        why=why,
    )


def is_at_border(resolution: Resolution, gazetteer: Gazetteer) -> bool:
    """Tell whether a town lies within TOWN_KM of a land border of its country."""
    around = disc(_point(resolution), radius_km=TOWN_KM)
    lines = (
        gazetteer.borders(code, neighbour)
        for code in resolution.country_codes
        for neighbour in gazetteer.neighbours(code)
    )
    return any(line is not None and line.intersects(around) for line in lines)


def nearest(geometry: BaseGeometry, at: Coordinates) -> Coordinates | None:
    """Return the point of a geometry nearest to a place, None where that is farther than REACH_KM."""
    point = nearest_points(geometry, Point(*at.lonlat))[0]
    found = Coordinates(lat=point.y, lon=point.x)
    return found if great_circle(found.latlon, at.latlon).km <= REACH_KM else None


def relation(start: int, end: int, text: str) -> Mention:
    """Return the mention of a place that a common noun stands for."""
    return Mention(start=start, end=end, surface=text[start:end], role=Role.RELATION)


def _point(resolution: Resolution) -> Point:
    return Point(*resolution.coordinates.lonlat)


def _stretch(line: BaseGeometry, near: Resolution | None) -> BaseGeometry | None:
    """The part of a line around a place, None where the place does not lie at it."""
    if near is None:
        return None
    at = _point(near)
    closest = nearest_points(line, at)[0]
    apart_km = great_circle((closest.y, closest.x), (at.y, at.x)).km
    if apart_km > REACH_KM:
        return None
    part = line.intersection(disc(closest, radius_km=STRETCH_KM))
    return None if part.is_empty else part


def _pair(
    countries: Counter[str],
    among: tuple[str, ...],
    near: Sequence[Resolution],
    gazetteer: Gazetteer,
) -> tuple[str, str] | None:
    """Choose the two countries: those given, else the neighbours the text speaks of most."""
    home = near[0] if near else None
    firsts = among[:1] or tuple(home.country_codes if home else ()) or tuple(countries)
    if len(among) > 1 and among[1] in gazetteer.neighbours(among[0]):
        return among[0], among[1]
    pairs = [
        (first, second)
        for first in firsts
        for second in gazetteer.neighbours(first)
        if countries[second] or _lies_at(home, (first, second), gazetteer)
    ]
    return max(
        pairs,
        key=lambda p: (_lies_at(home, p, gazetteer), countries[p[0]] + countries[p[1]], p),
        default=None,
    )


def _lies_at(home: Resolution | None, pair: tuple[str, str], gazetteer: Gazetteer) -> bool:
    line = gazetteer.borders(*pair) if home else None
    return line is not None and _stretch(line, home) is not None
