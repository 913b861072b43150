"""Rows of the store's tables as the nouns they stand for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

from geo.model import Article, Event, Mention, Role, Status
from geo.record import Record
from geo.store.values import RESOLUTION_COLUMNS, counts_of, day_of, vague_of

if TYPE_CHECKING:
    from geo.model import Resolution
    from geo.store.values import Values

ARTICLE = "a.id, a.title, a.source, a.url, a.published, a.language"
_EVENT = 'e.id, e.kind, e.start, e."end", e.earliest, e.latest, e.status, e.counts, e.confidence'
_FORM = "f.sentence, f.title, f.url, f.why, f.generalisation"
_WIRE = "(SELECT w.id FROM articles AS w WHERE w.key = a.wire)"
_INCIDENT = f"i.id, i.articles, i.sources, e.review_status, a.added, i.ranges, {_WIRE}"
RESOLUTION = ", ".join(f"r.{column.strip()}" for column in RESOLUTION_COLUMNS.split(","))
COLUMNS = f"{ARTICLE}, {_EVENT}, {_FORM}, {_INCIDENT}, {RESOLUTION}"
AROUND = """JOIN events AS e ON e.key = f.event JOIN articles AS a ON a.key = e.article
    JOIN incidents AS i ON i.key = e.incident LEFT JOIN resolutions AS r ON r.key = f.resolution"""
RECORD = f"SELECT {COLUMNS} FROM forms AS f {AROUND}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleEntry:
    """An article of the store with what was read from it; `article.text` is left empty."""

    article: Article
    event_count: int
    unplaced_count: int
    edition: str
    added: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unplaced:
    """A name that was recognised in an article and could not be located."""

    mention: Mention
    article_id: str
    article_title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Quarantined:
    """An item that could not be read, why, and the beginning of what was given."""

    item: str
    reason: str
    original: bytes
    added: str


def record_of(row: tuple[Any, ...], values: Values) -> Record:
    """Build a record from the values of COLUMNS."""
    article, event, form, incident, where = row[:6], row[6:15], row[15:20], row[20:27], row[27:]
    sentence, title, url, why, generalisation = form
    identity, articles, sources, review_status, added, ranges, wire = incident
    own = article_of(article, title=title, url=url)
    resolution = values.resolution(where) if where[0] is not None else None
    return Record(
        event=_event(event, own.id, sentence=sentence, why=why, resolution=resolution),
        article=own,
        incident_id=identity,
        article_count=articles,
        independent_source_count=sources,
        generalisation=generalisation,
        review_status=review_status,
        added=added,
        ranges={role: (low, high) for role, (low, high) in orjson.loads(ranges).items()},
        copy_of=wire or "",
    )


def article_of(
    row: tuple[Any, ...], *, text: str = "", title: str | None = None, url: str | None = None
) -> Article:
    """Build an article from the values of ARTICLE."""
    identity, own_title, source, own_url, published, language = row
    return Article(
        id=identity,
        title=own_title if title is None else title,
        text=text,
        source=source,
        url=own_url if url is None else url,
        published=day_of(published),
        language=language,
    )


def _event(
    row: tuple[Any, ...], article_id: str, *, sentence: str, why: str, resolution: Resolution | None
) -> Event:
    identity, kind, start, end, earliest, latest, status, counts, confidence = row
    return Event(
        id=identity,
        article_id=article_id,
        kind=kind,
        start=start,
        end=end,
        sentence=sentence,
        resolution=resolution,
        earliest=day_of(earliest),
        latest=day_of(latest),
        status=Status(status),
        counts=counts_of(counts),
        vague=vague_of(counts),
        confidence=confidence,
        why=why,
    )


def mention_of(row: list[Any]) -> Mention:
    """Build a mention from start, end, surface and role."""
    start, end, surface, role = row
    return Mention(start=start, end=end, surface=surface, role=Role(role))
