"""The offline basemap."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, Response, abort, request
from PIL import Image

from webapp.basemap import MAX_ZOOM, THEMES, Tile
from webapp.basemap.palette import encode
from webapp.basemap.style import style
from webapp.state import state

blueprint = Blueprint("tiles", __name__)
_A_WEEK = "public, max-age=604800"


@blueprint.get("/tiles/<theme>/<int:z>/<int:x>/<int:y>.png")
def tile(theme: str, z: int, x: int, y: int) -> Response:
    """Return a tile of the basemap; `scale=@2x` asks for the one of dense screens."""
    if theme not in THEMES or z > MAX_ZOOM:
        abort(404)
    try:
        asked = Tile(z=z, x=x, y=y)
    except ValueError as error:
        abort(404, str(error))
    scale = 2 if request.args.get("scale") == "@2x" else 1
    png = state().basemap.png(theme, asked, scale=scale)
    response = Response(png or _pending(theme), content_type="image/png")
    response.headers["Cache-Control"] = _A_WEEK if png else "no-store"
    return response


@cache
def _pending(theme: str) -> bytes:
    """Return one pixel of water: the page asks again for a tile that comes as small as this."""
    return encode(Image.new("RGB", (1, 1), style(theme).water), theme=theme)
