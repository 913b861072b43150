"""Choose among the places that each name may mean, all names of an article together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from geo.guidance import UNGUIDED
from geo.recognition.features import NAMES
from geo.resolution.features import CONTEXT, PRIOR, prior_matrix
from geo.resolution.names import Name, group_names
from geo.resolution.outline import log_km_of, unit_vectors
from geo.resolution.settling import decided, settled
from geo.resolution.telling import largest
from geo.resolution.votes import context_matrices
from geo.trees import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.place import Candidate, Gazetteer
    from geo.guidance import Guidance, Profile
    from geo.recognition import Recognition

__all__ = [
    "FINAL",
    "Choice",
    "choices_of",
    "choose",
    "dateline_name",
    "final_rows",
    "model",
    "ranked",
    "with_context",
]

_OWN = (
    "recognition", "weight", "mean_weight", "best", "lead", "second", "times",
)  # fmt: skip
#: What the last model sees of one mention and its name's best candidate.
FINAL: tuple[str, ...] = (*_OWN, *PRIOR, *CONTEXT, *(f"span_{name}" for name in NAMES))
#: How many times likelier a place in the focus of a project is than the text alone tells.
FOCUS_ODDS = 200.0
#: An article with a place as sure as this tells where it is.
CLUE_CONFIDENCE = 0.5
#: A text of no more words than this is a note.
NOTE_WORDS = 60
#: A name as sure as this is a place, wherever it lies.
SURE_NAME = 0.9
#: The least confidence of a name that is allowed by hand.
ALLOWED_CONFIDENCE = 0.3
_SAME_PLACE_LOG_KM = float(np.log1p(80.0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A name with its candidates' chances: `chances[j]` belongs to `name.candidates[j]`.

    `confidences` are the chances of its mentions to be a place and its best candidate to be right.
    """

    name: Name
    chances: np.ndarray
    rows: np.ndarray
    confidences: tuple[float, ...]

    @property
    def confidence(self) -> float:
        """The confidence of its surest mention."""
        return max(self.confidences)

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
    """Return a choice for each mention of an article."""
    scored = ranked(recognition, gazetteer, guidance)
    if not scored:
        return []
    rows = final_rows(scored, recognition.rows)
    finals = load(model("final", guidance.profile)).probability(rows)
    choices = choices_of(scored, finals)
    if not (guidance.profile or guidance.focus or recognition.dateline) and _is_note(recognition):
        choices = without_clues(choices)
    return [_steered(choice, guidance) for choice in choices]


def _is_note(recognition: Recognition) -> bool:
    """Tell whether a text is a few sentences; a longer one without a clue is local news of its readers' town."""
    return len(recognition.words.capital) <= NOTE_WORDS


def without_clues(choices: Sequence[Choice]) -> list[Choice]:
    """Return choices with the clearly largest place of each sure name, where an article has no sure place.

    Nothing there tells one town of a name from another, so that guesses by what the names have in
    common would be chance.
    """
    if any(choice.confidence >= CLUE_CONFIDENCE for choice in choices):
        return list(choices)
    return [_largest(choice) for choice in choices]


def _largest(choice: Choice) -> Choice:
    at = largest(choice.name.candidates)
    sure = choice.name.weight >= SURE_NAME and not choice.name.around.told
    if at is None or not sure:
        return choice
    best = int(np.argmax(choice.chances))
    if at == best:
        least = (ALLOWED_CONFIDENCE if w >= SURE_NAME else 0.0 for w in choice.name.weights)
        return replace(choice, confidences=tuple(map(max, choice.confidences, least)))
    chances = choice.chances.copy()
    chances[[best, at]] = chances[[at, best]]
    confidences = tuple(min(ALLOWED_CONFIDENCE, weight) for weight in choice.name.weights)
    return replace(choice, chances=chances, confidences=confidences)


def _steered(choice: Choice, guidance: Guidance) -> Choice:
    """Return a choice with the confidence that an allowed name or one meant by the focus has.

    What is known beforehand says that the name is a place, or that the place is the right one; the
    last model, which sees the text alone, cannot know it.
    """
    sure = float(choice.chances.max() / max(1.0, choice.chances.sum()))
    least = tuple(0.0 for _ in choice.confidences)
    if choice.name.folded in guidance.allowed:
        least = tuple(max(sure, ALLOWED_CONFIDENCE) for _ in choice.confidences)
    elif not choice.name.around.told and not guidance.focus.isdisjoint(
        choice.best.place.country_codes
    ):
        least = tuple(sure * weight for weight in choice.name.weights)
    return replace(choice, confidences=tuple(map(max, choice.confidences, least)))


