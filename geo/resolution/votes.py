"""What an article's other names say of a candidate: their countries, their divisions, their distances.

All candidates of an article are scored in one go; an array holds a value for each of them, name
after name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from geo.resolution.features import CONTEXT, far_log_km
from geo.resolution.outline import LONG, log_km_of, outline, unit_vectors

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from gazetteer.place import Candidate, Gazetteer, Place
    from geo.resolution.names import Name

_AT = {name: index for index, name in enumerate(CONTEXT)}
_RADII = (("within_60_km", 60.0), ("within_250_km", 250.0), ("within_800_km", 800.0))
_LEAST_WEIGHT = 0.2
_MOST_RANK = 10
# So many of the surest names tell where an article is; more of them tell nothing new.
_MOST_ANCHORS = 300
_LEAST_VOTE, _LEAST_SURE = 0.02, 0.1
_REACHES = (("closeness", 120.0), ("nearness", 30.0))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Article:
    """The candidates of all names in a row: `owner[k]` is the name of candidate k.

    `spelling[k]` numbers the name as written: two places of one name say nothing of each other.
    """

    names: Sequence[Name]
    candidates: Sequence[Candidate]
    owner: np.ndarray
    spelling: np.ndarray
    prior: np.ndarray
    vote: np.ndarray


def context_matrices(
    names: Sequence[Name],
    priors: Sequence[np.ndarray],
    *,
    dateline: int | None,
    gazetteer: Gazetteer,
) -> list[np.ndarray]:
    """Return the context features of each name: float32, shape (its candidates, len(CONTEXT)).

    `priors[i][j]` is the chance that name i means its candidate j.
    """
    article = _flat(names, priors)
    rows = np.zeros((len(article.candidates), len(CONTEXT)), dtype=np.float32)
    _standing(rows, article)
    _codes(rows, article)
    _distances(rows, article, gazetteer)
    _dateline(rows, article, dateline)
    return np.split(rows, np.cumsum([len(name.candidates) for name in names])[:-1])


def _flat(names: Sequence[Name], priors: Sequence[np.ndarray]) -> _Article:
    sizes = [len(name.candidates) for name in names]
    prior = np.concatenate(priors)
    weights = np.array([name.weight if name.weight >= _LEAST_WEIGHT else 0.0 for name in names])
    sums = np.array([max(float(own.sum()), 1.0) for own in priors])
    owner = np.repeat(np.arange(len(names)), sizes)
    numbers: dict[str, int] = {}
    spelling = np.array([numbers.setdefault(name.folded, len(numbers)) for name in names])
    return _Article(
        names=names,
        candidates=[c for name in names for c in name.candidates],
        owner=owner,
        spelling=spelling[owner],
        prior=prior,
        vote=(weights / sums)[owner] * prior,
    )


def _standing(rows: np.ndarray, article: _Article) -> None:
    """The first pass's own judgement: the chance, its rank among the name's, its lead."""
    prior, owner = article.prior, article.owner
    rows[:, _AT["names"]] = np.log1p(len(article.names))
    rows[:, _AT["prior"]] = prior
    order = np.lexsort((-prior, owner))
    place = np.empty(len(prior), dtype=np.intp)
    starts = np.searchsorted(owner, np.arange(len(article.names)))
    place[order] = np.arange(len(prior)) - starts[owner[order]]
    rows[:, _AT["prior_rank"]] = np.minimum(place, _MOST_RANK)
    best = order[starts]
    after = np.minimum(starts + 1, len(order) - 1)
    alone = owner[order[after]] != owner[best]
    second = np.where(alone | (after == starts), 0.0, prior[order[after]])
    rival = np.where(place == 0, second[owner], prior[best][owner])
    rows[:, _AT["prior_lead"]] = prior - rival


def _codes(rows: np.ndarray, article: _Article) -> None:
    """The share of the other names' votes for a candidate's country, division and district."""
    places = [candidate.place for candidate in article.candidates]
    first = [place.country_codes[0] if place.country_codes else "" for place in places]
    second = [place.country_codes[1] if len(place.country_codes) > 1 else "" for place in places]
    one, other = _shares(article, first, second)
    _set(rows, article, "country_votes", np.maximum(one, other))
    keys = zip(places, first, strict=True)
    divisions = [(code, p.admin1) if p.admin1 else "" for p, code in keys]
    _set(rows, article, "admin1_votes", _shares(article, divisions)[0])
    keys = zip(places, first, strict=True)
    districts = [(code, p.admin1, p.admin2) if p.admin2 else "" for p, code in keys]
    _set(rows, article, "admin2_votes", _shares(article, districts)[0])


def _set(rows: np.ndarray, article: _Article, label: str, values: np.ndarray) -> None:
    rows[:, _AT[label]] = values
    rows[:, _AT[f"{label}_rank"]] = np.minimum(_ranks(article.owner, values), _MOST_RANK)


def _shares(article: _Article, *columns: Sequence[Hashable]) -> list[np.ndarray]:
    """Return, for each column of keys, the other names' share of votes for a candidate's key.

    A candidate votes for its key of every column; "" stands for no key.
    """
    numbers: dict[Hashable, int] = {"": 0}
    coded = [np.array([numbers.setdefault(k, len(numbers)) for k in keys]) for keys in columns]
    every = np.concatenate(coded)
    owner = np.tile(article.spelling, len(columns))
    vote = np.where(every > 0, np.tile(article.vote, len(columns)), 0.0)
    pair = owner * len(numbers) + every
    distinct, at = np.unique(pair, return_inverse=True)
    own = np.bincount(at, weights=vote, minlength=len(distinct))[at]
    total = np.bincount(every, weights=vote, minlength=len(numbers))[every]
    by_name = np.bincount(owner, weights=vote, minlength=len(article.names))
    others = vote.sum() - by_name[owner] + 1e-6
    return np.split(np.where(every > 0, (total - own) / others, 0.0), len(columns))


def _ranks(owner: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return how many distinct values of the same name are higher than each."""
    rounded = np.round(values, 9)
    order = np.lexsort((-rounded, owner))
    sorted_owner, sorted_values = owner[order], rounded[order]
    new_name = np.r_[True, sorted_owner[1:] != sorted_owner[:-1]]
    lower = np.r_[False, sorted_values[1:] != sorted_values[:-1]] & ~new_name
    steps = np.cumsum(lower)
    base = np.maximum.accumulate(np.where(new_name, np.arange(len(steps)), 0))
    ranks = np.empty(len(values), dtype=np.intp)
    ranks[order] = steps - steps[base]
    return ranks


