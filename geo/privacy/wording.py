"""Take out of a text what would tell where a protected place is, or who is in it.

Conservative: of the words with a capital only those stay that are known to be harmless. In a
script without capitals a name cannot be told from another word, so there only located names stay.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple, Self

from gazetteer.place import Kind
from geo.model import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gazetteer.place import Place
    from geo.model import Resolution

WITHHELD = "[…]"
# The name of a smaller place would say more than the cell that stands for it.
_LEAST_POPULATION = 10_000
_WIDE = frozenset({Kind.ADMIN1, Kind.ADMIN2, Kind.COUNTRY, Kind.REGION, Kind.SEA, Kind.RIVER})
_NAMELESS = frozenset({Role.ORGANISATION, Role.PERSON, Role.RELATION, Role.LOCAL})
_DECIMAL = r"[-+]?\d{1,3}\.\d{2,12}"
_HARD = (
    r"https?://\S+|www\.\S+|[\w.+-]{1,64}@[\w-]{1,64}\.\S{1,100}"
    rf"|{_DECIMAL}°?\s?[NSEWO]?[,;/ ]{{1,3}}{_DECIMAL}|[-+]?\d{{1,3}}\.\d{{4,12}}|\d{{1,3}}\s?°"
    r"|\+?\d[\d ().-]{6,20}\d"
)
_TOKEN = re.compile(rf"(?P<hard>{_HARD})|(?P<word>[^\W_](?:[\w'’.&-]*\w)?)|(?P<rest>.)", re.DOTALL)


class _Token(NamedTuple):
    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """Which words of a text may stay: `names` are harmless names, each a run of words."""

    names: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, located: Iterable[Resolution]) -> Self:
        """Gather the names that are wide enough among located ones."""
        surfaces = (found.mention.surface for found in located if open_name(found))
        return cls(names=frozenset(tuple(map(_bare, _words(surface))) for surface in surfaces))

    def redacted(self, text: str) -> str:
        """Return a text with "[…]" for each run of words that may not stay."""
        tokens = [_Token(match.lastgroup or "", match.group()) for match in _TOKEN.finditer(text)]
        return "".join(_joined(tokens, self._stays(tokens)))

    def _stays(self, tokens: list[_Token]) -> list[bool]:
        stays = [token.kind == "rest" for token in tokens]
        places = [index for index, token in enumerate(tokens) if token.kind == "word"]
        words = [_bare(tokens[index].text) for index in places]
        named = self._named(words)
        harmless = [
            name or _is_harmless(tokens[index].text)
            for index, name in zip(places, named, strict=True)
        ]
        for number, index in enumerate(places):
            stays[index] = harmless[number] and not _is_address(words, number, harmless=harmless)
        return stays

    def _named(self, words: list[str]) -> list[bool]:
        """Tell which words belong to a harmless name."""
        found = [False] * len(words)
        lengths = {len(name) for name in self.names}
        for length in lengths:
            for start in range(len(words) - length + 1):
                if tuple(words[start : start + length]) in self.names:
                    found[start : start + length] = [True] * length
        return found


def open_name(resolution: Resolution) -> str:
    """Return the name of a place that says no more than a cell does; of another an empty text."""
    place = resolution.place
    harmless = is_open_place(place) and resolution.mention.role not in _NAMELESS
    return place.name if harmless else ""


def is_open_place(place: Place) -> bool:
    """Tell whether a place is wide or large enough that its name says no more than a cell does."""
    large = place.kind is Kind.SETTLEMENT and place.population >= _LEAST_POPULATION
    return place.kind in _WIDE or large


def _joined(tokens: list[_Token], stays: list[bool]) -> Iterable[str]:
    """Yield the tokens that stay, and one mark for withheld ones with mere links between them."""
    between: list[str] = []
    marked = False
    for token, stay in zip(tokens, stays, strict=True):
        if not stay:
            yield from () if marked else between
            yield "" if marked else WITHHELD
            between, marked = [], True
            continue
        between.append(token.text)
        if not _links(token):
            yield from between
            between, marked = [], False
    yield from between


def _links(token: _Token) -> bool:
    if token.kind == "word":
        return token.text in _vocabulary()["link"]
    return token.text not in ".!?\n"


def _is_harmless(word: str) -> bool:
    """Tell whether a word is no name: small letters, a number, or a known word with a capital."""
    if word.islower() or word.isdecimal():
        return True
    return _bare(word) in _vocabulary()["open"]


def _is_address(words: list[str], index: int, *, harmless: list[bool]) -> bool:
    """Tell whether a number belongs to a street, a distance or a person."""
    if not words[index][0].isdigit():
        return False
    beside = [i for i in (index - 1, index + 1) if 0 <= i < len(words)]
    spatial = _vocabulary()["street"] | _vocabulary()["unit"]
    return any(not harmless[i] or words[i] in spatial for i in beside)


def _words(text: str) -> list[str]:
    return [match.group() for match in _TOKEN.finditer(text) if match.lastgroup == "word"]


def _bare(word: str) -> str:
    return re.sub(r"['’]s?$", "", word.casefold())


@cache
def _vocabulary() -> dict[str, frozenset[str]]:
    text = (files("geo.privacy") / "words.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    found: dict[str, frozenset[str]] = {}
    for kind, words in rows:
        found[kind] = found.get(kind, frozenset()) | frozenset(words.split())
    return found
