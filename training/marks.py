"""Read marked news: a sentence a line, and before it what it tells."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).with_name("news")
_SCOPE = "## marked:"
_LINE = re.compile(r"\[([^\]]*)\]\s*(.+)")
_AGAIN = "again"
_PARAGRAPH = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedLine:
    """A sentence of a text, the kinds that it tells of, and those that it says nothing clear of."""

    start: int
    end: int
    kinds: frozenset[str]
    unclear: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedArticle:
    """An article with what its sentences tell.

    `scope` are the kinds that its file was marked for, empty where it was marked for all. `known` are
    articles that the frames were made with: there they look surer than they are.
    """

    id: str
    language: str
    text: str
    lines: tuple[MarkedLine, ...]
    scope: frozenset[str] = frozenset()

    @property
    def known(self) -> bool:
        """Tell whether the frames were made with it."""
        return bool(self.scope)

    def told(self, start: int, end: int) -> tuple[frozenset[str], frozenset[str]]:
        """Return what the lines say that a sentence mostly covers, or that cover it."""
        over = [
            line
            for line in self.lines
            if min(end, line.end) - max(start, line.start)
            > min(end - start, line.end - line.start) / 2
        ]
        told = frozenset(kind for line in over for kind in line.kinds)
        return told, frozenset(kind for line in over for kind in line.unclear) - told


def marked_articles(folder: Path = FOLDER) -> Iterator[MarkedArticle]:
    """Yield the articles of all files of a folder; ValueError names a line that cannot be read."""
    for path in sorted(folder.glob("*.txt")):
        text, scope = path.read_text("utf-8").strip(), frozenset[str]()
        if text.startswith(_SCOPE):
            first, _, text = text.partition("\n")
            scope = frozenset(first.removeprefix(_SCOPE).split())
        for number, block in enumerate(re.split(r"\n\s*\n", text.strip())):
            yield _article(block.split("\n"), name=f"{path.stem}-{number}", scope=scope)


def _article(lines: list[str], *, name: str, scope: frozenset[str]) -> MarkedArticle:
    head = [part.strip() for part in lines[0].removeprefix("#").split("|")]
    if not lines[0].startswith("#") or len(head) != 5:
        raise ValueError(
            f"{name}: {lines[0][:80]!r}: wanted # id | language | day | source | title"
        )
    text, marked = "", []
    for number, line in enumerate(lines[1:]):
        found = _LINE.fullmatch(line.strip())
        if found is None:
            raise ValueError(f"{name}: {line[:80]!r}: wanted [what it tells] sentence")
        gap = "" if not text else "\n\n" if number % _PARAGRAPH == 0 else " "
        start = len(text) + len(gap)
        text += gap + found[2]
        kinds, unclear = _told(found[1])
        marked.append(MarkedLine(start=start, end=len(text), kinds=kinds, unclear=unclear))
    return MarkedArticle(
        id=name,
        language=head[1],
        text=text,
        lines=tuple(marked),
        scope=scope,
    )


def _told(mark: str) -> tuple[frozenset[str], frozenset[str]]:
    told, unclear = set(), set()
    for part in filter(None, (each.strip() for each in mark.split(";"))):
        kind, _, how = part.split(" ", 1)[0].partition(":")
        if kind.startswith("-"):
            continue
        if not how:
            told.add(kind)
        elif how == _AGAIN:
            unclear.add(kind)
    return frozenset(told), frozenset(unclear)
