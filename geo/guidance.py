"""What is known before an article is read: whom it was written for, and what its reader looks for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gazetteer.place import Coordinates


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Where a publisher is at home, as its other articles tell or as somebody set it.

    `countries` and `divisions` are shares from 0 to 1 by ISO 3166-1 alpha-2 code, and by code and
    first-level division; `home` is the point that its articles gather round, None where they
    gather nowhere. `articles` is the number it was learned from, 0 where it was set by hand.
    """

    countries: Mapping[str, float] = field(default_factory=dict)
    divisions: Mapping[tuple[str, str], float] = field(default_factory=dict)
    home: Coordinates | None = None
    articles: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Guidance:
    """How a reader steers the reading; an empty one changes nothing.

    `focus` are the countries of a project (ISO 3166-1 alpha-2): places in them are preferred.
    `blocked` are names that are never places, `allowed` names that always are, both as
    `gazetteer.names.fold` leaves them. `profile` is the publisher's.
    """

    focus: frozenset[str] = frozenset()
    blocked: frozenset[str] = frozenset()
    allowed: frozenset[str] = frozenset()
    profile: Profile | None = None


#: Nothing is known.
UNGUIDED = Guidance()
