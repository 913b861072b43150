"""What readers take and yield: documents in, articles or reasons out."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from geo.cleaning import clean, clean_line
from geo.errors import UnreadableError
from geo.model import Article, article_id

if TYPE_CHECKING:
    from typing import BinaryIO

MAX_BYTES = 20_000_000
MAX_CHARACTERS = 1_000_000
_MAX_LINE = 2_000
_MAX_ID = 200
_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})(?:$|[T ])", re.ASCII)
_LANGUAGE = re.compile(r"([a-z]{2,3})(?:$|[-_])", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A file, a page or standard input, opened at its beginning.

    `head` is what the stream begins with, for sniffing; the stream still yields it. `url` is
    where a page came from, `charset` what its server said of it.
    """

    name: str
    stream: BinaryIO
    head: bytes
    suffix: str = ""
    url: str = ""
    charset: str = ""

    def content(self) -> bytes:
        """Return the whole document; raise UnreadableError beyond MAX_BYTES."""
        data = self.stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise UnreadableError(f"is larger than {MAX_BYTES // 1_000_000} MB: split it")
        return data


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One article, or the reason why there is none.

    `name` says where it stands ("news.jsonl line 12"), `note` what was changed in reading it,
    `original` what was given (the text for an article, where cleaning moved its characters).
    """

    name: str
    article: Article | None = None
    reason: str = ""
    note: str = ""
    original: bytes = b""
    given_text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """The parts of an article as they were found, before cleaning."""

    text: str
    title: str = ""
    source: str = ""
    url: str = ""
    published: str = ""
    language: str = ""
    id: str = ""


def make_article(fields: Fields) -> tuple[Article, str]:
    """Clean the parts and return the article and a note; raise UnreadableError without a text."""
    text = clean(fields.text)
    if not text.strip():
        raise UnreadableError("nothing to read: no text in it")
    notes = []
    if len(text) > MAX_CHARACTERS:
        notes.append(f"cut after {MAX_CHARACTERS:,} of {len(text):,} characters")
        text = text[:MAX_CHARACTERS]
    published = day(fields.published)
    if fields.published.strip() and published is None:
        found = clean_line(fields.published)[:40]
        notes.append(f"published {found!r} is no day (YYYY-MM-DD): left unknown")
    title = clean_line(fields.title)[:_MAX_LINE]
    language = _LANGUAGE.match(fields.language.strip())
    article = Article(
        id=clean_line(fields.id)[:_MAX_ID] or article_id(title=title, text=text),
        text=text,
        title=title,
        source=clean_line(fields.source)[:_MAX_LINE],
        url=clean_line(fields.url)[:_MAX_LINE],
        published=published,
        language=language.group(1).lower() if language else "",
    )
    return article, "; ".join(notes)


def day(text: str) -> date | None:
    """Return the day of an ISO 8601 date or moment; None where it is none: never a guess."""
    found = _DAY.match(text.strip())
    try:
        return date.fromisoformat(found.group(1)) if found else None
    except ValueError:
        return None


def with_note(item: Item, note: str) -> Item:
    """Return an item with one more note."""
    return replace(item, note="; ".join(filter(None, (item.note, note))))