def _distances(rows: np.ndarray, article: _Article, gazetteer: Gazetteer) -> None:
    for label in ("nearest_log_km", "sentence_log_km"):
        rows[:, _AT[label]] = far_log_km()
    anchors, surest = _anchors(article)
    if not len(anchors):
        return
    weights = article.vote[anchors]
    distances = _log_km(article, anchors, gazetteer)
    others = article.spelling[:, None] != article.spelling[anchors][None, :]
    distances = np.where(others, distances, np.inf)
    sure = distances[:, surest]
    rows[:, _AT["nearest_log_km"]] = sure.min(axis=1, initial=far_log_km())
    together = _together(article)[article.owner][:, article.owner[anchors[surest]]]
    beside = np.where(together, sure, np.inf).min(axis=1, initial=far_log_km())
    rows[:, _AT["sentence_log_km"]] = beside
    share = np.where(others, weights, 0.0)
    share = share / np.maximum(share.sum(axis=1, keepdims=True), 1e-6)
    for label, radius in _RADII:
        rows[:, _AT[label]] = (share * (distances < np.log1p(radius))).sum(axis=1)
    km = np.expm1(np.minimum(distances, far_log_km()))
    for label, reach_km in _REACHES:
        _set(rows, article, label, np.log1p(np.exp(-km / reach_km) @ weights))


def _log_km(article: _Article, anchors: np.ndarray, gazetteer: Gazetteer) -> np.ndarray:
    """Return ln(1 + km) of all candidates to the anchors, of long places to their nearest part."""
    vectors = _vectors(article.candidates)
    there = vectors[anchors].T
    cosines = vectors @ there
    for index, candidate in enumerate(article.candidates):
        if candidate.place.kind in LONG:
            cosines[index] = (outline(candidate.place, gazetteer) @ there).max(axis=0)
    return log_km_of(cosines)


def _anchors(article: _Article) -> tuple[np.ndarray, np.ndarray]:
    """The candidates that have a vote, the surest first, and which of them are the likeliest of their name."""
    starts = np.searchsorted(article.owner, np.arange(len(article.names)))
    best = np.lexsort((-article.prior, article.owner))[starts]
    voting = np.flatnonzero(article.vote > _LEAST_VOTE)
    voting = voting[np.argsort(-article.vote[voting], kind="stable")][:_MOST_ANCHORS]
    surest = np.isin(voting, best) & (article.vote[voting] > _LEAST_SURE)
    return voting, np.flatnonzero(surest)


def _together(article: _Article) -> np.ndarray:
    """Mark which names share a sentence: shape (names, names)."""
    sentences = sorted({number for name in article.names for number in name.sentences})
    column = {number: index for index, number in enumerate(sentences)}
    inside = np.zeros((len(article.names), len(sentences)), dtype=np.float32)
    for index, name in enumerate(article.names):
        inside[index, [column[number] for number in name.sentences]] = 1.0
    return np.asarray(inside @ inside.T > 0)


def _vectors(candidates: Sequence[Candidate]) -> np.ndarray:
    return unit_vectors(np.array([c.place.coordinates.latlon for c in candidates]))


def _dateline(rows: np.ndarray, article: _Article, dateline: int | None) -> None:
    rows[:, _AT["dateline_log_km"]] = far_log_km()
    home = _likeliest(article, dateline)
    if home is None:
        return
    here = unit_vectors(np.array([home.coordinates.latlon]))
    rows[:, _AT["dateline"]] = 1.0
    rows[:, _AT["dateline_log_km"]] = log_km_of(_vectors(article.candidates) @ here[0])
    for row, candidate in zip(rows, article.candidates, strict=True):
        place = candidate.place
        same = not set(place.country_codes).isdisjoint(home.country_codes)
        row[_AT["dateline_country"]] = same
        row[_AT["dateline_admin1"]] = same and bool(place.admin1) and place.admin1 == home.admin1


def _likeliest(article: _Article, name: int | None) -> Place | None:
    if name is None:
        return None
    own = np.flatnonzero(article.owner == name)
    return article.candidates[int(own[np.argmax(article.prior[own])])].place
