"""How likely a sentence tells of each kind of event: a learned linear model over its evidence."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from geo.extraction.evidence import Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """A weight of each feature for each kind: `ids` sorted, shape (n,); `weights` (n, kinds).

    `least` is the chance from which a sentence counts as telling of a kind.
    """

    kinds: tuple[str, ...]
    ids: np.ndarray
    weights: np.ndarray
    base: np.ndarray
    least: Mapping[str, float]

    def threshold(self, kind: str) -> float:
        """Return the chance from which a kind is told of; 1 for a kind that was not learned."""
        return self.least.get(kind, 1.0)

    def probabilities(self, found: Evidence) -> np.ndarray:
        """Return the chance of each kind, shape (kinds,)."""
        return np.asarray(1.0 / (1.0 + np.exp(-(self._parts(found).sum(axis=0) + self.base))))

    def trigger(self, found: Evidence, kind: str) -> int:
        """Return the word that speaks most for a kind; a pair's weight is shared by its two words."""
        parts = self._parts(found)[:, self.kinds.index(kind)] / 2
        length = int(found.owners.max(initial=0)) + 1
        told = np.zeros(length)
        for side in (0, 1):
            owned = found.owners[:, side] >= 0
            np.add.at(told, found.owners[owned, side], parts[owned])
        return int(np.argmax(told))

    def _parts(self, found: Evidence) -> np.ndarray:
        at = np.searchsorted(self.ids, found.ids)
        at[at == len(self.ids)] = 0
        known = (self.ids[at] == found.ids)[:, None]
        return np.asarray(self.weights[at] * known * found.values[:, None])


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
        )
