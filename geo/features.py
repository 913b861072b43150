"""Records as GeoJSON features by RFC 7946: the fields that page, API and exports share."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import orjson
import shapely

from geo.addresses import safe_link
from geo.countries import country
from geo.model import Precision
from geo.privacy import is_cell, sensitivity
from geo.shapes import bounds, tidy

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from shapely.geometry.base import BaseGeometry

    from gazetteer.place import Gazetteer
    from geo.model import Event, Resolution
    from geo.record import Record

COUNTS = ("killed", "injured", "arrested", "people")
_ROLES = ("point", "line", "area")
_ACLED_PRECISION = {Precision.EXACT: 1, Precision.SETTLEMENT: 1, Precision.DISTRICT: 2}
_ACLED_WIDE = 3
_WEEK_DAYS = 7
_DECIMALS = 7


def feature(record: Record, *, gazetteer: Gazetteer | None = None) -> dict[str, Any]:
    """Return a record as one GeoJSON Feature: longitude first, dates as ISO 8601, null is not 0.

    Its parts may be shared between calls: copy before changing them. With a gazetteer the names
    of countries are the gazetteer's, and `admin1` is the division's name.
    """
    shape = _shape(record.event.resolution)
    return {
        "type": "Feature",
        "id": record.event.id,
        **({"bbox": shape["bbox"]} if shape and "bbox" in shape else {}),
        "geometry": shape["geometry"] if shape else None,
        "properties": properties(record, gazetteer=gazetteer),
    }


def properties(record: Record, *, gazetteer: Gazetteer | None = None) -> dict[str, Any]:
    """Return the flat fields of a record."""
    event, where = record.event, record.event.resolution
    return {
        "event_id": event.id,
        **_dates(record),
        **_what(event),
        **_where(where, gazetteer=gazetteer),
        "geometry_role": _role(_shape(where)),
        "confidence": round(event.confidence, 3),
        "confidence_basis": event.why or (where.why if where else "") or None,
        "status": event.status.value,
        "review_status": record.review_status,
        "sensitivity": sensitivity(event.kind),
        "coord_generalised": where is not None and is_cell(where.place),
        "generalisation": record.generalisation or None,
        **_counts(event),
        **_ranges(event, record.ranges),
        **_evidence(record),
        "timestamp": record.added or None,
    }


def feature_collection(
    records: Iterable[Record], *, gazetteer: Gazetteer | None = None
) -> dict[str, Any]:
    """Return records as a GeoJSON FeatureCollection."""
    features = [feature(record, gazetteer=gazetteer) for record in records]
    return {"type": "FeatureCollection", "features": features}


def geometry_json(geometry: BaseGeometry) -> dict[str, Any]:
    """Return a line or area as GeoJSON: cut at 180 degrees, right-hand rings, 7 decimals."""
    found: dict[str, Any] = _drawn(geometry)["geometry"]
    return found


def geometry_wkb(record: Record) -> bytes | None:
    """Return what `feature` draws as well-known binary (x = longitude); None where nothing is drawn."""
    where = record.event.resolution
    if where is None:
        return None
    if where.geometry is None:
        lon, lat = where.coordinates.lonlat
        return bytes(shapely.Point(round(lon, _DECIMALS), round(lat, _DECIMALS)).wkb)
    found: bytes | None = _drawn(where.geometry)["wkb"]
    return found


def _dates(record: Record) -> dict[str, Any]:
    event, published = record.event, record.article.published
    first, last = event.earliest or event.latest, event.latest or event.earliest
    return {
        "event_date": _iso(first),
        "date_latest": _iso(last),
        "date_published": _iso(published),
        "time_precision": _time_precision((last - first).days) if first and last else None,
    }


def _time_precision(days: int) -> int:
    """Return 1 for a day, 2 within a week, 3 for longer."""
    return 1 if days == 0 else 2 if days < _WEEK_DAYS else 3


def _what(event: Event) -> dict[str, Any]:
    from geo.extraction import kinds

    kind = kinds().get(event.kind)
    return {"event_type": event.kind, "sub_event_type": (kind.acled if kind else "") or None}


def _where(where: Resolution | None, *, gazetteer: Gazetteer | None) -> dict[str, Any]:
    if where is None:
        return dict.fromkeys(_PLACE_FIELDS)
    codes = where.country_codes
    lon, lat = where.coordinates.lonlat
    return {
        "country": "; ".join(_country(code, gazetteer=gazetteer) for code in codes) or None,
        "iso3": "; ".join(country(code).iso3 for code in codes) or None,
        "admin1": _admin1(where, gazetteer=gazetteer),
        "location": where.name,
        "mention": where.mention.surface or None,
        "latitude": round(lat, _DECIMALS),
        "longitude": round(lon, _DECIMALS),
        "geo_precision": _ACLED_PRECISION.get(where.precision, _ACLED_WIDE),
        "precision": where.precision.value,
        "uncertainty_m": round(where.uncertainty_km * 1000),
    }


_PLACE_FIELDS = (
    "country", "iso3", "admin1", "location", "mention", "latitude", "longitude", "geo_precision",
    "precision", "uncertainty_m",
)  # fmt: skip


def _country(code: str, *, gazetteer: Gazetteer | None) -> str:
    place = gazetteer.country(code) if gazetteer else None
    return place.name if place else country(code).name


def _admin1(where: Resolution, *, gazetteer: Gazetteer | None) -> str | None:
    place = where.place
    if not (gazetteer and place.admin1 and place.country_codes):
        return None
    division = gazetteer.admin1(place.country_codes[0], place.admin1)
    return division.name if division else None


def _counts(event: Event) -> dict[str, Any]:
    """The counts of an event; of "dozens" only the word, of a range its lower end."""
    found: dict[str, Any] = {}
    for role in COUNTS:
        count = event.counts.get(role)
        found[role] = count.value if count else None
        found[f"{role}_qualifier"] = count.qualifier.value if count else event.vague.get(role)
    return found


def _ranges(event: Event, ranges: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    """Return the least and the largest number that the report states as a range, or that reports state."""
    found: dict[str, Any] = {}
    for role in COUNTS:
        count = event.counts.get(role)
        own = (count.value, count.high) if count and count.high is not None else (None, None)
        found[f"{role}_min"], found[f"{role}_max"] = ranges.get(role, own)
    return found


def _evidence(record: Record) -> dict[str, Any]:
    event, article = record.event, record.article
    start, end = _mention_span(event)
    return {
        "excerpt": event.sentence,
        "mention_start": start,
        "mention_end": end,
        "title": article.title,
        "source": article.source or None,
        "source_url": safe_link(article.url) or None,
        "source_date": _iso(article.published),
        "article_count": record.article_count,
        "independent_source_count": record.independent_source_count,
        "article_id": article.id,
        "copy_of": record.copy_of or None,
        "incident_id": record.incident_id,
    }


def _mention_span(event: Event) -> tuple[int, int] | tuple[None, None]:
    """Return where the sentence names the place, in code points of the sentence."""
    if event.resolution is None or not event.resolution.mention.surface:
        return None, None
    mention = event.resolution.mention
    start, end = mention.start - event.start, mention.end - event.start
    named = start >= 0 and event.sentence[start:end] == mention.surface
    return (start, end) if named else (None, None)


def _shape(where: Resolution | None) -> dict[str, Any] | None:
    if where is None:
        return None
    if where.geometry is None:
        lon, lat = where.coordinates.lonlat
        point = [round(lon, _DECIMALS), round(lat, _DECIMALS)]
        return {"geometry": {"type": "Point", "coordinates": point}}
    return _drawn(where.geometry)


@lru_cache(256)
def _drawn(geometry: BaseGeometry) -> dict[str, Any]:
    tidied = tidy(geometry)
    if tidied.is_empty:
        return {"geometry": None, "wkb": None}
    box = [round(edge, _DECIMALS) for edge in bounds(tidied)]
    drawn = orjson.loads(shapely.to_geojson(tidied))
    return {"geometry": drawn, "bbox": box, "wkb": bytes(tidied.wkb)}


def _role(shape: dict[str, Any] | None) -> str | None:
    if not shape or not shape["geometry"]:
        return None
    kind = shape["geometry"]["type"].removeprefix("Multi")
    return {"Point": "point", "LineString": "line"}.get(kind, "area")


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None
