"""From what a user names to documents: files, folders, addresses, standard input."""

from __future__ import annotations

import io
import os
import stat
import sys
from contextlib import contextmanager
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, cast

from geo.articles.item import Document, Item
from geo.articles.sniffing import SUFFIXES, sniff
from geo.errors import UnreadableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from _typeshed import WriteableBuffer

    Reader = Callable[[Document], Iterator[Item]]

_HEAD_BYTES = 65_536
_KEPT_BYTES = 1_000_000
STDIN = "-"


class _Rejoined(io.RawIOBase):
    """A stream whose beginning has been read already, whole again."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = io.BytesIO(head)
        self._rest = rest

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Fill a buffer from the head, then from the rest; return the number of bytes."""
        view = memoryview(buffer)
        data = self._head.read(len(view)) or self._rest.read(len(view))
        view[: len(data)] = data
        return len(data)


def is_address(argument: str) -> bool:
    """Tell whether an argument is a web address (or claims another scheme) rather than a path."""
    scheme, separator, _ = argument.partition("://")
    return bool(separator) and scheme.isalnum() and not Path(argument).exists()


def expand(argument: str) -> Iterator[str]:
    """Yield the files of a folder in order, hidden ones left out; anything else as it is."""
    path = Path(argument)
    if argument == STDIN or is_address(argument) or not path.is_dir():
        yield argument
        return
    for folder, folders, names in os.walk(path, onerror=_unreadable):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (str(Path(folder, name)) for name in sorted(names) if not name.startswith("."))


def read(argument: str) -> Iterator[Item]:
    """Yield what one file, address or standard input ("-") holds; a fault becomes an item."""
    original = b""
    try:
        with _opened(argument) as document:
            original = document.head
            yield from _reader(document)(document)
    except UnreadableError as error:
        yield Item(name=argument, reason=str(error), original=original[:_KEPT_BYTES])


def _reader(document: Document) -> Reader:
    """Return the reader that is registered for what a document is."""
    if not document.head:
        raise UnreadableError("nothing to read: it is empty")
    sniffed = sniff(document.head, document.name if not document.url else "")
    own = document.suffix.lstrip(".")
    kind = own if own in readers() and document.suffix not in SUFFIXES else sniffed.kind
    if kind not in readers():
        raise UnreadableError(f"is {sniffed.called}: wanted {_listed(sorted(readers()))}")
    return cast("Reader", _load(kind))


@cache
def readers() -> frozenset[str]:
    """Return the names of the installed readers: kinds of document that can be read."""
    return frozenset(entry.name for entry in entry_points(group="placeline.readers"))


@cache
def _load(kind: str) -> object:
    (entry,) = tuple(entry_points(group="placeline.readers", name=kind))[:1]
    return entry.load()


def _listed(names: list[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else "a reader"


@contextmanager
def _opened(argument: str) -> Iterator[Document]:
    if is_address(argument):
        from geo.articles.url import fetch

        page = fetch(argument)
        yield _document(argument, io.BytesIO(page.body), url=page.url, charset=page.charset)
    elif argument == STDIN:
        yield _document("standard input", sys.stdin.buffer)
    else:
        with _file(Path(argument)) as stream:
            yield _document(argument, stream, suffix=Path(argument).suffix.lower())


def _document(
    name: str, stream: BinaryIO, *, suffix: str = "", url: str = "", charset: str = ""
) -> Document:
    head = stream.read(_HEAD_BYTES)
    whole = cast("BinaryIO", io.BufferedReader(_Rejoined(head, stream), _HEAD_BYTES))
    return Document(name=name, stream=whole, head=head, suffix=suffix, url=url, charset=charset)


def _file(path: Path) -> BinaryIO:
    try:
        mode = path.stat().st_mode
        # Anything but a plain file might keep us waiting for ever.
        if stat.S_ISREG(mode):
            return path.open("rb")
    except FileNotFoundError as error:
        raise UnreadableError("not found: check the name") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UnreadableError(f"cannot be opened ({reason})") from error
    called = "a folder" if stat.S_ISDIR(mode) else "no regular file"
    raise UnreadableError(f"is {called}: wanted a file")


def _unreadable(error: OSError) -> None:
    raise UnreadableError(f"{error.filename}: cannot be opened ({error.strerror})") from error
