"""The numbers that the ranker sees of one candidate of one name: the name itself, then its context."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gazetteer.place import Kind, NameType
from geo.recognition.features import prominence
from geo.resolution.outline import log_km

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.place import Candidate
    from geo.guidance import Profile

_KINDS = tuple(Kind)
_TYPES = tuple(NameType)
_NAME = (
    "log_population", "population_share", "population_rank", "candidates", "order", "kinds_rank",
    "words", "letters", "capitals", "exact_spelling", "accents",
)  # fmt: skip
_AROUND = (
    "container_after", "container_near", "container_shared", "container_other", "rival_country",
    "rival_admin1", "after_article", "rival_preferred", "head_fits", "container_sentence",
)  # fmt: skip
_PUBLISHER = ("profile", "profile_country", "profile_admin1", "home_log_km")
#: What is known of a candidate without the rest of its article.
PRIOR: tuple[str, ...] = (
    *_NAME,
    *_AROUND,
    *_PUBLISHER,
    *(f"kind_{kind}" for kind in _KINDS),
    *(f"type_{name_type}" for name_type in _TYPES),
)
#: What the rest of the article says of it.
CONTEXT: tuple[str, ...] = (
    "country_votes", "country_votes_rank", "admin1_votes", "admin1_votes_rank", "admin2_votes",
    "admin2_votes_rank", "nearest_log_km", "sentence_log_km", "within_60_km", "within_250_km",
    "within_800_km", "closeness", "closeness_rank", "nearness", "nearness_rank", "names", "dateline",
    "dateline_country",
    "dateline_admin1", "dateline_log_km", "prior", "prior_rank", "prior_lead",
)  # fmt: skip
_KIND_AT = {kind: PRIOR.index(f"kind_{kind}") for kind in _KINDS}
_TYPE_AT = {name_type: PRIOR.index(f"type_{name_type}") for name_type in _TYPES}
_PUBLISHER_AT = slice(len(_NAME) + len(_AROUND), len(_NAME) + len(_AROUND) + len(_PUBLISHER))
_FAR_LOG_KM = math.log1p(20_000.0)
#: A larger kind outranks a smaller one of the same name: the country before the town.
KIND_RANK = {
    Kind.COUNTRY: 0, Kind.ADMIN1: 1, Kind.REGION: 2, Kind.SEA: 2, Kind.RIVER: 2, Kind.SETTLEMENT: 3,
    Kind.LAKE: 3, Kind.ISLAND: 3, Kind.MOUNTAIN: 3, Kind.BORDER: 2, Kind.BRIDGE: 3, Kind.CROSSING: 3,
    Kind.FACILITY: 4, Kind.ADMIN2: 4,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the words next to a name say of its candidates; candidate indexes in each set.

    `after`: held by the country or division that follows a comma; `near`: held by one named within
    some words that belongs to no other name; `same_sentence`: by one named (not by its adjective)
    in the same sentence; `shared`: held by one that follows the same
    name elsewhere; `contradicted`: a container follows, and it does not hold the candidate;
    `article`: "the" stands before it; `fitting`: of the kind that a word beside it says ("the
    village of X", "X County"); `meant`: those that alone can be meant by it, empty where it leaves it open.
    """

    surface: str
    after: frozenset[int]
    near: frozenset[int]
    shared: frozenset[int]
    contradicted: bool
    article: bool
    same_sentence: frozenset[int] = frozenset()
    fitting: frozenset[int] = frozenset()
    meant: frozenset[int] = frozenset()

    @property
    def told(self) -> bool:
        """Whether the text itself names a country or division that the place lies in."""
        return self.contradicted or bool(self.after or self.shared or self.same_sentence)


def prior_matrix(
    candidates: Sequence[Candidate], around: Surroundings, profile: Profile | None = None
) -> np.ndarray:
    """Return the features of a name's candidates: float32, shape (candidates, len(PRIOR))."""
    rows = np.zeros((len(candidates), len(PRIOR)), dtype=np.float32)
    kinds = [c.place.kind for c in candidates]
    rows[:, : len(_NAME) + len(_AROUND)] = [
        (*name, *beside)
        for name, beside in zip(
            _names(candidates, around, kinds), _besides(candidates, around, kinds), strict=True
        )
    ]
    rows[:, _PUBLISHER_AT] = _publisher(candidates, profile)
    for row, candidate in zip(rows, candidates, strict=True):
        row[_KIND_AT[candidate.place.kind]] = 1.0
        row[_TYPE_AT[candidate.name_type]] = 1.0
    return rows


def _names(
    candidates: Sequence[Candidate], around: Surroundings, kinds: Sequence[Kind]
) -> list[tuple[float, ...]]:
    populations = [prominence(c) for c in candidates]
    total = sum(populations) + 1.0
    by_size = sorted(range(len(candidates)), key=lambda i: -populations[i])
    rank = {index: min(place, 20) for place, index in enumerate(by_size)}
    least = min(KIND_RANK[kind] for kind in kinds)
    surface = around.surface
    shape = (
        surface.count(" ") + 1,
        len(surface),
        surface.isupper() and len(surface) > 1,
    )
    many = math.log1p(len(candidates))
    marked = not surface.isascii()
    return [
        (
            math.log1p(populations[index]),
            populations[index] / total,
            rank[index],
            many,
            min(index, 20),
            KIND_RANK[kinds[index]] - least,
            *shape,
            candidate.place.name == surface,
            marked and candidate.place.name.casefold() == surface.casefold(),
        )
        for index, candidate in enumerate(candidates)
    ]


def _besides(
    candidates: Sequence[Candidate], around: Surroundings, kinds: Sequence[Kind]
) -> list[tuple[float, ...]]:
    preferred = any(c.name_type is NameType.PREFERRED for c in candidates)
    country, admin1 = Kind.COUNTRY in kinds, Kind.ADMIN1 in kinds
    return [
        (
            index in around.after,
            index in around.near,
            index in around.shared,
            around.contradicted and index not in around.after,
            country and kinds[index] is not Kind.COUNTRY,
            admin1 and kinds[index] is not Kind.ADMIN1,
            around.article,
            preferred and candidate.name_type is not NameType.PREFERRED,
            index in around.fitting,
            index in around.same_sentence,
        )
        for index, candidate in enumerate(candidates)
    ]


def _publisher(candidates: Sequence[Candidate], profile: Profile | None) -> np.ndarray:
    """Whether a profile is known, its shares of the country and division, the distance to its home."""
    rows = np.zeros((len(candidates), len(_PUBLISHER)), dtype=np.float32)
    rows[:, 3] = _FAR_LOG_KM
    if profile is None:
        return rows
    rows[:, 0] = 1.0
    for row, candidate in zip(rows, candidates, strict=True):
        place = candidate.place
        codes = place.country_codes
        row[1] = max((profile.countries.get(code, 0.0) for code in codes), default=0.0)
        if codes and place.admin1:
            row[2] = profile.divisions.get((codes[0], place.admin1), 0.0)
    if profile.home is not None:
        points = np.array([c.place.coordinates.latlon for c in candidates])
        rows[:, 3] = log_km(points, np.array([profile.home.latlon]))[:, 0]
    return rows


def far_log_km() -> float:
    """Return the largest ln(1 + km): what stands for an unknown distance."""
    return _FAR_LOG_KM
