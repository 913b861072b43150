"""Where an event may have been: the names and nouns of its sentence, and the places named around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from geo.extraction.antecedents import stands_for
from geo.extraction.attachment import border_of_country, name_at, nearby, pinned
from geo.extraction.scene import is_fine
from geo.extraction.situation import Placed
from geo.extraction.unlocated import place_unlocated
from geo.model import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geo.extraction.kind import EventKind
    from geo.extraction.situation import Situation
    from geo.model import Resolution

NAME, NOUN, UNLOCATED, BEFORE, DATELINE, LATER, RULE, HINT = range(8)
#: A noun stands for a place within so many words of the trigger.
NOUN_REACH = 18
_BEFORE_SENTENCES, _MOST_BEFORE, _MOST_LATER = 12, 14, 2


class Option(NamedTuple):
    """A place that an event may have: where it was read from, and how many sentences ago."""

    placed: Placed
    source: int
    ago: int = 0
    is_rule: bool = False

    @property
    def resolution(self) -> Resolution:
        """The resolution that the event would get."""
        return self.placed.resolution


def options(here: Situation, *, trigger: int, kind: EventKind, rule: Placed | None) -> list[Option]:
    """Return the places that the event at a trigger may have; `rule` is the one that the rules take."""
    found = [*_of_sentence(here, trigger, kind)]
    if rule is not None and is_fine(rule.resolution):
        found = [option for option in found if is_fine(option.resolution)]
    own = {o.resolution.place.id for o in found if o.source == NAME}
    found += _hinted(here)
    found += [o for o in _around(here, own) if is_fine(o.resolution) or rule is None]
    if rule is None:
        return found
    at = next(
        (n for n, o in enumerate(found) if o.source != HINT and _is_same(o.placed, rule)), None
    )
    if at is None:
        return [*found, Option(rule, RULE, is_rule=True)]
    found[at] = found[at]._replace(placed=rule, is_rule=True)
    return found


def _is_same(one: Placed, rule: Placed) -> bool:
    if one.word is not None or rule.word is not None:
        return one.word == rule.word
    return (
        one.resolution.place.id == rule.resolution.place.id
        and one.resolution.kind == rule.resolution.kind
    )


def _of_sentence(here: Situation, trigger: int, kind: EventKind) -> Iterator[Option]:
    for at in range(len(here.words)):
        placed = name_at(here, at)
        if placed is not None:
            yield Option(_drawn(here, placed, trigger, kind), NAME)
        elif at in here.unlocated:
            placed = place_unlocated(here, at, kind)
            if placed is not None:
                yield Option(placed, UNLOCATED)
        elif abs(at - trigger) <= NOUN_REACH:
            placed = stands_for(here, at, kind)
            if placed is not None:
                yield Option(placed, NOUN)


def _hinted(here: Situation) -> Iterator[Option]:
    for at, (_, resolution) in here.hints.items():
        why = f"“{resolution.mention.surface}” is hardly known as a name; the sentence says something was there"
        yield Option(Placed(pinned(here, resolution), at, why), HINT)


def _drawn(here: Situation, placed: Placed, trigger: int, kind: EventKind) -> Placed:
    """A line is labelled where the text is at it; who gets into a country does so at its border."""
    if is_fine(placed.resolution):
        return placed._replace(resolution=pinned(here, placed.resolution))
    border = border_of_country(here, trigger, placed) if "border" in kind.fits else None
    return border or placed


def _around(here: Situation, own: set[str]) -> Iterator[Option]:
    """Yield the places of the sentences before, of the dateline and of the next sentences."""
    seen = set(own)
    for named in reversed(here.scene.named):
        ago = here.sentence - named.sentence
        if ago > _BEFORE_SENTENCES or len(seen) - len(own) >= _MOST_BEFORE:
            break
        if named.resolution.mention.role is not Role.DEMONYM and _is_new(named.resolution, seen):
            yield _context(named.resolution, BEFORE, ago)
    for resolution in here.scene.datelines:
        if is_fine(resolution) and _is_new(resolution, seen):
            yield _context(resolution, DATELINE, here.sentence)
    for resolution in here.scene.later(here.words[-1].end, _MOST_LATER):
        if _is_new(resolution, seen):
            yield _context(resolution, LATER, 1)


def _is_new(resolution: Resolution, seen: set[str]) -> bool:
    key = resolution.place.id
    new = key not in seen
    seen.add(key)
    return new


def _context(resolution: Resolution, source: int, ago: int) -> Option:
    why = f"the text is at “{resolution.mention.surface}”"
    return Option(Placed(nearby(resolution, why), None, why), source, ago)
