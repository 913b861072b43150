"""How likely a sentence tells of each kind of event: its own words first, then what the article says.

First a linear model over the evidence of each sentence alone, then for each kind a forest over that
and what the other sentences, the frames and the subjects of the article say.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

import numpy as np

from geo.trees import load

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from geo.extraction.evidence import Evidence

#: What a forest sees of a sentence and a kind.
CONTEXT: tuple[str, ...] = (
    "own", "article", "before", "after", "other_kinds", "article_any", "framed", "t", "T", "m", "M",
)  # fmt: skip
#: The log-odds of a sentence that nothing was gathered of.
SILENT = -7.0
VETO = 0.06
_ENOUGH = 200
_TOP = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """A weight of each feature for each kind: `ids` sorted, shape (n,); `weights` (n, kinds).

    `least` is the chance from which a sentence counts as telling of a kind, `examples` the number of
    sentences that the kind was learned from.
    """

    kinds: tuple[str, ...]
    ids: np.ndarray
    weights: np.ndarray
    base: np.ndarray
    least: Mapping[str, float]
    examples: Mapping[str, int]

    def threshold(self, kind: str) -> float:
        """Return the chance from which a kind is told of; 1 for a kind that was not learned."""
        return self.least.get(kind, 1.0)

    def veto(self, kind: str) -> float:
        """Return the chance below which frames that are sure are not believed; 0 where too little was learned."""
        return VETO if self.examples.get(kind, 0) >= _ENOUGH else 0.0

    def odds(self, gathered: Sequence[Evidence | None]) -> np.ndarray:
        """Return the log-odds of each sentence by its own words: shape (sentences, kinds)."""
        found = np.full((len(gathered), len(self.kinds)), SILENT, dtype=np.float32)
        for row, told in zip(found, gathered, strict=True):
            if told is not None:
                row[:] = self._parts(told).sum(axis=0) + self.base
        return found

    def chances(
        self, odds: np.ndarray, framed: np.ndarray, about: frozenset[str]
    ) -> dict[str, np.ndarray]:
        """Return the chance of each kind, shape (sentences,); `framed` as `context` takes it."""
        return {
            kind: load(f"judge_{kind}").probability(context(odds, framed, about, column))
            for column, kind in enumerate(self.kinds)
        }

    def chances_alone(self, odds: np.ndarray) -> dict[str, np.ndarray]:
        """Return the chance of each kind by the words of each sentence alone, shape (sentences,)."""
        alone = 1.0 / (1.0 + np.exp(-odds))
        return {kind: alone[:, column] for column, kind in enumerate(self.kinds)}

    def trigger(self, found: Evidence, kind: str) -> int:
        """Return the word that speaks most for a kind; a pair's weight is shared by its two words."""
        parts = self._parts(found)[:, self.kinds.index(kind)] / 2
        told = np.zeros(int(found.owners.max(initial=0)) + 1)
        for side in (0, 1):
            owned = found.owners[:, side] >= 0
            np.add.at(told, found.owners[owned, side], parts[owned])
        return int(np.argmax(told))

    def _parts(self, found: Evidence) -> np.ndarray:
        at = np.searchsorted(self.ids, found.ids)
        at[at == len(self.ids)] = 0
        known = (self.ids[at] == found.ids)[:, None]
        return np.asarray(self.weights[at] * known * found.values[:, None])


def context(odds: np.ndarray, framed: np.ndarray, about: frozenset[str], column: int) -> np.ndarray:
    """Return what the forest of a kind sees: float32, shape (sentences, len(CONTEXT)).

    `odds` and `framed` have the shape (sentences, kinds); `framed` is 0 without a frame, 1 where a
    frame says that it did not happen, 2 where it says that it did. `column` is the kind's.
    """
    own = odds[:, column]
    rows = np.zeros((len(odds), len(CONTEXT)), dtype=np.float32)
    rows[:, 0] = own
    rows[:, 1] = _elsewhere(own)
    rows[:, 2] = np.concatenate([[SILENT], own[:-1]])
    rows[:, 3] = np.concatenate([own[1:], [SILENT]])
    rows[:, 4] = np.delete(odds, column, axis=1).max(axis=1)
    rows[:, 5] = _elsewhere(odds.max(axis=1))
    rows[:, 6] = framed[:, column]
    rows[:, 7:11] = [name in about for name in "tTmM"]
    return rows


def _elsewhere(odds: np.ndarray) -> np.ndarray:
    """Return for each sentence the mean of the largest odds of all others."""
    if len(odds) == 1:
        return np.full(1, SILENT)
    order = np.sort(odds)[::-1]
    top = order[: _TOP + 1]
    among = odds >= top[min(_TOP, len(top) - 1)]
    rest = (top.sum() - odds) / max(1, len(top) - 1)
    found: np.ndarray = np.where(among, rest, order[:_TOP].mean())
    return found


@cache
def judge() -> Judge:
    """Return the model of geo/weights/judge.npz."""
    with (
        as_file(files("geo").joinpath("weights/judge.npz")) as path,
        np.load(path, allow_pickle=False) as data,
    ):
        return Judge(
            kinds=tuple(str(name) for name in data["kinds"]),
            ids=data["ids"],
            weights=data["weights"].astype(np.float32) * data["scale"].astype(np.float32),
            base=data["base"].astype(np.float32),
            least=dict(zip(map(str, data["kinds"]), map(float, data["least"]), strict=True)),
            examples=dict(zip(map(str, data["kinds"]), map(int, data["examples"]), strict=True)),
        )
