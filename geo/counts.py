"""Numbers that a sentence states of an event, each attached to its noun: killed, injured, arrested, people."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from geo.model import Count, Qualifier

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from geo.words import Lexicon, Word

PEOPLE = "people"
_ROLES = (("killed", "killed_word"), ("injured", "injured_word"), ("arrested", "arrested_word"))
_QUALIFIERS = (
    ("qual_at_least", Qualifier.AT_LEAST),
    ("qual_more_than", Qualifier.MORE_THAN),
    ("qual_almost", Qualifier.ALMOST),
    ("qual_up_to", Qualifier.UP_TO),
    ("qual_about", Qualifier.ABOUT),
)
_RIGHT, _LEFT, _NOUN, _QUALIFIER, _SUBJECT, _ASIDE, _LIST = 7, 4, 4, 3, 26, 9, 5


class _Found(NamedTuple):
    role: str
    number: Count
    at: int


def counts(
    words: Sequence[Word], *, trigger: int, lexicon: Lexicon, span: range | None = None
) -> Mapping[str, Count]:
    """Return the counts of the event at a trigger, by role; vague numbers ("dozens") are none.

    `span` bounds the words that speak of this event where a sentence tells of several.
    """
    reader = _Reader(words, lexicon, span or range(len(words)))
    found: dict[str, Count] = {}
    for item in reader.casualties():
        found.setdefault(item.role, item.number)
    people = reader.people(trigger)
    if people is not None:
        found[PEOPLE] = people.number
    return found


class _Reader(NamedTuple):
    words: Sequence[Word]
    lexicon: Lexicon
    span: range

    def has(self, at: int, *names: str) -> bool:
        """Tell whether a word of the sentence belongs to one of some classes."""
        if not 0 <= at < len(self.words):
            return False
        return bool(self.words[at].mask & self.lexicon.mask(*names))

    def casualties(self) -> Iterator[_Found]:
        """Yield the numbers of dead, hurt and arrested; "15 rebels and three guards were killed" is one."""
        last: tuple[_Found, int] | None = None
        for at in self.span:
            value = self._stated(at)
            role, sign = self._role(at) if value is not None and not self._is_part(at) else ("", -1)
            if not role and last and self._continues(at, last[0]):
                role, sign = last[0].role, last[1]
            if value is None or not role:
                continue
            found = _Found(role, Count(value=value, qualifier=self._qualifier(at)), at)
            if last and last[1] == sign and last[0].role == role:
                total = last[0].number.value + value
                found = _Found(role, Count(value=total, qualifier=last[0].number.qualifier), at)
            elif last:
                yield last[0]
            last = (found, sign)
        if last:
            yield last[0]

    def _continues(self, at: int, last: _Found) -> bool:
        """Tell whether a number goes on with the one before: "injured 12 officers and 30 marchers"."""
        joined = self.has(self._before(at), "passes") and at - last.at <= _LIST
        return joined and self.words[at].number is not None and self._counts_people(at) is True

    def people(self, trigger: int) -> _Found | None:
        """Return the number of people: one with its noun before a bare one, the nearest first."""
        found: dict[bool, list[_Found]] = {True: [], False: []}
        for at in self.span:
            number = self.words[at].number
            if number is None or self._is_part(at) or self._role(at)[0]:
                continue
            named = self._counts_people(at)
            if named or (named is None and self._is_bare_people(at, trigger)):
                found[bool(named)].append(
                    _Found(PEOPLE, Count(value=number, qualifier=self._qualifier(at)), at)
                )
        return self._nearest(found[True], trigger) or self._nearest(found[False], trigger)

    def _nearest(self, found: Sequence[_Found], trigger: int) -> _Found | None:
        before = [f for f in found if 0 <= trigger - f.at <= _SUBJECT]
        return before[-1] if before else next((f for f in found if f.at > trigger), None)

    def _stated(self, at: int) -> int | None:
        """The value of a number, 1 for "a man" or "another child"."""
        word = self.words[at]
        if word.number is not None:
            return word.number
        if self.has(at, "a") and any(
            self.has(i, "people") and self.has(i, "#sing") and not self.has(i, "groups")
            for i in range(at + 1, min(at + 4, len(self.words)))
        ):
            return 1
        return None

    def _is_part(self, at: int) -> bool:
        """Tell whether a number is a share ("two of at least 167"), a rate or a capacity."""
        if self.has(at + 1, "of_them") and any(self.words[i].number is not None for i in range(at)):
            return True
        if self.has(at + 1, "of") and any(
            self.words[i].number is not None for i in range(at + 2, min(at + 6, len(self.words)))
        ):
            return True
        if self._is_age(at) or self.has(self._before(at), "including"):
            return True
        if self.has(self._before(at), "of") and self.has(self._before(at) - 1, "out"):
            return True
        if any(self.has(i, "capacity") for i in range(max(0, at - 3), at)):
            return True
        return any(self.has(i, "per") for i in range(at + 1, min(at + 5, len(self.words))))

    def _is_age(self, at: int) -> bool:
        """Tell whether a number is an age: "a boy of about six"."""
        first = self._before(at)
        return (
            self.has(first, "of") and self.has(first - 1, "people") and self.has(first - 1, "#sing")
        )

    def _before(self, at: int) -> int:
        """The word before a number and its qualifier."""
        first = at - 1
        while first >= 0 and self.has(first, *(name for name, _ in _QUALIFIERS)):
            first -= 1
        return first

    def _role(self, at: int) -> tuple[str, int]:
        """The role of a number and the word that gives it, ("", -1) where it has none."""
        right = self._role_right(at)
        return right if right[0] else self._role_left(at)

    def _role_right(self, at: int) -> tuple[str, int]:
        """The role in "three people were killed", "18 wounded", "five others died"."""
        i = at
        while (i := i + 1) < min(at + 1 + _RIGHT, self.span.stop):
            if i > at + 1 and self.has(i, "comma") and self.has(i + 1, "including"):
                at = i = self._after_aside(i)
                continue
            if i > at + 1 and self.has(i, "hard", "comma", "scope_end"):
                break
            counted = self.words[i].number is not None and not self._is_age(i)
            if counted and not self.has(i - 1, "passes"):
                break
            for role, name in _ROLES:
                if self.has(i, name):
                    active = i > at + 1 and self._is_active(i)
                    return ("", -1) if active else (role, i)
        return "", -1

    def _after_aside(self, comma: int) -> int:
        """The comma that ends "..., including three children, ..."."""
        ends = (
            i for i in range(comma + 1, min(comma + _ASIDE, self.span.stop)) if self.has(i, "comma")
        )
        return next(ends, comma + 1)

    def _is_active(self, at: int) -> bool:
        """Tell whether a verb has an object ("two men killed a guard"), so that its subject is unhurt."""
        if not self.has(at, "transitive") or self.has(at, "#ger"):
            return self.has(at, "#ger")
        if any(self.has(i, "be") for i in range(max(0, at - 3), at)):
            return False
        return any(
            self.words[i].number is not None or self.has(i, "people", "det", "a", "vague")
            for i in range(at + 1, min(at + 3, len(self.words)))
        )

    def _role_left(self, at: int) -> tuple[str, int]:
        """The role in "killing at least three", "left almost 300 wounded", "a death toll of 12"."""
        english = self.lexicon.language == "en"
        for i in range(at - 1, max(self.span.start - 1, at - 2 - _LEFT), -1):
            if self.has(i, "hard", "be", "passes") or self.words[i].number is not None:
                break
            if self.has(i, "toll"):
                return "killed", i
            for role, name in _ROLES:
                if self.has(i, name) and (not english or self.has(i, "transitive", "#plur")):
                    passive = english and any(
                        self.has(k, "be", "been") for k in range(max(0, i - 2), i)
                    )
                    return ("", -1) if passive else (role, i)
        return "", -1

    def _counts_people(self, at: int) -> bool | None:
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

    def _is_bare_people(self, at: int, trigger: int) -> bool:
        """Tell whether a number without a noun counts people: it does it, opens the sentence, or is "with 40"."""
        if self.has(at + 1, "place", "number"):
            return False
        return (
            self.has(self._before(at), "with") or self._is_subject(at, trigger) or self._answers(at)
        )

    def _is_subject(self, at: int, trigger: int) -> bool:
        """Tell whether a bare number is who does it: "some 500 cut open the gate"."""
        verb = self.has(at + 1, "#past", "#part", "#pres", "be", "have", "modal", "adverb")
        return at < trigger and (trigger - at <= _NOUN or verb)

    def _answers(self, at: int) -> bool:
        """Tell whether a sentence begins with its number: "One hundred and thirty-three, by boat"."""
        return all(self.has(i, *(name for name, _ in _QUALIFIERS)) for i in range(at))

    def _qualifier(self, at: int) -> Qualifier:
        for i in range(at - 1, max(-1, at - 1 - _QUALIFIER), -1):
            for name, qualifier in _QUALIFIERS:
                if self.has(i, name):
                    return qualifier
            if not self.has(i, "a", "det", "people"):
                break
        return Qualifier.EXACTLY
