"""The place of an event: what its clause says, then what a common noun stands for, then where the text is."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from geo.extraction.borders import border_of, nearest, relation
from geo.extraction.frames import read_table
from geo.extraction.scene import is_fine, is_scene
from geo.model import Precision, Resolution

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gazetteer.place import Gazetteer
    from geo.extraction.kind import EventKind
    from geo.extraction.scene import Scene
    from geo.model import Mention
    from geo.words import Lexicon, Word

_BORDERLIKE = frozenset({"border", "crossing", "bridge"})
# Nobody is sheltered on a line.
_NO_ROOM = frozenset({"border", "river", "sea"})
_NOUN_REACH = 18
_RECENT_SENTENCES = 12
_NEARBY_KM = 15.0
_LEAST_SCORE, _NEVER = 0.0, -99.0
_NOUN_SCORE, _POINTING_SCORE, _ARGUMENT = 1.3, 2.2, 4.0
_PINNED = frozenset({"river", "border", "admin1", "region", "country"})
_WIDE = frozenset({"admin1", "region", "country"})


class Placed(NamedTuple):
    """A resolution of an event, the word it was read from (None: from the context), and why."""

    resolution: Resolution
    word: int | None
    why: str


class Situation(NamedTuple):
    """What attachment looks at: the sentence's words, where it stands, what was named before it."""

    text: str
    words: Sequence[Word]
    sentence: int
    scene: Scene
    lexicon: Lexicon
    gazetteer: Gazetteer

    def has(self, at: int, *names: str) -> bool:
        """Tell whether a word belongs to one of some classes."""
        if not 0 <= at < len(self.words):
            return False
        return bool(self.words[at].mask & self.lexicon.mask(*names))


def attach(
    here: Situation, *, trigger: int, argument: int | None, kind: EventKind
) -> Placed | None:
    """Return the place of the event at a trigger; `argument` is the word that its frame found."""
    named: Placed | None = None
    for at in _candidates(here, trigger, argument, kind):
        placed = _name(here, at) or _noun(here, at, kind)
        if placed is not None and is_fine(placed.resolution):
            return placed._replace(resolution=_pinned(here, placed.resolution))
        if placed is not None and at == argument and kind.name == "crossing":
            border = _border_of_country(here, trigger, placed)
            if border is not None:
                return border
        named = named or placed
    border = _border_of_country(here, trigger, named) if kind.name == "crossing" else None
    return border or _by_context(here, named) or named


# ---- names and nouns of the sentence -------------------------------------------------------------


def _candidates(here: Situation, trigger: int, argument: int | None, kind: EventKind) -> list[int]:
    """The words that may be the place, the best first: by preposition, clause, kind, distance."""
    scored = []
    for at in range(len(here.words)):
        score = _score(here, at, trigger, argument, kind)
        if score > _LEAST_SCORE:
            scored.append((-score, abs(at - trigger), at))
    return [at for _, _, at in sorted(scored)]


def _name(here: Situation, at: int) -> Placed | None:
    resolution = here.words[at].resolution
    if resolution is None:
        return None
    return Placed(resolution, at, f"“{resolution.mention.surface}” in the same sentence")


def _score(here: Situation, at: int, trigger: int, argument: int | None, kind: EventKind) -> float:
    word = here.words[at]
    if word.resolution is not None:
        own = _score_of_name(here, at, kind)
    else:
        own = _score_of_noun(here, at, kind) if abs(at - trigger) <= _NOUN_REACH else _NEVER
    if own <= _NEVER:
        return own
    own += _ARGUMENT if at == argument else 0.0
    own += 0.5 if at > trigger else 0.0
    return (
        own
        - 0.12 * abs(at - trigger)
        - _barriers(here, at, trigger)
        + _by_preposition(here, at, kind)
    )


def _score_of_noun(here: Situation, at: int, kind: EventKind) -> float:
    """Score a noun: "the same span" points at a place more than "the city" does."""
    if not _noun_kinds(here, at, kind):
        return _NEVER
    pointing = any(here.has(i, "pointing") for i in range(max(0, at - 3), at))
    return _POINTING_SCORE if pointing else _NOUN_SCORE


