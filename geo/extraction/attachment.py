"""The place of an event: what its clause says, then what a common noun stands for, then where the text is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from geopy.distance import great_circle

from geo.extraction.antecedents import names_side, noun_kinds, object_of, stands_for
from geo.extraction.borders import border_of, nearest, relation
from geo.extraction.scene import is_fine, is_scene
from geo.extraction.situation import Placed
from geo.extraction.unlocated import place_unlocated
from geo.model import Precision

if TYPE_CHECKING:
    from gazetteer.place import Place
    from geo.extraction.kind import EventKind
    from geo.extraction.situation import Situation
    from geo.model import Resolution

# Nobody is sheltered on a line.
_NO_ROOM = frozenset({"border", "river", "sea"})
_NOUN_REACH = 18
_NEARBY_KM, _BESIDE_KM = 15.0, 25.0
_OWN_REACH = 6
_LEAST_SCORE, _NEVER = 0.0, -99.0
_NOUN_SCORE, _POINTING_SCORE, _UNLOCATED_SCORE, _ARGUMENT = 1.3, 2.2, 2.6, 4.0
_PINNED = frozenset({"river", "border", "admin1", "region", "country", "sea", "lake"})
_WIDE = frozenset({"admin1", "region", "country"})
_DIVISIONS = frozenset({"admin1", "admin2"})
_DIVISION_KM, _TOWN_KM = 150.0, 5.0


def attach(
    here: Situation, *, trigger: int, argument: int | None, kind: EventKind
) -> Placed | None:
    """Return the place of the event at a trigger; `argument` is the word that its frame found."""
    named: Placed | None = _own_border(here, trigger) if "border" in kind.fits else None
    if named is not None:
        return named
    for at in _candidates(here, trigger, argument, kind):
        placed = name_at(here, at) or place_unlocated(here, at, kind) or stands_for(here, at, kind)
        if placed is not None and is_fine(placed.resolution):
            return placed._replace(resolution=pinned(here, placed.resolution))
        left = here.has(at - 1, "from")
        if placed is not None and at == argument and "border" in kind.fits and not left:
            border = border_of_country(here, trigger, placed)
            if border is not None:
                return border
        named = named or placed
    border = border_of_country(here, trigger, named) if "border" in kind.fits else None
    return border or _by_context(here, named, kind) or named


# ---- names and nouns of the sentence -------------------------------------------------------------


def _candidates(here: Situation, trigger: int, argument: int | None, kind: EventKind) -> list[int]:
    """The words that may be the place, the best first: by preposition, clause, kind, distance."""
    scored = []
    for at in range(len(here.words)):
        score = score_word(here, at, trigger, argument, kind)
        if score > _LEAST_SCORE:
            scored.append((-score, abs(at - trigger), at))
    return [at for _, _, at in sorted(scored)]


def name_at(here: Situation, at: int) -> Placed | None:
    """Return the place that a word names, None for any other word."""
    resolution = here.words[at].resolution
    if resolution is None:
        return None
    why = f"“{resolution.mention.surface}” in the same sentence"
    return Placed(_town_of_division(here, at, resolution), at, why)


def _town_of_division(here: Situation, at: int, found: Resolution) -> Resolution:
    """Read "in Sumy" as the town where the text does not say that it means the region of its name."""
    inside = here.has(at - 1, "of") and here.has(at - 2, "city")
    if str(found.kind) not in _DIVISIONS or not (here.has(at - 1, "in", "dest") or inside):
        return found
    if any(here.has(i, "division") for i in (at - 3, at - 2, at + 1)):
        return found
    town = next(
        (other.place for other in found.alternatives if _is_its_town(other.place, found)),
        None,
    )
    if town is None:
        return found
    return replace(
        found,
        place=town,
        name=town.name,
        kind=town.kind,
        coordinates=town.coordinates,
        geometry=None,
        precision=Precision.SETTLEMENT,
        uncertainty_km=_TOWN_KM,
    )


def _is_its_town(place: Place, division: Resolution) -> bool:
    near = great_circle(place.coordinates.latlon, division.coordinates.latlon).km <= _DIVISION_KM
    same = set(place.country_codes) & set(division.country_codes)
    return str(place.kind) == "settlement" and bool(same) and near


def score_word(
    here: Situation, at: int, trigger: int, argument: int | None, kind: EventKind
) -> float:
    """Return how much the rules take a word for the place of the event at a trigger."""
    word = here.words[at]
    if word.resolution is not None:
        own = _score_of_name(here, at, kind)
    elif at in here.unlocated:
        own = _UNLOCATED_SCORE
    else:
        own = _score_of_noun(here, at, kind) if abs(at - trigger) <= _NOUN_REACH else _NEVER
    if own <= _NEVER:
        return own
    if argument is not None and at in {argument, object_of(here, argument)}:
        own += _ARGUMENT
    own += 0.5 if at > trigger else 0.0
    return (
        own
        - 0.12 * abs(at - trigger)
        - barriers(here, at, trigger)
        + _by_preposition(here, at, kind)
    )


def _score_of_noun(here: Situation, at: int, kind: EventKind) -> float:
    """Score a noun: "the same span" points at a place more than "the city" does."""
    if not noun_kinds(here, at, kind):
        return _NEVER
    pointing = any(here.has(i, "pointing") for i in range(max(0, at - 3), at))
    return _POINTING_SCORE if pointing else _NOUN_SCORE


def _score_of_name(here: Situation, at: int, kind: EventKind) -> float:
    resolution = here.words[at].resolution
    if resolution is None or not is_scene(here.words, at, here.lexicon) or names_side(here, at):
        return _NEVER
    score = 3.0 + (1.0 if str(resolution.kind) in kind.fits else 0.0)
    score -= 5.0 if kind.state and str(resolution.kind) in _NO_ROOM else 0.0
    if not is_fine(resolution):
        return score - 4.0
    wide = resolution.precision is Precision.REGION and str(resolution.kind) in _WIDE
    return score - (1.0 if wide else 0.0)


def _by_preposition(here: Situation, at: int, kind: EventKind) -> float:
    start = here.unlocated[at].start if at in here.unlocated else at
    first = start - 1
    while here.has(first, "det", "definite", "a", "adjective", "#part") and first > 0:
        first -= 1
    if is_left(here, first):
        return -6.0 if kind.name == "crossing" else -3.5
    if here.has(first, "from") or here.has(start - 1, "from"):
        if kind.name == "crossing":
            return -1.5 if here.has(at, "bordertown") else -6.0
        return -3.5
    if here.has(at + 1, "own"):
        return -2.0
    if here.has(first, "dest") and kind.state is False and kind.name != "crossing":
        return 0.5
    # A relation holds its own preposition: "near the Brazilian border".
    resolution = here.words[at].resolution
    own = resolution is not None and resolution.mention.role == "relation"
    return 1.5 if own or here.has(first, "at") else 0.0


def is_left(here: Situation, at: int) -> bool:
    """Tell of "zarparon de X", "procedente de X": the preposition is "of", the place one that was left."""
    return here.has(at, "of") and any(here.has(i, "departs") for i in range(max(0, at - 3), at))


def barriers(here: Situation, at: int, trigger: int) -> float:
    """What stands between a place and the trigger: ends of clauses, another speaker."""
    low, high = sorted((at, trigger))
    cost = 0.0
    for i in range(low + 1, high):
        if here.has(i, "hard"):
            cost += 1.5
        elif here.has(i, "scope_end"):
            cost += 0.8
        elif here.has(i, "comma"):
            cost += 1.3 if here.has(i + 1, "passes") else 0.3
        elif here.has(i, "said") and i > trigger:
            cost += 2.0
    return cost


# ---- context -------------------------------------------------------------------------------------


def border_of_country(here: Situation, trigger: int, named: Placed | None) -> Placed | None:
    """A crossing with only a country named is at that country's border, near where the text is."""
    at = named.word if named else _country_word(here, trigger)
    if at is None or (resolution := here.words[at].resolution) is None or is_fine(resolution):
        return None
    codes = [*resolution.country_codes[:1], *_other_country(here, resolution)]
    town = _border_town(here, min(at, trigger))
    if town is not None:
        return town
    found = border_of(
        here.scene.countries,
        mention=relation(here.words[at].start, here.words[at].end, here.text),
        near=here.places(),
        among=codes,
        gazetteer=here.gazetteer,
        why=f"Only {resolution.name} is named: the crossing is at its border, near where the text is.",
    )
    return Placed(found, at, found.why) if found else None


