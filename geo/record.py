"""What leaves the store: an event with its article and its incident."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from geo.model import Article, Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One mark of the map: the best report of an incident, and what else reports it.

    `article.text` is left empty (ask the store for the article where the text is wanted).
    `generalisation` says method and metres where the position was made coarser, else it is
    empty. `added` is the moment of storing, ISO 8601 in UTC. `ranges` holds the least and the
    largest number that any report of the incident states, by role; `copy_of` is the id of the
    article whose text this one carries, empty where the text is its own.
    """

    event: Event
    article: Article
    incident_id: str
    article_count: int = 1
    independent_source_count: int = 1
    generalisation: str = ""
    review_status: str = "machine"
    added: str = ""
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    copy_of: str = ""

    @property
    def event_date(self) -> str:
        """The first day of the event, ISO 8601; empty where unknown."""
        day = self.event.earliest or self.event.latest
        return day.isoformat() if day else ""

    @property
    def cursor(self) -> str:
        """What `EventQuery.after` takes to go on behind this record."""
        return f"{self.event_date}~{self.event.id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a person decided on an incident: "split" took `events` from `others`, "merge" joined all.

    `events` and `others` are ids of events; `made` and `undone` are moments, ISO 8601 in UTC;
    `undone` and `undone_by` are empty while the decision is in force.
    """

    number: int
    what: str
    who: str
    made: str
    why: str
    events: frozenset[str]
    others: frozenset[str]
    undone: str = ""
    undone_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentRecord:
    """A happening with all its reports, the best first.

    `reasons` says in plain words, by the id of a report's event, why it was joined to another.
    """

    id: str
    reports: tuple[Record, ...]
    reasons: Mapping[str, str]
    decisions: tuple[Decision, ...]
