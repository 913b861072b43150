"""The small language of conditions: which words must stand near a trigger.

    $<12:people|number       a word of class people or a number within 12 words to the left
    @>6:=to/=into+land       "to" or "into" and, within 5 words after it, a word of class land
    !<3:=not                 no "not" within 3 words to the left
    ~8:forces   ^:boat       within 8 words on either side; anywhere in the sentence
    =:#past&cross            the trigger itself

`|` parts alternatives, `+` a sequence, `/` the alternatives of one place in it, `&` classes that one
word must all have; `=word` is the word itself. `$` keeps who was found, `@` keeps the place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from geo.words import Lexicon, Word

_CONDITION = re.compile(r"(?P<flags>[!$@]*)(?P<side>[<>~^=])(?P<reach>\d*):(?P<what>\S+)")
_SEQUENCE_REACH = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Test:
    """What one word must be: of one class, or of all classes of a mask, or one of the literal words.

    `classes` is the union of the single classes, any of which will do.
    """

    classes: int
    masks: tuple[int, ...]
    literals: frozenset[str]

    def holds(self, word: Word) -> bool:
        """Tell whether a word passes."""
        mask = word.mask
        if mask & self.classes:
            return True
        if not self.masks:
            return word.lower in self.literals
        return any(mask & wanted == wanted for wanted in self.masks) or word.lower in self.literals


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One condition on the words around a trigger."""

    side: str
    reach: int
    negated: bool
    keeps: str
    alternatives: tuple[tuple[Test, ...], ...]
    hard: int

    def find(self, words: Sequence[Word], trigger: int) -> int | None:
        """Return the index of the word that meets the condition, nearest first; None if none does."""
        for at in self._window(words, trigger):
            for sequence in self.alternatives:
                last = self._follow(words, at, trigger, sequence)
                if last is not None:
                    return last
        return None

    def _window(self, words: Sequence[Word], trigger: int) -> Iterable[int]:
        if self.side == "=":
            return (trigger,)
        if self.side == "^":
            return sorted(
                (i for i in range(len(words)) if i != trigger), key=lambda i: abs(i - trigger)
            )
        left = self._until_hard(words, range(trigger - 1, max(-1, trigger - 1 - self.reach), -1))
        right = self._until_hard(
            words, range(trigger + 1, min(len(words), trigger + 1 + self.reach))
        )
        if self.side == "~":
            return sorted((*left, *right), key=lambda i: abs(i - trigger))
        return left if self.side == "<" else right

    def _until_hard(self, words: Sequence[Word], span: range) -> list[int]:
        reached = []
        for at in span:
            if words[at].mask & self.hard:
                break
            reached.append(at)
        return reached

    def _follow(
        self, words: Sequence[Word], at: int, trigger: int, sequence: tuple[Test, ...]
    ) -> int | None:
        """Return where a sequence that begins at a word ends; a left-hand one ends before the trigger."""
        if not sequence[0].holds(words[at]):
            return None
        for test in sequence[1:]:
            stop = min(len(words), at + 1 + _SEQUENCE_REACH)
            if self.side == "<":
                stop = min(stop, trigger)
            found = (
                i for i in self._until_hard(words, range(at + 1, stop)) if test.holds(words[i])
            )
            after = next(found, None)
            if after is None:
                return None
            at = after
        return at


def compile_conditions(text: str, lexicon: Lexicon) -> tuple[Condition, ...]:
    """Read the conditions of a frame; ValueError names what cannot be read."""
    return tuple(_condition(part, lexicon) for part in text.split())


def compile_test(text: str, lexicon: Lexicon) -> Test:
    """Read the alternatives of one word, parted by `/` or `|`; KeyError names an unknown class."""
    classes, masks, literals = 0, [], set()
    for atom in re.split(r"[/|]", text):
        if atom.startswith("="):
            literals.add(atom[1:].replace("_", " "))
        elif "&" in atom:
            masks.append(lexicon.mask(*atom.split("&")))
        else:
            classes |= lexicon.mask(atom)
    return Test(classes=classes, masks=tuple(masks), literals=frozenset(literals))


def _condition(text: str, lexicon: Lexicon) -> Condition:
    match = _CONDITION.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r}: wanted a condition such as $<12:people|number")
    flags = match["flags"]
    return Condition(
        side=match["side"],
        reach=int(match["reach"] or 0),
        negated="!" in flags,
        keeps=flags.replace("!", ""),
        alternatives=tuple(
            tuple(compile_test(element, lexicon) for element in sequence.split("+"))
            for sequence in match["what"].split("|")
        ),
        hard=lexicon.mask("hard"),
    )