def _border_town(here: Situation, before: int) -> Placed | None:
    """The town at a border that the sentence says something was in: "In Hilo, 30 of them fled to Chile"."""
    for at, word in enumerate(here.words[:before]):
        if not here.has(at, "bordertown") or not here.has(at - 1, "in"):
            continue
        if word.resolution is not None and is_scene(here.words, at, here.lexicon):
            why = f"“{word.resolution.mention.surface}” in the same sentence lies at the border"
            return Placed(word.resolution, at, why)
    return None


def _own_border(here: Situation, trigger: int) -> Placed | None:
    """Tell of "Uruguay closed its borders": of the country, not the border that was named before."""
    for at in range(trigger + 1, min(len(here.words), trigger + 1 + _OWN_REACH)):
        if here.has(at, "border", "gate") and here.words[at].resolution is None:
            owned = any(here.has(i, "possessive") for i in range(trigger + 1, at))
            return border_of_country(here, trigger, None) if owned else None
    return None


def _country_word(here: Situation, trigger: int) -> int | None:
    """The country nearest to the trigger, even one that only owns an office."""
    found = [
        at
        for at, word in enumerate(here.words)
        if word.resolution is not None
        and str(word.resolution.kind) == "country"
        and here.has(at, "place")
    ]
    return min(found, key=lambda at: (at < trigger, abs(at - trigger)), default=None)


