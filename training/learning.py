"""The chain of models: each is grown on what the one before says of texts that it has not seen."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from geo.pipeline import place_names
from geo.recognition import judged, recognition_of
from geo.recognition.features import NAMES
from geo.resolution import (
    FINAL,
    choices_of,
    dateline_name,
    final_rows,
    with_context,
)
from geo.resolution.features import CONTEXT, PRIOR, prior_matrix
from geo.resolution.local import place_local
from geo.resolution.names import group_names
from geo.resolution.profiles import observe, profile_of
from geo.resolution.settling import decided, settled
from training.forest import chance, grow
from training.samples import FOLDS, TEST, mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from gazetteer.place import Gazetteer
    from geo.model import Resolution
    from training.samples import Sample

    Model = Any
    Rows = Callable[[Sample], np.ndarray]

#: What may only speak for a place (1) or only against it (-1), whatever a corpus suggests.
DIRECTIONS = {
    name: 1 if direction == "rising" else -1
    for name, direction in (
        row.split("\t")
        for row in Path(__file__).with_name("directions.tsv").read_text().splitlines()
    )
}
_PROMINENT, _TAIL_STEP = 6, 5
_RECOGNITION, _BEST = FINAL.index("recognition"), FINAL.index("best")
SETTINGS: dict[str, dict[str, Any]] = {
    "recognition": {"trees": 220, "leaves": 16, "rate": 0.08},
    "prior": {"trees": 120, "leaves": 12, "rate": 0.1},
    "ranker": {"trees": 180, "leaves": 14, "rate": 0.09},
    "final": {"trees": 160, "leaves": 8, "rate": 0.06},
}


COLUMNS: dict[str, Sequence[str]] = {
    "recognition": NAMES,
    "prior": PRIOR,
    "ranker": (*PRIOR, *CONTEXT),
    "final": FINAL,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to learn with; an ablation leaves something out.

    `without` are features that stay blank; without `monotone` no direction is fixed, without
    `local` only names of the gazetteer are looked for, without `stacked` the confidence is the
    product of the two chances that it is made of. A `light` plan takes two folds, a third of the
    trees and no profiles: enough to compare plans with each other.
    """

    without: frozenset[str] = frozenset()
    monotone: bool = True
    local: bool = True
    stacked: bool = True
    light: bool = False

    @property
    def folds(self) -> int:
        """The number of folds."""
        return 2 if self.light else FOLDS

    def fold(self, sample: Sample) -> int:
        """Return the fold of a sample, TEST for one of a test part."""
        return TEST if sample.fold == TEST else sample.fold % self.folds

    def settings(self, name: str) -> dict[str, Any]:
        """Return the settings of a model."""
        own = SETTINGS[name]
        light = {"trees": own["trees"] // 3, "rate": own["rate"] * 2}
        return {**own, **light} if self.light else own


def learn(samples: list[Sample], gazetteer: Gazetteer, plan: Plan) -> dict[str, Model]:
    """Learn all models; leave each sample with what a model that never saw it says.

    Samples with their publisher's profile are added to `samples`.
    """
    models = {"recognition": _learn_recognition(samples, plan)}
    for sample in samples:
        recognition = sample.recognition
        sample.names = group_names(recognition.words, recognition.spans, recognition.probabilities)
        mark(sample, gazetteer)
    models.update(_learn_resolution(samples, gazetteer, plan))
    if plan.light:
        return models
    known = with_profiles(samples, gazetteer)
    home = _learn_resolution(known, gazetteer, plan)
    models.update({f"home_{step}": grown for step, grown in home.items()})
    samples += known
    return models


def _learn_resolution(
    samples: Sequence[Sample], gazetteer: Gazetteer, plan: Plan
) -> dict[str, Model]:
    models = {}
    for s in samples:
        s.matrices = [prior_matrix(name.candidates, name.around, s.profile) for name in s.names]
    models["prior"] = _learn_ranking("prior", samples, PRIOR, plan)
    for s in samples:
        if s.names:
            dateline = dateline_name(s.recognition, s.names)
            s.matrices = with_context(
                s.names, s.matrices, s.chances, dateline=dateline, gazetteer=gazetteer
            )
    models["ranker"] = _learn_ranking("ranker", samples, (*PRIOR, *CONTEXT), plan)
    models["final"] = _learn_final(samples, plan)
    return models


def _held_out(
    samples: Sequence[Sample],
    rows: Rows,
    labels: Rows,
    *,
    name: str,
    columns: Sequence[str],
    plan: Plan,
) -> list[Model]:
    """Return one model per fold, grown on the other folds, and at last one grown on all."""
    directions = [DIRECTIONS.get(c, 0) if plan.monotone else 0 for c in columns]
    blank = [index for index, column in enumerate(columns) if column in plan.without]
    told = [(plan.fold(s), rows(s), labels(s)) for s in samples if s.fold != TEST]
    told = [(fold, x, y) for fold, x, y in told if len(x)]

    def one(fold: int) -> Model:
        others = [(x, y) for own, x, y in told if own != fold]
        x = np.concatenate([x for x, _ in others])
        y = np.concatenate([y for _, y in others])
        kept = y >= 0
        return grow(x[kept], y[kept], directions=directions, blank=blank, **plan.settings(name))

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(one, [*range(plan.folds), TEST]))


