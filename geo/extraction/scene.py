"""Where a text is: the places it has named so far, and which of them events can be at."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from geopy.distance import great_circle

from geo.model import Precision, Role

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from geo.model import Resolution
    from geo.words import Lexicon, Word

#: Roles that say where: the others only describe or belong to a name.
PLACES = frozenset({Role.NAME, Role.RELATION})
_RECENT = 8
_SAME_AREA_KM = 150.0
_OFFICE_REACH = 4
# What a place is worth as the one that a text is at: that something was there ("in X"), that it was
# left or headed for ("from X"), that an event was there, that it is wide; and what each sentence since costs.
_AT, _PASSED, _HAPPENED, _WIDE, _AGE = 1.0, -0.8, 0.8, -0.6, 0.3
# The dateline keeps its worth; what lies far from it was named in passing.
_HOME, _FAR = 0.5, -0.6
_FAR_KM = 300.0
_FEW = 2
_MOST = 60
_WIDE_KINDS = frozenset({"admin1", "region", "sea", "river"})


class Seen(NamedTuple):
    """A place that the text has named, in which sentence, and how much it is where the text is.

    `kind` is that of the event which was there.
    """

    resolution: Resolution
    sentence: int
    worth: float
    kind: str = ""


class Scene:
    """The places named so far, in order; read it sentence by sentence."""

    def __init__(self, resolutions: Sequence[Resolution], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._seen: list[Seen] = []
        self._all = [r for r in resolutions if r.mention.role in PLACES and is_fine(r)]
        self.datelines = [r for r in resolutions if r.mention.role is Role.DATELINE]
        self.countries = _countries(resolutions)
        self._home = _home(self.datelines, self._all)
        self._middle = self._home or _middle(self._all[:_MOST])

    def enter(self, words: Sequence[Word], sentence: int) -> None:
        """Take in the places of a sentence."""
        for at, word in enumerate(words):
            resolution = word.resolution
            if resolution is not None and is_scene(words, at, self._lexicon):
                self._seen.append(Seen(resolution, sentence, self._worth(words, at)))

    def _worth(self, words: Sequence[Word], at: int) -> float:
        """How much a name is where something is: "in X" more than "from X" or "to X"."""
        resolution = words[at].resolution
        worth = _WIDE if resolution and str(resolution.kind) in _WIDE_KINDS else 0.0
        if _has(words, at - 1, self._lexicon, "from"):
            return worth + _PASSED
        if resolution is not None and resolution.mention.role is Role.RELATION:
            return worth + _AT
        if _has(words, at - 1, self._lexicon, "dest"):
            return worth + _PASSED / 2
        return worth + (_AT if _has(words, at - 1, self._lexicon, "in") else 0.0)

    def happened_at(self, resolution: Resolution, sentence: int, *, kind: str) -> None:
        """Take in that an event was at a place that its sentence names: the next of its kind may be too."""
        self._seen.append(Seen(resolution, sentence, _AT, kind))

    def last(
        self,
        kinds: Sequence[str],
        *,
        sentence: int,
        fits: Callable[[Resolution], bool] = lambda _: True,
    ) -> Resolution | None:
        """Return the place of some kinds that a noun means: of the first kind if of late, else of any."""
        for wanted, reach in ((set(kinds[:1]), _RECENT), (set(kinds), sentence)):
            for place in self._ranked(sentence=sentence, within=reach):
                if str(place.kind) in wanted and fits(place):
                    return place
        return None

    def largest_settlement(self) -> Resolution | None:
        """Return the city that the text is about: the most populous of the towns named of late."""
        towns = [s.resolution for s in self._seen if str(s.resolution.kind) == "settlement"][
            -_RECENT:
        ]
        home = self.dateline()
        if home is not None and (not towns or _apart_km(home, towns[-1]) <= _SAME_AREA_KM):
            towns.append(home)
        return max(reversed(towns), key=lambda r: r.place.population, default=None)

    def last_fine(self, *, sentence: int, within: int, kind: str = "") -> list[Resolution]:
        """Return the places finer than a country where the text may be, the likeliest first.

        Those named of late, and the dateline's: what something was at before what was only named.
        """
        return [r for r in self._ranked(sentence=sentence, within=within, kind=kind) if is_fine(r)]

    def _ranked(self, *, sentence: int, within: int, kind: str = "") -> list[Resolution]:
        home = self.dateline()
        ranked = [
            (
                seen.worth
                + (_HAPPENED if seen.kind and seen.kind == kind else 0.0)
                - _AGE * (sentence - seen.sentence)
                + self._apart(seen.resolution),
                n,
            )
            for n, seen in enumerate(self._seen)
            if sentence - seen.sentence <= within
        ]
        ranked.sort(reverse=True)
        places = [self._seen[n].resolution for worth, n in ranked if not home or worth > _HOME]
        rest = [self._seen[n].resolution for worth, n in ranked if home and worth <= _HOME]
        return [*places, *([home] if home else []), *rest]

    def _apart(self, place: Resolution) -> float:
        middle = self._middle
        return _FAR if middle is not None and _apart_km(middle, place) > _FAR_KM else 0.0

    def first_later(self, position: int) -> Resolution | None:
        """Return the first place finer than a country that the text names from a position on."""
        return next((r for r in self._all if r.mention.start >= position), None)

    def dateline(self) -> Resolution | None:
        """Return the finest place of the dateline, None where the text is far from it: a reporter's desk."""
        return self._home


