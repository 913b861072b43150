"""The numbers that the ranker sees of one candidate of one name: the name itself, then its context."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gazetteer.place import Kind, NameType
from geo.recognition.features import prominence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.place import Candidate

_KINDS = tuple(Kind)
_TYPES = tuple(NameType)
#: What is known of a candidate without its article.
PRIOR: tuple[str, ...] = (
    "log_population", "population_share", "population_rank", "candidates", "order", "kinds_rank",
    "words", "letters", "capitals", "exact_spelling",
    *(f"kind_{kind}" for kind in _KINDS),
    *(f"type_{name_type}" for name_type in _TYPES),
    "container_after", "container_near", "container_shared", "container_other", "rival_country", "rival_admin1",
    "after_article", "rival_preferred",
)  # fmt: skip
#: What the rest of the article says of it.
CONTEXT: tuple[str, ...] = (
    "country_votes", "country_votes_rank", "admin1_votes", "admin1_votes_rank", "nearest_log_km",
    "within_60_km", "within_250_km", "within_800_km", "names", "dateline_country", "dateline_admin1",
    "dateline_log_km", "prior", "prior_rank", "prior_lead",
)  # fmt: skip
_KIND_AT = {kind: PRIOR.index(f"kind_{kind}") for kind in _KINDS}
_TYPE_AT = {name_type: PRIOR.index(f"type_{name_type}") for name_type in _TYPES}
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

    `after`: held by the country or division that follows a comma; `near`: held by one named in
    the same sentence; `shared`: held by one that follows the same name elsewhere; `contradicted`:
    a container follows, and it does not hold the candidate; `article`: "the" stands before it.
    """

    surface: str
    after: frozenset[int]
    near: frozenset[int]
    shared: frozenset[int]
    contradicted: bool
    article: bool


def prior_matrix(candidates: Sequence[Candidate], around: Surroundings) -> np.ndarray:
    """Return the features of a name's candidates: float32, shape (candidates, len(PRIOR))."""
    rows = np.zeros((len(candidates), len(PRIOR)), dtype=np.float32)
    populations = np.array([prominence(c) for c in candidates], dtype=np.float64)
    ranks = np.argsort(np.argsort(-populations, kind="stable"), kind="stable")
    total = populations.sum() + 1.0
    kinds = [KIND_RANK[c.place.kind] for c in candidates]
    held = [c.place.kind for c in candidates]
    surface = around.surface
    preferred = any(c.name_type is NameType.PREFERRED for c in candidates)
    for index, (row, candidate) in enumerate(zip(rows, candidates, strict=True)):
        row[:10] = (
            math.log1p(populations[index]),
            populations[index] / total,
            min(ranks[index], 20),
            math.log1p(len(candidates)),
            min(index, 20),
            kinds[index] - min(kinds),
            surface.count(" ") + 1,
            len(surface),
            surface.isupper() and len(surface) > 1,
            candidate.place.name == surface,
        )
        row[_KIND_AT[candidate.place.kind]] = 1.0
        row[_TYPE_AT[candidate.name_type]] = 1.0
        row[-8:] = (
            index in around.after,
            index in around.near,
            index in around.shared,
            around.contradicted and index not in around.after,
            Kind.COUNTRY in held and candidate.place.kind is not Kind.COUNTRY,
            Kind.ADMIN1 in held and candidate.place.kind is not Kind.ADMIN1,
            around.article,
            preferred and candidate.name_type is not NameType.PREFERRED,
        )
    return rows


def far_log_km() -> float:
    """Return the largest ln(1 + km): what stands for an unknown distance."""
    return _FAR_LOG_KM
