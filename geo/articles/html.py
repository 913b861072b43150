"""Read an article from a web page: its text without menus and notices, title, day and source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from lxml import etree
from lxml import html as markup

from geo.addresses import safe_link
from geo.articles.decoding import decode
from geo.articles.item import Fields, Item, make_article
from geo.articles.published import published
from geo.errors import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from geo.articles.item import Document

_MAX_PAGE_BYTES = 5_000_000
# Beyond so many elements the thorough extraction takes minutes; paragraphs alone take one pass.
_MAX_ELEMENTS = 8_000
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
_CHARSET_WITHIN = 4096
_LEAST_CHARACTERS = 80
_PARAGRAPHS = ("p", "h1", "h2", "h3", "h4", "li", "blockquote", "figcaption", "pre")
_NO_TEXT = "the page has no article text (a paywall, a script or a list of links?)"


def read(document: Document) -> Iterator[Item]:
    """Yield the one article of a page; raise UnreadableError where it has no article text."""
    data = document.content()
    if len(data) > _MAX_PAGE_BYTES:
        raise UnreadableError(f"the page is larger than {_MAX_PAGE_BYTES // 1_000_000} MB")
    if not data.strip(b"\0\xef\xbb\xbf\xfe\xff \t\r\n"):
        raise UnreadableError("nothing to read: no text in it")
    decoded = decode(data, declared=document.charset or _declared(data))
    article, note = make_article(fields_of(decoded.text, url=document.url))
    notes = "; ".join(filter(None, (decoded.note, note)))
    yield Item(name=document.name, article=article, note=notes)


def fields_of(page: str, *, url: str = "") -> Fields:
    """Return the parts of an article in a page; raise UnreadableError where there is no text."""
    tree = _parsed(page)
    language = str(tree.get("lang") or tree.get("{http://www.w3.org/XML/1998/namespace}lang") or "")
    found = _thorough(page) if _is_moderate(tree) else _plain(tree)
    if len(found.text) < _LEAST_CHARACTERS:
        raise UnreadableError(_NO_TEXT)
    address = _address(tree, url=url)
    title = found.title or str(tree.findtext(".//title") or "")
    return Fields(
        text=found.text.removeprefix(f"{title}\n") if title else found.text,
        title=title,
        source=found.source or (urlsplit(address).hostname or "").removeprefix("www."),
        url=address,
        published=published(tree, url=address),
        language=language,
    )


def _parsed(page: str) -> Any:
    """Parse a page; libxml2 itself bounds the depth to which it follows a nesting."""
    try:
        # A declaration of an encoding makes lxml refuse text that is decoded already.
        bare = re.sub(r"^\s*<\?xml[^>]*\?>", "", page)
        return markup.document_fromstring(bare, parser=markup.HTMLParser(no_network=True))
    except (etree.LxmlError, ValueError, RecursionError) as error:
        raise UnreadableError(_NO_TEXT) from error


def _is_moderate(tree: Any) -> bool:
    return (
        sum(1 for _, _ in zip(tree.iter(), range(_MAX_ELEMENTS + 1), strict=False)) <= _MAX_ELEMENTS
    )


def _thorough(page: str) -> Fields:
    import trafilatura

    try:
        found = trafilatura.bare_extraction(
            page,
            with_metadata=True,
            include_comments=False,
        )
    except Exception as error:
        raise UnreadableError(_NO_TEXT) from error
    if found is None or isinstance(found, dict):
        raise UnreadableError(_NO_TEXT)
    return Fields(
        text=found.text or "",
        title=found.title or "",
        source=found.sitename or "",
    )


def _plain(tree: Any) -> Fields:
    """Return the paragraphs of a page that is too large to weigh each of its parts."""
    etree.strip_elements(
        tree, "script", "style", "noscript", "nav", "aside", "footer", with_tail=False
    )
    innermost = (part for part in tree.iter(*_PARAGRAPHS) if part.find(".//p") is None)
    texts = (" ".join("".join(part.itertext()).split()) for part in innermost)
    return Fields(text="\n".join(filter(None, texts)))


def _address(tree: Any, *, url: str) -> str:
    """Return the page's own address; a page cannot claim to be one of another host."""
    links = tree.xpath("//link[@rel='canonical']/@href")
    claimed = safe_link(str(links[0])) if links else ""
    if not url:
        return claimed
    same = claimed and urlsplit(claimed).hostname == urlsplit(url).hostname
    return claimed if same else url


def _declared(data: bytes) -> str:
    found = _CHARSET.search(data[:_CHARSET_WITHIN])
    return found.group(1).decode("ascii") if found else ""
