"""Where the map opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo.query import BoundingBox, EventQuery

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geo.record import Record
    from geo.store import Store

_LOOKED_AT = 500
_WIDE_DEG = 12.0
_LEAST_DEG = 0.05


def opening_bounds(store: Store) -> BoundingBox | None:
    """Return the box of the latest events, None where none of them has a place."""
    boxes = [
        box for record in store.records(EventQuery(limit=_LOOKED_AT)) for box in _boxes(record)
    ]
    if not boxes:
        return None
    west, south = min(box.west for box in boxes), min(box.south for box in boxes)
    east, north = max(box.east for box in boxes), max(box.north for box in boxes)
    return BoundingBox(
        west=max(west - _LEAST_DEG, -180),
        south=max(south - _LEAST_DEG, -85),
        east=min(east + _LEAST_DEG, 180),
        north=min(north + _LEAST_DEG, 85),
    )


def _boxes(record: Record) -> Iterator[BoundingBox]:
    """Yield the box of an event's geometry; of one as wide as a country only its label point."""
    where = record.event.resolution
    if where is None:
        return
    lat, lon = where.coordinates.latlon
    west, south, east, north = where.geometry.bounds if where.geometry else (lon, lat, lon, lat)
    if max(east - west, north - south) > _WIDE_DEG:
        west, south, east, north = lon, lat, lon, lat
    yield BoundingBox(west=west, south=south, east=east, north=north)
