"""What can truly be said for a place against its best rival, and the features that say it to the ranker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gazetteer.place import Kind, NameType
from geo.recognition.features import holds
from geo.resolution.features import KIND_RANK
from geo.resolution.outline import log_km

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gazetteer.place import Candidate, Gazetteer, Place
    from geo.guidance import Guidance, Profile
    from geo.resolution.names import Name

_HOLDERS = frozenset({Kind.COUNTRY, Kind.ADMIN1})
_FOLLOWING_WORDS = 6
_NEAR_WORDS = 14
_NEAR_KM = 250.0
_CLEARLY_NEARER = 0.5
_LEAST_SHARE = 0.2
_KIND_WORDS = {
    Kind.COUNTRY: "a country", Kind.ADMIN1: "a state or province", Kind.REGION: "a region",
    Kind.SEA: "a sea", Kind.RIVER: "a river", Kind.SETTLEMENT: "a town",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A chosen candidate, its best rival elsewhere, and what the article and its reader add.

    `others` are the article's other names, each with the place chosen for it; `dateline` is the
    place that the dateline names, None for the name of the dateline itself.
    """

    name: Name
    best: int
    rival: int
    others: Sequence[tuple[Name, Place]]
    dateline: Place | None
    guidance: Guidance
    gazetteer: Gazetteer

    @property
    def place(self) -> Place:
        """The chosen place."""
        return self.name.candidates[self.best].place

    @property
    def against(self) -> Place:
        """The rival."""
        return self.name.candidates[self.rival].place

    def only_best(self, indexes: frozenset[int]) -> bool:
        """Tell whether a set of candidate indexes holds the chosen one and not its rival."""
        return self.best in indexes and self.rival not in indexes


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A sentence's second half, empty where it would not be true; `columns` begin its features' names."""

    columns: tuple[str, ...]
    tell: Callable[[Case], str]


def labelled(place: Place, gazetteer: Gazetteer) -> str:
    """Return a place's name with the division or country that it lies in."""
    if place.kind is Kind.COUNTRY or not place.country_codes:
        return place.name
    division = None if place.kind is Kind.ADMIN1 else _division(place, gazetteer)
    around = division if division and division.name != place.name else _country(place, gazetteer)
    return f"{place.name}, {around.name}" if around else place.name


def _country(place: Place, gazetteer: Gazetteer) -> Place | None:
    return gazetteer.country(place.country_codes[0]) if place.country_codes else None


def _division(place: Place, gazetteer: Gazetteer) -> Place | None:
    if not (place.admin1 and place.country_codes):
        return None
    return gazetteer.admin1(place.country_codes[0], place.admin1)


def _key(place: Place) -> tuple[str, str]:
    return (place.country_codes[0] if place.country_codes else "", place.admin1)


def _is_holder(outer: Place, inner: Place) -> bool:
    return outer.kind in _HOLDERS and outer.id != inner.id and holds(
        outer.kind, outer.country_codes, outer.admin1, inner.country_codes, inner.admin1
    )  # fmt: skip


def _holders(case: Case, names: Sequence[Name], *, words: range) -> Iterator[Place]:
    """Yield the places that hold the chosen one and are named some words after a span of names."""
    ends = [span.last for name in names for span in name.spans]
    for other, place in case.others:
        starts = [span.first for span in other.spans]
        if _is_holder(place, case.place) and any(s - e in words for s in starts for e in ends):
            yield place


def _after(case: Case) -> str:
    if not case.only_best(case.name.around.after):
        return ""
    found = next(_holders(case, [case.name], words=range(1, _FOLLOWING_WORDS)), None)
    return f"{found.name if found else 'where it lies'} is named right after it"


def _shared(case: Case) -> str:
    around = case.name.around
    if case.best in around.after or not case.only_best(around.shared):
        return ""
    alike = [name for name, _ in case.others if name.folded == case.name.folded]
    found = next(_holders(case, alike, words=range(1, _FOLLOWING_WORDS)), None)
    return f"{found.name if found else 'where it lies'} is named after it elsewhere in the article"


def _near(case: Case) -> str:
    if not case.only_best(case.name.around.near):
        return ""
    found = next(_holders(case, [case.name], words=range(-_NEAR_WORDS, _NEAR_WORDS)), None)
    return f"{found.name} is named near it" if found else ""


def _dateline(case: Case) -> str:
    home, place = case.dateline, case.place
    if home is None or not set(home.country_codes) & set(place.country_codes):
        return ""
    if home.admin1 and _key(home) == _key(place) != _key(case.against):
        division = _division(home, case.gazetteer)
        return f"the article's dateline is in {division.name}" if division else ""
    if set(home.country_codes) & set(case.against.country_codes):
        return ""
    country = _country(home, case.gazetteer)
    return f"the article's dateline is in {country.name}" if country else ""


def _divisions(case: Case) -> str:
    division, key = _division(case.place, case.gazetteer), _key(case.place)
    if division is None or key == _key(case.against):
        return ""
    return _others_in(case, division, [p for p in _distinct(case) if p.admin1 and _key(p) == key])


