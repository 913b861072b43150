"""Look up the place that a query names, so far as the one who asks may measure from it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from geo.errors import BadInputError
from geo.privacy.audience import Audience
from geo.privacy.wording import is_open_place

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer
    from geo.query import EventQuery


def located(query: EventQuery, *, gazetteer: Gazetteer | None, audience: Audience) -> EventQuery:
    """Return a query whose `near` has its centre; raise BadInputError for a place that has none.

    The public measures from wide places and larger towns alone: circles around a building of the
    owner's own gazetteer would tell where it stands.
    """
    near = query.near
    if near is None or near.centre is not None:
        return query
    place = gazetteer.place(near.place) if gazetteer else None
    if audience is Audience.PUBLIC and (place is None or not is_open_place(place)):
        raise BadInputError(
            f"near {near.place!r}: no larger town of this id; wanted one, or lat,lon,km"
        )
    return replace(query, near=near.located(gazetteer))
