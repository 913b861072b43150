"""Score rows of numbers with boosted decision trees that were grown elsewhere and stored as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import numpy as np


@dataclass(frozen=True, slots=True, kw_only=True)
class Trees:
    """A forest whose leaves add up to a log-odds.

    `feature`, `threshold`, `left`, `right` and `value` have the shape (trees, nodes); a leaf
    points to itself, so that all trees are walked in the same number of steps (`depth`).
    `names` are the features that it was grown on, in order.
    """

    names: tuple[str, ...]
    feature: np.ndarray
    threshold: np.ndarray
    left: np.ndarray
    right: np.ndarray
    value: np.ndarray
    base: float
    depth: int

    def probability(self, rows: np.ndarray) -> np.ndarray:
        """Return the probability of each row: shape (rows,), from a matrix (rows, features)."""
        odds = np.full(len(rows), self.base)
        for first in range(0, len(rows), 4096):
            odds[first : first + 4096] += self._leaves(rows[first : first + 4096])
        return np.asarray(1.0 / (1.0 + np.exp(-odds)))

    def _leaves(self, rows: np.ndarray) -> np.ndarray:
        trees, nodes = self.feature.shape
        offsets = np.arange(trees) * nodes
        at = np.broadcast_to(offsets, (len(rows), trees)).copy()
        feature, threshold = self.feature.ravel(), self.threshold.ravel()
        left, right = (
            (self.left + offsets[:, None]).ravel(),
            (self.right + offsets[:, None]).ravel(),
        )
        index = np.arange(len(rows))[:, None]
        for _ in range(self.depth):
            goes_left = rows[index, feature[at]] <= threshold[at]
            at = np.where(goes_left, left[at], right[at])
        return np.asarray(self.value.ravel()[at].sum(axis=1))


@cache
def load(name: str) -> Trees:
    """Return the trees of geo/weights/NAME.npz; raise ValueError when the file is not of this form."""
    with (
        as_file(files("geo").joinpath(f"weights/{name}.npz")) as path,
        np.load(path, allow_pickle=False) as data,
    ):
        return Trees(
            names=tuple(str(n) for n in data["names"]),
            feature=data["feature"].astype(np.intp),
            threshold=data["threshold"],
            left=data["left"].astype(np.intp),
            right=data["right"].astype(np.intp),
            value=data["value"],
            base=float(data["base"]),
            depth=int(data["depth"]),
        )
