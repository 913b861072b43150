"""The closed word lists of a language: which classes a form belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from geo.numbers import number_words
from geo.words.inflection import FEATURES, forms

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LANGUAGES = ("en", "es", "pt")
#: Classes that the reader of words gives by itself.
GIVEN = (
    *FEATURES,
    "number",
    "year",
    "hard",
    "comma",
    "quote",
    "place",
    "demonym",
    "name",
    "numeral",
    "bordertown",
    "boundary",
    "headcount",
)
_PLACE_PREFIX = "place:"
_KINDS = (
    "settlement", "admin1", "admin2", "country", "river", "lake", "sea", "border", "bridge", "crossing",
    "island", "region", "mountain", "facility",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """A language's word lists, each class one bit of a mask.

    `forms` maps a lower-case form to its mask; `phrases` maps a first form to (following forms,
    mask), the longest first. `supers` are the classes that a place's own kind adds to its mask.
    """

    language: str
    bits: Mapping[str, int]
    forms: Mapping[str, int]
    phrases: Mapping[str, tuple[tuple[tuple[str, ...], int], ...]]
    places: Mapping[str, int]

    def mask(self, *names: str) -> int:
        """Return the mask of one or more classes; KeyError names a class that is not known."""
        return _union(self.language, names)


@cache
def _union(language: str, names: tuple[str, ...]) -> int:
    bits = lexicon(language).bits
    mask = 0
    for name in names:
        mask |= bits[name]
    return mask


@cache
def lexicon(language: str) -> Lexicon:
    """Return the word lists of a language, one of LANGUAGES."""
    lists = dict(_read(language))
    names = (*GIVEN, *(_PLACE_PREFIX + kind for kind in _KINDS), *lists)
    bits = {name: 1 << n for n, name in enumerate(dict.fromkeys(names))}
    single: dict[str, int] = {}
    longer: dict[str, int] = {}
    for word in number_words(language):
        single[word] = bits["numeral"]
    for name, entries in lists.items():
        for entry in _expanded(entries, lists):
            for form, feature in forms(entry, language=language):
                mask = bits[name] | (bits[feature] if feature else 0)
                target = longer if "_" in form else single
                target[form] = target.get(form, 0) | mask
    return Lexicon(
        language=language,
        bits=bits,
        forms=single,
        phrases=_by_first(longer),
        places=_place_masks(lists, bits),
    )


def _read(language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield (class, entries) of a word list: `[class]` heads its words, `#` at the start a comment."""
    name = ""
    entries: list[str] = []
    text = files("geo.words").joinpath(f"data/{language}.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("["):
            if name:
                yield name, tuple(entries)
            name, entries = line.strip().strip("[]"), []
        elif not line.startswith("#"):
            entries += line.split()
    if name:
        yield name, tuple(entries)


def _expanded(entries: tuple[str, ...], lists: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Yield the entries, those of another class for `@class`; kinds of places are no words."""
    for entry in entries:
        if entry.startswith("@"):
            yield from _expanded(lists[entry[1:]], lists)
        elif not entry.startswith(_PLACE_PREFIX):
            yield entry


def _kinds(entries: tuple[str, ...], lists: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for entry in entries:
        if entry.startswith("@"):
            yield from _kinds(lists[entry[1:]], lists)
        elif entry.startswith(_PLACE_PREFIX):
            yield entry.removeprefix(_PLACE_PREFIX)


def _place_masks(lists: Mapping[str, tuple[str, ...]], bits: Mapping[str, int]) -> dict[str, int]:
    """The mask of a toponym by its kind: `place:river` in a word list puts rivers into that class."""
    masks = {kind: bits["place"] | bits[_PLACE_PREFIX + kind] for kind in _KINDS}
    for name, entries in lists.items():
        for kind in _kinds(entries, lists):
            masks[kind] |= bits[name]
    return masks


def _by_first(longer: Mapping[str, int]) -> dict[str, tuple[tuple[tuple[str, ...], int], ...]]:
    firsts: dict[str, list[tuple[tuple[str, ...], int]]] = {}
    for form, mask in longer.items():
        first, *rest = form.split("_")
        firsts.setdefault(first, []).append((tuple(rest), mask))
    return {
        first: tuple(sorted(rests, key=lambda r: -len(r[0]))) for first, rests in firsts.items()
    }
