"""The numbers of a sentence: what each counts, how it is bounded, and which are only shares of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from geo.model import Count, Qualifier

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo.words import Lexicon, Word

_QUALIFIERS = (
    ("qual_at_least", Qualifier.AT_LEAST),
    ("qual_more_than", Qualifier.MORE_THAN),
    ("qual_almost", Qualifier.ALMOST),
    ("qual_up_to", Qualifier.UP_TO),
    ("qual_about", Qualifier.ABOUT),
)
#: The classes of words that bound a number.
BOUNDS = tuple(name for name, _ in _QUALIFIERS)
_YOUNG = 18
_NOUN, _QUALIFIER, _ASIDE = 4, 3, 9


class Numbers(NamedTuple):
    """The words of a sentence, and those that speak of the event in question."""

    words: Sequence[Word]
    lexicon: Lexicon
    span: range

    def has(self, at: int, *names: str) -> bool:
        """Tell whether a word of the sentence belongs to one of some classes."""
        if not 0 <= at < len(self.words):
            return False
        return bool(self.words[at].mask & self.lexicon.mask(*names))

    def stated(self, at: int) -> int | None:
        """The value of a number, 1 for "a man" or "another child"."""
        word = self.words[at]
        if word.number is not None:
            return word.number
        return 1 if self.has(at, "a", "possessive") and self._is_a_person(at) else None

    def _is_a_person(self, at: int) -> bool:
        """Tell of "a policeman", "his wife": one person."""
        for i in range(at + 1, min(at + 4, len(self.words))):
            if self.has(i, "people", "official") and self.has(i, "#sing"):
                return not self.has(i, "groups")
            if self.has(i, "comma", "hard", "at", "passes", "own"):
                return False
        return False

    def is_part(self, at: int) -> bool:
        """Tell whether a number is a share ("two of at least 167"), a rate or a capacity."""
        return (
            self._is_share(at)
            or self._is_in_aside(at)
            or self.is_age(at)
            or any(self.has(i, "capacity") for i in range(max(0, at - 3), at))
            or self._is_population(at)
            or self.is_rate(at)
        )

    def _is_share(self, at: int) -> bool:
        """Tell of "two of at least 167", "50, three of them", "including two", "one out of 14"."""
        words, before = self.words, self.before(at)
        if self.has(at + 1, "of_them") and any(words[i].number is not None for i in range(at)):
            return True
        if words[at].number == 1 and self.has(at + 1, "of", "of_them"):
            return True
        others = range(at + 2, min(at + 6, len(words)))
        if self.has(at + 1, "of") and any(words[i].number is not None for i in others):
            return True
        if self.has(before, "including") and words[at].high is None:
            return True
        return self.has(before, "of") and self.has(before - 1, "out")

    def is_rate(self, at: int) -> bool:
        """Tell of "2,000 people a day"; "a week later" is none."""
        for i in range(at + 1, min(at + 5, len(self.words))):
            if self.has(i, "be", "have", "#past", "hard", "comma"):
                return False
            if self.has(i, "per"):
                return not self.has(i + 1, "adverb", "ago")
        return False

    def _is_population(self, at: int) -> bool:
        """Tell of "a town of 20,000", "had 80,000 inhabitants"."""
        if any(self.has(i, "population") for i in range(at + 1, min(at + 3, len(self.words)))):
            return True
        first = self.before(at)
        return self.has(first, "of") and any(
            self.has(i, "population", "settled") for i in range(max(0, first - 2), first)
        )

    def _is_in_aside(self, at: int) -> bool:
        """Tell of "17 people, ten women and seven children, drowned": ten and seven are among the 17."""
        comma = next(
            (i for i in range(at - 1, max(-1, at - _ASIDE), -1) if self.has(i, "comma")), None
        )
        if comma is None or not self.goes_on(comma, self.after_aside(comma)):
            return False
        return any(self.words[i].number is not None for i in range(max(0, comma - _NOUN), comma))

    def is_age(self, at: int) -> bool:
        """Tell whether a number is an age: "a boy of about six"."""
        first = self.before(at)
        person = self.has(first - 1, "people") and not self.has(first - 1, "groups", "crowd")
        value = self.words[at].number
        young = self.has(first - 1, "kin") and value is not None and value <= _YOUNG
        if self.has(first, "passes") and first > 0 and self.words[first - 1].number is not None:
            return self.is_age(first - 1)
        return self.has(first, "of") and person and (young or self.has(first - 1, "#sing"))

    def before(self, at: int) -> int:
        """The word before a number and its qualifier."""
        first = at - 1
        while first >= 0 and self.has(first, *BOUNDS):
            first -= 1
        return first

    def goes_on(self, comma: int, close: int) -> bool:
        """Tell of "17 people, ten women and seven children, drowned": the verb follows the second comma."""
        verb = self.has(close + 1, "be", "have", "#past", "#part", "killed_word", "injured_word")
        plain = not any(self.has(i, "be", "have", "hard") for i in range(comma + 1, close))
        return close > comma + 1 and verb and plain

    def after_aside(self, comma: int) -> int:
        """The comma that ends "..., including three children, ..."."""
        ends = (
            i for i in range(comma + 1, min(comma + _ASIDE, self.span.stop)) if self.has(i, "comma")
        )
        return next(ends, comma + 1)

    def counts_people(self, at: int) -> bool | None:
        """Tell whether the noun of a number is people; None if it has none."""
        if self.has(at + 1, "of_them", "aboard"):
            return True
        for i in range(at + 1, min(at + 1 + _NOUN, self.span.stop)):
            if self.has(i, "groups"):
                return False
            if self.has(i, "people", "uprooted", "nation", "soldiers") and not self.has(i, "#sing"):
                return True
            if i > at + 1 and self.has(i, "whoever"):
                return True
            if self.has(i, "boat", "burnable", "site", "shell", "measure", "missile"):
                return False
            if self.has(i, "hard", "comma", "scope_end", "with", "in", "be", "have"):
                break
        return None

    def count_at(self, at: int, value: int) -> Count:
        """Return a value with what bounds it at a word of the sentence."""
        return Count(value=value, qualifier=self._qualifier(at), high=self.words[at].high)

    def _qualifier(self, at: int) -> Qualifier:
        for i in range(at - 1, max(-1, at - 1 - _QUALIFIER), -1):
            for name, qualifier in _QUALIFIERS:
                if self.has(i, name):
                    return qualifier
            if not self.has(i, "a", "det", "people"):
                break
        return Qualifier.EXACTLY
