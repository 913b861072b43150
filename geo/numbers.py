"""Numbers as news writes them: digits with separators, words, and scales after either."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_DIGITS = re.compile(r"\d+(?:[.,\u00a0\u202f]\d+)*")
_BELOW_THOUSAND = re.compile(r"[1-9]\d\d")
_LARGEST = 10_000_000_000


class Number(NamedTuple):
    """A number that begins at a word of a list and ends before word `end`."""

    value: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    values: Mapping[str, tuple[str, int]]
    separator: str
    point: str


@cache
def _words(language: str) -> _Words:
    table = files("geo").joinpath("data/numbers.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in table.splitlines()[1:])
    values = {
        word: (kind, int(value))
        for of, kind, value, words in rows
        if of == language
        for word in words.split()
    }
    return _Words(
        values=values,
        separator="," if language == "en" else ".",
        point="." if language == "en" else ",",
    )


def number_words(language: str) -> frozenset[str]:
    """Return the words that numbers are made of in a language."""
    return frozenset(_words(language).values)


def number_at(lowers: Sequence[str], index: int, *, language: str) -> Number | None:
    """Return the whole number that starts at a lower-case word, None where none does.

    "dozens" and "hundreds" are no numbers; a decimal counts only before a scale ("1.5 million").
    """
    words = _words(language)
    first = lowers[index]
    if first[0].isdigit():
        return _from_digits(lowers, index, words)
    if first.split("-")[0] not in words.values:
        return None
    return _from_words(lowers, index, words)


def _from_digits(lowers: Sequence[str], index: int, words: _Words) -> Number | None:
    text = lowers[index]
    if not _DIGITS.fullmatch(text):
        return None
    following = words.values.get(lowers[index + 1]) if index + 1 < len(lowers) else None
    scale = following[1] if following and following[0] in {"scale", "times", "groups"} else 1
    value = _value(text, words, scaled=scale > 1)
    if value is None or value * scale > _LARGEST:
        return None
    return Number(round(value * scale), index + (2 if scale > 1 else 1))


def _value(text: str, words: _Words, *, scaled: bool) -> float | None:
    """Read digits: groups of three after a separator, else a decimal, which only a scale admits."""
    if re.fullmatch(r"\d{1,3}(?:[.,\u00a0\u202f]\d{3})+", text) and not (
        scaled and words.point in text
    ):
        return float(re.sub(r"\D", "", text))
    if text.isdigit():
        return float(text) if len(text) <= 10 else None
    whole, _, fraction = text.replace(",", ".").partition(".")
    if scaled and fraction.isdigit():
        return float(f"{whole}.{fraction}")
    return None


def _with_hundreds(
    best: Number | None, lowers: Sequence[str], at: int, so_far: _Sum
) -> Number | None:
    """Read "mil 600" as one number: whole thousands in words, then three digits."""
    thousands = best is not None and best.end == at and so_far.total > 0 and not so_far.current
    if best is not None and thousands and _BELOW_THOUSAND.fullmatch(lowers[at]):
        return Number(best.value + int(lowers[at]), at + 1)
    return best


class _Sum(NamedTuple):
    """What the number words read so far come to: whole thousands, and what is below them."""

    total: int = 0
    current: float = 0.0
    open: bool = False  # an "a", a "half" or an "and" waits for what it belongs to


def _from_words(lowers: Sequence[str], index: int, words: _Words) -> Number | None:
    """Add up number words: "one hundred and thirty-three", "half a million", "two dozen"."""
    so_far, best = _Sum(), None
    for at in range(index, len(lowers)):
        for part in lowers[at].split("-"):
            added = _add(so_far, *words.values.get(part, ("", 0)))
            if added is None:
                return _with_hundreds(best, lowers, at, so_far)
            so_far = added
        value = so_far.total + round(so_far.current)
        if value > _LARGEST:
            return None
        if not so_far.open:
            best = Number(value, at + 1)
    return best


def _add(so_far: _Sum, kind: str, value: int) -> _Sum | None:
    """Return the sum with one more word, None where the word cannot go on with it."""
    total, current = so_far.total, so_far.current
    if kind in {"unit", "ten"} and _fits(so_far, value):
        return _Sum(total, current + value)
    if kind == "times" or (kind == "groups" and current):
        return _Sum(total, (current or 1) * value)
    if kind == "scale":
        return _Sum(total + round((current or 1) * value), 0.0)
    if kind == "a" and current >= 20:
        return _Sum(total, current + 1) if so_far.open else None
    if kind == "a" and (so_far.open or not (total or current)):
        return _Sum(total, current or 1, open=True)
    if kind == "half" and not (total or current):
        return _Sum(total, 0.5, open=True)
    if kind == "and" and (total or current) and not current % 10 and not so_far.open:
        return _Sum(total, current, open=True)
    return None


def _fits(so_far: _Sum, value: int) -> bool:
    """Tell whether a unit may follow: twenty, two; one hundred, two; never two, three."""
    below = int(so_far.current) % 100
    if value >= 100:
        return not so_far.current
    return below == 0 or (value < 10 and below >= 20 and below % 10 == 0)
