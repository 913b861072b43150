"""What a new reading of an article changes in its events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from geopy.distance import geodesic

if TYPE_CHECKING:
    from geo.model import Event, Reading, Resolution

# Nearer than this is the same position, written with other decimals.
_SAME_KM = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """An event whose place is another now; None stands for no place, `km` is then None too."""

    name: str
    before: Resolution | None
    after: Resolution | None
    km: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The events that two readings of one article do not share, and those that moved."""

    gained: tuple[Event, ...]
    lost: tuple[Event, ...]
    moved: tuple[Moved, ...]


def changes(before: Reading, after: Reading) -> Changes:
    """Compare two readings of one article, event by event."""
    old = {event.id: event for event in before.events}
    new = {event.id: event for event in after.events}
    pairs = ((old[key], event) for key, event in new.items() if key in old)
    return Changes(
        gained=tuple(event for key, event in new.items() if key not in old),
        lost=tuple(event for key, event in old.items() if key not in new),
        moved=tuple(moved for one, other in pairs if (moved := _moved(one, other))),
    )


def _moved(before: Event, after: Event) -> Moved | None:
    old, new = before.resolution, after.resolution
    if old is None and new is None:
        return None
    km = geodesic(old.coordinates.latlon, new.coordinates.latlon).km if old and new else None
    if old and new and old.place.id == new.place.id and (km or 0.0) < _SAME_KM:
        return None
    told = new or old
    return Moved(name=told.mention.surface if told else "", before=old, after=new, km=km)
