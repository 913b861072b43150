"""Who asks, and what every answer carries for the reader's safety."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from flask import abort, current_app, g, request

from geo.privacy import Audience
from webapp.config import LOCAL_HOSTS, Config, host_name, is_loopback

if TYPE_CHECKING:
    from flask import Flask, Response

# Set by proxies: a request that carries one was not made on this machine.
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via")
_POLICY = (
    "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'"
)


def config() -> Config:
    """Return the settings of the running application."""
    settings: Config = current_app.extensions["placeline"].config
    return settings


def nonce() -> str:
    """Return the request's own token that its inline scripts carry."""
    if "nonce" not in g:
        g.nonce = secrets.token_urlsafe(16)
    return str(g.nonce)


def audience() -> Audience:
    """Return who asks: the owner on this very machine, else the public.

    An embedded map is for the public wherever it is asked for.
    """
    local = (
        is_loopback(request.remote_addr or "")
        and host_name(request.host) in LOCAL_HOSTS
        and request.environ.get("SERVER_PROTOCOL") != "HTTP/1.0"
        and not any(header in request.headers for header in _FORWARDED)
    )
    return Audience.OWNER if local and not _is_embed() else Audience.PUBLIC


def is_own_page() -> bool:
    """Tell whether a form was sent from a page of ours, as the browser itself says.

    Without a word of it (a program asks, or a browser from before 2023) the origin must be ours or
    not be named.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    return request.headers.get("Origin") in (None, request.host_url.rstrip("/"))


def init_app(app: Flask) -> None:
    """Check the host of every request and guard every answer."""
    app.before_request(_check_host)
    app.after_request(_guard)
    app.jinja_env.globals["nonce"] = nonce
    app.context_processor(lambda: {"owner": audience() is Audience.OWNER})


def _check_host() -> None:
    if not config().answers_to(request.host):
        abort(400, f"Host {request.host[:80]!r}: not served here; start serve with --public-url")


def _guard(response: Response) -> Response:
    headers = response.headers
    policy = _POLICY.format(nonce=nonce())
    if not _is_embed():
        # Left out for the embedded map: a star would keep out a report that is opened as a file.
        policy += "; frame-ancestors 'none'"
        headers["X-Frame-Options"] = "DENY"
    headers["Content-Security-Policy"] = policy
    headers.setdefault("Cache-Control", "no-cache")
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
    return response


def _is_embed() -> bool:
    return request.blueprint == "embed"
