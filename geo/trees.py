"""Score rows of numbers with boosted decision trees that were grown elsewhere and stored as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import numpy as np

# So many rows at a time: what is walked then fits the processor's cache.
_CHUNK = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class Trees:
    """A forest whose leaves add up to a log-odds.

    The nodes of all trees stand in one row: `roots` are the first of each tree, `feature`,
    `threshold` and `value` hold one number for each node, and `children` two: where a row goes
    whose feature is at most the threshold, and where if it is above. A leaf leads to itself, so
    that all trees are walked in the same number of steps (`depth`). `names` are the features that
    the forest was grown on, in order.
    """

    names: tuple[str, ...]
    roots: np.ndarray
    feature: np.ndarray
    threshold: np.ndarray
    children: np.ndarray
    value: np.ndarray
    base: float
    depth: int

    def probability(self, rows: np.ndarray) -> np.ndarray:
        """Return the probability of each row: shape (rows,), from a matrix (rows, features)."""
        odds = np.full(len(rows), self.base)
        for first in range(0, len(rows), _CHUNK):
            odds[first : first + _CHUNK] += self._leaves(rows[first : first + _CHUNK])
        return np.asarray(1.0 / (1.0 + np.exp(-odds)))

    def _leaves(self, rows: np.ndarray) -> np.ndarray:
        flat = np.ascontiguousarray(rows).ravel()
        begins = np.arange(0, flat.size, rows.shape[1])[:, None]
        at = np.broadcast_to(self.roots, (len(rows), len(self.roots)))
        for _ in range(self.depth):
            above = flat.take(begins + self.feature.take(at)) > self.threshold.take(at)
            at = self.children.take(2 * at + above)
        return np.asarray(self.value.take(at).sum(axis=1))


@cache
def load(name: str) -> Trees:
    """Return the trees of geo/weights/NAME.npz; raise ValueError when the file is not of this form."""
    with (
        as_file(files("geo").joinpath(f"weights/{name}.npz")) as path,
        np.load(path, allow_pickle=False) as data,
    ):
        trees, nodes = data["feature"].shape
        roots = np.arange(trees) * nodes
        children = np.stack([data["left"], data["right"]], axis=-1) + roots[:, None, None]
        return Trees(
            names=tuple(str(n) for n in data["names"]),
            roots=roots,
            feature=data["feature"].astype(np.intp).ravel(),
            threshold=data["threshold"].ravel(),
            children=children.astype(np.intp).ravel(),
            value=data["value"].ravel(),
            base=float(data["base"]),
            depth=int(data["depth"]),
        )
