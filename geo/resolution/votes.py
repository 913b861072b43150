"""What an article's other names say of a candidate: their countries, their divisions, their distances."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np

from geo.resolution.features import CONTEXT, far_log_km
from geo.resolution.outline import LONG, log_km, outline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.place import Gazetteer, Place
    from geo.resolution.names import Name

Key = TypeVar("Key")
#: Votes by key; what nobody voted for counts 0.
Tally: TypeAlias = defaultdict[Key, float]

_AT = {name: index for index, name in enumerate(CONTEXT)}
_RADII = (("within_60_km", 60.0), ("within_250_km", 250.0), ("within_800_km", 800.0))
_LEAST_WEIGHT = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Votes:
    """The soft votes of all names: each name's first-pass probabilities, times its weight."""

    countries: Tally[str]
    admin1s: Tally[tuple[str, str]]
    own_countries: Sequence[Tally[str]]
    own_admin1s: Sequence[Tally[tuple[str, str]]]
    points: np.ndarray
    dateline: Place | None


def count_votes(
    names: Sequence[Name], priors: Sequence[np.ndarray], *, dateline: int | None
) -> Votes:
    """Return the votes of names; `priors[i][j]` is the chance that name i means its candidate j."""
    countries: Tally[str] = defaultdict(float)
    admin1s: Tally[tuple[str, str]] = defaultdict(float)
    own_countries: list[Tally[str]] = []
    own_admin1s: list[Tally[tuple[str, str]]] = []
    points = np.zeros((len(names), 3))
    for index, (name, prior) in enumerate(zip(names, priors, strict=True)):
        by_country, by_admin1 = _own(name, prior)
        own_countries.append(by_country)
        own_admin1s.append(by_admin1)
        _add(countries, by_country)
        _add(admin1s, by_admin1)
        best = int(np.argmax(prior))
        at = name.candidates[best].place.coordinates
        points[index] = (at.lat, at.lon, name.weight * prior[best])
    return Votes(
        countries=countries,
        admin1s=admin1s,
        own_countries=own_countries,
        own_admin1s=own_admin1s,
        points=points,
        dateline=_likeliest(names, priors, dateline),
    )


def _add(total: Tally[Key], votes: Tally[Key]) -> None:
    for key, vote in votes.items():
        total[key] += vote


def _own(name: Name, prior: np.ndarray) -> tuple[Tally[str], Tally[tuple[str, str]]]:
    countries: Tally[str] = defaultdict(float)
    admin1s: Tally[tuple[str, str]] = defaultdict(float)
    if name.weight < _LEAST_WEIGHT:
        return countries, admin1s
    share = name.weight * prior / max(float(prior.sum()), 1.0)
    for candidate, vote in zip(name.candidates, share, strict=True):
        place = candidate.place
        for code in place.country_codes[:2]:
            countries[code] += float(vote)
        if place.admin1:
            admin1s[place.country_codes[0], place.admin1] += float(vote)
    return countries, admin1s


def _likeliest(
    names: Sequence[Name], priors: Sequence[np.ndarray], index: int | None
) -> Place | None:
    if index is None:
        return None
    return names[index].candidates[int(np.argmax(priors[index]))].place


def context_matrix(
    names: Sequence[Name], index: int, prior: np.ndarray, votes: Votes, *, gazetteer: Gazetteer
) -> np.ndarray:
    """Return the context features of a name's candidates: float32, shape (candidates, len(CONTEXT))."""
    name = names[index]
    rows = np.zeros((len(name.candidates), len(CONTEXT)), dtype=np.float32)
    rows[:, _AT["names"]] = np.log1p(len(names))
    rows[:, _AT["prior"]] = prior
    order = np.argsort(np.argsort(-prior, kind="stable"), kind="stable")
    rows[:, _AT["prior_rank"]] = np.minimum(order, 10)
    rows[:, _AT["prior_lead"]] = prior - _best_rival(prior)
    _codes(rows, name, index, votes)
    _distances(rows, name, index, votes, gazetteer=gazetteer)
    _dateline(rows, name, votes)
    return rows


def _best_rival(prior: np.ndarray) -> np.ndarray:
    if len(prior) == 1:
        return np.zeros(1)
    best, second = np.sort(prior)[::-1][:2]
    rivals: np.ndarray = np.where(prior == best, second, best)
    return rivals


def _codes(rows: np.ndarray, name: Name, index: int, votes: Votes) -> None:
    own_countries, own_admin1s = votes.own_countries[index], votes.own_admin1s[index]
    total = sum(votes.countries.values()) - sum(own_countries.values()) + 1e-6
    country, admin1 = [], []
    for candidate in name.candidates:
        place = candidate.place
        codes = place.country_codes
        country.append(
            max((votes.countries[c] - own_countries[c] for c in codes), default=0.0) / total
        )
        key = (codes[0] if codes else "", place.admin1)
        admin1.append((votes.admin1s[key] - own_admin1s[key]) / total if place.admin1 else 0.0)
    for label, values in (("country_votes", country), ("admin1_votes", admin1)):
        column = np.array(values)
        rows[:, _AT[label]] = column
        distinct = np.unique(-column)
        rows[:, _AT[f"{label}_rank"]] = np.minimum(np.searchsorted(distinct, -column), 10)


def _distances(
    rows: np.ndarray, name: Name, index: int, votes: Votes, *, gazetteer: Gazetteer
) -> None:
    others = np.delete(votes.points, index, axis=0)
    others = others[others[:, 2] > _LEAST_WEIGHT]
    rows[:, _AT["nearest_log_km"]] = far_log_km()
    if not len(others):
        return
    distances = log_km(_points(name), others[:, :2])
    for row, candidate in enumerate(name.candidates):
        if candidate.place.kind in LONG:
            distances[row] = log_km(outline(candidate.place, gazetteer), others[:, :2]).min(axis=0)
    rows[:, _AT["nearest_log_km"]] = distances.min(axis=1)
    share = others[:, 2] / others[:, 2].sum()
    for label, radius in _RADII:
        rows[:, _AT[label]] = (distances < np.log1p(radius)) @ share


def _points(name: Name) -> np.ndarray:
    return np.array([candidate.place.coordinates.latlon for candidate in name.candidates])


def _dateline(rows: np.ndarray, name: Name, votes: Votes) -> None:
    home = votes.dateline
    rows[:, _AT["dateline_log_km"]] = far_log_km()
    if home is None:
        return
    rows[:, _AT["dateline_log_km"]] = log_km(_points(name), np.array([home.coordinates.latlon]))[
        :, 0
    ]
    for row, candidate in zip(rows, name.candidates, strict=True):
        place = candidate.place
        same = bool(set(place.country_codes) & set(home.country_codes))
        row[_AT["dateline_country"]] = same
        row[_AT["dateline_admin1"]] = same and bool(place.admin1) and place.admin1 == home.admin1
