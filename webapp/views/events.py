"""The events as GeoJSON, and each by its id."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, render_template, request

from geo.errors import BadInputError
from geo.features import feature
from geo.privacy import Audience, located
from geo.query import EventQuery
from webapp.incident_words import (
    copy_words,
    decision_words,
    disagreements,
    report_numbers,
    told_by_words,
)
from webapp.kinds import drawn_kinds
from webapp.responses import kept_response, page_tag, tagged
from webapp.state import state, store
from webapp.words import in_words

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from geo.record import IncidentRecord, Record

blueprint = Blueprint("events", __name__)
DEFAULT_LIMIT = 1_000
_GEOJSON = "application/geo+json"
_MAX_ZOOM = 12
# Half a pixel of the map at zoom 0.
_DETAIL_DEG = 360 / 256 / 2


@blueprint.get("/events.geojson")
def events() -> Response:
    """Return the events that a query asks for: the parameters are those of `EventQuery.parse`.

    `limit` and `after` page through them. `zoom` leaves out what no map of that zoom could show
    of a line or an area; `words` adds what the popup says.
    """
    query, zoom, words = asked_query(), _asked_zoom(), "words" in request.args
    return kept_response(lambda: collection(query, zoom=zoom, words=words), content_type=_GEOJSON)


@blueprint.get("/events/<event_id>.json")
def event_data(event_id: str) -> Response:
    """Return one event with all reports of its incident, by its id or any that the incident had."""
    found = _incident(event_id)
    if not _is_current(event_id, found):
        return _moved(f"/events/{found.id}.json")
    return kept_response(
        lambda: _with_reports(_asked(event_id, found), found), content_type="application/json"
    )


@blueprint.get("/events/<event_id>")
def event(event_id: str) -> Response:
    """Return the page of an incident, which is the permanent address of each of its reports.

    An id that the incident had once, before it was merged, leads to the one that it has now.
    """
    found = _incident(event_id)
    if not _is_current(event_id, found):
        return _moved(f"/events/{found.id}")
    tag = page_tag()
    record = _asked(event_id, found)
    page = render_template(
        "event.html",
        kind=next((k for k in drawn_kinds() if k["name"] == record.event.kind), None),
        event=_described(record),
        reports=[_report(report, found) for report in found.reports],
        incident=found,
        told_by=told_by_words(record),
        disagreements=disagreements(found.reports),
        decisions=decision_words(found) if store().audience is Audience.OWNER else [],
    )
    return tagged(Response(page), tag)


def asked_query() -> EventQuery:
    """Return the query of the request; raises BadInputError naming the parameter."""
    args = request.args
    query = EventQuery.parse(
        kind=args.getlist("kind"),
        from_=args.get("from"),
        to=args.get("to"),
        bbox=args.get("bbox"),
        q=args.get("q"),
        place=args.get("place"),
        source=args.getlist("source"),
        status=args.getlist("status"),
        near=args.get("near"),
        precision=args.getlist("precision"),
        confidence=args.get("confidence"),
        review=args.getlist("review"),
        limit=args.get("limit"),
        after=args.get("after"),
    )
    return located(query, gazetteer=state().gazetteer, audience=store().audience)


def collection(query: EventQuery, *, zoom: int | None, words: bool) -> dict[str, Any]:
    """Return the GeoJSON of a query, with what it leaves out and where that is found."""
    limit = query.limit or DEFAULT_LIMIT
    asked = replace(query, limit=limit + 1)
    records = list(islice(store().records(asked), limit + 1))
    truncated = len(records) > limit
    whole = replace(query, after="", limit=None)
    return {
        "type": "FeatureCollection",
        "features": [_drawn(record, zoom=zoom, words=words) for record in records[:limit]],
        "numberMatched": store().total(whole),
        "numberReturned": min(len(records), limit),
        "numberStored": store().total(EventQuery()),
        "counts": store().counts(whole),
        "truncated": truncated,
        "links": [_next_link(query, records[limit - 1])] if truncated else [],
    }


def _incident(any_id: str) -> IncidentRecord:
    found = store().incidents().record(any_id)
    return found or abort(404, "No event of this id is known here.")


def _is_current(any_id: str, incident: IncidentRecord) -> bool:
    """Tell whether an id is an incident's own or one of its reports'; else it had it once."""
    return any_id == incident.id or any(r.event.id == any_id for r in incident.reports)


def _moved(address: str) -> Response:
    """Lead on for now: a merge can be taken back."""
    return Response(status=302, headers={"Location": address})


def _asked(any_id: str, incident: IncidentRecord) -> Record:
    """Return the report that was asked for, the best one where it was the incident."""
    return next((r for r in incident.reports if r.event.id == any_id), incident.reports[0])


def _report(record: Record, incident: IncidentRecord) -> dict[str, Any]:
    return {
        **_described(record),
        "numbers": report_numbers(record),
        "carries": copy_words(record, incident.reports),
        "reason": incident.reasons.get(record.event.id, ""),
    }


def _described(record: Record) -> dict[str, Any]:
    """Return a feature with its excerpt cut at the place's name, for a template."""
    found = _drawn(record, zoom=None, words=True)
    told = found["properties"]
    start, end = told["mention_start"], told["mention_end"]
    if start is None:
        start = end = len(told["excerpt"])
    excerpt = told["excerpt"]
    return {**found, "before": excerpt[:start], "named": excerpt[start:end], "after": excerpt[end:]}


def _with_reports(record: Record, incident: IncidentRecord) -> dict[str, Any]:
    return {
        **_drawn(record, zoom=None, words=True),
        "incident": incident.id,
        "reports": [
            {
                **_drawn(report, zoom=None, words=True),
                "reason": incident.reasons.get(report.event.id),
            }
            for report in incident.reports
        ],
        "disagreements": disagreements(incident.reports),
    }


def _drawn(record: Record, *, zoom: int | None, words: bool) -> dict[str, Any]:
    shown = record if zoom is None else _coarser(record, zoom)
    found = feature(shown, gazetteer=state().gazetteer)
    return {**found, "words": in_words(record)} if words else found


def _coarser(record: Record, zoom: int) -> Record:
    """Leave out the vertices of a line or an area that a zoom cannot show."""
    where = record.event.resolution
    if where is None or where.geometry is None:
        return record
    geometry = _simplified(where.geometry, _DETAIL_DEG / 2**zoom)
    return replace(
        record, event=replace(record.event, resolution=replace(where, geometry=geometry))
    )


@lru_cache(512)
def _simplified(geometry: BaseGeometry, tolerance_deg: float) -> BaseGeometry:
    simple = geometry.simplify(tolerance_deg)
    return geometry if simple.is_empty or not simple.is_valid else simple


def _asked_zoom() -> int | None:
    text = request.args.get("zoom")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and int(text) <= _MAX_ZOOM):
        raise BadInputError(f"zoom {text[:40]!r}: wanted a whole number from 0 to {_MAX_ZOOM}")
    return int(text)


def _next_link(query: EventQuery, last: Record) -> dict[str, str]:
    pairs = dict(replace(query, after=last.cursor).params)
    shown = {key: request.args[key] for key in ("zoom", "words") if key in request.args}
    href = f"{request.path}?{urlencode({**pairs, **shown})}"
    return {"rel": "next", "href": href, "type": _GEOJSON}