def _score_of_name(here: Situation, at: int, kind: EventKind) -> float:
    resolution = here.words[at].resolution
    if resolution is None or not is_scene(here.words, at, here.lexicon) or _names_side(here, at):
        return _NEVER
    score = 3.0 + (1.0 if str(resolution.kind) in kind.fits else 0.0)
    score -= 5.0 if kind.state and str(resolution.kind) in _NO_ROOM else 0.0
    if not is_fine(resolution):
        return score - 4.0
    wide = resolution.precision is Precision.REGION and str(resolution.kind) in _WIDE
    return score - (1.0 if wide else 0.0)


def _names_side(here: Situation, at: int) -> bool:
    """Tell of "the California side": the name says which side of the border, not where."""
    resolution = here.words[at].resolution
    return (
        resolution is not None
        and str(resolution.kind) in {"country", "admin1"}
        and here.has(at + 1, "side")
    )


def _by_preposition(here: Situation, at: int, kind: EventKind) -> float:
    first = at - 1
    while here.has(first, "det", "definite", "a", "adjective", "#part") and first > 0:
        first -= 1
    if here.has(first, "from") or here.has(at - 1, "from"):
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


def _barriers(here: Situation, at: int, trigger: int) -> float:
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


# ---- what a common noun stands for ---------------------------------------------------------------


@cache
def _nouns(language: str) -> Mapping[str, tuple[str, ...]]:
    rows = read_table("geo.extraction", f"data/nouns.{language}.tsv")
    return {row["noun"]: tuple(row["kinds"].split()) for row in rows}


def _noun_kinds(here: Situation, at: int, kind: EventKind) -> tuple[str, ...]:
    """The kinds of place that a noun stands for: a definite one ("the same span"), or of the border."""
    kinds = _nouns(here.lexicon.language).get(here.words[at].lower, ())
    if here.has(at, "side") and (here.has(at - 1, "demonym") or _names_side(here, at - 1)):
        kinds = ("crossing", "bridge", "settlement" if kind.state else "border")
    if not kinds or not (_definite(here, at) or ("border" in kinds and _of_border(here, at))):
        return ()
    if "border" in kinds and kind.state:
        return ()
    if "border" in kinds and not set(kind.fits) & _BORDERLIKE and not _located(here, at):
        return ()
    return kinds


def _noun(here: Situation, at: int, kind: EventKind) -> Placed | None:
    found = _resolve_noun(here, at, _noun_kinds(here, at, kind))
    if found is None:
        return None
    phrase = _phrase(here, at)
    why = f"“{phrase.surface}” stands for {found.name}"
    return Placed(_restated(found, phrase, why), at, why)


def _determiner(here: Situation, at: int) -> int | None:
    """The word that makes a noun definite: in the same phrase, at most three words before it."""
    for i in range(at - 1, max(-1, at - 4), -1):
        if here.has(i, "definite"):
            return i
        if here.has(i, "comma", "hard", "at", "passes", "#past"):
            return None
    return None


def _definite(here: Situation, at: int) -> bool:
    return _determiner(here, at) is not None and not here.has(at + 1, "of")


def _located(here: Situation, at: int) -> bool:
    return any(here.has(i, "at") for i in range(max(0, at - 4), at))


def _of_border(here: Situation, at: int) -> bool:
    """Tell of "a border bridge", "an unguarded crossing": indefinite, but of the one border."""
    return here.has(at, "border") or here.has(at - 1, "border_adj", "border")


def _resolve_noun(here: Situation, at: int, kinds: tuple[str, ...]) -> Resolution | None:
    scene = here.scene
    first = _determiner(here, at)
    if first is not None and here.has(first, "this") and {"settlement", "facility"} & set(kinds):
        found = scene.dateline()
        if found is not None:
            return found
    found = _named_before(here, at, kinds)
    if found is None:
        found = (
            scene.largest_settlement()
            if here.has(at, "city")
            else scene.last(kinds, sentence=here.sentence)
        )
    if found is None and "border" in kinds:
        return _unnamed_border(here, at)
    if found is None and "settlement" in kinds:
        return scene.dateline()
    return found


