"""What a sentence claims of an event: that it happened, is planned, is denied, or lies far back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from geo.model import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from geo.words import Lexicon, Word

_REACH = 14
_NEAR = 5
_VERB_REACH = 3


class Claim(NamedTuple):
    """A status and, in plain words, what it was read from."""

    status: Status
    why: str = ""


def claim(words: Sequence[Word], trigger: int, lexicon: Lexicon) -> Claim:
    """Return what a sentence claims of the event at a trigger: the first sign in its scope decides."""
    whole = _of_sentence(words, lexicon)
    if whole is not None:
        return whole
    reader = _Scope(words, trigger, lexicon)
    for test in (_by_tense, _by_words_before, _by_infinitive, _by_words_after, _by_age):
        found = test(reader)
        if found is not None:
            return found
    return Claim(Status.HAPPENED)


class _Scope(NamedTuple):
    words: Sequence[Word]
    trigger: int
    lexicon: Lexicon

    def has(self, at: int, *names: str) -> bool:
        """Tell whether a word belongs to one of some classes."""
        return bool(self.words[at].mask & self.lexicon.mask(*names))

    def near(self) -> int:
        """How far a "not" or a "will" reaches: further to a preposition than to its own verb."""
        formed = self.has(
            self.trigger, "#base", "#pres", "#past", "#part", "#ger", "#sing", "#plur"
        )
        return _NEAR if formed else 2 * _NEAR

    def left(self) -> Iterator[int]:
        """The words before the trigger, nearest first, as far as its clause reaches."""
        for at in range(self.trigger - 1, max(-1, self.trigger - 1 - _REACH), -1):
            if self.has(at, "hard", "scope_end"):
                return
            if self.has(at, "passes") and not self._infinitive():
                return
            yield at

    def right(self) -> Iterator[int]:
        """The words after the trigger, as far as its clause reaches."""
        for at in range(self.trigger + 1, min(len(self.words), self.trigger + 1 + _NEAR)):
            if self.has(at, "hard", "comma", "scope_end", "passes"):
                return
            yield at

    def _infinitive(self) -> bool:
        return self.has(self.trigger, "#base") and not self.has(self.trigger, "#past")


# Words that say of a whole sentence that it claims nothing of now.
_WHOLE = (
    ("unconfirmed", Status.DENIED, "unconfirmed"),
    ("drill", Status.PLANNED, "a drill"),
    ("fiction", Status.BACKGROUND, "told in a work"),
)


def _of_sentence(words: Sequence[Word], lexicon: Lexicon) -> Claim | None:
    if any(word.lower == "?" for word in words[-2:]):
        return Claim(Status.PLANNED, "a question")
    for name, status, says in _WHOLE:
        word = next((w for w in words if w.mask & lexicon.bits[name]), None)
        if word is not None:
            return Claim(status, f"{says}: “{word.lower}”")
    return None


def _by_tense(scope: _Scope) -> Claim | None:
    """A future, conditional or subjunctive form by itself claims nothing (Spanish, Portuguese)."""
    if scope.has(scope.trigger, "#past", "#pres", "#part", "#ger", "#base", "#sing", "#plur"):
        return None
    if scope.has(scope.trigger, "#fut", "#cond", "#subj"):
        return Claim(Status.PLANNED, f"“{scope.words[scope.trigger].lower}” claims nothing yet")
    return None


class _Sign(NamedTuple):
    """A class of words before a trigger that decides what is claimed of it."""

    name: str
    reach: Callable[[_Scope], int]
    status: Status
    says: str
    governs: bool = False


def _anywhere(scope: _Scope) -> int:
    del scope
    return _REACH


def _twice_near(scope: _Scope) -> int:
    del scope
    return 2 * _NEAR


# The first that a word fits decides; what governs must reach the trigger by its grammar.
_SIGNS = (
    _Sign("deny", _anywhere, Status.DENIED, "denied"),
    _Sign("if", _anywhere, Status.PLANNED, "a condition"),
    _Sign("fail", _twice_near, Status.DENIED, "it failed or was prevented", governs=True),
    _Sign("nobody", _anywhere, Status.DENIED, "negated"),
    _Sign("negation", _Scope.near, Status.DENIED, "negated"),
    _Sign("modal", _Scope.near, Status.PLANNED, "not yet"),
    _Sign("can", _Scope.near, Status.PLANNED, "not yet"),
    _Sign("plan", _anywhere, Status.PLANNED, "planned or feared", governs=True),
)


def _by_words_before(scope: _Scope) -> Claim | None:
    for at in scope.left():
        for sign in _SIGNS:
            if _applies(sign, scope, at):
                return Claim(sign.status, f"{sign.says}: “{scope.words[at].lower}”")
    return None


def _applies(sign: _Sign, scope: _Scope, at: int) -> bool:
    if not scope.has(at, sign.name) or scope.trigger - at > sign.reach(scope):
        return False
    if sign.name == "negation" and _only(scope, at):
        return False
    return not sign.governs or _governs(scope, at)


def _governs(scope: _Scope, at: int) -> bool:
    """Tell whether a word of planning or failing reaches the trigger: by an infinitive, a gerund, a noun."""
    between = range(at + 1, scope.trigger)
    if scope.near() > _NEAR:
        return any(scope.has(i, "to", "from", "modal") for i in between)
    if any(scope.has(i, "managed") for i in between):
        return False
    if scope.has(scope.trigger, "#base", "#ger", "#fut", "#cond", "#subj"):
        return any(scope.has(i, "to", "from", "modal") for i in between) or len(between) <= 1
    verbal = scope.has(scope.trigger, "#past", "#part") and not scope.has(scope.trigger, "#plur")
    if verbal:
        return any(scope.has(i, "to", "modal") for i in between) and len(between) <= _NEAR
    return len(between) <= _VERB_REACH


def _only(scope: _Scope, at: int) -> bool:
    return at + 1 < len(scope.words) and scope.has(at + 1, "only")


def _by_infinitive(scope: _Scope) -> Claim | None:
    """A bare infinitive claims nothing unless someone managed, began or was forced to do it."""
    if not scope.has(scope.trigger, "#base") or scope.has(scope.trigger, "#past", "#part", "#sing"):
        return None
    marks = [at for at in scope.left() if scope.trigger - at <= _VERB_REACH and scope.has(at, "to")]
    if not marks:
        return None
    before = range(max(0, marks[0] - _VERB_REACH), marks[0])
    if any(scope.has(at, "managed") for at in before) or scope.has(marks[0], "managed"):
        return None
    return Claim(Status.PLANNED, f"only “to {scope.words[scope.trigger].lower}”")


def _by_words_after(scope: _Scope) -> Claim | None:
    """Read "clashes were avoided", "the crossing was prevented": for nouns and bare infinitives."""
    if not scope.has(scope.trigger, "#sing", "#plur", "#base"):
        return None
    for at in scope.right():
        if scope.has(at, "fail") and scope.has(at, "#part", "#past"):
            return Claim(Status.DENIED, f"it failed or was prevented: “{scope.words[at].lower}”")
        if scope.has(at, "negation") and not _only(scope, at):
            return Claim(Status.DENIED, f"negated: “{scope.words[at].lower}”")
        if scope.has(at, "modal", "can"):
            return Claim(Status.PLANNED, f"not yet: “{scope.words[at].lower}”")
    return None


def _by_age(scope: _Scope) -> Claim | None:
    for at, word in enumerate(scope.words):
        if scope.has(at, "ago") and abs(at - scope.trigger) <= 2 * _REACH:
            return Claim(Status.BACKGROUND, f"long ago: “{word.lower}”")
    return None
