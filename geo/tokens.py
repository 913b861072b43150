"""Words of a text, and the text folded word by word as the gazetteer folds names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from gazetteer.names import fold_token

# Initials with full stops ("U.S.", "N.C."), words with inner apostrophes ("Cox's", "d'Ivoire"), numbers.
_WORD = re.compile(
    r"(?:[^\W\d_]\.){2,}|[^\W\d_]+(?:['’ʼ`][^\W\d_]+)*\d*|\d+(?:[.,]\d+)*(?:st|nd|rd|th)?(?![^\W\d_])|\d+"
)
# What may stand between two words of one name: a blank, a hyphen, the full stop of "St.".
_JOINERS = frozenset({" ", "-", "\u00a0", "‑", "–", ". ", "\n", "."})
_SHORTENED = frozenset(
    {"st", "mt", "ft", "pto", "sta", "sto", "ste", "n", "s", "e", "w", "dr", "gen"}
)
#: Stands between two words that cannot belong to one name; no folded name holds it.
BREAK = "\n"


class Token(NamedTuple):
    """One word of a text; `text[start:end] == surface`."""

    start: int
    end: int
    surface: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedText:
    """The words of a text and one string of their folded forms.

    `offsets[i]` is where token i begins in `folded` and `ends[i]` where it ends; words that may
    form a name are joined by one space, others by BREAK.
    """

    text: str
    tokens: tuple[Token, ...]
    folded: str
    offsets: tuple[int, ...]
    ends: tuple[int, ...]


def tokenise(text: str) -> tuple[Token, ...]:
    """Return the words and numbers of a text in order; punctuation is what lies between them."""
    return tuple(Token(m.start(), m.end(), m.group()) for m in _WORD.finditer(text))


def fold_text(text: str) -> FoldedText:
    """Return a text's words with their folded forms."""
    tokens = tokenise(text)
    parts: list[str] = []
    offsets: list[int] = []
    ends: list[int] = []
    at = 0
    for index, token in enumerate(tokens):
        if index:
            parts.append(_joint(text, tokens[index - 1], token))
            at += 1
        folded = fold_token(token.surface)
        parts.append(folded)
        offsets.append(at)
        at += len(folded)
        ends.append(at)
    return FoldedText(
        text=text,
        tokens=tokens,
        folded="".join(parts),
        offsets=tuple(offsets),
        ends=tuple(ends),
    )


def _joint(text: str, left: Token, right: Token) -> str:
    gap = text[left.end : right.start]
    if gap == " ":
        return " "
    if gap not in _JOINERS:
        return BREAK
    if "." in gap and left.surface.lower() not in _SHORTENED:
        return BREAK
    return " "
