"""Words that are hardly known as names: where they would lie, seen from the places of the text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from geopy.distance import great_circle

from geo.extraction.scene import is_fine
from geo.model import Precision, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gazetteer.place import Place
    from geo.dates import TimeMention
    from geo.model import Resolution
    from geo.words import Word

#: A hint lies so near to a place of the text; at most so far, or in a country that it speaks of.
_NEAR_KM, _FAR_KM = 150.0, 300.0
_POINTS = frozenset({"settlement", "facility", "crossing", "bridge", "island"})
_WATERS = frozenset({"river", "sea", "lake"})
_POINT_KM = 5.0


class Hints:
    """The hints of a text; its located places say which place of a name is meant."""

    def __init__(self, hints: Sequence[Resolution], located: Sequence[Resolution]) -> None:
        self._hints = hints
        named = [r for r in located if r.mention.role is not Role.DEMONYM and is_fine(r)]
        self._anchors = list({r.place.id: r.place for r in named}.values())
        self._countries = {code for r in located for code in r.country_codes}

    def of(
        self, words: Sequence[Word], taken: Iterable[TimeMention]
    ) -> dict[int, tuple[range, Resolution]]:
        """Return the hints of a sentence by their last word; `taken` are days, no names."""
        return {
            run[-1]: (run, found)
            for run, hint in self._inside(words, [(m.start, m.end) for m in taken])
            if (found := self._settled(hint)) is not None
        }

    def _inside(
        self, words: Sequence[Word], days: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[range, Resolution]]:
        first, last = words[0].start, words[-1].end
        for hint in self._hints:
            start, end = hint.mention.start, hint.mention.end
            if start < first or end > last or any(a < end and start < b for a, b in days):
                continue
            run = [at for at, word in enumerate(words) if start <= word.start and word.end <= end]
            free = all(words[at].resolution is None for at in run)
            plain = str(hint.kind) in _WATERS or not all(words[at].mask for at in run)
            if run and free and plain:
                yield range(run[0], run[-1] + 1), hint

    def _settled(self, hint: Resolution) -> Resolution | None:
        """The place of a name that lies nearest to the text's, None where all are far from it."""
        if hint.geometry is not None or self._apart_km(hint.place) <= _NEAR_KM:
            return hint if self._fits(hint.place) else None
        others = [a.place for a in hint.alternatives if str(a.place.kind) in _POINTS]
        best = min([hint.place, *others], key=self._apart_km)
        if not self._fits(best):
            return None
        return hint if best is hint.place else _moved(hint, best)

    def _fits(self, place: Place) -> bool:
        if not self._countries or set(place.country_codes) & self._countries:
            return True
        return not place.country_codes or self._apart_km(place) <= _FAR_KM

    def _apart_km(self, place: Place) -> float:
        here = place.coordinates.latlon
        return min(
            (great_circle(here, other.coordinates.latlon).km for other in self._anchors),
            default=0.0,
        )


def _moved(hint: Resolution, place: Place) -> Resolution:
    return replace(
        hint,
        place=place,
        name=place.name,
        kind=place.kind,
        country_codes=place.country_codes,
        coordinates=place.coordinates,
        geometry=None,
        precision=Precision.SETTLEMENT,
        uncertainty_km=max(_POINT_KM, place.accuracy_km),
    )
