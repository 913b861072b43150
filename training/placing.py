"""Learn which of the places that a text offers an event had, from the marked news of training/news.

    python -m training.placing            # learn, and write geo/weights/placing.npz
    python -m training.placing --check    # only print what five folds say of unseen articles

A place is right where it is what the mark names, or lies within NEAR_KM of that. Needs scikit-learn.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import numpy as np
from geopy.distance import great_circle

from gazetteer import open_gazetteer
from geo.dates import read_times
from geo.extraction.choosing import by_rules
from geo.extraction.gate import subjects
from geo.extraction.options import options
from geo.extraction.reading import all_words, frame_hits, with_border_towns
from geo.extraction.registry import kinds
from geo.extraction.scene import Scene
from geo.extraction.signs import KINDS, NAMES, matrix
from geo.extraction.situation import Situation
from geo.extraction.unlocated import find_hints, find_unlocated
from geo.extraction.weighing import weigh
from geo.model import Role, Status
from geo.pipeline import read_names
from geo.sentences import split
from geo.status import claim
from geo.words import lexicon
from training.forest import chance, grow, store
from training.marks import marked_articles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gazetteer.place import Gazetteer
    from geo.extraction.kind import EventKind
    from geo.extraction.options import Option
    from geo.extraction.weighing import Sighting
    from geo.model import Resolution
    from training.marks import MarkedArticle

FOLDS = 5
NEAR_KM = 10.0
FOREST = {"trees": 150, "leaves": 8, "rate": 0.06}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """An event of a marked sentence: the signs of its options and which of them are right."""

    article: str
    language: str
    kind: str
    sentence: str
    wanted: tuple[str, ...]
    found: tuple[Option, ...]
    signs: np.ndarray
    right: np.ndarray
    rule: int


def main() -> None:
    """Read the news, learn, and write the weights."""
    with open_gazetteer() as gazetteer:
        samples = [
            sample for article in marked_articles() for sample in samples_of(article, gazetteer)
        ]
    check(samples)
    if "--check" not in sys.argv:
        path = store("placing", learn(samples), NAMES)
        print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


# ---- the marked events ---------------------------------------------------------------------------


def samples_of(article: MarkedArticle, gazetteer: Gazetteer) -> Iterator[Sample]:
    """Yield the events of an article whose place is marked, as extraction meets them."""
    text, language = article.text, article.language
    sentences = split(text)
    resolutions, unplaced, hints = read_names(text, sentences, gazetteer)
    resolutions = [r for r in resolutions if r.mention.role is not Role.LOCAL]
    lists = lexicon(language)
    words = all_words(text, sentences, resolutions, lists)
    about = subjects(words, lists)
    if "M" in about:
        words = with_border_towns(words, gazetteer, lists)
    seen = weigh(words, [frame_hits(line, about, language) for line in words], about, lists)
    times = read_times(text, sentences, published=_day(article), language=language)
    scene = Scene(resolutions, lists)
    listed = frozenset(mention.start for mention in unplaced)
    for number, (line, sentence) in enumerate(zip(words, sentences, strict=True)):
        unlocated = find_unlocated(line, text, lists, listed, times[number].mentions)
        doubtful = find_hints(line, hints, times[number].mentions)
        here = Situation(text, line, number, scene, lists, gazetteer, unlocated, doubtful)
        marks, placed = article.places(sentence.start, sentence.end), []
        for sighting in seen[number]:
            wanted = tuple(place for kind, place in marks if kind == sighting.kind.name)
            if wanted and sighting.kind.name in KINDS:
                sample = _sample(article, here, sighting, wanted, resolutions)
                placed += [(sighting.kind, option) for option in sample.found if option.is_rule]
                yield sample
        scene.enter(line, number)
        for kind, option in placed:
            _enter_event(here, kind, option)


def _sample(
    article: MarkedArticle,
    here: Situation,
    sighting: Sighting,
    wanted: tuple[str, ...],
    resolutions: Sequence[Resolution],
) -> Sample:
    kind = sighting.kind
    told = [h for h in sighting.hits if claim(here.words, h.trigger, here.lexicon).status is Status.HAPPENED]
    rule, best = by_rules(here, kind, told or sighting.hits)
    found = options(here, trigger=best.trigger, kind=kind, rule=rule)
    meant = [_meant(mark, here, resolutions) for mark in wanted]
    return Sample(
        article=article.id,
        language=article.language,
        kind=kind.name,
        sentence=" ".join(here.text[here.words[0].start : here.words[-1].end].split()),
        wanted=wanted,
        found=tuple(found),
        signs=matrix(here, found, trigger=best.trigger, argument=best.place, kind=kind),
        right=np.array(
            [
                any(_is_right(o.resolution, mark, m) for mark, m in zip(wanted, meant, strict=True))
                for o in found
            ],
            dtype=bool,
        ),
        rule=next((n for n, option in enumerate(found) if option.is_rule), -1),
    )


def _enter_event(here: Situation, kind: EventKind, option: Option) -> None:
    here.scene.placed(option.resolution, here.sentence, kind=kind.name)
    word = option.placed.word
    if word is not None and word not in here.unlocated:
        here.scene.happened_at(option.resolution, here.sentence, kind=kind.name)


def _day(article: MarkedArticle) -> date | None:
    return date.fromisoformat(article.published) if article.published else None


# ---- what a mark means ---------------------------------------------------------------------------


def _forms(mark: str) -> tuple[str, str]:
    """The place of a mark, and the phrase in brackets that stands for it."""
    match = re.fullmatch(r"(.*?)\s*(?:\((.*)\))?", mark.casefold())
    return (match[1], match[2] or "") if match else (mark.casefold(), "")


def _meant(mark: str, here: Situation, resolutions: Sequence[Resolution]) -> Resolution | None:
    """What the text's mention of a mark resolves to: the nearest one that is written so, the last before."""
    name, end = _forms(mark)[0], here.words[-1].end
    fits = [r for r in resolutions if r.mention.surface.casefold() == name]
    fits = fits or [r for r in resolutions if _holds(r.mention.surface.casefold(), name)]
    return min(
        fits, key=lambda r: (r.mention.start >= end, abs(r.mention.start - end)), default=None
    )