def _countries(case: Case) -> str:
    codes = set(case.place.country_codes)
    country = _country(case.place, case.gazetteer)
    if country is None or codes & set(case.against.country_codes):
        return ""
    return _others_in(case, country, [p for p in _distinct(case) if codes & set(p.country_codes)])


def _distinct(case: Case) -> list[Place]:
    return list({place.id: place for _, place in case.others if place.id != case.place.id}.values())


def _others_in(case: Case, area: Place, found: Sequence[Place]) -> str:
    inside = [place for place in found if place.id != area.id]
    if case.place.id == area.id and inside:
        return f"{_counted(inside)} in it"
    if len(inside) > 1 or (inside and len(inside) == len(found)):
        return f"{_counted(inside)} in {area.name}"
    return f"the article names {area.name} too" if found else ""


def _counted(places: Sequence[Place]) -> str:
    if len(places) == 1:
        return f"another place of the article, {places[0].name}, is"
    return f"{len(places)} other places of the article are"


def _distance(case: Case) -> str:
    towns = [place for place in _distinct(case) if place.kind not in _HOLDERS]
    if not towns:
        return ""
    there = np.array([place.coordinates.latlon for place in towns])
    own, other = (
        np.expm1(log_km(np.array([place.coordinates.latlon]), there)[0])
        for place in (case.place, case.against)
    )
    nearest = int(np.argmin(own))
    if own[nearest] > min(_NEAR_KM, _CLEARLY_NEARER * float(other.min())):
        return ""
    return f"it lies {max(own[nearest], 1):.0f} km from {towns[nearest].name}, which the article names too"


def _home(case: Case) -> str:
    profile = case.guidance.profile
    if profile is None:
        return ""
    areas = (_home_division(case, profile), _home_country(case, profile))
    found = next((area.name for area in areas if area), "")
    return f"the publisher is at home in {found}" if found else ""


def _home_division(case: Case, profile: Profile) -> Place | None:
    own, other = (profile.divisions.get(_key(p), 0.0) for p in (case.place, case.against))
    return _division(case.place, case.gazetteer) if own > max(_LEAST_SHARE, other) else None


def _home_country(case: Case, profile: Profile) -> Place | None:
    own, other = (
        max((profile.countries.get(code, 0.0) for code in p.country_codes), default=0.0)
        for p in (case.place, case.against)
    )
    return _country(case.place, case.gazetteer) if own > max(_LEAST_SHARE, other) else None


def _focus(case: Case) -> str:
    focus = case.guidance.focus
    if not focus.isdisjoint(case.against.country_codes):
        return ""
    inside = [code for code in case.place.country_codes if code in focus]
    country = case.gazetteer.country(inside[0]) if inside else None
    return f"the project looks at {country.name}" if country else ""


def _kind(case: Case) -> str:
    place = case.place
    if KIND_RANK[place.kind] >= KIND_RANK[case.against.kind] or place.kind not in _KIND_WORDS:
        return ""
    return f"{_KIND_WORDS[place.kind]} comes before lesser places of its name"


def _size(case: Case) -> str:
    places = [candidate.place for candidate in case.name.candidates]
    if case.place.population < max(1, *(place.population for place in places)):
        return ""
    return f"the largest of {len(places)} places of this name"


def _written(case: Case) -> str:
    own, other = case.name.candidates[case.best], case.name.candidates[case.rival]
    surface = case.name.around.surface
    if own.name_type is other.name_type or own.name_type is NameType.ALTERNATE:
        return ""
    if surface == other.place.name:
        return ""
    return (
        named(own, surface)
        or f"{surface} is its main name, and only another one of {other.place.name}"
    )


def named(candidate: Candidate, surface: str) -> str:
    """Say how a name that is not the place's own belongs to it; empty for any other name."""
    name = candidate.place.name
    if candidate.name_type is NameType.DEMONYM:
        return f"{surface} is the adjective or the people of {name}"
    if candidate.name_type is NameType.ABBREVIATION:
        return f"{surface} is short for {name}"
    return ""


#: The focus weighs on chances after the ranker; no feature says it.
FOCUS = Claim(columns=(), tell=_focus)
#: What the text says of the name itself comes before all that is inferred.
AFTER = Claim(columns=("container_",), tell=_after)
CLAIMS: tuple[Claim, ...] = (
    AFTER,
    Claim(columns=("container_shared",), tell=_shared),
    Claim(columns=("container_near", "container_sentence"), tell=_near),
    FOCUS,
    Claim(columns=("home_", "profile_"), tell=_home),
    Claim(columns=("dateline",), tell=_dateline),
    Claim(columns=("admin1_votes", "admin2_votes"), tell=_divisions),
    Claim(columns=("nearest_", "sentence_log_km", "within_", "closeness"), tell=_distance),
    Claim(columns=("country_votes",), tell=_countries),
    Claim(columns=("kind", "rival_country", "rival_admin1"), tell=_kind),
    Claim(columns=("type_", "rival_preferred", "exact_spelling"), tell=_written),
    Claim(columns=("log_population", "population_", "order"), tell=_size),
)
