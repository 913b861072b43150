"""Choose among the places that each name may mean, all names of an article together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gazetteer.place import NameType
from geo.guidance import UNGUIDED
from geo.recognition.features import prominence
from geo.resolution.features import CONTEXT, PRIOR, prior_matrix
from geo.resolution.names import Name, group_names
from geo.resolution.outline import log_km
from geo.resolution.votes import context_matrix, count_votes
from geo.trees import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.place import Candidate, Gazetteer
    from geo.guidance import Guidance
    from geo.recognition import Recognition

__all__ = ["FINAL", "Choice", "choose", "dateline_name", "final_rows", "ranked", "with_context"]

#: What the last model sees of a name and its best candidate.
FINAL: tuple[str, ...] = (
    "recognition", "best", "lead", "prior_best", "candidates", "demonym", "abbreviation",
    "log_population", "container_after", "country_votes", "nearest_log_km", "times", "names",
)  # fmt: skip


#: How many times likelier a place in the focus of a project is than the text alone tells.
FOCUS_ODDS = 20.0
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


def choose(
    recognition: Recognition, gazetteer: Gazetteer, guidance: Guidance = UNGUIDED
) -> list[Choice]:
    """Return a choice for each name of an article."""
    scored = ranked(recognition, gazetteer, guidance)
    if not scored:
        return []
    finals = load("final").probability(final_rows(scored))
    return [
        Choice(name=name, chances=chances, rows=rows, confidence=float(final))
        for (name, chances, rows), final in zip(scored, finals, strict=True)
    ]


def ranked(
    recognition: Recognition, gazetteer: Gazetteer, guidance: Guidance = UNGUIDED
) -> list[tuple[Name, np.ndarray, np.ndarray]]:
    """Return each name with its candidates' chances and their features (PRIOR, then CONTEXT)."""
    names = group_names(recognition.words, recognition.spans, recognition.probabilities)
    if not names:
        return []
    priors = [prior_matrix(name.candidates, name.around) for name in names]
    first = _split(load("prior").probability(np.concatenate(priors)), names)
    first = _focused(names, first, guidance.focus)
    dateline = dateline_name(recognition, names)
    rows = with_context(names, priors, first, dateline=dateline, gazetteer=gazetteer)
    second = _split(load("ranker").probability(np.concatenate(rows)), names)
    return list(zip(names, _focused(names, second, guidance.focus), rows, strict=True))


def _focused(
    names: Sequence[Name], chances: Sequence[np.ndarray], focus: frozenset[str]
) -> list[np.ndarray]:
    """Return chances with those of places in the focus raised, unless the text names where they lie."""
    if not focus:
        return list(chances)
    return [_raised(name, own, focus) for name, own in zip(names, chances, strict=True)]


def _raised(name: Name, chances: np.ndarray, focus: frozenset[str]) -> np.ndarray:
    if name.around.contradicted:
        return chances
    inside = np.array([not focus.isdisjoint(c.place.country_codes) for c in name.candidates])
    odds = np.where(inside, FOCUS_ODDS, 1.0) * chances
    return np.asarray(odds / (odds + 1.0 - chances))


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
