"""Choose among the places that each name may mean, all names of an article together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gazetteer.place import NameType
from geo.recognition.features import prominence
from geo.resolution.features import CONTEXT, PRIOR, prior_matrix
from geo.resolution.names import Name, group_names
from geo.resolution.outline import log_km
from geo.resolution.votes import context_matrix, count_votes
from geo.trees import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.place import Candidate, Gazetteer
    from geo.recognition import Recognition

__all__ = ["FINAL", "Choice", "choose", "dateline_name", "final_rows", "ranked", "with_context"]

#: What the last model sees of a name and its best candidate.
FINAL: tuple[str, ...] = (
    "recognition", "best", "lead", "prior_best", "candidates", "demonym", "abbreviation",
    "log_population", "container_after", "country_votes", "nearest_log_km", "times", "names",
)  # fmt: skip


_SAME_PLACE_LOG_KM = float(np.log1p(80.0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A name with its candidates' chances: `chances[j]` belongs to `name.candidates[j]`.

    `confidence` is the chance that the name is a place and its best candidate the right one.
    """

    name: Name
    chances: np.ndarray
    rows: np.ndarray
    confidence: float

    @property
    def best(self) -> Candidate:
        """The likeliest candidate."""
        return self.name.candidates[int(np.argmax(self.chances))]

    def ordered(self) -> list[Candidate]:
        """The candidates, the likeliest first."""
        return [self.name.candidates[int(j)] for j in np.argsort(-self.chances, kind="stable")]


def choose(recognition: Recognition, gazetteer: Gazetteer) -> list[Choice]:
    """Return a choice for each name of an article."""
    scored = ranked(recognition, gazetteer)
    if not scored:
        return []
    finals = load("final").probability(final_rows(scored))
    return [
        Choice(name=name, chances=chances, rows=rows, confidence=float(final))
        for (name, chances, rows), final in zip(scored, finals, strict=True)
    ]


def ranked(
    recognition: Recognition, gazetteer: Gazetteer
) -> list[tuple[Name, np.ndarray, np.ndarray]]:
    """Return each name with its candidates' chances and their features (PRIOR, then CONTEXT)."""
    names = group_names(recognition.words, recognition.spans, recognition.probabilities)
    if not names:
        return []
    priors = [prior_matrix(name.candidates, name.around) for name in names]
    first = _split(load("prior").probability(np.concatenate(priors)), names)
    dateline = dateline_name(recognition, names)
    rows = with_context(names, priors, first, dateline=dateline, gazetteer=gazetteer)
    second = _split(load("ranker").probability(np.concatenate(rows)), names)
    return list(zip(names, second, rows, strict=True))


def with_context(
    names: Sequence[Name],
    priors: Sequence[np.ndarray],
    first: Sequence[np.ndarray],
    *,
    dateline: int | None,
    gazetteer: Gazetteer,
) -> list[np.ndarray]:
    """Return each name's rows with what the other names say: shape (candidates, PRIOR + CONTEXT)."""
    votes = count_votes(names, first, dateline=dateline)
    return [
        np.hstack([prior, context_matrix(names, index, first[index], votes, gazetteer=gazetteer)])
        for index, prior in enumerate(priors)
    ]


def _split(chances: np.ndarray, names: Sequence[Name]) -> list[np.ndarray]:
    ends = np.cumsum([len(name.candidates) for name in names])
    return np.split(chances, ends[:-1])


def dateline_name(recognition: Recognition, names: Sequence[Name]) -> int | None:
    """Return the index of the name that the dateline gives, its town rather than its country."""
    if recognition.dateline is None:
        return None
    inside = range(recognition.dateline.start, recognition.dateline.end)
    found = [i for i, name in enumerate(names) if any(span.start in inside for span in name.spans)]
    return min(found, key=lambda i: names[i].spans[0].start, default=None)


def final_rows(scored: Sequence[tuple[Name, np.ndarray, np.ndarray]]) -> np.ndarray:
    """Return what the last model sees of each name: float32, shape (names, len(FINAL))."""
    rows = np.zeros((len(scored), len(FINAL)), dtype=np.float32)
    for row, (name, chances, features) in zip(rows, scored, strict=True):
        best = int(np.argmax(chances))
        candidate = name.candidates[best]
        apart = _apart(name, best)
        rivals = chances[apart]
        context = features[best, len(PRIOR) :]
        row[:] = (
            name.weight,
            min(1.0, chances[~apart].sum()),
            chances[best] - (rivals.max() if len(rivals) else 0.0),
            context[CONTEXT.index("prior")],
            np.log1p(len(chances)),
            candidate.name_type is NameType.DEMONYM,
            candidate.name_type is NameType.ABBREVIATION,
            np.log1p(prominence(candidate)),
            best in name.around.after,
            context[CONTEXT.index("country_votes")],
            context[CONTEXT.index("nearest_log_km")],
            len(name.spans),
            context[CONTEXT.index("names")],
        )
    return rows


def _apart(name: Name, best: int) -> np.ndarray:
    """Mark the candidates that lie elsewhere than the best: a town and its district are no rivals."""
    points = np.array([candidate.place.coordinates.latlon for candidate in name.candidates])
    return log_km(points, points[best : best + 1])[:, 0] > _SAME_PLACE_LOG_KM
