"""What is in view as a file, in any format; each with what it rests on."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Blueprint, Response, request, send_file
from werkzeug.exceptions import ServiceUnavailable

from geo.errors import BadInputError
from geo.exporters import export, format_of, methods_of
from geo.privacy import Audience
from webapp.responses import known_already, page_tag, tagged
from webapp.state import state, store
from webapp.views.events import asked_query

if TYPE_CHECKING:
    from geo.exporters import Format
    from geo.query import EventQuery

blueprint = Blueprint("exports", __name__)
# A visitor may not keep the machine busy for all others; the owner may.
_MOST_FOR_THE_PUBLIC = 100_000
_AT_ONCE = threading.BoundedSemaphore(2)
_PATIENCE_S = 20


@blueprint.get("/export")
def exported() -> Response:
    """Return what a query asks for as a file: `format`, and the parameters of /events.geojson."""
    query, form = asked_query(), format_of(request.args.get("format", ""))
    _check_size(query)
    tag = page_tag()
    known = known_already(tag)
    if known:
        return known
    response = _written(query, form)
    address = f"/export/methods.txt?{urlencode(query.params)}"
    response.headers["Link"] = f'<{address}>; rel="describedby"; type="text/plain"'
    return tagged(response, tag)


@blueprint.get("/export/methods.txt")
def methods() -> Response:
    """Return what an export of a query rests on, as plain text."""
    return Response(
        methods_of(store(), asked_query()).text, content_type="text/plain; charset=utf-8"
    )


def _check_size(query: EventQuery) -> None:
    if store().audience is Audience.OWNER:
        return
    number = store().total(query)
    if number > _MOST_FOR_THE_PUBLIC:
        raise BadInputError(
            f"{number} events: more than the {_MOST_FOR_THE_PUBLIC} of one download; "
            "wanted a nearer view, fewer days or fewer kinds"
        )


def _written(query: EventQuery, form: Format) -> Response:
    """Write a file and send it; it is gone when it has been sent."""
    folder = tempfile.TemporaryDirectory(prefix="placeline-")
    try:
        path = Path(folder.name, f"events{form.suffix}")
        _write(query, form, path)
        response = send_file(
            path,
            mimetype=form.content_type,
            as_attachment=True,
            download_name=path.name,
            etag=False,
        )
    except BaseException:
        folder.cleanup()
        raise
    # Passed through, it would never be told that it has been sent.
    response.direct_passthrough = False
    response.call_on_close(folder.cleanup)
    # Files are sent as they are: squeezing would need them whole in memory.
    response.headers["Vary"] = "Accept-Encoding"
    return response


def _write(query: EventQuery, form: Format, path: Path) -> None:
    if not _AT_ONCE.acquire(timeout=_PATIENCE_S):
        raise ServiceUnavailable("Other files are being written; try again in a minute.")
    try:
        export(store(), query, format_=form.name, output=path, gazetteer=state().gazetteer)
    finally:
        _AT_ONCE.release()
