"""What stands around a span: the class of each word, the gaps, the runs of capitalised words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gazetteer.names import fold_token
from geo.language import language_of_text
from geo.recognition.lexicon import lexicon

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from geo.sentences import Sentence
    from geo.tokens import FoldedText

#: The classes of a neighbouring word, the first that fits.
WORD_CLASSES = (
    "none", "title", "organisation", "work", "given", "surname", "place_head", "street", "venue", "place_preposition",
    "other_preposition", "article", "reporting", "place_verb", "month", "weekday", "direction",
    "family", "number", "capital", "common_capital", "lower",
)  # fmt: skip
#: What stands between a span and its neighbour.
GAPS = ("blank", "comma", "open", "close", "hyphen", "stop", "edge", "other")
_CLASS = {name: index for index, name in enumerate(WORD_CLASSES)}
_GAP = {name: index for index, name in enumerate(GAPS)}
_LOWER_GROUPS = (
    "place_preposition", "other_preposition", "article", "month", "weekday", "reporting",
    "direction", "place_verb", "title", "family", "place_head", "street", "venue",
)  # fmt: skip
_UPPER_GROUPS = (
    "month", "weekday", "direction", "title", "street", "venue", "work", "org_head", "place_head",
    "article", "place_preposition", "other_preposition",
)  # fmt: skip
_GROUP_CLASS = {"org_head": "organisation"}
COMMON = 0.25
# A longer row of capitalised words is a list or a heading, not a name.
_LONGEST_RUN = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A text's words with what the features ask of them.

    `classes[i]` indexes WORD_CLASSES; `capital[i]` tells of a capitalised word; `runs[i]` is the
    (first, last) run of capitalised words around word i, small words inside it included;
    `opens[i]` tells that it is the first word of a sentence; `shouting[i]` that its whole line is
    in capitals; `sentence_of[i]` is the number of its sentence;
    `told[n]` holds the number of words of sentence n, whether it ends with a stop, and the share of
    its words that are capitalised;
    `lower_times` counts how often the text writes a word in lower case, `upper_times` how often
    with a capital inside a sentence;
    `commonness` rates the words of the text's language that are written in lower case.
    """

    text: FoldedText
    classes: Sequence[int]
    capital: Sequence[bool]
    runs: Sequence[tuple[int, int]]
    opens: Sequence[bool]
    shouting: Sequence[bool]
    sentence_of: Sequence[int]
    told: Sequence[tuple[int, bool, float]]
    lower_times: Mapping[str, int]
    upper_times: Mapping[str, int]
    commonness: Mapping[str, float]


def read_words(text: FoldedText, sentences: Sequence[Sentence]) -> Words:
    """Return the words of a text with their classes, runs and places in sentences."""
    capital = [token.surface[0].isupper() for token in text.tokens]
    rates = lexicon().commonness
    commonness = rates.get(language_of_text(text.text), rates[""])
    opens, sentence_of = _opens(text, sentences)
    inside = [
        token.surface
        for token, is_capital, first in zip(text.tokens, capital, opens, strict=True)
        if is_capital and not first
    ]
    return Words(
        text=text,
        classes=[_word_class(token.surface, commonness) for token in text.tokens],
        capital=capital,
        runs=_runs(text, capital),
        opens=opens,
        shouting=_shouting(text, sentences),
        sentence_of=sentence_of,
        told=_told(text.text, sentences, capital, sentence_of),
        lower_times=Counter(t.surface for t in text.tokens if t.surface[0].islower()),
        upper_times=Counter(word.lower() for word in inside),
        commonness=commonness,
    )


def class_at(words: Words, index: int) -> int:
    """Return the class of a word, "none" outside the text."""
    return words.classes[index] if 0 <= index < len(words.classes) else 0


def gap_between(words: Words, left: int, right: int) -> int:
    """Return what stands between two neighbouring words, as an index of GAPS."""
    tokens = words.text.tokens
    if left < 0 or right >= len(tokens):
        return _GAP["edge"]
    gap = words.text.text[tokens[left].end : tokens[right].start]
    return _GAP[_gap_name(gap)]


