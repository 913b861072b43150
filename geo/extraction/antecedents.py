"""What a common noun stands for: "the same span", "this town", "a border bridge", "the Colombian side"."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from geo.extraction.borders import border_of, is_at_border, relation
from geo.extraction.frames import read_table
from geo.extraction.scene import is_fine, is_scene
from geo.extraction.situation import Placed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from geo.extraction.kind import EventKind
    from geo.extraction.situation import Situation
    from geo.model import Mention, Resolution

_BORDERLIKE = frozenset({"border", "crossing", "bridge"})


@cache
def _nouns(language: str) -> Mapping[str, tuple[str, ...]]:
    rows = read_table("geo.extraction", f"data/nouns.{language}.tsv")
    return {row["noun"]: tuple(row["kinds"].split()) for row in rows}


def common_noun(lower: str, language: str) -> tuple[str, ...]:
    """Return the kinds of place that a word is the common noun of, none for any other word."""
    return _nouns(language).get(lower, ())


def noun_kinds(here: Situation, at: int, kind: EventKind) -> tuple[str, ...]:
    """Return the kinds of place that a noun stands for: a definite one ("the same span"), or of the border."""
    kinds = _nouns(here.lexicon.language).get(here.words[at].lower, ())
    if here.has(at, "side") and (here.has(at - 1, "demonym") or names_side(here, at - 1)):
        kinds = ("crossing", "bridge", "settlement" if kind.state else "border")
    if (
        not kinds
        or _is_named_after(here, at)
        or not (_definite(here, at) or ("border" in kinds and _of_border(here, at)))
    ):
        return ()
    if "border" in kinds and kind.state:
        return ()
    if "border" in kinds and not set(kind.fits) & _BORDERLIKE and not _located(here, at):
        return ()
    return kinds


def stands_for(here: Situation, at: int, kind: EventKind) -> Placed | None:
    """Return the place that a common noun stands for, None where it stands for none."""
    found = _resolve_noun(here, at, noun_kinds(here, at, kind))
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


def object_of(here: Situation, at: int) -> int | None:
    """Return the name that a noun leads to by a preposition: "the fence near Hilo", "the camp in Hilo"."""
    if not here.has(at + 1, "at", "of"):
        return None
    for i in range(at + 2, min(at + 6, len(here.words))):
        if here.words[i].resolution is not None or i in here.unlocated:
            return i
        if not here.has(i, "det", "definite", "adjective", "of", "city", "demonym") and not (
            common_noun(here.words[i].lower, here.lexicon.language)
        ):
            return None
    return None


def _is_named_after(here: Situation, at: int) -> bool:
    """Tell of a noun whose place the text names beside it: it stands for nothing else."""
    if at - 1 in here.unlocated:
        return True
    named = object_of(here, at)
    if named is None or here.has(at - 1, "pointing"):
        return False
    resolution = here.words[named].resolution
    return resolution is None or is_fine(resolution)


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
    if found is None and _is_border_town(here, at, kinds):
        found = scene.last(
            kinds, sentence=here.sentence, fits=lambda place: is_at_border(place, here.gazetteer)
        )
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


def _is_border_town(here: Situation, at: int, kinds: tuple[str, ...]) -> bool:
    """Tell of "the border town", "la ciudad fronteriza"."""
    return "settlement" in kinds and any(
        here.has(i, "border", "border_adj") for i in (at - 1, at, at + 1)
    )


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
        here.scene.countries, mention=_phrase(here, at), near=here.places(), among=own,
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


def names_side(here: Situation, at: int) -> bool:
    """Tell of "the California side": the name says which side of the border, not where."""
    resolution = here.words[at].resolution
    return (
        resolution is not None
        and str(resolution.kind) in {"country", "admin1"}
        and here.has(at + 1, "side")
    )
