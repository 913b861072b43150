"""Why a place was chosen: one plain sentence on what in fact spoke for it against its best rival."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from geo.resolution import FOCUS_ODDS, dateline_name, model
from geo.resolution.claims import AFTER, CLAIMS, FOCUS, Case, Claim, labelled, named
from geo.resolution.features import CONTEXT, PRIOR
from geo.resolution.outline import log_km
from geo.trees import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.place import Gazetteer, Place
    from geo.guidance import Guidance
    from geo.recognition import Recognition
    from geo.resolution import Choice
    from geo.resolution.names import Name

_COLUMNS = (*PRIOR, *CONTEXT)
_PRIOR, _LEAD, _RANK = (_COLUMNS.index(n) for n in ("prior", "prior_lead", "prior_rank"))
_NEVER_SURE = 1e-6
_SAME_PLACE_LOG_KM = math.log1p(80.0)


def explain(
    choices: Sequence[Choice],
    recognition: Recognition,
    gazetteer: Gazetteer,
    guidance: Guidance,
    *,
    least_confidence: float,
) -> list[str]:
    """Return why each name means what it means; nothing for those that are not sure enough to be placed.

    Of what is true of a place and not of its best rival, that is said without which the ranker
    would have thought least of it.
    """
    homes = _datelines(choices, recognition)
    kept = [i for i, choice in enumerate(choices) if choice.confidence >= least_confidence]
    told = [(choices[i].name, choices[i].best.place) for i in kept]
    cases = [
        _case(choices[i], told, homes[i], guidance=guidance, gazetteer=gazetteer) for i in kept
    ]
    placed = [choices[i] for i in kept]
    halves = _weightiest(placed, cases, [_true_claims(case) for case in cases])
    reasons = [""] * len(choices)
    for index, case, half in zip(kept, cases, halves, strict=True):
        choice = choices[index]
        subject = labelled(choice.best.place, gazetteer)
        reasons[index] = f"{subject}: {half or _alone(choice, case)}."
    return reasons


def _datelines(choices: Sequence[Choice], recognition: Recognition) -> list[Place | None]:
    """Return the dateline's place for each name but its own."""
    index = dateline_name(recognition, [choice.name for choice in choices])
    if index is None:
        return [None] * len(choices)
    place = choices[index].best.place
    return [None if at == index else place for at in range(len(choices))]


def _case(
    choice: Choice,
    told: Sequence[tuple[Name, Place]],
    dateline: Place | None,
    *,
    guidance: Guidance,
    gazetteer: Gazetteer,
) -> Case | None:
    """Return a choice with its best rival elsewhere, None where it has none."""
    best = int(np.argmax(choice.chances))
    points = np.array([c.place.coordinates.latlon for c in choice.name.candidates])
    elsewhere = log_km(points, points[best : best + 1])[:, 0] > _SAME_PLACE_LOG_KM
    if not elsewhere.any():
        return None
    plain = _unfocused(choice, guidance.focus)
    chances = plain if plain[best] < plain.max() else choice.chances
    return Case(
        name=choice.name,
        best=best,
        rival=int(np.argmax(np.where(elsewhere, chances, -1.0))),
        others=[pair for pair in told if pair[0] is not choice.name],
        dateline=dateline,
        guidance=guidance,
        gazetteer=gazetteer,
    )


def _unfocused(choice: Choice, focus: frozenset[str]) -> np.ndarray:
    """Return the chances of a name as they were before the focus raised those within it."""
    if not focus or choice.name.around.told:
        return choice.chances
    inside = [not focus.isdisjoint(c.place.country_codes) for c in choice.name.candidates]
    return np.asarray(choice.chances / np.where(inside, FOCUS_ODDS, 1.0))


def _true_claims(case: Case | None) -> list[tuple[Claim, str]]:
    if case is None:
        return []
    told = [(claim, claim.tell(case)) for claim in CLAIMS]
    return [(claim, half) for claim, half in told if half]


