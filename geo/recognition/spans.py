"""Candidate spans: every run of words that the gazetteer knows and that is written like a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gazetteer.place import Kind, NameType
from geo.recognition.heads import headed_names
from geo.recognition.lexicon import lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gazetteer.place import Candidate, Gazetteer
    from geo.tokens import FoldedText, Token

_LONGEST_NAME = 72
_MOST_TOKENS = 8
# Lower-case beginnings that belong to a name when a hyphen ties them to it: "al-Hol".
_LEANING = frozenset({"al", "el", "as", "ash", "ad", "an", "ar", "az", "es", "ez", "et", "at"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Some words of a text that are a name of the gazetteer.

    `first` and `last` are token indexes, both inclusive; `start` and `end` code points (a
    possessive 's stays outside); `folded` is the known name.
    """

    first: int
    last: int
    start: int
    end: int
    folded: str
    candidates: Sequence[Candidate]

    @property
    def length(self) -> int:
        """The number of its words."""
        return self.last - self.first + 1


def find_spans(text: FoldedText, gazetteer: Gazetteer) -> list[Span]:
    """Return the candidate spans in order of their start, nested ones included."""
    spans: list[Span] = []
    for first, token in enumerate(text.tokens):
        if _may_begin(text, first, token):
            spans.extend(_spans_at(text, first, gazetteer))
    headed = [_whole(text, *found) for found in headed_names(text, gazetteer)]
    if not headed:
        return spans
    taken = {(span.first, span.last) for span in headed}
    kept = [span for span in spans if (span.first, span.last) not in taken]
    return sorted([*kept, *headed], key=lambda span: (span.first, span.last))


def find_allowed(
    text: FoldedText, gazetteer: Gazetteer, *, allowed: frozenset[str], known: Sequence[Span]
) -> list[Span]:
    """Return the spans of names that are to be places however they are written, but for those known."""
    taken = {(span.first, span.last) for span in known}
    last_at = {end: index for index, end in enumerate(text.ends)}
    found = []
    for first, offset in enumerate(text.offsets):
        for name in allowed:
            last = last_at.get(offset + len(name)) if text.folded.startswith(name, offset) else None
            if last is not None and (first, last) not in taken:
                candidates = gazetteer.lookup_folded(name)
                found.append(_whole(text, first, last, name, candidates))
    return found


def _whole(
    text: FoldedText, first: int, last: int, folded: str, candidates: Sequence[Candidate]
) -> Span:
    return Span(
        first=first,
        last=last,
        start=text.tokens[first].start,
        end=text.tokens[last].end,
        folded=folded,
        candidates=candidates,
    )


def _may_begin(text: FoldedText, index: int, token: Token) -> bool:
    head = token.surface[0]
    if head.isupper() or (head.isalpha() and not head.islower()):
        return True
    if index + 1 == len(text.tokens) or not text.tokens[index + 1].surface[0].isupper():
        return False
    if lexicon().is_a(token.surface, "generic"):
        return text.folded[text.ends[index]] == " "
    return token.surface in _LEANING and text.tokens[index + 1].start == token.end + 1


def _spans_at(text: FoldedText, first: int, gazetteer: Gazetteer) -> Iterator[Span]:
    for last, folded in _known(text, first, gazetteer):
        if not _reads_as_name(text.tokens[first : last + 1]):
            continue
        surface_end = _end_without_possessive(text, last, folded)
        surface = text.text[text.tokens[first].start : surface_end]
        stopped = text.text[surface_end : surface_end + 1] == "."
        candidates = [
            c
            for c in gazetteer.lookup_folded(folded)
            if _may_mean(c, surface=surface, stopped=stopped)
        ]
        if candidates:
            yield Span(
                first=first,
                last=last,
                start=text.tokens[first].start,
                end=surface_end,
                folded=folded,
                candidates=candidates,
            )


def _known(text: FoldedText, first: int, gazetteer: Gazetteer) -> Iterator[tuple[int, str]]:
    """Yield (last token, known name) of the names that begin with a token, shortest first."""
    begin = text.offsets[first]
    stop = min(len(text.tokens), first + _MOST_TOKENS)
    window = text.folded[begin : begin + _LONGEST_NAME].split("\n", 1)[0]
    names = list(gazetteer.prefixes(window))
    for index in range(first, stop):
        if text.offsets[index] - begin > len(window):
            break
        length = text.ends[index] - begin
        for name in names:
            if len(name) == length:
                yield index, name
        if is_possessive(text.tokens[index].surface) and 1 < length <= len(window):
            bare = window[: length - 1]
            if bare in gazetteer.prefixes(bare):
                yield index, bare


def is_possessive(surface: str) -> bool:
    """Tell whether a word ends in 's."""
    return len(surface) > 2 and surface[-1] in "sS" and surface[-2] in "'’ʼ`"


def _end_without_possessive(text: FoldedText, last: int, folded: str) -> int:
    token = text.tokens[last]
    whole = text.folded[text.offsets[last] : text.ends[last]]
    if is_possessive(token.surface) and not folded.endswith(whole):
        return token.end - 2
    return token.end


def _reads_as_name(tokens: Sequence[Token]) -> bool:
    """Tell whether each word is capitalised, but for small words inside and "bridge", "river" at the end."""
    words = lexicon()
    for index, token in enumerate(tokens[:-1]):
        surface = token.surface
        small = words.is_a(surface, "connector") or (index == 0 and words.is_a(surface, "generic"))
        if surface[0].islower() and not small:
            return False
    last = tokens[-1].surface
    if not last[0].islower():
        return True
    proper = any(
        t.surface[0].isupper() and not words.is_a(t.surface.lower(), "article") for t in tokens[:-1]
    )
    return proper and words.is_a(last, "place_head")


def _may_mean(candidate: Candidate, *, surface: str, stopped: bool) -> bool:
    """Tell whether a name as written can be this name: an abbreviation wants capitals or a stop."""
    if candidate.place.kind is Kind.BORDER:
        return False  # a border is described by its countries, see geo.relations.borders
    if candidate.name_type is not NameType.ABBREVIATION:
        return True
    return stopped or "." in surface or surface.replace(" ", "").isupper()
