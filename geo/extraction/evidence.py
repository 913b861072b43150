"""What a sentence holds that may tell of an event: hashed features of its words and their classes."""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from geo.words import Lexicon, Word

#: Hashed features run from 0 to 2**22 - 1.
SPACE = 1 << 22
_REACH = 5
_STEM = 6
_PREVIOUS, _CONTEXT, _FRAME = 0.5, 0.7, 2.0
_ONE, _OTHER = 0x9E3779B1, 0x85EBCA6B
# Classes that say how a word is spelt rather than what it means.
_FORMAL = frozenset({"hard", "comma", "quote", "name", "numeral"})


class Evidence(NamedTuple):
    """The features of a sentence: ids, weights of length 1 in all, and the words of each.

    `ids` is uint32, `values` float32, both of shape (n,); `owners` are the one or two words that a
    feature was made of, -1 for none: int32, shape (n, 2).
    """

    ids: np.ndarray
    values: np.ndarray
    owners: np.ndarray


class _Atoms(NamedTuple):
    """What one word contributes: itself, its stem, its classes, its classes with their tense."""

    word: int
    stem: int
    classes: tuple[int, ...]
    inflected: tuple[int, ...]


def evidence(
    words: Sequence[Word],
    previous: Sequence[Word],
    *,
    lexicon: Lexicon,
    context: Iterable[str] = (),
    frames: Iterable[str] = (),
) -> Evidence:
    """Return the features of a sentence.

    `previous` is the sentence before it; `context` are the subjects of its article, `frames` what
    the rules say of it.
    """
    found: dict[int, tuple[float, int, int]] = {}
    atoms = [_atoms(word, lexicon) for word in words]
    for at, atom in enumerate(atoms):
        for key in (atom.word, atom.stem, *atom.classes, *atom.inflected):
            found.setdefault(key, (1.0, at, -1))
    for first, second, key in _pairs(atoms):
        found.setdefault(key, (1.0, first, second))
    for word in previous:
        for key in _atoms(word, lexicon).classes:
            found.setdefault(_pair(key, 7), (_PREVIOUS, -1, -1))
    for name in context:
        found.setdefault(_hash(f"about:{name}"), (_CONTEXT, -1, -1))
    for name in frames:
        found.setdefault(_hash(f"frame:{name}"), (_FRAME, -1, -1))
    ids = np.fromiter(found, dtype=np.uint32, count=len(found))
    told = np.array(list(found.values()), dtype=np.float32).reshape(-1, 3)
    length = float(np.sqrt((told[:, 0] ** 2).sum())) or 1.0
    return Evidence(ids, told[:, 0] / length, told[:, 1:].astype(np.int32))


def _pairs(atoms: Sequence[_Atoms]) -> Iterator[tuple[int, int, int]]:
    """Yield the pairs of neighbours, and of classes and stems that stand near each other."""
    for at, atom in enumerate(atoms):
        for other in range(at + 1, min(len(atoms), at + 1 + _REACH)):
            there = atoms[other]
            if other == at + 1:
                yield at, other, _pair(atom.word, there.word)
            for one in atom.classes:
                for two in there.classes:
                    yield at, other, _pair(one, two)
                yield at, other, _pair(one, there.stem)
            for two in there.classes:
                yield at, other, _pair(atom.stem, two)


def _pair(one: int, other: int) -> int:
    mixed = (one * _ONE ^ other * _OTHER) & 0xFFFFFFFF
    return (mixed ^ mixed >> 15) % SPACE


@lru_cache(50_000)
def _hash(text: str) -> int:
    return zlib.crc32(text.encode()) % SPACE


def _atoms(word: Word, lexicon: Lexicon) -> _Atoms:
    classes, inflected = _classes(word.mask, lexicon.language)
    token = _token(word)
    if token.startswith("<"):
        return _Atoms(_hash(token), _hash(token), classes, inflected)
    stem = token[:_STEM] if len(token) > _STEM + 1 else token
    return _Atoms(
        _hash(f"{lexicon.language}={token}"),
        _hash(f"{lexicon.language}~{stem}"),
        classes,
        inflected,
    )


def _token(word: Word) -> str:
    """A place is its kind, a number is a number: which one says nothing of what happened."""
    if word.resolution is not None:
        return f"<{word.resolution.kind}>"
    if word.number is not None or word.lower[:1].isdigit():
        return "<number>"
    return word.lower


@lru_cache(20_000)
def _classes(mask: int, language: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    from geo.words import lexicon

    names = [name for name, bit in lexicon(language).bits.items() if mask & bit]
    tenses = [name for name in names if name.startswith("#")]
    plain = [name for name in names if not name.startswith("#") and name not in _FORMAL]
    return (
        tuple(_hash(f"class:{name}") for name in plain),
        tuple(_hash(f"class:{name}{tense}") for name in plain for tense in tenses),
    )
