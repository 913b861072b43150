"""The errors of Placeline. Each says what was found, what was wanted, and what to do."""

from __future__ import annotations


class PlacelineError(Exception):
    """The root of all errors that a user can mend; its text is one line."""


class BadInputError(PlacelineError, ValueError):
    """An argument, a parameter or a file holds something that cannot be used."""


class UnreadableError(BadInputError):
    """A file or an article cannot be read; the rest of a batch goes on."""


class StoreError(PlacelineError, RuntimeError):
    """The store is of another version, locked, full or damaged."""
