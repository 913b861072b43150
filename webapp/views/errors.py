"""What is answered when something is wrong: one clear line, and never a stack trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, current_app, render_template, request
from werkzeug.exceptions import BadRequest, HTTPException, InternalServerError, ServiceUnavailable

from geo.errors import BadInputError, StoreError
from webapp.phrases import phrase
from webapp.responses import json_response

if TYPE_CHECKING:
    from flask import Flask

_DATA = (".json", ".geojson", ".png", ".svg")


def init_app(app: Flask) -> None:
    """Answer every error in the look of the pages."""
    app.register_error_handler(HTTPException, _answer)
    app.register_error_handler(BadInputError, _bad_input)
    app.register_error_handler(StoreError, _no_store)
    app.register_error_handler(Exception, _unforeseen)


def _bad_input(error: BadInputError) -> Response:
    return _answer(BadRequest(str(error)))


def _no_store(error: StoreError) -> Response:
    current_app.logger.error("%s", error)
    return _answer(ServiceUnavailable("The store cannot be read: see the log of the server."))


def _unforeseen(error: Exception) -> Response:
    current_app.logger.exception("%s %s", request.method, request.path, exc_info=error)
    return _answer(InternalServerError("The error is in the log of the server."))


def _answer(error: HTTPException) -> Response:
    code = error.code or 500
    if request.path.endswith(_DATA):
        return json_response({"error": error.description}, status=code)
    known = code if code in (400, 403, 404, 405, 413, 500, 503) else 500
    page = render_template(
        "error.html", code=code, title=phrase(f"error_{known}"), line=error.description
    )
    return Response(page, status=code)
