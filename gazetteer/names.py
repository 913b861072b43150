"""Fold names, so that one place's spellings meet and two places' do not.

Folding goes token by token: `fold(name)` is the folded tokens joined with one space, so whoever
walks a text can fold each token once and join neighbours.
"""

from __future__ import annotations

import functools
import re
import unicodedata

from gazetteer.paths import data_path

__all__ = [
    "articles_dropped",
    "fold",
    "fold_token",
    "generic_variants",
    "is_transliteration",
    "words",
]

# "U.S." by itself or in "U.S.-Mexico", not the end of "St.Petersburg".
_INITIALS = re.compile(r"(?<!\w)(?:[^\W\d_]\.)+[^\W\d_]?(?!\w)")
_OUTER = ',;:!?()[]{}"“”„«»…'
_PUNCTUATION = re.compile(r"[^\w]|_")
# Signs that are written or left out at will: apostrophes, primes, the Arabic and Hebrew points.
_SILENT = re.compile("['’‘`´ʼʻʾʿ′ʹ\u0640\u00ad\u200b-\u200f]")
_COMBINING = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]")


def words(name: str) -> list[list[str]]:
    """Return the rows of a word list of gazetteer/data/words."""
    text = (data_path() / "words" / name).read_text("utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


_LETTERS = str.maketrans({row[0]: row[1] for row in words("letters.tsv")})
_SHORT = {row[0]: row[1] for row in words("short_words.tsv")}


def fold(name: str) -> str:
    """Return the key under which a name is indexed: "Cox's  Bazar" -> "coxs bazar"."""
    tokens = name.split()
    if len(tokens) == 1:
        return fold_token(tokens[0])
    return " ".join([folded for token in tokens if (folded := fold_token(token))])


def fold_token(token: str) -> str:
    """Fold one token without white space; the result may be empty ("--") or hold a space.

    Case, accents and apostrophes go, a hyphen becomes a space, the full stops of initials go
    ("U.S." -> "us"), and short forms become the full word ("St." -> "saint").
    """
    if token.isascii() and token.isalnum():
        lower = token.lower()
        return _SHORT.get(lower, lower)
    return _fold_marked(token)


@functools.lru_cache(maxsize=1 << 16)
def _fold_marked(token: str) -> str:
    text = _SILENT.sub("", token.strip(_OUTER))
    if "." in text:
        text = _INITIALS.sub(_without_stops, text)
    text = text.lower() if text.isascii() else _plain_letters(text)
    parts = _PUNCTUATION.sub(" ", text.replace("&", " and ")).split()
    return " ".join([_SHORT.get(word, word) for word in parts])


def _without_stops(match: re.Match[str]) -> str:
    return match[0].replace(".", "")


def _plain_letters(text: str) -> str:
    text = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return unicodedata.normalize("NFC", _COMBINING.sub("", text))


_ARTICLES = frozenset(row[0] for row in words("articles.tsv"))


def articles_dropped(folded: str) -> str:
    """Return a folded name without its leading article, or "" where it has none."""
    first, _, rest = folded.partition(" ")
    return rest if first in _ARTICLES else ""


class _Generic:
    """The generic words of a kind ("river", "río"), each before or after the name proper."""

    def __init__(self, rows: list[list[str]]) -> None:
        self.before = sorted((fold(row[1]) for row in rows if row[2] == "before"), key=len)[::-1]
        self.after = sorted((fold(row[1]) for row in rows if row[2] == "after"), key=len)[::-1]
        self.added = [(row[1], row[2]) for row in rows if row[3] == "add"]


_GENERIC = {
    kind: _Generic([row for row in words("generic_words.tsv") if row[0] == kind])
    for kind in {row[0] for row in words("generic_words.tsv")}
}


def generic_variants(name: str, *, kind: str) -> tuple[str, tuple[str, ...]]:
    """Return a name's bare form and its full forms, for a kind with generic words.

    ("tachira", ("tachira river", "river tachira", "rio tachira")) of "Táchira River", all folded.
    """
    folded = fold(name)
    generic = _GENERIC.get(kind)
    if generic is None:
        return folded, (folded,)
    bare = _bare(folded, generic)
    full = [
        f"{bare} {word}" if place == "after" else f"{word} {bare}" for word, place in generic.added
    ]
    return bare, tuple(dict.fromkeys([*([folded] if folded != bare else []), *map(fold, full)]))


def _bare(folded: str, generic: _Generic) -> str:
    for word in generic.before:
        if folded.startswith(word + " "):
            return folded[len(word) + 1 :]
    for word in generic.after:
        if folded.endswith(" " + word):
            return folded[: -len(word) - 1]
    return folded


def is_transliteration(name: str) -> bool:
    """Tell whether a name is one of GeoNames' machine transliterations ("ku ku ta", "kwkwta")."""
    return name.isascii() and name[:1].islower() and not re.search(r"[A-Z]", name)
