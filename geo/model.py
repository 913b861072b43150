"""The nouns of the path: article, mention, resolution, event, incident."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from shapely.geometry.base import BaseGeometry

    from gazetteer.place import Coordinates, Place


class Role(StrEnum):
    """What a recognised name does in its sentence.

    LOCAL is a street, school or hamlet that the gazetteer lacks: its place is the one that it lies near.
    """

    NAME = "name"
    DEMONYM = "demonym"
    DATELINE = "dateline"
    RELATION = "relation"
    ORGANISATION = "organisation"
    PERSON = "person"
    LOCAL = "local"


class Precision(StrEnum):
    """How finely the text says where, finest first."""

    EXACT = "exact"
    SETTLEMENT = "settlement"
    DISTRICT = "district"
    REGION = "region"
    BORDER = "border"
    COUNTRY = "country"


class Status(StrEnum):
    """What the text claims of an event; only what happened is on the map by default."""

    HAPPENED = "happened"
    PLANNED = "planned"
    DENIED = "denied"
    BACKGROUND = "background"


class Qualifier(StrEnum):
    """How the text bounds a number."""

    EXACTLY = "exactly"
    AT_LEAST = "at least"
    MORE_THAN = "more than"
    ALMOST = "almost"
    ABOUT = "about"
    UP_TO = "up to"


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """A text and where it comes from.

    `id` is its own where the source gives one, else a hash of title and text. `published` is the
    day that its dates are read against, None where unknown. `language` is ISO 639-1, empty where
    unknown.
    """

    id: str
    text: str
    title: str = ""
    source: str = ""
    url: str = ""
    published: date | None = None
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A recognised name: `article.text[start:end] == surface` (code points, end exclusive)."""

    start: int
    end: int
    surface: str
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """Another place that a mention may mean, and the chance that it does.

    `chance` runs from 0 to 1; with the confidence of the resolution the chances add up to 1 at
    most. None in stores of before chances were kept.
    """

    place: Place
    chance: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """Where a mention lies, and how sure that is.

    `place` is the gazetteer's place, for a relation ("40 km south of Kharkiv") its anchor.
    `coordinates` is the point itself or the label point of `geometry`; `geometry` is the line,
    area or ring that the text speaks of (x = longitude), None for a mere point.
    `uncertainty_km` is the radius within which the true position is expected; `confidence` runs
    from 0 to 1; `alternatives` are the other candidates, the likeliest first; `why` is one plain
    sentence. `country_codes` are ISO 3166-1 alpha-2.
    """

    mention: Mention
    place: Place
    name: str
    kind: str
    country_codes: tuple[str, ...]
    coordinates: Coordinates
    geometry: BaseGeometry | None = None
    precision: Precision
    uncertainty_km: float
    confidence: float
    alternatives: tuple[Alternative, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A number that the text states of an event; null is not 0.

    Of a range ("30 to 40") `value` is the lower end and `high` the upper one.
    """

    value: int
    qualifier: Qualifier = Qualifier.EXACTLY
    high: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A claim of one sentence: what happened, where, when, to how many.

    `start` and `end` bound the sentence in the article's text. `resolution` is None where the
    place is unknown; such an event is listed, never drawn. `earliest` and `latest` are inclusive
    days, None where the text and the article give none. `counts` maps killed, injured, arrested
    and people to what is stated, `vague` those of which the text only says "dozens" or
    "hundreds" to that word. `why` says in plain words what the event was read from.
    """

    id: str
    article_id: str
    kind: str
    start: int
    end: int
    sentence: str
    resolution: Resolution | None
    earliest: date | None
    latest: date | None
    status: Status
    counts: Mapping[str, Count] = field(default_factory=dict)
    vague: Mapping[str, str] = field(default_factory=dict)
    confidence: float
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """One happening and the events that report it, the best report first."""

    id: str
    kind: str
    events: tuple[Event, ...]

    @property
    def best(self) -> Event:
        """The report that the incident is shown by."""
        return self.events[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All that was read from one article. `unplaced` are names recognised and not located."""

    article: Article
    resolutions: tuple[Resolution, ...]
    unplaced: tuple[Mention, ...]
    events: tuple[Event, ...]
    incidents: tuple[Incident, ...]


def article_id(*, title: str, text: str) -> str:
    """Return the id of an article by its content: 16 hexadecimal digits of SHA-256."""
    content = "\x1f".join(" ".join(part.split()) for part in (title, text))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def event_id(*, article: str, start: int, end: int, kind: str, place: str) -> str:
    """Return the id of an event: a hash of article, sentence span, kind and place as written."""
    key = "\x1f".join((article, str(start), str(end), kind, place))
    return hashlib.sha256(key.encode()).hexdigest()[:16]
