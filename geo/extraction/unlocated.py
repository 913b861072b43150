"""Names that the gazetteer lacks and an event may be at: "Munzenze prison", "the village of Xu", "near Qor".

Such a place is not drawn from another name far away: it lies at the place that the same phrase names
("Qor, outside Hilo"), else where the text is, and no finer than a district.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from geo.extraction.antecedents import common_noun
from geo.extraction.borders import relation
from geo.extraction.scene import is_fine, is_scene
from geo.extraction.situation import Placed
from geo.model import Precision

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from geo.dates import TimeMention
    from geo.extraction.kind import EventKind
    from geo.extraction.situation import Situation
    from geo.model import Resolution
    from geo.words import Lexicon, Word

_LONGEST = 4
_HEAD_REACH = 2
_PHRASE_REACH = 6
_AIM_REACH = 4
_SITE_KM, _NAME_KM = 10.0, 25.0
_CERTAINTY = 0.7


def find_unlocated(
    words: Sequence[Word],
    text: str,
    lexicon: Lexicon,
    listed: frozenset[int],
    taken: Iterable[TimeMention],
) -> dict[int, range]:
    """Return the runs of words that name a place without a position, by their last word.

    `listed` are where the names begin that recognition left without one; `taken` are no names.
    """
    no_name = {i for mention in taken for i in range(mention.start, mention.end)}
    found, at = {}, 1
    while at < len(words):
        last = _run(words, text, at, no_name)
        if last is None:
            at += 1
            continue
        run = range(at, last + 1)
        if any(words[i].start in listed for i in run) or _stands_for_place(words, run, lexicon):
            found[last] = run
        at = last + 1
    return found


def _run(words: Sequence[Word], text: str, first: int, no_name: set[int]) -> int | None:
    """Return the last word of a run of capitalised words without a class of their own."""
    last = None
    for at in range(first, min(first + _LONGEST, len(words))):
        word = words[at]
        capital = text[word.start].isupper() and word.start not in no_name
        if not capital or word.resolution is not None or word.number is not None:
            break
        last = at
    return last


def _stands_for_place(words: Sequence[Word], run: range, lexicon: Lexicon) -> bool:
    """Tell of "at Xu", "Xu prison", "the village of Xu"."""
    language, before = lexicon.language, run.start - 1
    if any(words[i].mask for i in run):
        return False
    if words[before].mask & lexicon.bits["site_at"]:
        return not _is_aim(words, before, lexicon)
    after = range(run.stop, min(run.stop + _HEAD_REACH, len(words)))
    if language == "en" and any(common_noun(words[i].lower, language) for i in after):
        return True
    while before > 0 and words[before].mask & lexicon.mask("of", "det"):
        before -= 1
    return before >= 0 and bool(common_noun(words[before].lower, language))


def _is_aim(words: Sequence[Word], at: int, lexicon: Lexicon) -> bool:
    """Tell of "fired tear gas at Xu": who is fired at is no place."""
    aims = lexicon.mask("fire", "throw", "ordnance", "missile")
    return any(word.mask & aims for word in words[max(0, at - _AIM_REACH) : at])


def place_unlocated(here: Situation, at: int, kind: EventKind) -> Placed | None:
    """Return where a name without a position lies: at the place beside it, else where the text is."""
    run = here.unlocated.get(at)
    if run is None:
        return None
    found = _beside(here, run) or next(iter(here.scenes(kind)), None)
    if found is None:
        return None
    phrase = relation(here.words[run.start].start, here.words[at].end, here.text)
    why = f"“{phrase.surface}” is in no gazetteer; it lies at or near {found.place.name}"
    coarse = found.precision in {Precision.EXACT, Precision.SETTLEMENT}
    site = bool(
        common_noun(here.words[min(at + 1, len(here.words) - 1)].lower, here.lexicon.language)
    )
    return Placed(
        replace(
            found,
            mention=phrase,
            name=f"{phrase.surface}, near {found.place.name}",
            precision=Precision.DISTRICT if coarse else found.precision,
            uncertainty_km=max(found.uncertainty_km, _SITE_KM if site else _NAME_KM),
            confidence=round(found.confidence * _CERTAINTY, 3),
            why=why,
        ),
        at,
        why,
    )


def _beside(here: Situation, run: range) -> Resolution | None:
    """The fine place of the same phrase: "Xu, outside Hilo", "Hilo's Xu district", "between Hilo and Xu"."""
    for at in range(run.stop, min(run.stop + _PHRASE_REACH, len(here.words))):
        if here.has(at, "#past", "#pres", "hard", "be", "have", "scope_end"):
            break
        resolution = here.words[at].resolution
        if resolution and is_fine(resolution) and is_scene(here.words, at, here.lexicon):
            return resolution
    for at in range(run.start - 1, max(-1, run.start - 4), -1):
        if not here.has(at, "own", "det", "at", "place", "comma", "passes", "settled", "haven"):
            return None
        resolution = here.words[at].resolution
        if resolution and is_fine(resolution) and not here.has(at - 1, "from"):
            return resolution
    return None
