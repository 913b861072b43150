"""Names whose head noun is shortened or shared: "Pine Co.", "Ash, Elm and Oak counties"."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from gazetteer.place import NameType

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gazetteer.place import Candidate, Gazetteer
    from geo.tokens import FoldedText

_MOST_WORDS = 3
_MOST_LISTED = 12
_AND = frozenset({"and", "or", "&", "y", "e", "o", "ou"})


def shortened(text: FoldedText, index: int) -> str:
    """Return the head noun that a word with a full stop is short for ("Co." -> "county"), else ""."""
    token = text.tokens[index]
    full = _heads()[0].get(token.surface.lower(), "")
    stopped = text.text[token.end : token.end + 1] == "."
    return full if full and stopped and token.surface[0].isupper() else ""


def headed_names(
    text: FoldedText, gazetteer: Gazetteer
) -> Iterator[tuple[int, int, str, tuple[Candidate, ...]]]:
    """Yield (first word, last word, known name, candidates) of names that the text writes without their head.

    Of a list before a plural head ("Ash and Elm counties") each name is yielded without the head.
    """
    for index, token in enumerate(text.tokens):
        full = shortened(text, index)
        if full:
            yield from _ending(text, index - 1, full, gazetteer, last=index)
        single = _heads()[1].get(token.surface.lower(), "")
        if single:
            yield from _listed(text, index - 1, single, gazetteer)


def _ending(
    text: FoldedText, end: int, head: str, gazetteer: Gazetteer, *, last: int
) -> Iterator[tuple[int, int, str, tuple[Candidate, ...]]]:
    """Yield the longest name that ends at a word and is known with a head."""
    for first in range(max(0, end - _MOST_WORDS + 1), end + 1):
        if not text.tokens[first].surface[0].isupper():
            continue
        words = text.folded[text.offsets[first] : text.ends[end]]
        name = f"{words} {head}"
        found = tuple(
            c for c in gazetteer.lookup_folded(name) if c.name_type is not NameType.DEMONYM
        )
        if found and "\n" not in words:
            yield first, last, name, found
            return


def _listed(
    text: FoldedText, end: int, head: str, gazetteer: Gazetteer
) -> Iterator[tuple[int, int, str, tuple[Candidate, ...]]]:
    """Yield the names of a list that shares a head, from its last to its first."""
    for _ in range(_MOST_LISTED):
        found = next(_ending(text, end, head, gazetteer, last=end), None)
        if found is None:
            return
        yield found
        before = found[0] - 1
        if before >= 0 and text.tokens[before].surface.lower() in _AND:
            before -= 1
        elif (
            before < 0 or text.text[text.tokens[before].end : text.tokens[before + 1].start] != ", "
        ):
            return
        end = before


@cache
def _heads() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Short heads by what they stand for, and plural heads by their singular."""
    path = files("geo.recognition").joinpath("data/heads.tsv")
    rows = [row.split("\t") for row in path.read_text(encoding="utf-8").splitlines()]
    return (
        {word: full for kind, word, full in rows if kind == "short"},
        {word: full for kind, word, full in rows if kind == "plural"},
    )
