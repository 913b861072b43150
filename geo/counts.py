"""Numbers that a sentence states of an event, each attached to its noun: killed, injured, arrested, people."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from geo.model import Count, Qualifier

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

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
_YOUNG = 18
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


def vague_counts(
    words: Sequence[Word],
    *,
    trigger: int,
    lexicon: Lexicon,
    stated: Iterable[str] = (),
    span: range | None = None,
) -> Mapping[str, str]:
    """Return the roles that a sentence counts only as "dozens" or "hundreds", none of those `stated`."""
    found: dict[str, str] = {}
    for role, word in _Reader(words, lexicon, span or range(len(words))).vague(trigger):
        if role not in stated:
            found.setdefault(role, word)
    return found


def casualties(words: Sequence[Word], *, lexicon: Lexicon) -> Iterator[tuple[str, Count, int]]:
    """Yield the dead, hurt and arrested that a sentence counts: role, number, and the number's word."""
    for item in _Reader(words, lexicon, range(len(words))).casualties():
        yield item.role, item.number, item.at


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
            role, sign = self._role(at) if value is not None else ("", -1)
            if role and self._is_part(at) and not self._takes(sign, at):
                role = ""
            if not role and last and self._continues(at, last[0]):
                role, sign = last[0].role, last[1]
            if value is None or not role:
                continue
            found = _Found(role, self._count(at, value), at)
            if last and last[1] == sign and last[0].role == role:
                total = last[0].number.value + value
                found = _Found(role, Count(value=total, qualifier=last[0].number.qualifier), at)
            elif last:
                yield last[0]
            last = (found, sign)
        if last:
            yield last[0]

    def _takes(self, sign: int, at: int) -> bool:
        """Tell of "killing 49 of them": the share is what the verb takes."""
        return sign < at and self.has(sign, "transitive") and self.has(at + 1, "of_them")

    def _continues(self, at: int, last: _Found) -> bool:
        """Tell whether a number goes on with the one before: "injured 12 officers and 30 marchers"."""
        joined = self.has(self._before(at), "passes") and at - last.at <= _LIST
        if any(self.has(i, "be", "#past", "have") for i in range(last.at + 1, at)):
            return False
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
                found[bool(named)].append(_Found(PEOPLE, self._count(at, number), at))
        own = self._nearest(found[True], trigger)
        bare = self._nearest(found[False], trigger)
        if own and bare and own.at > trigger > bare.at and self.has(bare.at, "headcount"):
            return bare
        return own or bare

    def _count(self, at: int, value: int) -> Count:
        return Count(value=value, qualifier=self._qualifier(at), high=self.words[at].high)

    def vague(self, trigger: int) -> Iterator[tuple[str, str]]:
        """Yield the "dozens" and "hundreds", each with its role; of people those nearest to a trigger."""
        people = []
        for at in self.span:
            if not self.has(at, "quantity") or self._is_rate(at):
                continue
            role = self._role(at)[0]
            if role:
                yield role, self.words[at].lower
            elif self._counts_people(at) is not False:
                people.append(at)
        if people:
            yield PEOPLE, self.words[min(people, key=lambda at: abs(at - trigger))].lower

    def _nearest(self, found: Sequence[_Found], trigger: int) -> _Found | None:
        """The last number before a trigger, unless it only comes along ("with 33 others"); else the next."""
        before = [f for f in found if 0 <= trigger - f.at <= _SUBJECT]
        alone = [f for f in before if not self.has(self._before(f.at), "with")]
        before = alone or before
        return before[-1] if before else next((f for f in found if f.at > trigger), None)

    def _stated(self, at: int) -> int | None:
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

    def _is_part(self, at: int) -> bool:
        """Tell whether a number is a share ("two of at least 167"), a rate or a capacity."""
        return (
            self._is_share(at)
            or self._is_in_aside(at)
            or self._is_age(at)
            or any(self.has(i, "capacity") for i in range(max(0, at - 3), at))
            or self._is_population(at)
            or self._is_rate(at)
        )

    def _is_share(self, at: int) -> bool:
        """Tell of "two of at least 167", "50, three of them", "including two", "one out of 14"."""
        words, before = self.words, self._before(at)
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

    def _is_rate(self, at: int) -> bool:
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
        first = self._before(at)
        return self.has(first, "of") and any(
            self.has(i, "population", "settled") for i in range(max(0, first - 2), first)
        )

    def _is_in_aside(self, at: int) -> bool:
        """Tell of "17 people, ten women and seven children, drowned": ten and seven are among the 17."""
        comma = next(
            (i for i in range(at - 1, max(-1, at - _ASIDE), -1) if self.has(i, "comma")), None
        )
        if comma is None or not self._goes_on(comma, self._after_aside(comma)):
            return False
        return any(self.words[i].number is not None for i in range(max(0, comma - _NOUN), comma))

    def _is_age(self, at: int) -> bool:
        """Tell whether a number is an age: "a boy of about six"."""
        first = self._before(at)
        person = self.has(first - 1, "people") and not self.has(first - 1, "groups", "crowd")
        value = self.words[at].number
        young = self.has(first - 1, "kin") and value is not None and value <= _YOUNG
        if self.has(first, "passes") and first > 0 and self.words[first - 1].number is not None:
            return self._is_age(first - 1)
        return self.has(first, "of") and person and (young or self.has(first - 1, "#sing"))

    def _before(self, at: int) -> int:
        """The word before a number and its qualifier."""
        first = at - 1
        while first >= 0 and self.has(first, *(name for name, _ in _QUALIFIERS)):
            first -= 1
        return first

    def _role(self, at: int) -> tuple[str, int]:
        """The role of a number and the word that gives it, ("", -1) where it has none."""
        if self._follows_verb(at):
            return self._role_left(at)
        right = self._role_right(at)
        return right if right[0] else self._role_left(at)

    def _follows_verb(self, at: int) -> bool:
        """Tell of "murieron tres soldados": Spanish and Portuguese put the verb before its number."""
        before = self._before(at)
        names = (name for _, name in _ROLES)
        return (
            self.lexicon.language != "en" and self.has(before, "#past") and self.has(before, *names)
        )

    def _role_right(self, at: int) -> tuple[str, int]:
        """The role in "three people were killed", "18 wounded", "a guard, his wife and two sons died"."""
        i, first, stop = at, at + 1, at + 1 + _RIGHT
        while (i := i + 1) < min(stop, self.span.stop):
            if i > first and self.has(i, "comma"):
                after = self._past_comma(i)
                if after is None:
                    break
                i, stop = after, after + 1 + _RIGHT
                first = i + 1 if self.has(i, "comma") else first
                continue
            if i > first and self.has(i, "hard", "scope_end"):
                break
            if self._counts_anew(i):
                break
            for role, name in _ROLES:
                if self.has(i, name):
                    active = i > first and self._is_active(i)
                    other = self._counted_apart(at, i)
                    return ("", -1) if active or other else (role, i)
        return "", -1

    def _counts_anew(self, at: int) -> bool:
        """Tell of a number that begins something else: not one of a list, no age."""
        if self.words[at].number is None or self._is_age(at):
            return False
        return not self.has(self._before(at), "passes", "comma")

    def _past_comma(self, comma: int) -> int | None:
        """Where a clause goes on after a comma: at the next of a list, or after what is said aside."""
        if self.has(comma + 1, "including"):
            return self._after_aside(comma)
        if self._stated(comma + 1) is not None and self._counts_people(comma + 1) is not False:
            aside = self._after_aside(comma)
            return aside if self._goes_on(comma, aside) else comma
        return None

    def _goes_on(self, comma: int, close: int) -> bool:
        """Tell of "17 people, ten women and seven children, drowned": the verb follows the second comma."""
        verb = self.has(close + 1, "be", "have", "#past", "#part", "killed_word", "injured_word")
        plain = not any(self.has(i, "be", "have", "hard") for i in range(comma + 1, close))
        return close > comma + 1 and verb and plain

    def _counted_apart(self, at: int, sign: int) -> bool:
        """Tell of "135 survivors and 45 bodies": the noun has a number of its own."""
        noun = not self.has(sign, "#past", "#part")
        return noun and any(self.words[i].number is not None for i in range(at + 1, sign))

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
        participle = self.has(at, "#part") and not self.has(at, "#past")
        if participle or any(self.has(i, "be") for i in range(max(0, at - 3), at)):
            return False
        return any(
            self.words[i].number is not None or self.has(i, "people", "pron", "det", "a", "vague")
            for i in range(at + 1, min(at + 3, len(self.words)))
        )

    def _role_left(self, at: int) -> tuple[str, int]:
        """The role in "killing at least three", "left almost 300 wounded", "a death toll of 12"."""
        english = self.lexicon.language == "en"
        for i in range(at - 1, max(self.span.start - 1, at - 2 - _LEFT), -1):
            if self.has(i, "hard", "be", "passes", "said") or self.words[i].number is not None:
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
        if self.words[at].number == 1 or not self.has(at, "headcount"):
            return False
        if self.has(at, "headcount") and abs(trigger - at) <= _SUBJECT:
            return True
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
