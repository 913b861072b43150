"""Cut a text into sentences: linear in its length, tolerant of what news pages do to full stops."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from itertools import pairwise
from statistics import median
from typing import NamedTuple


class Sentence(NamedTuple):
    """The span of a sentence: code points of the text, end exclusive, no white space at its ends."""

    start: int
    end: int


# A full stop, its closing quotes and brackets, and the white space after it.
_STOP = re.compile(r"[.!?…]+[\"'”’»)\]]*(?:\s+|$)")
# A full stop that lost its blank: "the older farmers.The harvest".
_GLUED = re.compile(r"(?<=[a-záéíóúñãõç]{2}[.!?])(?=[A-ZÁÉÍÓÚÑ][a-záéíóúñãõç]+[ ,])")
_PARAGRAPH = re.compile(r"\s*\n[ \t\r]*\n\s*")
_NEWLINE = re.compile(r"[ \t\r]*\n[ \t\r]*")
_LAST_WORD = re.compile(r"([^\s(\[\"“'‘«]+?)[.!?…]+[\"'”’»)\]]*\s*$")
_INITIALS = re.compile(r"^(?:[^\W\d_]\.)*[^\W\d_]$")
_OPENERS = "\"'“‘«([¿¡-–—*•"
_WRAP_COLUMNS = range(45, 101)
_LOOK_BACK = 40


def split(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of a text in order; headings and list lines count as sentences."""
    cuts = sorted({0, len(text), *_line_cuts(text), *_stop_cuts(text)})
    spans = (_trimmed(text, start, end) for start, end in pairwise(cuts))
    return tuple(span for span in spans if span.start < span.end)


def _trimmed(text: str, start: int, end: int) -> Sentence:
    piece = text[start:end]
    return Sentence(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip()))


def _line_cuts(text: str) -> list[int]:
    """Positions where a line break ends a sentence."""
    cuts = [match.end() for match in _PARAGRAPH.finditer(text)]
    wrapped = _is_wrapped(text)
    for match in _NEWLINE.finditer(text):
        begins_low = text[match.end() : match.end() + 1].islower()
        if not begins_low and not wrapped:
            cuts.append(match.end())
    return cuts


def _is_wrapped(text: str) -> bool:
    """Tell whether line breaks stand at a column rather than at a thought."""
    lines = [len(line) for line in text.split("\n") if line.strip()]
    return len(lines) >= 4 and max(lines) <= 110 and int(median(lines)) in _WRAP_COLUMNS


def _stop_cuts(text: str) -> list[int]:
    """Positions where a full stop, or what closes after it, ends a sentence."""
    cuts = [match.end() for match in _STOP.finditer(text) if _ends(text, match)]
    cuts += [
        match.start() for match in _GLUED.finditer(text) if not _in_address(text, match.start())
    ]
    return cuts


def _ends(text: str, stop: re.Match[str]) -> bool:
    following = text[stop.end() : stop.end() + 24].lstrip(_OPENERS)
    if not following:
        return True
    if following[0].islower():
        return False
    if stop.group().rstrip()[0] in "!?…" or stop.group().lstrip(".")[:1].strip():
        return True
    before = _LAST_WORD.search(text, max(0, stop.start() - _LOOK_BACK), stop.end())
    word = before.group(1) if before else ""
    return _word_ends(word, following)


def _word_ends(word: str, following: str) -> bool:
    """Tell whether a full stop after a word ends the sentence, by the word and by what follows."""
    titles, others, starters = _abbreviations()
    if word.lower() in titles:
        return False
    if _INITIALS.match(word) or word.lower() in others:
        return re.split(r"\W", following, maxsplit=1)[0] in starters
    return True


def _in_address(text: str, at: int) -> bool:
    """Tell whether a glued full stop belongs to a web or mail address."""
    word = re.split(r"\s", text[max(0, at - _LOOK_BACK) : at])[-1]
    return "/" in word or "@" in word or word.count(".") > 1 or word.startswith("www.")


@cache
def _abbreviations() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Titles (never end a sentence), other abbreviations (may), and words that open one."""
    rows = files("geo").joinpath("data/sentence_words.tsv").read_text(encoding="utf-8").splitlines()
    groups: dict[str, set[str]] = {"title": set(), "abbreviation": set(), "starter": set()}
    for row in rows:
        group, _, words = row.partition("\t")
        groups[group].update(words.split())
    return (
        frozenset(groups["title"]),
        frozenset(groups["abbreviation"]),
        frozenset(groups["starter"]),
    )
