"""Where a text is: the places it has named so far, and which of them events can be at."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from geopy.distance import great_circle

from geo.model import Precision, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo.model import Resolution
    from geo.words import Lexicon, Word

#: Roles that say where: the others only describe or belong to a name.
PLACES = frozenset({Role.NAME, Role.RELATION})
_RECENT = 8
_SAME_AREA_KM = 150.0
_OFFICE_REACH = 4


class Seen(NamedTuple):
    """A place that the text has named, and in which sentence."""

    resolution: Resolution
    sentence: int
    strong: bool


class Scene:
    """The places named so far, in order; read it sentence by sentence."""

    def __init__(self, resolutions: Sequence[Resolution], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._seen: list[Seen] = []
        self._all = [r for r in resolutions if r.mention.role in PLACES and is_fine(r)]
        self.datelines = [r for r in resolutions if r.mention.role is Role.DATELINE]
        self.countries = _countries(resolutions)

    def enter(self, words: Sequence[Word], sentence: int) -> None:
        """Take in the places of a sentence."""
        for at, word in enumerate(words):
            resolution = word.resolution
            if resolution is not None and is_scene(words, at, self._lexicon):
                strong = at > 0 and bool(words[at - 1].mask & self._lexicon.bits["at"])
                self._seen.append(Seen(resolution, sentence, strong))

    def last(self, kinds: Sequence[str], *, sentence: int) -> Resolution | None:
        """Return the last place named of some kinds: of the first kind if of late, else of any."""
        for wanted, reach in ((set(kinds[:1]), _RECENT), (set(kinds), sentence)):
            for seen in reversed(self._seen):
                if str(seen.resolution.kind) in wanted and sentence - seen.sentence <= reach:
                    return seen.resolution
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

    def last_fine(self, *, sentence: int, within: int) -> list[Resolution]:
        """Return the places finer than a country that were named of late, the last first.

        Of the last sentence that names any, one that something was at comes first.
        """
        fine = [s for s in self._seen if is_fine(s.resolution) and sentence - s.sentence <= within]
        fine.sort(key=lambda s: (s.sentence, s.strong, s.resolution.mention.start), reverse=True)
        return [s.resolution for s in fine]

    def first_later(self, position: int) -> Resolution | None:
        """Return the first place finer than a country that the text names from a position on."""
        return next((r for r in self._all if r.mention.start >= position), None)

    def dateline(self) -> Resolution | None:
        """Return the finest place of the dateline."""
        return next((r for r in self.datelines if is_fine(r)), None)


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
