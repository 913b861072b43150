"""A publisher's home region, learned without labels from what was read of its articles."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from gazetteer.place import Coordinates, Kind
from geo.guidance import Profile
from geo.model import Role
from geo.resolution.outline import log_km

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from geo.model import Resolution

#: So many articles must have been read before they say anything of their publisher.
LEAST_ARTICLES = 3
_LEAST_CONFIDENCE = 0.5
_HOME_KM = 50.0
# A home is where at least this share of the articles' points lies.
_LEAST_GATHERED = 0.15
# A publisher with a home writes mostly of one country.
_LEAST_COUNTRY = 0.5
_POINTS = frozenset({Kind.SETTLEMENT, Kind.ADMIN2, Kind.FACILITY, Kind.CROSSING, Kind.BRIDGE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What one reading says of its publisher; the shares of countries, and of points, add up to 1.

    `countries` by ISO 3166-1 alpha-2 code, `divisions` by code and first-level division;
    `points` are its towns and districts, each with its share.
    """

    countries: Mapping[str, float] = field(default_factory=dict)
    divisions: Mapping[tuple[str, str], float] = field(default_factory=dict)
    points: Sequence[tuple[Coordinates, float]] = ()


def observe(resolutions: Iterable[Resolution]) -> Observation:
    """Return what the located mentions of an article say of its publisher."""
    countries: dict[str, float] = defaultdict(float)
    divisions: dict[tuple[str, str], float] = defaultdict(float)
    points: dict[Coordinates, float] = defaultdict(float)
    for resolution in resolutions:
        if not _counts(resolution):
            continue
        code, division = resolution.country_codes[0], resolution.place.admin1
        countries[code] += resolution.confidence
        if division:
            divisions[code, division] += resolution.confidence
        if resolution.place.kind in _POINTS:
            points[resolution.place.coordinates] += resolution.confidence
    whole, gathered = sum(countries.values()) or 1.0, sum(points.values()) or 1.0
    return Observation(
        countries={code: weight / whole for code, weight in countries.items()},
        divisions={key: weight / whole for key, weight in divisions.items()},
        points=tuple((point, weight / gathered) for point, weight in points.items()),
    )


def _counts(resolution: Resolution) -> bool:
    """Tell whether a mention speaks for a home: a sure one, with a country, not part of a relation."""
    own = resolution.mention.role in (Role.NAME, Role.DATELINE)
    return own and resolution.confidence >= _LEAST_CONFIDENCE and len(resolution.country_codes) == 1


def profile_of(observations: Sequence[Observation]) -> Profile | None:
    """Return the profile that a publisher's articles give, None where they are too few.

    Each article counts alike, however many places it names. A publisher that writes of the whole
    world, none of it much more than the rest, is at home nowhere.
    """
    told = [o for o in observations if o.countries]
    if len(told) < LEAST_ARTICLES:
        return None
    countries: dict[str, float] = defaultdict(float)
    divisions: dict[tuple[str, str], float] = defaultdict(float)
    for observation in told:
        for code, share in observation.countries.items():
            countries[code] += share / len(told)
        for key, share in observation.divisions.items():
            divisions[key] += share / len(told)
    if max(countries.values()) < _LEAST_COUNTRY:
        return None
    return Profile(
        countries=dict(countries),
        divisions=dict(divisions),
        home=_home(told),
        articles=len(told),
    )


def _home(observations: Sequence[Observation]) -> Coordinates | None:
    """The point round which most of the articles' points lie, None where they lie scattered."""
    weights: dict[Coordinates, float] = defaultdict(float)
    for observation in observations:
        for point, share in observation.points:
            weights[point] += share
    if not weights:
        return None
    shares, told = np.array(list(weights.values())), list(weights)
    points = np.array([point.latlon for point in told])
    km = np.expm1(log_km(points, points))
    gathered = np.exp(-km / _HOME_KM) @ shares
    best = int(np.argmax(gathered))
    return told[best] if gathered[best] >= _LEAST_GATHERED * shares.sum() else None
