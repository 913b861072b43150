"""The errors of the gazetteer. Each says what was found, what was wanted, and what to do."""

from __future__ import annotations


class GazetteerError(Exception):
    """The root of the gazetteer's errors; its text is one line."""


class NotBuiltError(GazetteerError, FileNotFoundError):
    """No gazetteer stands where one was looked for."""


class DamagedError(GazetteerError, ValueError):
    """The gazetteer's files do not belong together, or are cut short."""


class FormatError(GazetteerError, ValueError):
    """The gazetteer was built by another version, in another format."""