def _home(datelines: Sequence[Resolution], named: Sequence[Resolution]) -> Resolution | None:
    home = next((r for r in datelines if is_fine(r)), None)
    if home is None or len({r.place.id for r in named}) < _FEW:
        return home
    return home if any(_apart_km(home, r) <= _FAR_KM for r in named) else None


def _middle(named: Sequence[Resolution]) -> Resolution | None:
    """The place that the others are nearest to, none of which counts for more than far."""
    return min(
        named,
        key=lambda r: sum(min(_apart_km(r, other), _FAR_KM) for other in named),
        default=None,
    )


def _apart_km(one: Resolution, other: Resolution) -> float:
    return float(great_circle(one.coordinates.latlon, other.coordinates.latlon).km)


def is_fine(resolution: Resolution) -> bool:
    """Tell whether a place is finer than a country."""
    return resolution.precision is not Precision.COUNTRY


def is_scene(words: Sequence[Word], at: int, lexicon: Lexicon) -> bool:
    """Tell whether a name is a place where something can be, not a government or a speaker's home."""
    resolution = words[at].resolution
    if resolution is None or resolution.mention.role not in PLACES:
        return False
    return not (
        _owns_office(words, at, lexicon)
        or _speaks(words, at, lexicon)
        or _homes_office(words, at, lexicon)
    )


def _has(words: Sequence[Word], at: int, lexicon: Lexicon, *names: str) -> bool:
    return 0 <= at < len(words) and bool(words[at].mask & lexicon.mask(*names))


def _owns_office(words: Sequence[Word], at: int, lexicon: Lexicon) -> bool:
    """Tell of "Colombia's foreign minister", "the Cúcuta mayor": the place only names an office."""
    first = at + 2 if _has(words, at + 1, lexicon, "own") else at + 1
    reach = _OFFICE_REACH if first > at + 1 else 1
    for i in range(first, min(first + reach, len(words))):
        if _has(words, i, lexicon, "office"):
            return True
        if _has(words, i, lexicon, "hard", "comma", "at", "frontier", "site"):
            return False
    return False


def _speaks(words: Sequence[Word], at: int, lexicon: Lexicon) -> bool:
    """Tell of "Bogota said", "Caracas, which broke off relations, denied": a government."""
    if _has(words, at - 1, lexicon, "at", "from", "det"):
        return (
            _has(words, at - 1, lexicon, "at")
            and _has(words, at + 1, lexicon, "said")
            and _homes_office(words, at, lexicon)
        )
    after = at + 1
    if _has(words, after, lexicon, "comma") and _has(words, after + 1, lexicon, "who"):
        after += 2
    while _has(words, after, lexicon, "adverb", "have"):
        after += 1
    return _has(words, after, lexicon, "speech") and not _has(words, after, lexicon, "own")


def _homes_office(words: Sequence[Word], at: int, lexicon: Lexicon) -> bool:
    """Tell of "officials in Bogota said", "the governor of Roraima", "according to police in Nador"."""
    if not _has(words, at - 1, lexicon, "at", "of", "from"):
        return False
    before = range(max(0, at - _OFFICE_REACH), at - 1)
    if not any(_has(words, i, lexicon, "office") for i in before):
        return False
    told = any(
        _has(words, i, lexicon, "attribution") for i in range(max(0, at - 2 * _OFFICE_REACH), at)
    )
    follows = any(
        _has(words, i, lexicon, "said", "speech") for i in range(at + 1, min(at + 3, len(words)))
    )
    return told or follows or _has(words, at - 1, lexicon, "of")


def _countries(resolutions: Sequence[Resolution]) -> Counter[str]:
    """How much the text speaks of each country, adjectives and datelines included."""
    tally: Counter[str] = Counter()
    for resolution in resolutions:
        for code in resolution.country_codes:
            tally[code] += 1
    return tally