def _learn_recognition(samples: Sequence[Sample], plan: Plan) -> Model:
    """Learn which spans are places; leave each sample with the spans that its fold's model keeps."""
    models = _held_out(
        samples,
        lambda s: s.rows,
        lambda s: s.labels,
        name="recognition",
        columns=NAMES,
        plan=plan,
    )
    for sample in samples:
        chances = chance(models[plan.fold(sample)], sample.rows)
        if not plan.local:
            chances[[index for index, s in enumerate(sample.spans) if not s.candidates]] = 0.0
        chances = judged(sample.recognition.words, sample.spans, chances)
        sample.recognition = recognition_of(
            sample.recognition.words,
            sample.spans,
            sample.rows,
            chances=chances,
            dateline=sample.recognition.dateline,
        )
    return models[TEST]


def _telling(right: np.ndarray) -> np.ndarray:
    """Mark the candidates worth learning from: the right, the prominent, some of the long tail."""
    index = np.arange(len(right))
    return (right != 0) | (index < _PROMINENT) | (index % _TAIL_STEP == 0)


def _ranked_rows(sample: Sample) -> np.ndarray:
    """The rows of the names that have a right candidate."""
    told = zip(sample.matrices, sample.right, strict=True)
    kept = [m[_telling(y)] for m, y in told if (y == 1).any()]
    return np.concatenate(kept) if kept else np.zeros((0, 1))


def _ranked_labels(sample: Sample) -> np.ndarray:
    """The labels of _ranked_rows; -1 where the rightness is unknown."""
    kept = [y[_telling(y)] for y in sample.right if (y == 1).any()]
    return np.concatenate(kept) if kept else np.zeros(0)


def _learn_ranking(
    name: str, samples: Sequence[Sample], columns: Sequence[str], plan: Plan
) -> Model:
    """Learn which candidate a name means; leave each sample with its fold's chances."""
    models = _held_out(samples, _ranked_rows, _ranked_labels, name=name, columns=columns, plan=plan)
    for s in samples:
        if s.names:
            chances = chance(models[plan.fold(s)], np.concatenate(s.matrices))
            split = np.split(chances, np.cumsum([len(m) for m in s.matrices])[:-1])
            s.chances = (decided if name == "ranker" else settled)(s.names, split)
    return models[TEST]


def _final_rows(sample: Sample) -> np.ndarray:
    if not sample.names:
        return np.zeros((0, len(FINAL)), dtype=np.float32)
    scored = list(zip(sample.names, sample.chances, sample.matrices, strict=True))
    return final_rows(scored, sample.recognition.rows)


def _final_labels(sample: Sample) -> np.ndarray:
    """1 where a mention is a place and its best candidate right, -1 where nobody knows where it lies."""
    labels = []
    for told, right, chances in zip(sample.told, sample.right, sample.chances, strict=True):
        hit = right[int(np.argmax(chances))] != 0
        labels += [
            0 if toponym is None else -1 if toponym["lat"] is None else int(hit) for toponym in told
        ]
    return np.array(labels, float)


def _learn_final(samples: Sequence[Sample], plan: Plan) -> Model:
    """Learn how likely a mention is a place and its name's best candidate the right one."""
    models = _held_out(samples, _final_rows, _final_labels, name="final", columns=FINAL, plan=plan)
    for sample in samples:
        rows = _final_rows(sample)
        told = chance(models[plan.fold(sample)], rows)
        sample.finals = told if plan.stacked else rows[:, _RECOGNITION] * rows[:, _BEST]
    return models[TEST]


def resolutions_of(sample: Sample, gazetteer: Gazetteer) -> list[Resolution]:
    """Return what the product would say of a sample by the chances that it was left with."""
    if not sample.names:
        return []
    scored = list(zip(sample.names, sample.chances, sample.matrices, strict=True))
    choices = choices_of(scored, sample.finals)
    reasons = [""] * len(choices)
    placed, *_ = place_names(sample.recognition, choices, gazetteer, reasons=reasons)
    return [*placed, *place_local(sample.recognition, placed)[0]]


def with_profiles(samples: Iterable[Sample], gazetteer: Gazetteer) -> list[Sample]:
    """Return the samples whose publisher's other articles, as just read, give a profile."""
    seen = defaultdict(list)
    kept = list(samples)
    for sample in kept:
        if sample.publisher and not sample.excerpt:
            seen[sample.publisher].append((sample.key, observe(resolutions_of(sample, gazetteer))))
    found = []
    for sample in kept:
        others = [told for key, told in seen[sample.publisher] if key != sample.key]
        profile = profile_of(others)
        if profile is not None:
            found.append(sample.with_profile(profile))
    return found
