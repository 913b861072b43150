"""Which names stand and which give way, so that none overlap and none is cut between tiles.

Every tile must come to the same answer about a name that it shares with its neighbours. So a
name's fate depends only on names nearby: in each round those names stand that no weightier
undecided name overlaps, and what they cover falls. A tile that looks one tile beyond its own
edge therefore knows all that can matter to the names upon it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROUNDS = 4


def place(boxes: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which boxes stand; rows of left, top, right, bottom. Equal weights: first in order."""
    order = np.argsort(-weights, kind="stable")
    clashes = _overlaps(boxes[order])
    # clashes[i, j] with j < i: the weightier j stands in the way of i.
    rivals = np.tril(clashes, k=-1)
    open_ = np.ones(len(boxes), dtype=bool)
    standing = np.zeros(len(boxes), dtype=bool)
    for _ in range(ROUNDS):
        winners = open_ & ~(rivals & open_).any(axis=1)
        if not winners.any():
            break
        standing |= winners
        open_ &= ~winners & ~clashes[:, winners].any(axis=1)
    placed = np.zeros(len(boxes), dtype=bool)
    placed[order] = standing
    return placed


def _overlaps(boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
    left, top, right, bottom = boxes.T
    across = (left[:, None] < right[None, :]) & (right[:, None] > left[None, :])
    down = (top[:, None] < bottom[None, :]) & (bottom[:, None] > top[None, :])
    both: NDArray[np.bool_] = across & down
    return both
