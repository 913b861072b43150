"""What the page of one article shows: its text marked, its places, its events, what stayed open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from geo.features import feature, geometry_json
from geo.model import Role
from geo.record import Record
from geo.resolution.claims import labelled
from webapp.marking import Span, Stretch, paragraphs
from webapp.words import distance_words, in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapely.geometry.base import BaseGeometry

    from gazetteer.place import Gazetteer
    from geo.model import Event, Mention, Reading, Resolution

_DECIMALS = 6
#: Finer lines than this share of a shape's size cannot be seen on the small map.
_DETAIL = 1 / 400


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceEntry:
    """One place of the article, with all that it is called there."""

    key: str
    name: str
    kind: str
    within: str
    times: int
    role: str
    confidence: float
    uncertainty: str
    why: str
    alternatives: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventEntry:
    """One event of the article in words, and the feature that the map draws."""

    id: str
    kind: str
    label: str
    status: str
    place: str
    words: dict[str, Any]
    why: str
    feature: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """All that the page shows; `data` is what its script reads."""

    paragraphs: tuple[tuple[Stretch, ...], ...]
    places: tuple[PlaceEntry, ...]
    open_names: tuple[str, ...]
    events: tuple[EventEntry, ...]
    data: dict[str, Any]


def sheet(reading: Reading, *, labels: dict[str, str], gazetteer: Gazetteer) -> Sheet:
    """Arrange a reading for its page; `labels` are the names of the kinds of event."""
    groups = _grouped(reading.resolutions)
    places = tuple(
        _place(key, found, gazetteer=gazetteer) for key, found in _keyed("p", groups.values())
    )
    events = tuple(_event(record, labels, gazetteer) for record in _records(reading))
    return Sheet(
        paragraphs=tuple(
            paragraphs(
                reading.article.text,
                names=[*_name_spans(groups), *_open_spans(reading.unplaced)],
                claims=[Span(start=e.start, end=e.end, key=e.id) for e in reading.events],
            )
        ),
        places=places,
        open_names=tuple(dict.fromkeys(mention.surface for mention in reading.unplaced)),
        events=events,
        data={
            "places": [_drawn(key, found) for key, found in _keyed("p", groups.values())],
            "events": [{**e.feature, "words": e.words, "status": e.status} for e in events],
        },
    )


def _grouped(resolutions: Iterable[Resolution]) -> dict[tuple[str, str], list[Resolution]]:
    """Gather the mentions of one place; a description ("near X") is a place of its own."""
    groups: dict[tuple[str, str], list[Resolution]] = {}
    for found in resolutions:
        told = found.mention.surface if found.mention.role is Role.RELATION else ""
        groups.setdefault((found.place.id, told), []).append(found)
    return groups


def _keyed(
    letter: str, groups: Iterable[Sequence[Resolution]]
) -> Iterable[tuple[str, Sequence[Resolution]]]:
    return ((f"{letter}{number}", group) for number, group in enumerate(groups, start=1))


def _name_spans(groups: dict[tuple[str, str], list[Resolution]]) -> Iterable[Span]:
    for key, group in _keyed("p", groups.values()):
        for found in group:
            yield Span(start=found.mention.start, end=found.mention.end, key=key)


def _open_spans(mentions: Iterable[Mention]) -> Iterable[Span]:
    return (Span(start=m.start, end=m.end, key="") for m in mentions)


def _place(key: str, group: Sequence[Resolution], *, gazetteer: Gazetteer) -> PlaceEntry:
    best = max(group, key=lambda found: found.confidence)
    return PlaceEntry(
        key=key,
        name=best.name,
        kind=best.kind,
        within=_within(best, gazetteer),
        times=len(group),
        role=best.mention.role.value,
        confidence=best.confidence,
        uncertainty=distance_words(best.uncertainty_km),
        why=best.why,
        alternatives=tuple(_alternative(best, gazetteer)),
    )


def _within(found: Resolution, gazetteer: Gazetteer) -> str:
    """Return the division and the countries that a place lies in."""
    place = found.place
    named = [gazetteer.country(code) for code in found.country_codes]
    countries = [country.name for country in named if country and country.name != found.name]
    division = (
        gazetteer.admin1(place.country_codes[0], place.admin1)
        if place.admin1 and place.country_codes
        else None
    )
    above = [division.name] if division and division.name != found.name else []
    return ", ".join([*above, " and ".join(countries)] if countries else above)


def _alternative(found: Resolution, gazetteer: Gazetteer) -> Iterable[str]:
    for other in found.alternatives:
        name = labelled(other.place, gazetteer)
        yield name if other.chance is None else f"{name} · {100 * other.chance:.0f} %"


def _drawn(key: str, group: Sequence[Resolution]) -> dict[str, Any]:
    """Return what the map draws of a place: a point, or its line or area made simple."""
    best = max(group, key=lambda found: found.confidence)
    lat, lon = best.coordinates.latlon
    shape = best.geometry
    return {
        "key": key,
        "name": best.name,
        "kind": best.kind,
        "lat": round(lat, _DECIMALS),
        "lon": round(lon, _DECIMALS),
        "geometry": None if shape is None else geometry_json(_simple(shape)),
        "precision": best.precision.value,
    }


def _simple(shape: BaseGeometry) -> BaseGeometry:
    west, south, east, north = shape.bounds
    simple = shape.simplify(max(east - west, north - south) * _DETAIL)
    return shape if simple.is_empty or not simple.is_valid else simple


def _records(reading: Reading) -> Iterable[Record]:
    incident = {event.id: each.id for each in reading.incidents for event in each.events}
    for event in reading.events:
        yield Record(
            event=event, article=reading.article, incident_id=incident.get(event.id, event.id)
        )


def _event(record: Record, labels: dict[str, str], gazetteer: Gazetteer) -> EventEntry:
    event: Event = record.event
    return EventEntry(
        id=event.id,
        kind=event.kind,
        label=labels.get(event.kind, event.kind),
        status=event.status.value,
        place=event.resolution.name if event.resolution else "",
        words=in_words(record),
        why=event.why,
        feature=feature(record, gazetteer=gazetteer),
    )
