"""Places that a text describes by others: near, south of, between, off the coast of, the border with.

Each finder takes the text and its resolutions and yields more resolutions, whose mention has the
role RELATION and whose place is the anchor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo.relations.bearings import find_bearings
from geo.relations.borders import find_borders
from geo.relations.coast import find_off_coast
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
        *find_off_coast(text, resolutions, gazetteer),
        *find_parts(text, resolutions, gazetteer),
    ]
    return _widest(found)


def _widest(found: Sequence[Resolution]) -> list[Resolution]:
    """Drop a description that lies inside a longer one."""
    kept: list[Resolution] = []
    start = end = -1
    for resolution in sorted(found, key=lambda r: (r.mention.start, -r.mention.end)):
        mention = resolution.mention
        if mention.end > end or (mention.start, mention.end) == (start, end):
            kept.append(resolution)
            start, end = mention.start, mention.end
    return kept
