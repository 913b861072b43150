"""What leaves the store: an event with its article and its incident."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from geo.model import Article, Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One mark of the map: the best report of an incident, and what else reports it.

    `article.text` is left empty (ask the store for the article where the text is wanted).
    `generalisation` says method and metres where the position was made coarser, else it is
    empty. `added` is the moment of storing, ISO 8601 in UTC.
    """

    event: Event
    article: Article
    incident_id: str
    article_count: int = 1
    independent_source_count: int = 1
    generalisation: str = ""
    review_status: str = "machine"
    added: str = ""

    @property
    def event_date(self) -> str:
        """The first day of the event, ISO 8601; empty where unknown."""
        day = self.event.earliest or self.event.latest
        return day.isoformat() if day else ""

    @property
    def cursor(self) -> str:
        """What `EventQuery.after` takes to go on behind this record."""
        return f"{self.event_date}~{self.event.id}"