def _weightiest(
    choices: Sequence[Choice],
    cases: Sequence[Case | None],
    claims: Sequence[list[tuple[Claim, str]]],
) -> list[str]:
    """Return the claim of each case that weighs most; empty where nothing can be claimed."""
    open_ones = [i for i, told in enumerate(claims) if len(told) > 1]
    best = [told[0][1] if told else "" for told in claims]
    weights = _weights(
        [(choices[i], case, [c for c, _ in claims[i]]) for i in open_ones if (case := cases[i])]
    )
    for index, own in zip(open_ones, weights, strict=True):
        best[index] = claims[index][int(np.argmax(own))][1]
    return best


def _weights(asked: Sequence[tuple[Choice, Case, list[Claim]]]) -> list[np.ndarray]:
    """Return how far the log-odds of each choice fall when a claim's features are the rival's."""
    if not asked:
        return []
    rows = [_swapped(choice, case, claims) for choice, case, claims in asked]
    stacked = np.concatenate(rows)
    profile = asked[0][1].guidance.profile
    priors = load(model("prior", profile)).probability(stacked[:, : len(PRIOR)])
    ends = np.cumsum([len(own) for own in rows])[:-1]
    for own, prior, (choice, case, _) in zip(
        np.split(stacked, ends), np.split(priors, ends), asked, strict=True
    ):
        _repriced(own, prior, choice, best=case.best)
    odds = np.split(_log_odds(load(model("ranker", profile)).probability(stacked)), ends)
    return [
        own[0] - own[1:] + [_beyond(choice, case, claim) for claim in claims]
        for own, (choice, case, claims) in zip(odds, asked, strict=True)
    ]


def _swapped(choice: Choice, case: Case, claims: Sequence[Claim]) -> np.ndarray:
    """Return the chosen row as it is, then once for each claim with the rival's features in it."""
    own, other = choice.rows[case.best], choice.rows[case.rival]
    rows = np.repeat(own[None, :], len(claims) + 1, axis=0)
    for row, claim in zip(rows[1:], claims, strict=True):
        at = _columns(claim.columns)
        row[at] = other[at]
    return rows


@cache
def _columns(beginnings: tuple[str, ...]) -> list[int]:
    return [i for i, name in enumerate(_COLUMNS) if name.startswith(beginnings)]


def _repriced(rows: np.ndarray, prior: np.ndarray, choice: Choice, *, best: int) -> None:
    """Let the first look at a name, which the ranker sees, follow the features that were swapped."""
    others = np.delete(choice.rows[:, _PRIOR], best)
    fallen = np.minimum(0.0, prior[1:] - prior[0])
    rows[1:, _PRIOR] += fallen
    rows[1:, _LEAD] += fallen
    rows[1:, _RANK] = np.minimum(10, (others[None, :] > rows[1:, [_PRIOR]]).sum(axis=1))


def _beyond(choice: Choice, case: Case, claim: Claim) -> float:
    """Return the log-odds that a focus adds after the ranker, without end where it turned the scales.

    Without end, too, for a state or country that the text names right after the name.
    """
    if claim is AFTER:
        return math.inf
    if claim is not FOCUS or case.name.around.told:
        return 0.0
    plain = _unfocused(choice, case.guidance.focus)
    return math.inf if plain[case.best] < plain[case.rival] else math.log(FOCUS_ODDS)


def _log_odds(chances: np.ndarray) -> np.ndarray:
    sure = np.clip(chances, _NEVER_SURE, 1 - _NEVER_SURE)
    return np.asarray(np.log(sure / (1 - sure)))


def _alone(choice: Choice, case: Case | None) -> str:
    """Say why of a place that has no rival elsewhere, or nothing to itself that a rival lacks."""
    surface, found = choice.name.around.surface, len(choice.name.candidates)
    if case is None:
        return named(choice.best, surface) or "the gazetteer knows one place of this name"
    return f"the likeliest of {found} places of this name, all told"
