"""What an export rests on, in words: a file beside it, and inside where a format has a place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from typing import TYPE_CHECKING

from gazetteer.sources import sources
from geo.extraction import kinds
from geo.model import Status
from geo.privacy import Audience

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from geo.query import EventQuery
    from geo.store import Store
    from geo.store.summary import Summary

_SUFFIX = ".methods.txt"
_NAMED_SOURCES = 20
_CAUTION = (
    "A machine read the sentences, and errs: check the sentence of an event before you use it. "
    "Not in it does not mean that it did not happen."
)
_GENERALISED = (
    "Events of protected kinds ({kinds}) are shown as a fixed cell of at least 0.2 degrees that holds "
    "them, cut to their country; names of buildings, addresses and people are withheld from their "
    "sentences and titles, and the link to the article."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Methods:
    """What is known of an export before it is written."""

    query: EventQuery
    audience: Audience
    found: Summary
    made: str
    version: str

    @property
    def title(self) -> str:
        """A name for the whole."""
        return f"Placeline: {_number(self.found.events, 'event')}"

    @property
    def text(self) -> str:
        """All of it as plain text, a heading and a paragraph at a time."""
        return "\n\n".join(f"{head}\n  {body}" for head, body in self._parts()) + "\n"

    def _parts(self) -> Iterator[tuple[str, str]]:
        found = self.found
        yield "Events", f"{found.events}{_between(found)}; each with the sentence that it rests on."
        yield "Which events were asked for", "\n  ".join(query_words(self.query))
        yield "Read from", _read_from(found)
        yield "Reviewed by a person", f"{found.reviewed} of {found.events}. {_CAUTION}"
        yield "Generalised for protection", _protection(found, self.audience)
        editions = ", ".join(f"{edition} ({number})" for edition, number in found.editions.items())
        yield "Gazetteer edition (articles read with it)", editions or "none"
        yield "Licences", "\n  ".join(_licences())
        yield "Boundaries", "Those of the sources named above, and no statement of anybody's."
        yield "Made", f"{self.made} by Placeline {self.version}"


def methods_of(store: Store, query: EventQuery) -> Methods:
    """Return what can be said of an export of a query from a store, before it is written."""
    return Methods(
        query=query,
        audience=store.audience,
        found=store.summary(query),
        made=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        version=version("placeline"),
    )


def methods_path(output: Path) -> Path:
    """Return where the methods of an export stand: beside it."""
    return output.with_name(output.name + _SUFFIX)


def query_words(query: EventQuery) -> tuple[str, ...]:
    """Return a query in words, a line for each restriction."""
    statuses = "" if query.statuses == frozenset(Status) else _either(sorted(query.statuses))
    least = query.least_confidence
    told: Mapping[str, str] = {
        "kind": _either(sorted(query.kinds)),
        "on or after": query.earliest.isoformat() if query.earliest else "",
        "on or before": query.latest.isoformat() if query.latest else "",
        "within the box (west, south, east, north in degrees)": str(query.bbox or ""),
        "near (latitude, longitude or place, kilometres)": str(query.near or ""),
        "with the words": query.text,
        "at the place": query.place,
        "from the source": _either(sorted(query.sources)),
        "claimed as": statuses,
        "placed as finely as": _either(sorted(query.precisions)),
        "read with a confidence of at least": f"{least:g}" if least else "",
        "review": _either(sorted(query.reviews)),
        "at most": str(query.limit) if query.limit else "",
        "behind": query.after,
    }
    lines = tuple(f"{name}: {value}" for name, value in told.items() if value)
    return lines or ("all of them",)


def _either(names: list[str]) -> str:
    return " or ".join(names)


def _between(found: Summary) -> str:
    if not found.first:
        return ""
    return f" from {found.first}" + (f" to {found.last}" if found.last != found.first else "")


def _read_from(found: Summary) -> str:
    named = [f"{name} ({number})" for name, number in found.sources.items()]
    rest = len(named) - _NAMED_SOURCES
    listed = ", ".join(named[:_NAMED_SOURCES]) + (f" and {rest} more" if rest > 0 else "")
    articles = _number(found.articles, "article")
    return f"{articles} tell of these events first, by source: {listed or 'unnamed'}."


def _protection(found: Summary, audience: Audience) -> str:
    if audience is Audience.OWNER:
        return "Nothing: this file holds protected positions and names. Keep it to yourself."
    protected = (kind.label for kind in kinds().values() if kind.sensitivity == "protected")
    told = _GENERALISED.format(kinds=", ".join(sorted(protected)) or "none")
    return f"{found.generalised} of {found.events}. {told}"


def _licences() -> Iterator[str]:
    for source in sources().values():
        yield f"{source.name} ({source.version}): {source.licence}. {source.url}"
    yield "The sentences and titles belong to the publishers of the articles."


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
