"""Places that a text describes by others: near, south of, between, the border with, the north of.

Each finder takes the text and its resolutions and yields more resolutions, whose mention has the
role RELATION and whose place is the anchor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo.relations.bearings import find_bearings
from geo.relations.borders import find_borders
from geo.relations.nearness import find_near
from geo.relations.parts import find_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.place import Gazetteer
    from geo.model import Resolution

__all__ = ["find_relations"]


def find_relations(
    text: str, resolutions: Sequence[Resolution], gazetteer: Gazetteer
) -> list[Resolution]:
    """Return the described places of a text, in the order of their mentions."""
    borders = list(find_borders(text, resolutions, gazetteer))
    found = [
        *borders,
        *find_bearings(text, resolutions),
        *find_near(text, [*resolutions, *borders]),
        *find_parts(text, resolutions, gazetteer),
    ]
    return sorted(_widest(found), key=lambda r: (r.mention.start, r.mention.end))


def _widest(found: Sequence[Resolution]) -> list[Resolution]:
    """Drop a description that lies inside a wider one of the same anchor's text."""
    return [
        r
        for r in found
        if not any(
            o is not r
            and o.mention.start <= r.mention.start
            and r.mention.end <= o.mention.end
            and o.mention.end - o.mention.start > r.mention.end - r.mention.start
            for o in found
        )
    ]
