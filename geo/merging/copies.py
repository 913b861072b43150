"""Which articles carry one wire text: runs of words that both hold.

Independent reports of one happening share names, numbers and now and then a quotation; a copy
shares whole sentences, also where it was cut, edited or set into a longer text.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING

from gazetteer.names import fold_token
from geo.tokens import tokenise

if TYPE_CHECKING:
    from collections.abc import Iterable

#: How many words make a run.
RUN_WORDS = 5
#: Two texts are copies when they share this part of the shorter one's runs (docs/accuracy.md).
LEAST_SHARE = 0.4
#: A text with fewer runs than this is too short to be told from another by its words.
LEAST_RUNS = 12
#: One run in so many stands for its text in an index, and of a short text this many at least.
ONE_IN = 8
LEAST_KEPT = 8
#: Copies of one wire text are published within this many days.
WITHIN_DAYS = 10
_BITS = 63


@lru_cache(256)
def runs(text: str) -> frozenset[int]:
    """Return the runs of words of a text, each as a number below 2**63, the same on any machine."""
    words = [word for token in tokenise(text) if (word := fold_token(token.surface))]
    return frozenset(
        _number(" ".join(words[at : at + RUN_WORDS])) for at in range(len(words) - RUN_WORDS + 1)
    )


def prints(found: Iterable[int]) -> tuple[int, ...]:
    """Return the runs by which an index finds copies: a part of a text keeps its share of them."""
    ordered = sorted(found)
    return tuple(n for at, n in enumerate(ordered) if at < LEAST_KEPT or n < 2**_BITS // ONE_IN)


def may_be_copies(*, shared: int, one: int, other: int) -> bool:
    """Tell by the number of shared prints, and of all of either text, whether a look is worth it."""
    return shared >= LEAST_SHARE / 2 * min(one, other)


def share(one: frozenset[int], other: frozenset[int]) -> float:
    """Return the part of the shorter text's runs that the other holds, 0 to 1."""
    least = min(len(one), len(other))
    return round(len(one & other) / least, 3) if least else 0.0


def are_copies(one: frozenset[int], other: frozenset[int]) -> bool:
    """Tell whether two texts, given by their runs, carry one wire text."""
    enough = min(len(one), len(other)) >= LEAST_RUNS
    return enough and share(one, other) >= LEAST_SHARE


def _number(run: str) -> int:
    digest = hashlib.blake2b(run.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> (64 - _BITS)
