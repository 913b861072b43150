"""Tell by its first bytes what a document is; names and headers lie."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import PurePath
from typing import NamedTuple

from geo.articles.decoding import decode, marked_encoding

SUFFIXES = {
    ".htm": "html",
    ".html": "html",
    ".json": "jsonl",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".text": "text",
    ".txt": "text",
    ".xhtml": "html",
}
_MARKUP = re.compile(
    r"\s*(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body|article|div|p|h1)\b",
    re.IGNORECASE | re.DOTALL,
)
_ANY_MARKUP = re.compile(r"<(?:html|head|body)[\s>]", re.IGNORECASE)
_XML = re.compile(r"\s*<\?xml|\s*<(?:rss|feed|rdf:RDF)\b", re.IGNORECASE)
_JSON = re.compile(r'\s*(?:\{\s*"|\[\s*[{\[]|\{\s*\})')
_CONTROLS = frozenset(range(32)) - frozenset(b"\t\n\f\r\x1b\b")
_BINARY_SHARE = 0.05
_MARKUP_WITHIN = 4096


class Sniffed(NamedTuple):
    """The kind (the name of the reader that takes it) and what to call it in a message."""

    kind: str
    called: str


def sniff(head: bytes, name: str = "") -> Sniffed:
    """Return what a document is, by its head first and its name's suffix second."""
    for signature, known in _signatures():
        if head.startswith(signature):
            return known
    if _is_binary(head):
        return Sniffed("binary", "binary data")
    beginning = decode(head).text.lstrip("\ufeff")[:_MARKUP_WITHIN]
    suffix = PurePath(name).suffix.lower()
    if SUFFIXES.get(suffix) == "html" or _MARKUP.match(beginning):
        return Sniffed("html", "HTML")
    if _XML.match(beginning):
        return Sniffed("html", "XHTML") if _ANY_MARKUP.search(beginning) else Sniffed("xml", "XML")
    if SUFFIXES.get(suffix) == "jsonl" or (not suffix and _JSON.match(beginning)):
        return Sniffed("jsonl", "JSON lines")
    if _ANY_MARKUP.search(beginning) and suffix not in SUFFIXES:
        return Sniffed("html", "HTML")
    return Sniffed("text", "text")


def _is_binary(head: bytes) -> bool:
    if not head or marked_encoding(head):
        return False
    return sum(byte in _CONTROLS for byte in head) > _BINARY_SHARE * len(head)


@cache
def _signatures() -> tuple[tuple[bytes, Sniffed], ...]:
    text = (files("geo.articles") / "signatures.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return tuple((bytes.fromhex(start), Sniffed(kind, called)) for start, kind, called in rows)
