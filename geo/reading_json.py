"""A reading as one JSON object: what `placeline read` writes a line of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gazetteer.place import Kind
from geo.features import geometry_json
from geo.model import Role

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from geo.model import Alternative, Event, Mention, Reading, Resolution

    Place = Callable[[int], int]

_DECIMALS = 7
_UNITS = frozenset({Kind.COUNTRY, Kind.ADMIN1, Kind.ADMIN2})


def reading_json(reading: Reading, *, at: Place = int) -> dict[str, Any]:
    """Return a reading as JSON values; `at` turns a position in the article into the one to write.

    Positions are code points, ends exclusive; geometries are GeoJSON (longitude first), left out
    for mere points, and for the countries and divisions among the toponyms: their ids name them,
    and a single one may have more corners than the article has letters.
    """
    return {
        "id": reading.article.id,
        "toponyms": [_toponym(found, at=at) for found in reading.resolutions],
        "unplaced": [_mention(found, at=at) for found in reading.unplaced],
        "events": [_event(found, at=at) for found in reading.events],
    }


def _mention(mention: Mention, *, at: Place) -> dict[str, Any]:
    return {
        "start": at(mention.start),
        "end": at(mention.end),
        "text": mention.surface,
        "role": mention.role.value,
    }


def _toponym(resolution: Resolution, *, at: Place) -> dict[str, Any]:
    return {
        **_mention(resolution.mention, at=at),
        "id": resolution.place.id,
        "name": resolution.name,
        "kind": resolution.kind,
        "countries": list(resolution.country_codes),
        **_position(resolution, shown=not _is_whole_unit(resolution)),
        "confidence": round(resolution.confidence, 3),
        "why": resolution.why,
        "alternatives": [_alternative(other) for other in resolution.alternatives],
    }


def _alternative(other: Alternative) -> dict[str, Any]:
    place = other.place
    lat, lon = place.coordinates.latlon
    return {
        "id": place.id,
        "name": place.name,
        "kind": place.kind.value,
        "countries": list(place.country_codes),
        "admin1": place.admin1 or None,
        "lat": round(lat, _DECIMALS),
        "lon": round(lon, _DECIMALS),
        "chance": other.chance,
    }


def _event(event: Event, *, at: Place) -> dict[str, Any]:
    counts = {
        role: {
            "value": count.value,
            "qualifier": count.qualifier.value,
            **({} if count.high is None else {"high": count.high}),
        }
        for role, count in event.counts.items()
    }
    return {
        "id": event.id,
        "kind": event.kind,
        "start": at(event.start),
        "end": at(event.end),
        "sentence": event.sentence,
        "place": event.resolution.name if event.resolution else None,
        **_position(event.resolution),
        "earliest": _iso(event.earliest),
        "latest": _iso(event.latest),
        "status": event.status.value,
        "counts": counts,
        **({"vague": dict(event.vague)} if event.vague else {}),
        "confidence": round(event.confidence, 3),
    }


def _is_whole_unit(resolution: Resolution) -> bool:
    return resolution.kind in _UNITS and resolution.mention.role is not Role.RELATION


def _position(where: Resolution | None, *, shown: bool = True) -> dict[str, Any]:
    if where is None:
        return {"lat": None, "lon": None, "precision": None, "uncertainty_km": None}
    drawn = where.geometry if shown else None
    shape = {} if drawn is None else {"geometry": geometry_json(drawn)}
    lat, lon = where.coordinates.latlon
    return {
        "lat": round(lat, _DECIMALS),
        "lon": round(lon, _DECIMALS),
        **shape,
        "precision": where.precision.value,
        "uncertainty_km": round(where.uncertainty_km, 3),
    }


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None
