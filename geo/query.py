"""Which events: the one object that page, API, command line and exporters ask the store with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from geo.cleaning import clean_line
from geo.errors import BadInputError
from geo.extents import BoundingBox, Nearby
from geo.model import Precision, Status

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MAX_LIMIT", "REVIEWS", "BoundingBox", "EventQuery", "Nearby", "known_kinds"]

#: What can have become of a report: the machine's word, or what a person made of it.
REVIEWS = ("machine", "confirmed", "corrected", "rejected", "merged", "retracted")
MAX_LIMIT = 10_000
_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_CURSOR = re.compile(r"(?:\d{4}-\d{2}-\d{2})?~[\w-]{1,64}")
_MAX_TEXT = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class EventQuery:
    """A choice of events. Empty and None mean no restriction.

    `earliest` and `latest` are inclusive days that an event's own days must overlap; with either
    given, an event without a date is left out. `text` are plain words, all of which must begin a
    word of title, sentence or place; `place` is a gazetteer id or words of the place's name;
    `near` has to be located before a store is asked. `least_confidence` runs from 0 to 1.
    `after` is the cursor of the last record seen (`Record.cursor`).
    """

    kinds: frozenset[str] = frozenset()
    earliest: date | None = None
    latest: date | None = None
    bbox: BoundingBox | None = None
    text: str = ""
    place: str = ""
    sources: frozenset[str] = frozenset()
    statuses: frozenset[Status] = frozenset({Status.HAPPENED})
    near: Nearby | None = None
    precisions: frozenset[Precision] = frozenset()
    least_confidence: float = 0.0
    reviews: frozenset[str] = frozenset()
    limit: int | None = None
    after: str = ""

    @classmethod
    def parse(
        cls,
        *,
        kind: str | Iterable[str] | None = None,
        from_: str | None = None,
        to: str | None = None,
        bbox: str | None = None,
        q: str | None = None,
        place: str | None = None,
        source: str | Iterable[str] | None = None,
        status: str | Iterable[str] | None = None,
        near: str | None = None,
        precision: str | Iterable[str] | None = None,
        confidence: str | None = None,
        review: str | Iterable[str] | None = None,
        limit: str | None = None,
        after: str | None = None,
    ) -> EventQuery:
        """Build a query from strings as a user gives them (None and "" = absent).

        `kind`, `status`, `precision` and `review` may hold several values, by commas or as a list;
        `source` only as a list. Raises BadInputError, which names the parameter and what was wanted.
        """
        earliest, latest = _day(from_, name="from"), _day(to, name="to")
        if earliest and latest and earliest > latest:
            raise BadInputError(
                f"from {earliest} is after to {latest}: wanted from not later than to"
            )
        return cls(
            kinds=_kinds(_values(kind)),
            earliest=earliest,
            latest=latest,
            bbox=BoundingBox.parse(bbox) if bbox else None,
            text=_words(q, name="q"),
            place=_words(place, name="place"),
            sources=frozenset([source] if isinstance(source, str) and source else source or ()),
            statuses=_statuses(_values(status)),
            near=Nearby.parse(near) if near else None,
            precisions=frozenset(
                Precision(name) for name in _known(precision, tuple(Precision), name="precision")
            ),
            least_confidence=_confidence(confidence),
            reviews=_known(review, REVIEWS, name="review"),
            limit=_limit(limit),
            after=_after(after),
        )

    @property
    def params(self) -> tuple[tuple[str, str], ...]:
        """The pairs of a URL's query string from which `parse` makes this query again."""
        single = {
            "kind": ",".join(sorted(self.kinds)),
            "from": self.earliest.isoformat() if self.earliest else "",
            "to": self.latest.isoformat() if self.latest else "",
            "bbox": str(self.bbox) if self.bbox else "",
            "q": self.text,
            "place": self.place,
            "status": "" if self.statuses == {Status.HAPPENED} else ",".join(sorted(self.statuses)),
            "near": str(self.near) if self.near else "",
            "precision": ",".join(sorted(self.precisions)),
            "confidence": f"{self.least_confidence:.9g}" if self.least_confidence else "",
            "review": ",".join(sorted(self.reviews)),
            "limit": str(self.limit) if self.limit else "",
            "after": self.after,
        }
        sources = (("source", source) for source in sorted(self.sources))
        return (*((key, value) for key, value in single.items() if value), *sources)


@cache
def known_kinds() -> frozenset[str]:
    """Return the names of the installed kinds of event."""
    return frozenset(entry.name for entry in entry_points(group="placeline.kinds"))


def _values(given: str | Iterable[str] | None) -> frozenset[str]:
    listed = [given] if isinstance(given, str) else given or ()
    return frozenset(part.strip() for item in listed for part in item.split(",") if part.strip())


def _kinds(names: frozenset[str]) -> frozenset[str]:
    unknown = sorted(names - known_kinds()) if known_kinds() else []
    if unknown:
        known = ", ".join(sorted(known_kinds()))
        raise BadInputError(f"kind {unknown[0][:80]!r}: unknown; known kinds are {known}")
    return names


def _statuses(names: frozenset[str]) -> frozenset[Status]:
    if not names:
        return frozenset({Status.HAPPENED})
    if "all" in names:
        return frozenset(Status)
    unknown = sorted(names - frozenset(Status))
    if unknown:
        raise BadInputError(
            f"status {unknown[0][:80]!r}: unknown; wanted {', '.join(Status)} or all"
        )
    return frozenset(Status(name) for name in names)


def _known(
    given: str | Iterable[str] | None, known: tuple[str, ...], *, name: str
) -> frozenset[str]:
    """Return the values given; raise BadInputError for one that is not among the known."""
    values = _values(given)
    unknown = sorted(values - frozenset(known))
    if unknown:
        raise BadInputError(f"{name} {unknown[0][:80]!r}: unknown; wanted {', '.join(known)}")
    return values


def _confidence(text: str | None) -> float:
    if not text:
        return 0.0
    try:
        least = float(text)
    except ValueError:
        least = -1.0
    if not 0 <= least <= 1:
        raise BadInputError(f"confidence {text[:40]!r}: wanted a number from 0 to 1, such as 0.6")
    return least


def _day(text: str | None, *, name: str) -> date | None:
    if not text:
        return None
    wanted = f"{name} {text[:40]!r}: wanted a day of the calendar as YYYY-MM-DD, such as 2019-02-24"
    if not _ISO_DATE.fullmatch(text):
        raise BadInputError(wanted)
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise BadInputError(wanted) from error


def _words(text: str | None, *, name: str) -> str:
    cleaned = clean_line(text or "")
    if len(cleaned) > _MAX_TEXT:
        raise BadInputError(f"{name}: {len(cleaned)} characters; wanted at most {_MAX_TEXT}")
    return cleaned


def _limit(text: str | None) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= MAX_LIMIT):
        raise BadInputError(f"limit {text[:40]!r}: wanted a whole number from 1 to {MAX_LIMIT}")
    return int(text)


def _after(text: str | None) -> str:
    if text and not _CURSOR.fullmatch(text):
        raise BadInputError(f"after {text[:80]!r}: wanted the cursor that a former answer gave")
    return text or ""
