"""From files, pages and pasted text to articles; each reader is an entry point."""

from __future__ import annotations

from geo.articles.item import MAX_CHARACTERS, Document, Fields, Item, make_article
from geo.articles.sources import STDIN, expand, is_address, read, readers
from geo.articles.text import paste

__all__ = [
    "MAX_CHARACTERS",
    "STDIN",
    "Document",
    "Fields",
    "Item",
    "expand",
    "is_address",
    "make_article",
    "paste",
    "read",
    "readers",
]
