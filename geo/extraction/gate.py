"""What an article is about: frames that ordinary news would meet as well need the right subject."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from geo.words import Lexicon, Word

#: The subjects that a frame may ask for: t and T conflict (some, much), m and M migration, b and B either.
ANY = ""
# Names that speak of migration: peoples ("Haitians"), frontier rivers, borders, border posts.
_FRONTIERS = ("nation", "boundary", "place:border", "place:crossing")
_SHORT_WORDS = 120
_SUBJECTS = ("theatre", "migration", "ordinary")


def subjects(sentences: Iterable[Sequence[Word]], lexicon: Lexicon) -> frozenset[str]:
    """Return the subjects of an article: how many different words of each it holds, and of ordinary news.

    A short text has room for fewer of them. Beside the subjects that a frame may ask for, the shares
    themselves are returned in steps ("theatre 3"), for the judge to weigh.
    """
    theatre, migration, ordinary, both, total = _tally(sentences, lexicon)
    few = 1 if total < _SHORT_WORDS else 2
    tests = {
        ANY: True,
        "t": theatre >= few and theatre * 2 > ordinary,
        "T": theatre > few and theatre > ordinary,
        "m": migration >= 1 and both >= few and both * 2 > ordinary,
        "M": both > few and both > ordinary and (migration >= few or (migration and theatre > few)),
    }
    shares = zip(_SUBJECTS, (theatre, migration, ordinary), strict=True)
    steps = {f"{name} {_step(count, total)}" for name, count in shares}
    return frozenset(name for name, holds in tests.items() if holds) | steps


def _step(count: int, total: int) -> int:
    """Return how dense a subject is: 0 for none, then a step for each doubling per hundred words."""
    return 0 if not count else 1 + min(5, int(100 * count / max(total, 40)).bit_length())


def _tally(sentences: Iterable[Sequence[Word]], lexicon: Lexicon) -> tuple[int, int, int, int, int]:
    """Count the different words of each subject, of the first two together, and all words."""
    masks = [lexicon.bits[name] for name in _SUBJECTS]
    masks[0] |= lexicon.mask("place:border", "place:crossing")
    masks[1] |= lexicon.mask(*_FRONTIERS)
    found: tuple[set[str], ...] = tuple(set() for _ in _SUBJECTS)
    total = 0
    for words in sentences:
        total += len(words)
        for word in words:
            for forms, mask in zip(found, masks, strict=True):
                if word.mask & mask:
                    forms.add(word.lower)
    theatre, migration, ordinary = (len(forms) for forms in found)
    return theatre, migration, ordinary, len(found[0] | found[1]), total
