"""Numbers that a sentence states of an event, each attached to its noun: killed, injured, arrested, people."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from geo.counting import BOUNDS, Numbers
from geo.model import Count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from geo.words import Lexicon, Word

PEOPLE = "people"
_ROLES = (("killed", "killed_word"), ("injured", "injured_word"), ("arrested", "arrested_word"))
_RIGHT, _LEFT, _NOUN, _SUBJECT, _LIST, _OBJECT = 7, 4, 4, 26, 5, 3


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


class _Reader(Numbers):
    """A sentence read for its dead, hurt and arrested, and for its people."""

    def casualties(self) -> Iterator[_Found]:
        """Yield the numbers of dead, hurt and arrested; "15 rebels and three guards were killed" is one."""
        last: tuple[_Found, int] | None = None
        for at in self.span:
            value = self.stated(at)
            role, sign = self._role(at) if value is not None else ("", -1)
            if role and self.is_part(at) and not self._takes(sign, at):
                role = ""
            if not role and last and self._continues(at, last[0]):
                role, sign = last[0].role, last[1]
            if value is None or not role:
                continue
            found = _Found(role, self.count_at(at, value), at)
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
        joined = self.has(self.before(at), "passes") and at - last.at <= _LIST
        if any(self.has(i, "be", "#past", "have") for i in range(last.at + 1, at)):
            return False
        return joined and self.words[at].number is not None and self.counts_people(at) is True

    def people(self, trigger: int) -> _Found | None:
        """Return the number of people: one with its noun before a bare one, the nearest first."""
        found: dict[bool, list[_Found]] = {True: [], False: []}
        for at in self.span:
            number = self.words[at].number
            if number is None or self.is_part(at) or self._role(at)[0]:
                continue
            named = self.counts_people(at)
            if named or (named is None and self._is_bare_people(at, trigger)):
                found[bool(named)].append(_Found(PEOPLE, self.count_at(at, number), at))
        own = self._nearest(found[True], trigger)
        bare = self._nearest(found[False], trigger)
        if own and bare and own.at > trigger > bare.at and self.has(bare.at, "headcount"):
            return bare
        return own or bare

    def vague(self, trigger: int) -> Iterator[tuple[str, str]]:
        """Yield the "dozens" and "hundreds", each with its role; of people those nearest to a trigger."""
        people = []
        for at in self.span:
            if not self.has(at, "quantity") or self.is_rate(at):
                continue
            role = self._role(at)[0]
            if role:
                yield role, self.words[at].lower
            elif self.counts_people(at) is not False:
                people.append(at)
        if people:
            yield PEOPLE, self.words[min(people, key=lambda at: abs(at - trigger))].lower

    def _nearest(self, found: Sequence[_Found], trigger: int) -> _Found | None:
        """The last number before a trigger, unless it only comes along ("with 33 others"); else the next."""
        before = [f for f in found if 0 <= trigger - f.at <= _SUBJECT]
        alone = [f for f in before if not self.has(self.before(f.at), "with")]
        before = alone or before
        object_ = next((f for f in found if 0 < f.at - trigger <= _OBJECT), None)
        if object_ and before and self._ends_clause(before[-1].at, trigger):
            return object_
        return before[-1] if before else next((f for f in found if f.at > trigger), None)

    def _ends_clause(self, at: int, trigger: int) -> bool:
        """Tell of "had 248 residents in May and shelters 836": the first number is of another verb."""
        return any(self.has(i, "passes") for i in range(at + 1, trigger))

    def _role(self, at: int) -> tuple[str, int]:
        """The role of a number and the word that gives it, ("", -1) where it has none."""
        if self._follows_verb(at):
            return self._role_left(at)
        right = self._role_right(at)
        return right if right[0] else self._role_left(at)

    def _follows_verb(self, at: int) -> bool:
        """Tell of "murieron tres soldados": Spanish and Portuguese put the verb before its number."""
        before = self.before(at)
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
        if self.words[at].number is None or self.is_age(at):
            return False
        return not self.has(self.before(at), "passes", "comma")

    def _past_comma(self, comma: int) -> int | None:
        """Where a clause goes on after a comma: at the next of a list, or after what is said aside."""
        if self.has(comma + 1, "including"):
            return self.after_aside(comma)
        if self.stated(comma + 1) is not None and self.counts_people(comma + 1) is not False:
            aside = self.after_aside(comma)
            return aside if self.goes_on(comma, aside) else comma
        return None

    def _counted_apart(self, at: int, sign: int) -> bool:
        """Tell of "135 survivors and 45 bodies": the noun has a number of its own."""
        noun = not self.has(sign, "#past", "#part")
        return noun and any(self.words[i].number is not None for i in range(at + 1, sign))

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

    def _is_bare_people(self, at: int, trigger: int) -> bool:
        """Tell whether a number without a noun counts people: it does it, opens the sentence, or is "with 40"."""
        if self.has(at + 1, "place", "number"):
            return False
        if self.words[at].number == 1 or not self.has(at, "headcount"):
            return False
        if self.has(at, "headcount") and abs(trigger - at) <= _SUBJECT:
            return True
        return (
            self.has(self.before(at), "with") or self._is_subject(at, trigger) or self._answers(at)
        )

    def _is_subject(self, at: int, trigger: int) -> bool:
        """Tell whether a bare number is who does it: "some 500 cut open the gate"."""
        verb = self.has(at + 1, "#past", "#part", "#pres", "be", "have", "modal", "adverb")
        return at < trigger and (trigger - at <= _NOUN or verb)

    def _answers(self, at: int) -> bool:
        """Tell whether a sentence begins with its number: "One hundred and thirty-three, by boat"."""
        return all(self.has(i, *BOUNDS) for i in range(at))
