"""Read a plain text, with or without a header block.

    Title: Clashes at the bridge
    Source: Example Wire
    Published: 2019-02-24
    (a blank line, then the text)

Without a header the first line is the title if it is short and a blank line follows it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from geo.articles.decoding import decode
from geo.articles.item import Fields, Item, make_article

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geo.articles.item import Document
    from geo.model import Article

_HEADER_LINE = re.compile(r"(title|source|published|url|language|id):[ \t]*(.*)", re.IGNORECASE)
_LONGEST_TITLE = 200


def read(document: Document) -> Iterator[Item]:
    """Yield the one article of a text file; raise UnreadableError where there is no text."""
    data = document.content()
    decoded = decode(data, declared=document.charset)
    article, note = make_article(fields_of(decoded.text, url=document.url))
    notes = "; ".join(filter(None, (decoded.note, note)))
    yield Item(name=document.name, article=article, note=notes)


def paste(text: str) -> Article:
    """Return the article of a pasted text; raise UnreadableError where there is nothing to read."""
    return make_article(fields_of(text))[0]


def fields_of(text: str, *, url: str = "") -> Fields:
    """Split a text into header, title and body."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").strip()
    head, blank, body = _at_blank_line(text)
    header = [_HEADER_LINE.fullmatch(line.strip()) for line in head.split("\n")]
    if blank and all(header):
        found = {match.group(1).lower(): match.group(2) for match in header if match}
        return Fields(text=body, **{"url": url, **found})
    if blank and body and "\n" not in head and len(head) <= _LONGEST_TITLE:
        return Fields(text=body, title=head, url=url)
    return Fields(text=text, url=url)


def _at_blank_line(text: str) -> tuple[str, bool, str]:
    """Return what stands before and after the first blank line."""
    found = re.search(r"\n[ \t]*\n", text)
    if not found:
        return text, False, ""
    return text[: found.start()], True, text[found.end() :].strip()