def _holds(longer: str, shorter: str) -> bool:
    return bool(shorter) and re.search(rf"(?<!\w){re.escape(shorter)}(?!\w)", longer) is not None


def _is_right(found: Resolution, mark: str, meant: Resolution | None) -> bool:
    name, phrase = _forms(mark)
    surface = found.mention.surface.casefold()
    if surface == name or (phrase and surface == phrase) or _holds(surface, name):
        return True
    if meant is None:
        return _holds(name, surface)
    if found.place.id == meant.place.id and found.kind == meant.kind:
        return meant.mention.role != found.mention.role or meant.mention.role != "relation"
    apart_km = great_circle(found.coordinates.latlon, meant.coordinates.latlon).km
    return bool(apart_km <= NEAR_KM)


# ---- learning ------------------------------------------------------------------------------------


def learn(samples: Sequence[Sample]):
    """Return trees grown on the options of the samples that have a right one."""
    kept = [s for s in samples if s.right.any() and not s.right.all()]
    rows = np.concatenate([s.signs for s in kept])
    return grow(rows, np.concatenate([s.right for s in kept]).astype(int), **FOREST)


def held_out(samples: Sequence[Sample]) -> list[int]:
    """Return the option of each sample that trees take which have not seen its article."""
    names = {name: n % FOLDS for n, name in enumerate(dict.fromkeys(s.article for s in samples))}
    chosen = [-1] * len(samples)
    for fold in range(FOLDS):
        model = learn([s for s in samples if names[s.article] != fold])
        for n, sample in enumerate(samples):
            if names[sample.article] == fold and len(sample.found):
                chosen[n] = int(np.argmax(chance(model, sample.signs)))
    return chosen


def check(samples: Sequence[Sample]) -> None:
    """Print how often the rules and the trees take a right option."""
    chosen = held_out(samples)
    for label, value in [("all", None), *(("kind", k) for k in KINDS), *(("language", x) for x in ("en", "es", "pt"))]:
        among = [n for n, s in enumerate(samples) if value is None or value in {s.kind, s.language}]
        if among:
            rules = np.mean([samples[n].rule >= 0 and samples[n].right[samples[n].rule] for n in among])
            trees = np.mean([chosen[n] >= 0 and samples[n].right[chosen[n]] for n in among])
            reach = np.mean([samples[n].right.any() for n in among])
            print(f"{value or label:<10}{len(among):>6}  rules {rules:.3f}  learned {trees:.3f}  in reach {reach:.3f}")


if __name__ == "__main__":
    main()
