"""The kinds of events that are installed: ours and those of others, by their entry points."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from geo.errors import BadInputError
from geo.extraction.kind import EventKind

if TYPE_CHECKING:
    from collections.abc import Mapping

GROUP = "placeline.kinds"


@cache
def kinds() -> Mapping[str, EventKind]:
    """Return the kinds of events by name; BadInputError names an entry point that is none."""
    found: dict[str, EventKind] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda e: e.name):
        kind = entry.load()
        if not isinstance(kind, EventKind):
            raise BadInputError(
                f"entry point {entry.name} of {GROUP} is a {type(kind).__name__}: wanted an EventKind"
            )
        found[kind.name] = kind
    return found
