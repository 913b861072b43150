"""Read JSON lines: one article a line, a broken line costs only itself."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

from geo.articles.decoding import decode, marked_encoding
from geo.articles.item import MAX_BYTES, Fields, Item, make_article, with_note
from geo.errors import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from geo.articles.item import Document

_TEXTS = ("title", "source", "url", "published", "language")
_KEPT_BYTES = 1_000_000


def read(document: Document) -> Iterator[Item]:
    """Yield an item for each line that is not blank; a JSON list or object over many lines too."""
    if _is_whole(document):
        yield from _whole(document.name, document.content())
        return
    for number, line, complete in _lines(_line_reader(document)):
        name = f"{document.name} line {number}"
        item = _item(name, line) if complete else _rejected(name, _TOO_LONG, line)
        cut_short = item.reason and complete and not line.endswith(b"\n")
        yield with_note(item, "the last line, perhaps cut short") if cut_short else item


def fields_of(value: Any) -> Fields:
    """Return the parts of an article from a JSON value; raise UnreadableError for another shape."""
    if not isinstance(value, dict):
        raise UnreadableError(f'{_called(value)}: wanted an object with "text"')
    text = value.get("text")
    if not isinstance(text, str):
        raise UnreadableError(f'"text" is {_called(text)}: wanted a string')
    found = {name: _string(value, name) for name in _TEXTS}
    identity = value.get("id")
    if isinstance(identity, int) and not isinstance(identity, bool):
        identity = str(identity)
    return Fields(text=text, id=_string({"id": identity}, "id"), **found)


_TOO_LONG = f"the line is longer than {MAX_BYTES // 1_000_000} MB"


def _item(name: str, line: bytes) -> Item:
    decoded = decode(line.strip())
    try:
        fields = fields_of(_parsed(decoded.text))
        article, note = make_article(fields)
    except UnreadableError as error:
        return _rejected(name, str(error), line)
    notes = "; ".join(filter(None, (decoded.note, note)))
    given = fields.text if fields.text != article.text else ""
    return Item(name=name, article=article, note=notes, given_text=given)


def _rejected(name: str, reason: str, original: bytes) -> Item:
    return Item(name=name, reason=reason, original=original[:_KEPT_BYTES])


def _parsed(text: str) -> Any:
    """Parse JSON with the standard library: it lets lone surrogates through, to be replaced."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise UnreadableError(f"not JSON: {error.msg} at column {error.colno}") from error
    except RecursionError as error:
        raise UnreadableError("not readable JSON: nested too deeply") from error
    except ValueError as error:
        raise UnreadableError("not readable JSON: a number of thousands of digits") from error


def _string(value: dict[str, Any], name: str) -> str:
    found = value.get(name)
    if found is None:
        return ""
    if not isinstance(found, str):
        raise UnreadableError(f'"{name}" is {_called(found)}: wanted a string')
    return found


def _called(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a string", bool: "a truth value"}
    return "missing" if value is None else names.get(type(value), "a number")


def _lines(readline: Callable[[int], bytes]) -> Iterator[tuple[int, bytes, bool]]:
    """Yield number, bytes and whether the line is within bounds, blank lines left out."""
    number = 0
    while line := readline(MAX_BYTES):
        number += 1
        complete = line.endswith(b"\n") or len(line) < MAX_BYTES
        while not complete and (more := readline(MAX_BYTES)) and not more.endswith(b"\n"):
            pass
        if line.strip():
            yield number, line, complete


def _is_whole(document: Document) -> bool:
    """Tell whether the first line is only the beginning of a JSON value over many lines."""
    first = document.head.lstrip(b"\xef\xbb\xbf \t\r\n").split(b"\n", 1)[0].strip()
    return first[:1] == b"[" or first == b"{"


def _whole(name: str, data: bytes) -> Iterator[Item]:
    try:
        value = _parsed(decode(data).text)
    except UnreadableError as error:
        yield _rejected(name, str(error), data)
        return
    if not isinstance(value, list):
        yield _item(name, data)
        return
    for number, entry in enumerate(value, start=1):
        yield _item(f"{name} entry {number}", json.dumps(entry).encode())


def _line_reader(document: Document) -> Callable[[int], bytes]:
    """Return a `readline` that yields UTF-8, whichever UTF the document is in."""
    encoding = marked_encoding(document.head)
    if encoding in ("", "utf-8-sig"):
        return document.stream.readline
    text = io.TextIOWrapper(document.stream, encoding=encoding, errors="replace", newline="\n")
    return lambda size: text.readline(size).encode()
