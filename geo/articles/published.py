"""When a page says that it was published: only what it declares, never a guess from its text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from geo.articles.item import day

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOWER = "translate(@{0}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')"
_NAMES = (
    "article:published_time", "og:published_time", "datepublished", "date.issued", "dc.date.issued",
    "dcterms.created", "dcterms.date", "dc.date", "parsely-pub-date", "sailthru.date", "pubdate",
    "publishdate", "publish-date", "publication_date", "date",
)  # fmt: skip
_ATTRIBUTES = ("property", "name", "itemprop")
_LINKED_DATA = re.compile(r'"datePublished"\s{0,9}:\s{0,9}"([^"]{8,40})"')
_IN_ADDRESS = re.compile(r"/(20\d\d)[/-](\d\d)[/-](\d\d)(?:/|-|$)")


def published(tree: Any, *, url: str) -> str:
    """Return the day of publication as ISO 8601, empty where a page does not declare one."""
    for declared in _declared(tree, url):
        found = day(declared)
        if found:
            return found.isoformat()
    return ""


def _declared(tree: Any, url: str) -> Iterator[str]:
    """Yield what may be the day, the surest first."""
    for name in _NAMES:
        for attribute in _ATTRIBUTES:
            path = f"//meta[{_LOWER.format(attribute)} = $name]/@content"
            yield from map(str, tree.xpath(path, name=name))
    for script in tree.xpath("//script[contains(@type, 'ld+json')]"):
        yield from _LINKED_DATA.findall(script.text or "")
    yield from map(str, tree.xpath("//time[@pubdate or @itemprop='datePublished']/@datetime"))
    yield from ("-".join(found) for found in _IN_ADDRESS.findall(url))
