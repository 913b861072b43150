"""Grow boosted trees and store them as the plain arrays that geo.trees reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

if TYPE_CHECKING:
    from collections.abc import Sequence

#: The share of the columns that each split may choose from: trees that differ generalise better.
COLUMNS_SHARE = 0.5
WEIGHTS = Path(__file__).parents[1] / "geo" / "weights"


def grow(
    rows: np.ndarray,
    labels: np.ndarray,
    *,
    trees: int,
    leaves: int = 12,
    rate: float = 0.08,
    directions: Sequence[int] | None = None,
    blank: Sequence[int] = (),
) -> HistGradientBoostingClassifier:
    """Return a classifier grown on rows with labels 0 and 1; `blank` columns are left out."""
    model = HistGradientBoostingClassifier(
        max_iter=trees,
        max_leaf_nodes=leaves,
        max_depth=6,
        learning_rate=rate,
        l2_regularization=3.0,
        min_samples_leaf=15,
        early_stopping=False,
        random_state=0,
        max_features=COLUMNS_SHARE,
        monotonic_cst=directions,
    )
    rows = rows.copy()
    rows[:, list(blank)] = 0.0
    model.fit(rows, labels)
    model.blank = list(blank)
    return model


def chance(model: HistGradientBoostingClassifier, rows: np.ndarray) -> np.ndarray:
    """Return the probability of label 1 for each row."""
    if not len(rows):
        return np.zeros(0)
    rows = rows.copy()
    rows[:, model.blank] = 0.0
    return model.predict_proba(rows)[:, 1]


def store(name: str, model: HistGradientBoostingClassifier, names: Sequence[str]) -> Path:
    """Write a classifier to geo/weights/NAME.npz."""
    grown = [stage[0].nodes for stage in model._predictors]
    size = max(len(nodes) for nodes in grown)
    shape = (len(grown), size)
    feature, left, right = (np.zeros(shape, dtype=np.uint16) for _ in range(3))
    threshold = np.full(shape, np.inf, dtype=np.float32)
    value = np.zeros(shape, dtype=np.float32)
    for tree, nodes in enumerate(grown):
        own = np.arange(len(nodes))
        leaf = nodes["is_leaf"].astype(bool)
        n = len(nodes)
        feature[tree, :n] = np.where(leaf, 0, nodes["feature_idx"])
        threshold[tree, :n] = np.where(leaf, np.inf, nodes["num_threshold"])
        left[tree, :n] = np.where(leaf, own, nodes["left"])
        right[tree, :n] = np.where(leaf, own, nodes["right"])
        value[tree, :n] = np.where(leaf, nodes["value"], 0.0)
    WEIGHTS.mkdir(exist_ok=True)
    path = WEIGHTS / f"{name}.npz"
    np.savez_compressed(
        path,
        names=np.array(names, dtype="U40"),
        feature=feature,
        threshold=threshold,
        left=left,
        right=right,
        value=value,
        base=float(np.ravel(model._baseline_prediction)[0]),
        depth=int(max(nodes["depth"].max() for nodes in grown)),
    )
    return path