def _gap_name(gap: str) -> str:
    if gap.isspace() or not gap:
        return "edge" if "\n" in gap else "blank"
    mark = gap.strip()[:1]
    for name, marks in (
        ("comma", ","),
        ("open", "(["),
        ("close", ")]"),
        ("hyphen", "-–—‑/"),
        ("stop", ".!?;:"),
    ):
        if mark in marks:
            return name
    return "other"


def _word_class(surface: str, commonness: Mapping[str, float]) -> int:
    if surface[0].isdigit():
        return _CLASS["number"]
    word = surface.lower()
    if surface[0].islower():
        return _CLASS[_group_class(word, _LOWER_GROUPS) or "lower"]
    return _CLASS[_group_class(word, _UPPER_GROUPS) or _capital_class(word, commonness)]


def _group_class(word: str, groups: Sequence[str]) -> str | None:
    own = lexicon().classes.get(word)
    if not own:
        return None
    return next((_GROUP_CLASS.get(g, g) for g in groups if g in own), None)


def _capital_class(word: str, commonness: Mapping[str, float]) -> str:
    words = lexicon()
    folded = fold_token(word)
    if folded in words.given_names:
        return "given"
    if folded in words.surnames:
        return "surname"
    return "common_capital" if commonness.get(word, 0.0) > COMMON else "capital"


def _runs(text: FoldedText, capital: Sequence[bool]) -> list[tuple[int, int]]:
    """The run of capitalised words that each word stands in; (i, i) for a word outside runs."""
    runs: list[tuple[int, int]] = [(i, i) for i in range(len(capital))]
    first = 0
    while first < len(capital):
        last = _run_end(text, capital, first)
        for index in range(first, last + 1):
            runs[index] = (first, last)
        first = last + 1
    return runs


def _run_end(text: FoldedText, capital: Sequence[bool], first: int) -> int:
    if not capital[first]:
        return first
    last = first
    words = lexicon()
    index = first + 1
    while (
        index < min(len(capital), first + _LONGEST_RUN)
        and index - last <= 3
        and _joined(text, index)
    ):
        if capital[index]:
            last = index
        elif not words.is_a(text.tokens[index].surface, "connector"):
            break
        index += 1
    return last


def _joined(text: FoldedText, index: int) -> bool:
    return text.folded[text.offsets[index] - 1] == " "


def _opens(text: FoldedText, sentences: Sequence[Sentence]) -> tuple[list[bool], list[int]]:
    """Mark the first word of each sentence; number each word's sentence."""
    opens = [False] * len(text.tokens)
    numbers = [0] * len(text.tokens)
    number = -1
    for index, token in enumerate(text.tokens):
        while number + 1 < len(sentences) and sentences[number + 1].start <= token.start:
            number += 1
            opens[index] = True
        numbers[index] = max(number, 0)
    return opens, numbers


def _told(
    text: str,
    sentences: Sequence[Sentence],
    capital: Sequence[bool],
    sentence_of: Sequence[int],
) -> list[tuple[int, bool, float]]:
    """Count the words and the capitalised words of each sentence; see whether it ends with a stop."""
    words = Counter(sentence_of)
    capitals = Counter(n for n, is_capital in zip(sentence_of, capital, strict=True) if is_capital)
    return [
        (
            words[number],
            text[max(sentence.end - 2, 0) : sentence.end].strip("\"'”’)»")[-1:] in tuple(".!?…"),
            capitals[number] / max(words[number], 1),
        )
        for number, sentence in enumerate(sentences)
    ]


def _shouting(text: FoldedText, sentences: Sequence[Sentence]) -> list[bool]:
    """Mark the words of sentences that hold no lower-case word of their own."""
    shouting = [False] * len(text.tokens)
    index = 0
    for sentence in sentences:
        inside: list[int] = []
        while index < len(text.tokens) and text.tokens[index].start < sentence.end:
            inside.append(index)
            index += 1
        upper = sum(text.tokens[i].surface.isupper() for i in inside)
        if len(inside) > 2 and upper > 0.7 * len(inside):
            for i in inside:
                shouting[i] = True
    return shouting
