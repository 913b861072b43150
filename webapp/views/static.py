"""Static files, Leaflet, and the pictures of the kinds."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request

from webapp.kinds import icon
from webapp.responses import asset_response
from webapp.state import state, store

blueprint = Blueprint("assets", __name__)


@blueprint.get("/static/<version>/<path:path>")
def static(version: str, path: str) -> Response:
    """Return a file of ours or of Leaflet."""
    assets = state().assets
    asset = assets.find(path) or abort(404)
    return asset_response(asset, lasting=version == assets.version)


@blueprint.get("/kinds/<name>.svg")
def kind_icon(name: str) -> Response:
    """Return the picture of a kind of event."""
    lasting = request.args.get("v") == state().assets.version
    return asset_response(icon(name) or abort(404), lasting=lasting)


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    """Return the icon that some browsers ask for unbidden."""
    return asset_response(state().assets.find("icons/placeline.svg") or abort(404), lasting=False)


@blueprint.get("/healthz")
def healthz() -> Response:
    """Say that the application runs and its store can be read."""
    return Response(f"ok {store().version()}\n", content_type="text/plain")
