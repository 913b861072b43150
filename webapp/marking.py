"""A text cut into paragraphs and runs, each run with the names and the claims that cover it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PARAGRAPH = re.compile(r"[^\n]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A part of a text, in code points, end exclusive; `key` is what it stands for."""

    start: int
    end: int
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Letters that the same names cover; `names` are their keys, the innermost first."""

    text: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Runs that the same claims are made by; `claims` are their keys."""

    claims: tuple[str, ...]
    runs: tuple[Run, ...]


def paragraphs(
    text: str, *, names: Iterable[Span], claims: Iterable[Span]
) -> Iterator[tuple[Stretch, ...]]:
    """Yield the paragraphs of a text as stretches; put together, the runs are the text.

    Spans may overlap in any way; time grows with the length of the text and the number of spans.
    """
    inner, outer = _Cover(names), _Cover(claims)
    parts = [found.span() for found in _PARAGRAPH.finditer(text) if found.group().strip()]
    edges = {edge for part in parts for edge in part} | inner.edges | outer.edges
    cuts = sorted(edges)
    at = 0
    for start, end in parts:
        while cuts[at] < start:
            at += 1
        pieces = []
        while cuts[at] < end:
            left, right = cuts[at], cuts[at + 1]
            pieces.append((outer.at(left), Run(text=text[left:right], names=inner.at(left))))
            at += 1
        yield tuple(
            Stretch(claims=claimed, runs=tuple(run for _, run in part))
            for claimed, part in groupby(pieces, key=lambda piece: piece[0])
        )


class _Cover:
    """Spans in the order of the text, asked from left to right which of them cover a place."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._waiting = sorted(spans, key=lambda s: (s.start, s.end), reverse=True)
        self._open: list[Span] = []
        self.edges = {edge for span in self._waiting for edge in (span.start, span.end)}

    def at(self, position: int) -> tuple[str, ...]:
        """Return the keys of the spans that cover a position, the shortest first, each once."""
        while self._waiting and self._waiting[-1].start <= position:
            self._open.append(self._waiting.pop())
        self._open = [span for span in self._open if span.end > position]
        covering = sorted(self._open, key=lambda span: span.end - span.start)
        return tuple(dict.fromkeys(span.key for span in covering))
