"""Whether two claims may be one happening, and how much speaks for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from geopy.distance import great_circle
from shapely.geometry import Point

from geo.merging.wording import likeness
from geo.model import Qualifier

if TYPE_CHECKING:
    from collections.abc import Mapping

    from geo.merging.claim import Claim
    from geo.model import Count

#: Places nearer to each other than this may be one.
NEAR_KM = 15.0
#: A town within this many degrees of a line or an area lies on it.
ON_IT_DEG = 0.1
#: Reports that span more days than this are not of one happening.
WIDEST = timedelta(days=14)
_A_DAY_OR_TWO = timedelta(days=2)
# Numbers nearer to each other than this share are one number, rounded.
_ROUNDED = 0.1
# The smaller of two tolls is at least this share of the larger; of people who moved or shelter,
# whom no later count adds to, more.
_LEAST_SHARE = {"people": 0.75}
_LEAST_SHARE_OF_OTHERS = 0.5
_SMALL = 5
_ROUGH = frozenset(Qualifier) - {Qualifier.EXACTLY}


class Numbers(StrEnum):
    """How the numbers of two claims stand to each other."""

    SAME = "same"
    ROUNDED = "rounded"
    SILENT = "silent"
    DIFFER = "differ"


# How alike the wording of two claims must be, by how their numbers stand to each other. That a
# small number is the same may be chance.
_LEAST_LIKENESS = {
    Numbers.SAME: 0.1,
    Numbers.ROUNDED: 0.3,
    Numbers.SILENT: 0.35,
    Numbers.DIFFER: 0.4,
}
_LEAST_LIKENESS_SMALL = 0.2
_WORTH = {Numbers.SAME: 0.5, Numbers.ROUNDED: 0.35, Numbers.SILENT: 0.2, Numbers.DIFFER: 0.0}
_SAME_PLACE = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Why two claims are taken for one: `score` orders agreements, the strongest first.

    `same_place` is whether the places are one and the same, not only near or one on the other.
    `likeness` is how much of their wording they share, 0 to 1.
    """

    score: float
    same_place: bool
    numbers: Numbers
    likeness: float


def agreement(one: Claim, other: Claim) -> Agreement | None:
    """Return why two claims may be one happening; None where too little speaks for it.

    Symmetric, and of the two claims alone.
    """
    if is_contrary(one, other):
        return None
    numbers = _numbers(one.counts, other.counts)
    if numbers is not Numbers.SAME and not (_day_is_known(one) and _day_is_known(other)):
        return None
    alike = likeness(one.wording, other.wording)
    if alike < _least(numbers, one, other):
        return None
    same = one.place == other.place
    score = round(_WORTH[numbers] + alike + same * _SAME_PLACE, 3)
    return Agreement(score=score, same_place=same, numbers=numbers, likeness=alike)


def is_contrary(one: Claim, other: Claim) -> bool:
    """Tell whether two claims cannot be one happening, whatever else speaks for it."""
    return (
        one.kind != other.kind
        or one.key in other.apart
        or other.key in one.apart
        or not _days_overlap(one, other)
        or not _tolls_are_near(one.counts, other.counts)
        or not places_agree(one, other)
    )


def _least(numbers: Numbers, one: Claim, other: Claim) -> float:
    if one.key in other.beside or other.key in one.beside:
        return 0.0
    if numbers is Numbers.SAME and _only_small(one.counts, other.counts):
        return _LEAST_LIKENESS_SMALL
    return _LEAST_LIKENESS[numbers]


def _only_small(one: Mapping[str, Count], other: Mapping[str, Count]) -> bool:
    return all(one[role].value < _SMALL for role in one.keys() & other.keys())


def _days_overlap(one: Claim, other: Claim) -> bool:
    if max(one.latest, other.latest) - min(one.earliest, other.earliest) > WIDEST:
        return False
    return one.earliest <= other.latest and other.earliest <= one.latest


def _day_is_known(claim: Claim) -> bool:
    """A report of some day of the week says too little to be the same as another without a number."""
    return claim.latest - claim.earliest <= _A_DAY_OR_TWO


def _numbers(one: Mapping[str, Count], other: Mapping[str, Count]) -> Numbers:
    """Compare the numbers of the roles that both state, the worst of them first."""
    shared = one.keys() & other.keys()
    if not shared:
        return Numbers.SILENT
    found = {_number(one[role], other[role]) for role in shared}
    return next(n for n in (Numbers.DIFFER, Numbers.ROUNDED, Numbers.SAME) if n in found)


def _number(one: Count, other: Count) -> Numbers:
    if one.value == other.value:
        return Numbers.SAME
    low, high = sorted((one.value, other.value))
    rough = one.qualifier in _ROUGH or other.qualifier in _ROUGH or not (low % 10 and high % 10)
    return Numbers.ROUNDED if rough and high - low <= _ROUNDED * high else Numbers.DIFFER


def _tolls_are_near(one: Mapping[str, Count], other: Mapping[str, Count]) -> bool:
    return all(
        shares_enough(role, one[role].value, other[role].value)
        for role in one.keys() & other.keys()
    )


def shares_enough(role: str, one: int, other: int) -> bool:
    """Tell whether two numbers of a role are near enough to be of one happening."""
    low, high = sorted((one, other))
    # One more or less is how early reports differ.
    return high - low <= 1 or low >= _LEAST_SHARE.get(role, _LEAST_SHARE_OF_OTHERS) * high


def places_agree(one: Claim, other: Claim) -> bool:
    """Tell whether two places may be one: the same, near each other, or one on the other's line or area."""
    if one.place == other.place:
        return True
    if one.is_wide or other.is_wide:
        return False
    if great_circle(one.coordinates.latlon, other.coordinates.latlon).km <= NEAR_KM:
        return True
    return _lies_in(one, other) or _lies_in(other, one)


def _lies_in(inner: Claim, outer: Claim) -> bool:
    if outer.geometry is None or inner.geometry is not None:
        return False
    return bool(outer.geometry.distance(Point(*inner.coordinates.lonlat)) < ON_IT_DEG)
