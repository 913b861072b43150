"""The map page."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from geo.exporters import usable_formats
from geo.query import EventQuery
from webapp.kinds import drawn_kinds
from webapp.mapview import build_map, render
from webapp.opening import opening_bounds
from webapp.security import audience, config
from webapp.state import state, store

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def index() -> Response:
    """Return the map with its list; the events follow by /events.geojson."""
    opened, everything = store(), EventQuery()
    total = opened.total(everything)
    if not total:
        return Response(render_template("empty.html", db=str(config().db)))
    made = build_map(
        assets=state().assets,
        kinds=drawn_kinds(),
        counts=opened.counts(everything),
        bounds=opening_bounds(opened),
        options={
            "kinds": drawn_kinds(),
            "events": "/events.geojson",
            "total": total,
            "audience": audience().value,
            "embedded": False,
        },
    )
    return Response(
        render_template(
            "map.html",
            parts=render(made),
            total=total,
            days=opened.date_range(),
            formats=usable_formats(),
        )
    )
