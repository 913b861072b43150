"""Numbers told a sentence late: the post was overrun, then "elders speak of 80 dead"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from geo.counts import casualties
from geo.extraction.scene import is_fine, is_scene
from geo.model import Status
from geo.status import claim

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from geo.dates import Timed
    from geo.extraction.situation import Situation
    from geo.model import Count, Event

#: So many sentences after a happening its dead and hurt may be told.
REACH = 2


def carry(event: Event, here: Situation, timed: Timed) -> Event:
    """Return an event with the dead, hurt and arrested that a later sentence tells of it.

    Only roles that the event lacks, from a sentence that names no other place and no other day.
    """
    if event.status is not Status.HAPPENED or _is_elsewhere(event, here) or _is_later(event, timed):
        return event
    found = _told(here)
    new = {role: count for role, count in found.items() if role not in event.counts}
    if not new or any(role in event.counts for role in found):
        return event
    roles = ", ".join(new)
    return replace(
        event,
        counts={**event.counts, **new},
        vague={role: word for role, word in event.vague.items() if role not in new},
        why=f"{event.why}; {roles}: from a sentence after it",
    )


def _told(here: Situation) -> Mapping[str, Count]:
    found: dict[str, Count] = {}
    for role, count, at in casualties(here.words, lexicon=here.lexicon):
        if claim(here.words, at, here.lexicon).status is Status.HAPPENED:
            found.setdefault(role, count)
    return found


def _is_elsewhere(event: Event, here: Situation) -> bool:
    own = event.resolution.place.id if event.resolution else None
    places: Sequence[str] = [
        word.resolution.place.id
        for at, word in enumerate(here.words)
        if word.resolution and is_fine(word.resolution) and is_scene(here.words, at, here.lexicon)
    ]
    return any(place != own for place in places)


def _is_later(event: Event, timed: Timed) -> bool:
    """Tell whether a sentence speaks of days that are not the event's."""
    if event.earliest is None or event.latest is None:
        return True
    return any(
        not mention.statement
        and (mention.span.earliest > event.latest or mention.span.latest < event.earliest)
        for mention in timed.mentions
    )