def _other_country(here: Situation, resolution: Resolution) -> list[str]:
    """The country of the people who cross: the demonym or country beside, if it is a neighbour."""
    neighbours = (
        here.gazetteer.neighbours(resolution.country_codes[0])
        if resolution.country_codes
        else frozenset()
    )
    return [
        code
        for word in here.words
        if word.resolution is not None
        for code in word.resolution.country_codes[:1]
        if code in neighbours
    ][:1]


def _by_context(here: Situation, named: Placed | None, kind: EventKind) -> Placed | None:
    """Where the text is; with a country named, only what lies in it."""
    places = here.places(kind.name) if kind.name == "crossing" else here.scenes(kind)
    found = next(iter(places), None)
    if found is None:
        return None
    if named is not None and not set(named.resolution.country_codes) & set(found.country_codes):
        return None
    why = f"the text is at “{found.mention.surface}”"
    return Placed(nearby(found, why), None, why)


def pinned(here: Situation, found: Resolution) -> Resolution:
    """Label a line or a wide area where the text is at it; it is drawn as before.

    A place beside it before one that is merely within reach, those of its sentence first.
    """
    if found.geometry is None or str(found.kind) not in _PINNED:
        return found
    own = [word.resolution for word in here.words if word.resolution and is_fine(word.resolution)]
    homes = [
        home.coordinates
        for home in (*own, *here.places())
        if home.geometry is None or str(home.kind) not in _PINNED
    ]
    points = [(nearest(found.geometry, home), home) for home in homes]
    reached = [(point, home) for point, home in points if point is not None]
    beside = (p for p, home in reached if great_circle(p.latlon, home.latlon).km <= _BESIDE_KM)
    point = next(beside, reached[0][0] if reached else None)
    return found if point is None else replace(found, coordinates=point)


def nearby(found: Resolution, why: str) -> Resolution:
    """A place that a text is at is no more exact than its surroundings."""
    fine = found.precision in {Precision.EXACT, Precision.SETTLEMENT}
    return replace(
        found,
        precision=Precision.DISTRICT if fine else found.precision,
        uncertainty_km=max(found.uncertainty_km, _NEARBY_KM),
        confidence=round(found.confidence * 0.8, 3),
        why=why,
    )
