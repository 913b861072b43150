"""The command line; each command is a module that imports what is heavy when it runs."""

from __future__ import annotations

from geo.cli.main import main

__all__ = ["main"]
