"""The word lists that recognition reads, loaded once per process."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Closed classes of words, all lower case.

    `commonness` maps a language (ISO 639-1) to its words that texts write in lower case, each with a
    number from 0 (rare) to 1 (the commonest); the language "" holds them all. `given_names` and
    `surnames` hold folded names; `classes` maps a word to the names of its groups in words.tsv.
    """

    classes: dict[str, frozenset[str]]
    commonness: dict[str, dict[str, float]]
    given_names: frozenset[str]
    surnames: frozenset[str]

    def is_a(self, word: str, group: str) -> bool:
        """Tell whether a lower-case word belongs to a group of words.tsv."""
        return group in self.classes.get(word, _NONE)


_NONE: frozenset[str] = frozenset()


@cache
def lexicon() -> Lexicon:
    """Return the word lists."""
    return Lexicon(
        classes=_classes(),
        commonness=_commonness(),
        given_names=frozenset(_rows("given_names.txt")),
        surnames=frozenset(_rows("surnames.txt")),
    )


def _rows(name: str) -> list[str]:
    return (
        files("geo.recognition").joinpath(f"data/{name}").read_text(encoding="utf-8").splitlines()
    )


def _classes() -> dict[str, frozenset[str]]:
    groups: dict[str, set[str]] = {}
    for row in _rows("words.tsv"):
        group, _, words = row.partition("\t")
        for word in words.split():
            groups.setdefault(word, set()).add(group)
    return {word: frozenset(names) for word, names in groups.items()}


def _commonness() -> dict[str, dict[str, float]]:
    """A word's rank in its language, on a logarithmic scale."""
    found: dict[str, dict[str, float]] = {"": {}}
    for row in _rows("common_words.tsv"):
        word, _, language = row.partition("\t")
        own = found.setdefault(language, {})
        score = 1 - math.log(len(own) + 1) / 10
        own[word] = score
        found[""][word] = max(found[""].get(word, 0.0), score)
    return found
