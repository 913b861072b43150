"""HTTP in, pages out: the Flask application with its Folium map."""

from __future__ import annotations

from webapp.app import create_app
from webapp.config import Config

__all__ = ["Config", "create_app"]
