"""Data inside a page."""

from __future__ import annotations

from typing import Any

import orjson
from markupsafe import Markup


def inline_json(data: Any) -> Markup:
    """Return data as JSON for a script element: no tag can end or begin in it."""
    json = orjson.dumps(data).decode()
    escaped = json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Markup(escaped)  # noqa: S704
