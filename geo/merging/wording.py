"""What a report talks of, as words that two reports may share, in one language or across them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from gazetteer.names import fold_token
from geo.dates.grammar import grammar
from geo.recognition.lexicon import lexicon as common_words
from geo.tokens import tokenise
from geo.words import LANGUAGES, lexicon

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_PLAIN = re.compile(r"[^\W\d_]{3,}")
_STEM = 6
_SHORT_STEM = 5
#: A word as common as this (0 to 1, see geo.recognition.lexicon) tells nothing.
_COMMON = 0.5
_CONCEPT_WEIGHT = 0.8
_PLACE_WEIGHT = 1.0
# What the kind of an event says already, and what only carries the telling.
_SAID_ALREADY = (
    "casualty", "dead", "killed_word", "injured_word", "arrested_word", "vague", "numeral", "said",
    "speech", "pron", "clash_noun", "clash_soft", "toll",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The telling words of a report, each with its weight from 0 to 1, and its language.

    A word is its stem, "=concept" where it stands in the table of concepts that languages share,
    or "@id" for another place named beside the event's own.
    """

    language: str
    weights: Mapping[str, float]


def wording(text: str, *, language: str, places: Iterable[str] = ()) -> Wording:
    """Return the wording of a piece of text; `places` are the ids of other places it names."""
    found: dict[str, float] = {f"@{place}": _PLACE_WEIGHT for place in places}
    for token in tokenise(text):
        word = fold_token(token.surface)
        if _PLAIN.fullmatch(word) and not _is_empty(token.surface.lower(), word, language):
            _put(found, token.surface.lower(), word, language)
    return Wording(language=language, weights=found)


def likeness(one: Wording, other: Wording) -> float:
    """Return how much of the shorter wording the other has as well: 0 nothing, 1 all of it."""
    mine, theirs = _comparable(one, other), _comparable(other, one)
    shared = sum(min(weight, theirs[word]) for word, weight in mine.items() if word in theirs)
    least = min(sum(mine.values()), sum(theirs.values()))
    # A word more below the line: what is short cannot be wholly alike.
    return round(shared / (least + 1), 3)


def shared_words(one: str, other: str, *, language: str) -> tuple[str, ...]:
    """Return the telling words, as the first text writes them, that both texts share."""
    theirs = wording(other, language=language).weights
    found: dict[str, str] = {}
    for token in tokenise(one):
        for stem in wording(token.surface, language=language).weights:
            if stem in theirs:
                found.setdefault(stem, token.surface)
    return tuple(found.values())


def _comparable(one: Wording, other: Wording) -> Mapping[str, float]:
    """The words that can be compared: all in one language, else concepts, places and cognates."""
    if one.language == other.language:
        return one.weights
    cognates = {word[:_SHORT_STEM] for word in other.weights if word[0] not in "=@"}
    return {
        (word if word[0] in "=@" else word[:_SHORT_STEM]): weight
        for word, weight in one.weights.items()
        if word[0] in "=@" or word[:_SHORT_STEM] in cognates
    }


def _put(found: dict[str, float], lower: str, word: str, language: str) -> None:
    concept = _concept(word, language)
    if concept:
        found[f"={concept}"] = _CONCEPT_WEIGHT
        return
    known = common_words().commonness
    common = known.get(language, known[""]).get(lower, 0.0)
    weight = round(1 - common / _COMMON, 2)
    if weight > 0:
        stem = word[:_STEM]
        found[stem] = max(weight, found.get(stem, 0.0))


@cache
def _is_empty(lower: str, word: str, language: str) -> bool:
    """Tell whether a word says nothing of its own: of time, of telling, or the kind itself."""
    if language not in LANGUAGES:
        return False
    time = grammar(language)
    if any(lower in words for words in (time.months, time.weekdays, time.units)):
        return True
    lists = lexicon(language)
    mask = lists.forms.get(lower, 0) | lists.forms.get(word, 0)
    return bool(mask & lists.mask(*(name for name in _SAID_ALREADY if name in lists.bits)))


@cache
def _concept(word: str, language: str) -> str:
    """Return the concept of a folded word, empty where it has none."""
    exact, stems = _concepts().get(language, ({}, {}))
    if word in exact:
        return exact[word]
    return next((stems[word[:n]] for n in range(len(word), 4, -1) if word[:n] in stems), "")


@cache
def _concepts() -> dict[str, tuple[dict[str, str], dict[str, str]]]:
    """By language, the whole words and the stems (five letters or more) of each concept."""
    text = files("geo.merging").joinpath("data/concepts.tsv").read_text(encoding="utf-8")
    head, *rows = (line.split("\t") for line in text.splitlines())
    found: dict[str, tuple[dict[str, str], dict[str, str]]] = {n: ({}, {}) for n in head[1:]}
    for concept, *columns in rows:
        for language, words in zip(head[1:], columns, strict=True):
            exact, stems = found[language]
            for word in words.split():
                if len(word) >= _SHORT_STEM:
                    stems.setdefault(word, concept)
                else:
                    exact.update(dict.fromkeys((word, f"{word}s", f"{word}es"), concept))
    return found
