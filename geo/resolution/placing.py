"""Turn a chosen place into a resolution: its geometry, how fine it is, and why it was chosen."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from shapely.geometry import Point, Polygon

from gazetteer.place import Kind, NameType
from geo.model import Alternative, Mention, Precision, Resolution, Role

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from gazetteer.place import Gazetteer, Place
    from geo.recognition import Recognition, Span
    from geo.resolution import Choice

PRECISION = {
    Kind.BRIDGE: Precision.EXACT,
    Kind.CROSSING: Precision.EXACT,
    Kind.FACILITY: Precision.EXACT,
    Kind.SETTLEMENT: Precision.SETTLEMENT,
    Kind.ADMIN2: Precision.DISTRICT,
    Kind.ADMIN1: Precision.REGION,
    Kind.REGION: Precision.REGION,
    Kind.RIVER: Precision.REGION,
    Kind.LAKE: Precision.REGION,
    Kind.SEA: Precision.REGION,
    Kind.ISLAND: Precision.REGION,
    Kind.MOUNTAIN: Precision.REGION,
    Kind.BORDER: Precision.BORDER,
    Kind.COUNTRY: Precision.COUNTRY,
}
#: Kinds whose footprint is a line or an area; all others are drawn as the point that they are.
DRAWN_WHOLE = frozenset(
    {
        Kind.COUNTRY,
        Kind.ADMIN1,
        Kind.RIVER,
        Kind.LAKE,
        Kind.SEA,
        Kind.BORDER,
        Kind.ISLAND,
        Kind.REGION,
        Kind.MOUNTAIN,
    }
)
_KM_PER_DEGREE = 111.2
_DISTRICT_KM = 25.0
_REGION_KM = 100.0
_MOST_ALTERNATIVES = 5
_LEAST = 1e-9


def place_choice(
    recognition: Recognition, choice: Choice, *, gazetteer: Gazetteer, why: str
) -> list[Resolution]:
    """Return one resolution for each mention of a chosen name."""
    candidate = choice.best
    place = candidate.place
    geometry = gazetteer.footprint(place) if place.kind in DRAWN_WHOLE else None
    uncertainty_km = uncertainty(place, geometry)
    alternatives = alternatives_of(choice)
    return [
        Resolution(
            mention=_mention(recognition, span, candidate.name_type),
            place=place,
            name=place.name,
            kind=place.kind,
            country_codes=place.country_codes,
            coordinates=place.coordinates,
            geometry=geometry,
            precision=PRECISION[place.kind],
            uncertainty_km=uncertainty_km,
            confidence=round(confidence, 3),
            alternatives=alternatives,
            why=why,
        )
        for span, confidence in zip(choice.name.spans, choice.confidences, strict=True)
    ]


def alternatives_of(choice: Choice) -> tuple[Alternative, ...]:
    """Return the other candidates of a name, the likeliest first.

    They share what the confidence leaves over as the ranker sees them; the rest of it is the
    chance that none of them is meant.
    """
    order = np.argsort(-choice.chances, kind="stable")
    best, others = choice.chances[order[0]], choice.chances[order[1:]]
    left = (1.0 - choice.confidence) / max(1.0 - float(best), float(others.sum()), _LEAST)
    return tuple(
        Alternative(place=choice.name.candidates[j].place, chance=round(float(chance * left), 3))
        for j, chance in zip(order[1:], others[:_MOST_ALTERNATIVES], strict=False)
    )


def _mention(recognition: Recognition, span: Span, name_type: NameType) -> Mention:
    text = recognition.words.text.text
    return Mention(
        start=span.start,
        end=span.end,
        surface=text[span.start : span.end],
        role=_role(recognition, span, name_type),
    )


def _role(recognition: Recognition, span: Span, name_type: NameType) -> Role:
    dateline = recognition.dateline
    if dateline and dateline.start <= span.start < dateline.end:
        return Role.DATELINE
    return Role.DEMONYM if name_type is NameType.DEMONYM else Role.NAME


def uncertainty(place: Place, geometry: BaseGeometry | None) -> float:
    """Return the radius in km within which a place may lie: its own size, and how well it is known."""
    if place.kind is Kind.SETTLEMENT:
        # A town of a thousand is about 1 km across, a city of ten million about 30.
        return round(max(place.accuracy_km, 0.01 * math.sqrt(max(place.population, 2_500))), 1)
    if geometry is not None and not geometry.is_empty:
        return round(max(place.accuracy_km, _radius_km(geometry)), 1)
    if PRECISION[place.kind] is Precision.EXACT:
        return place.accuracy_km
    return max(place.accuracy_km, _DISTRICT_KM if place.kind is Kind.ADMIN2 else _REGION_KM)


def _radius_km(geometry: BaseGeometry) -> float:
    """Half the diagonal of a geometry's box, in km on a sphere; antimeridian boxes count as half a turn."""
    west, south, east, north = geometry.bounds
    width = min(east - west, 180.0) * math.cos(math.radians((south + north) / 2))
    return math.hypot(width, north - south) / 2 * _KM_PER_DEGREE


def disc(place_point: Point, *, radius_km: float, hole_km: float = 0.0) -> Polygon:
    """Return a circle, or a ring, of geodesic radius around a point (x = longitude)."""
    shell = _circle(place_point, radius_km)
    holes = [_circle(place_point, hole_km)[::-1]] if hole_km else []
    return Polygon(shell, holes)


def _circle(point: Point, radius_km: float) -> list[tuple[float, float]]:
    height = radius_km / _KM_PER_DEGREE
    width = height / max(math.cos(math.radians(point.y)), 0.01)
    angles = [math.tau * step / 48 for step in range(49)]
    return [(point.x + width * math.cos(a), point.y + height * math.sin(a)) for a in angles]
