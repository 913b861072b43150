"""The map for a frame in another site's page: for the public, and for anyone to frame.

A sandboxed frame has no origin, so its events come inside the page and its files are sent to all.
"""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request

from geo.query import EventQuery
from webapp.basemap import THEMES
from webapp.inline import inline_json
from webapp.kinds import drawn_kinds
from webapp.mapview import build_map, render
from webapp.opening import opening_bounds
from webapp.responses import kept_response
from webapp.security import audience, config
from webapp.state import state, store
from webapp.views.events import asked_query, collection

blueprint = Blueprint("embed", __name__)
# An embedded map is looked at from some way off: no finer lines are sent.
_DETAIL_ZOOM = 8


@blueprint.get("/embed")
def embed() -> Response:
    """Return the map alone; takes the filters of /events.geojson, and theme=light or dark."""
    query = asked_query()
    theme = request.args.get("theme", "")
    made = build_map(
        assets=state().assets,
        kinds=drawn_kinds(),
        counts=store().counts(query),
        bounds=opening_bounds(store()),
        options={
            "kinds": drawn_kinds(),
            "events": "",
            "audience": audience().value,
            "embedded": True,
        },
    )
    page = render_template(
        "embed.html",
        parts=render(made),
        events=inline_json(collection(query, zoom=_DETAIL_ZOOM, words=True)),
        theme=theme if theme in THEMES else "",
        full_url=_full_url(query),
    )
    return Response(page)


@blueprint.get("/embed/events.geojson")
def embedded_events() -> Response:
    """Return the public's events to a script of any site."""
    query = asked_query()
    response = kept_response(
        lambda: collection(query, zoom=None, words=False), content_type="application/geo+json"
    )
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


def _full_url(query: EventQuery) -> str:
    pairs = urlencode(dict(query.params))
    return f"{config().public_url.rstrip('/')}/" + (f"?{pairs}" if pairs else "")
