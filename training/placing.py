"""Learn which of the places that a text offers an event had, from the marked news of training/news.

    python -m training.placing            # learn, and write geo/weights/placing.npz
    python -m training.placing --check    # only print what five folds say of unseen articles

A place is right where it is what the mark names, or lies within NEAR_KM of that. Needs
SciPy.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import numpy as np
from geopy.distance import great_circle
from scipy.optimize import minimize

from gazetteer import open_gazetteer
from geo.dates import read_times
from geo.extraction.choosing import best, by_rules
from geo.extraction.gate import subjects
from geo.extraction.hints import Hints
from geo.extraction.options import HINT, UNLOCATED, options
from geo.extraction.reading import all_words, frame_hits, with_border_towns
from geo.extraction.scene import Scene
from geo.extraction.signs import NAMES, matrix
from geo.extraction.situation import Situation
from geo.extraction.unlocated import find_unlocated
from geo.extraction.weighing import weigh
from geo.model import Role, Status
from geo.pipeline import read_names
from geo.sentences import split
from geo.status import claim
from geo.words import lexicon
from training.forest import WEIGHTS
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
STRENGTH = 30.0


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
        store(learn(samples))


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
    doubtful = Hints(hints, resolutions)
    for number, (line, sentence) in enumerate(zip(words, sentences, strict=True)):
        unlocated = find_unlocated(line, text, lists, listed, times[number].mentions)
        hinted = doubtful.of(line, times[number].mentions)
        here = Situation(text, line, number, scene, lists, gazetteer, unlocated, hinted)
        marks, placed = article.places(sentence.start, sentence.end), []
        for sighting in seen[number]:
            wanted = tuple(place for kind, place in marks if kind == sighting.kind.name)
            if wanted:
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
    told = [
        h
        for h in sighting.hits
        if claim(here.words, h.trigger, here.lexicon).status is Status.HAPPENED
    ]
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
        right=_right(found, wanted, meant),
        rule=next((n for n, option in enumerate(found) if option.is_rule), -1),
    )


def _right(
    found: Sequence[Option], wanted: Sequence[str], meant: Sequence[Resolution | None]
) -> np.ndarray:
    """Return which options are right; a name that may have a position is not to go without."""
    pairs = list(zip(wanted, meant, strict=True))
    right = np.array(
        [any(_is_right(o.resolution, mark, m) for mark, m in pairs) for o in found], dtype=bool
    )
    located = {o.placed.word for n, o in enumerate(found) if o.source == HINT and right[n]}
    without = [o.source == UNLOCATED and o.placed.word in located for o in found]
    return right & ~np.array(without, dtype=bool)


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


def learn(samples: Sequence[Sample]) -> np.ndarray:
    """Return the weights by which the right options of samples are the likeliest: shape (NAMES,).

    Samples of which no option is right, or all are, teach nothing.
    """
    kept = [s for s in samples if s.right.any() and not s.right.all()]
    rows = np.concatenate([s.signs for s in kept]).astype(float)
    spread = rows.std(axis=0)
    spread[spread == 0] = 1.0
    rows /= spread
    right = np.concatenate([s.right for s in kept]).astype(float)
    firsts = np.cumsum([0, *(len(s.right) for s in kept[:-1])])
    owner = np.repeat(np.arange(len(kept)), [len(s.right) for s in kept])

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        odds = rows @ weights
        told = np.exp(odds - np.maximum.reduceat(odds, firsts)[owner])
        total, good = np.add.reduceat(told, firsts), np.add.reduceat(told * right, firsts)
        slope = rows.T @ (told / total[owner] - told * right / good[owner])
        value = float((np.log(total) - np.log(good)).sum() + STRENGTH * weights @ weights / 2)
        return value, slope + STRENGTH * weights

    found = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B")
    return np.asarray(found.x / spread)


def held_out(samples: Sequence[Sample]) -> list[int]:
    """Return the option of each sample that weights take which have not seen its article, -1 for none."""
    fold = {name: n % FOLDS for n, name in enumerate(dict.fromkeys(s.article for s in samples))}
    models = [learn([s for s in samples if fold[s.article] != n]) for n in range(FOLDS)]
    return [best(s.found, s.signs @ models[fold[s.article]]) if s.found else -1 for s in samples]


def check(samples: Sequence[Sample]) -> None:
    """Print how often the rules and the weights take a right option, and how often there is one."""
    chosen = held_out(samples)
    groups = sorted({s.kind for s in samples}) + sorted({s.language for s in samples})
    for group in ("", *groups):
        among = [n for n, s in enumerate(samples) if not group or group in {s.kind, s.language}]
        rules = np.mean([_takes(samples[n], samples[n].rule) for n in among])
        learned = np.mean([_takes(samples[n], chosen[n]) for n in among])
        reach = np.mean([samples[n].right.any() for n in among])
        print(
            f"{group or 'all':<14}{len(among):>6}  rules {rules:.3f}  learned {learned:.3f}"
            f"  in reach {reach:.3f}",
            flush=True,
        )


def _takes(sample: Sample, option: int) -> bool:
    return option >= 0 and bool(sample.right[option])


def store(weights: np.ndarray) -> None:
    """Write the weights."""
    path = WEIGHTS / "placing.npz"
    np.savez_compressed(path, names=np.array(NAMES), weights=weights.astype(np.float32))
    print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