def model(step: str, profile: Profile | None) -> str:
    """Return the name of a step's weights: with a publisher's profile they are learned apart."""
    return step if profile is None else f"home_{step}"


def choices_of(
    scored: Sequence[tuple[Name, np.ndarray, np.ndarray]], finals: np.ndarray
) -> list[Choice]:
    """Return the choices of names; `finals` holds the confidences of all mentions, name after name."""
    ends = np.cumsum([len(name.spans) for name, _, _ in scored])[:-1]
    return [
        Choice(name=name, chances=chances, rows=rows, confidences=tuple(map(float, own)))
        for (name, chances, rows), own in zip(scored, np.split(finals, ends), strict=True)
    ]


def ranked(
    recognition: Recognition, gazetteer: Gazetteer, guidance: Guidance = UNGUIDED
) -> list[tuple[Name, np.ndarray, np.ndarray]]:
    """Return each name with its candidates' chances and their features (PRIOR, then CONTEXT)."""
    names = group_names(
        recognition.words,
        recognition.spans,
        recognition.probabilities,
        focus=guidance.focus,
    )
    if not names:
        return []
    priors = [prior_matrix(name.candidates, name.around, guidance.profile) for name in names]
    first = _split(
        load(model("prior", guidance.profile)).probability(np.concatenate(priors)), names
    )
    first = settled(names, _focused(names, first, guidance.focus))
    dateline = dateline_name(recognition, names)
    rows = with_context(names, priors, first, dateline=dateline, gazetteer=gazetteer)
    second = _split(
        load(model("ranker", guidance.profile)).probability(np.concatenate(rows)), names
    )
    second = decided(names, _focused(names, second, guidance.focus))
    return list(zip(names, second, rows, strict=True))


def _focused(
    names: Sequence[Name], chances: Sequence[np.ndarray], focus: frozenset[str]
) -> list[np.ndarray]:
    """Return chances with those of places in the focus raised, unless the text names where they lie."""
    if not focus:
        return list(chances)
    return [_raised(name, own, focus) for name, own in zip(names, chances, strict=True)]


def _raised(name: Name, chances: np.ndarray, focus: frozenset[str]) -> np.ndarray:
    if name.around.told:
        return chances
    inside = np.array([not focus.isdisjoint(c.place.country_codes) for c in name.candidates])
    weights = np.where(inside, FOCUS_ODDS, 1.0) * chances
    return np.asarray(weights / max(1.0, float(weights.sum())))


def with_context(
    names: Sequence[Name],
    priors: Sequence[np.ndarray],
    first: Sequence[np.ndarray],
    *,
    dateline: int | None,
    gazetteer: Gazetteer,
) -> list[np.ndarray]:
    """Return each name's rows with what the other names say: shape (candidates, PRIOR + CONTEXT)."""
    context = context_matrices(names, first, dateline=dateline, gazetteer=gazetteer)
    return [np.hstack([prior, own]) for prior, own in zip(priors, context, strict=True)]


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


def final_rows(
    scored: Sequence[tuple[Name, np.ndarray, np.ndarray]], spans: np.ndarray
) -> np.ndarray:
    """Return what the last model sees of each mention: float32, shape (mentions, len(FINAL)).

    `spans` are the rows of the recognition.
    """
    rows = []
    for name, chances, features in scored:
        best = int(np.argmax(chances))
        same = _same_place(name, best)
        rivals = chances[~same]
        second = float(rivals.max()) if len(rivals) else 0.0
        shared = (
            name.weight,
            sum(name.weights) / len(name.weights),
            min(1.0, float(chances[same].sum())),
            float(chances[best]) - second,
            second,
            len(name.spans),
        )
        rows += [(weight, *shared, *features[best]) for weight in name.weights]
    members = [index for name, _, _ in scored for index in name.members]
    return np.hstack([np.array(rows, dtype=np.float32), spans[members]])


def _same_place(name: Name, best: int) -> np.ndarray:
    """Mark the candidates that lie where the best does: a town and its district are no rivals."""
    vectors = unit_vectors(np.array([c.place.coordinates.latlon for c in name.candidates]))
    return log_km_of(vectors @ vectors[best]) <= _SAME_PLACE_LOG_KM