def _named_before(here: Situation, at: int, kinds: tuple[str, ...]) -> Resolution | None:
    """The place of some kinds that the same sentence names before a noun."""
    for i in range(at - 1, -1, -1):
        resolution = here.words[i].resolution
        if (
            resolution is not None
            and str(resolution.kind) in kinds
            and is_scene(here.words, i, here.lexicon)
        ):
            return resolution
    return None


def _unnamed_border(here: Situation, at: int) -> Resolution | None:
    """The border of the countries that the text speaks of, near where the text is."""
    own = [
        code
        for i in range(max(0, at - 3), at)
        if here.has(i, "demonym") and (r := here.words[i].resolution) is not None
        for code in r.country_codes[:1]
    ]
    return border_of(
        here.scene.countries, mention=_phrase(here, at), near=_here(here), among=own,
        gazetteer=here.gazetteer, why="",
    )  # fmt: skip


def _phrase(here: Situation, at: int) -> Mention:
    """The mention of a noun with its determiner and what stands between."""
    indefinite = next((i for i in range(at - 1, max(-1, at - 4), -1) if here.has(i, "a")), at)
    first = _determiner(here, at)
    return relation(
        here.words[indefinite if first is None else first].start, here.words[at].end, here.text
    )


def _restated(found: Resolution, phrase: Mention, why: str) -> Resolution:
    return replace(found, mention=phrase, confidence=round(found.confidence * 0.95, 3), why=why)


# ---- context -------------------------------------------------------------------------------------


def _here(here: Situation) -> list[Resolution]:
    """Where the text is: the fine places named of late, the last first, then the dateline's.

    Where nothing was named yet, the first place of the sentence or after it.
    """
    home = here.scene.dateline()
    named = here.scene.last_fine(sentence=here.sentence, within=_RECENT_SENTENCES)
    places = [*named, home] if home else named
    later = None if places else here.scene.first_later(here.words[0].start)
    return [later] if later else places


def _border_of_country(here: Situation, trigger: int, named: Placed | None) -> Placed | None:
    """A crossing with only a country named is at that country's border, near where the text is."""
    at = named.word if named else _country_word(here, trigger)
    if at is None or (resolution := here.words[at].resolution) is None or is_fine(resolution):
        return None
    codes = [*resolution.country_codes[:1], *_other_country(here, resolution)]
    found = border_of(
        here.scene.countries,
        mention=relation(here.words[at].start, here.words[at].end, here.text),
        near=_here(here),
        among=codes,
        gazetteer=here.gazetteer,
        why=f"Only {resolution.name} is named: the crossing is at its border, near where the text is.",
    )
    return Placed(found, at, found.why) if found else None


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


def _by_context(here: Situation, named: Placed | None) -> Placed | None:
    """Where the text is; with a country named, only what lies in it."""
    found = next(iter(_here(here)), None)
    if found is None:
        return None
    if named is not None and not set(named.resolution.country_codes) & set(found.country_codes):
        return None
    why = f"the text is at “{found.mention.surface}”"
    return Placed(_nearby(found, why), None, why)


def _pinned(here: Situation, found: Resolution) -> Resolution:
    """Label a line or a wide area where the text is at it; it is drawn as before."""
    if found.geometry is None or str(found.kind) not in _PINNED:
        return found
    for home in _here(here):
        if home.geometry is None or str(home.kind) not in _PINNED:
            point = nearest(found.geometry, home.coordinates)
            if point is not None:
                return replace(found, coordinates=point)
    return found


def _nearby(found: Resolution, why: str) -> Resolution:
    """A place that a text is at is no more exact than its surroundings."""
    fine = found.precision in {Precision.EXACT, Precision.SETTLEMENT}
    return replace(
        found,
        precision=Precision.DISTRICT if fine else found.precision,
        uncertainty_km=max(found.uncertainty_km, _NEARBY_KM),
        confidence=round(found.confidence * 0.8, 3),
        why=why,
    )
