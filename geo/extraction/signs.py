"""What speaks for and against each place that an event may have, as numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from geopy.distance import great_circle

from geo.extraction.frames import read_table
from geo.extraction.options import BEFORE, DATELINE, HINT, LATER, NAME, NOUN, RULE, UNLOCATED
from geo.extraction.scene import is_fine
from geo.extraction.wording import WORDS, of_words
from geo.model import Precision, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geo.extraction.kind import EventKind
    from geo.extraction.options import Option
    from geo.extraction.situation import Situation
    from geo.model import Resolution

_FAR = 60.0
_SOURCES = {
    "name": NAME,
    "noun": NOUN,
    "unlocated": UNLOCATED,
    "before": BEFORE,
    "dateline": DATELINE,
    "later": LATER,
    "rule": RULE,
    "hint": HINT,
}
_PLACES = {
    "settlement": ("settlement",), "division": ("admin1", "admin2", "region"), "country": ("country",),
    "border": ("border",), "post": ("bridge", "crossing"), "river": ("river", "lake"), "sea": ("sea",),
    "island": ("island",), "facility": ("facility",), "mountain": ("mountain",),
}  # fmt: skip
_ROLES = (Role.RELATION, Role.DEMONYM, Role.DATELINE)
_PRECISIONS = list(Precision)

_ALONE = (
    *(f"source {name}" for name in _SOURCES),
    *(f"kind {name}" for name in _PLACES),
    *(f"role {role.value}" for role in _ROLES),
    "precision",
    "confidence",
    "uncertainty",
    "population",
    "fits",
    "state",
    "at border",
)
_TEXT = (
    "sentences ago",
    "named before",
    "named in all",
    "first named",
    "event here",
    "event of kind here",
    "events ago",
    "last event here",
    "scene before",
    "rank of scenes",
    "km to dateline",
    "km to last event",
    "same country as text",
    "same country as sentence",
    "km to nearest",
)
_GROUP = (
    "is rule",
    "rule fine",
    "rule in sentence",
    "km to rule",
    "options",
    "fine names",
    "names of sentence",
    "finer nearby",
    "wider nearby",
    "score rank",
    "says here",
    "again",
    "sentence",
    "length",
    "nearest name",
)
#: The signs by themselves, in the order of the columns.
SIGNS = (*_ALONE, *WORDS, *_TEXT, *_GROUP)
# A sign that counts by steps: whether it is at most so much.
_STEPS: Mapping[str, tuple[float, ...]] = {
    row["sign"]: tuple(map(float, row["steps"].split()))
    for row in read_table("geo.extraction", "data/steps.tsv")
}
# What the event is makes a difference to these.
_BY_EVENT = ("at border", "state", "source noun")
_VARIED = tuple(
    name for name in SIGNS
    if name.startswith(("source ", "kind ", "role "))
    or name.endswith((" before", "leaves", "arrives", "crosses", "argument", "is rule", "pointing",
                      "to dateline", "last event"))
)  # fmt: skip
#: All columns of a matrix.
NAMES = (
    *SIGNS,
    *(f"{name} <= {step:g}" for name, steps in _STEPS.items() for step in steps),
    *(f"{event}: {name}" for event in _BY_EVENT for name in _VARIED),
)
_STEPPED = [SIGNS.index(name) for name, steps in _STEPS.items() for _ in steps]
_EDGES = np.array([step for steps in _STEPS.values() for step in steps], dtype=np.float32)
_VARIED_AT = [SIGNS.index(name) for name in _VARIED]
_EVENTS_AT = [SIGNS.index(name) for name in _BY_EVENT]


def matrix(
    here: Situation, found: Sequence[Option], *, trigger: int, argument: int | None, kind: EventKind
) -> np.ndarray:
    """Return the signs of each option: shape (options, NAMES)."""
    words = [of_words(here, option, trigger, argument, kind) for option in found]
    text = _Text(here, kind)
    group = _of_group(here, found, [row[WORDS.index("score")] for row in words], trigger)
    rows = [
        [*_alone(option, kind), *own, *text.of(option), *shared]
        for option, own, shared in zip(found, words, group, strict=True)
    ]
    return _widened(np.array(rows, dtype=np.float32).reshape(len(found), len(SIGNS)))


def _widened(rows: np.ndarray) -> np.ndarray:
    """Add the steps of signs, and the signs that count for some events only."""
    varied = [rows[:, [event]] * rows[:, _VARIED_AT] for event in _EVENTS_AT]
    return np.concatenate([rows, rows[:, _STEPPED] <= _EDGES, *varied], axis=1)


def _alone(option: Option, kind: EventKind) -> list[float]:
    resolution = option.resolution
    place = str(resolution.kind)
    return [
        *(float(option.source == source) for source in _SOURCES.values()),
        *(float(place in kinds) for kinds in _PLACES.values()),
        *(float(resolution.mention.role is role) for role in _ROLES),
        float(_PRECISIONS.index(resolution.precision)),
        resolution.confidence,
        math.log1p(resolution.uncertainty_km),
        math.log1p(resolution.place.population),
        float(place in kind.fits),
        float(kind.state),
        float("border" in kind.fits),
    ]


# ---- the text ------------------------------------------------------------------------------------


class _Text:
    """What the text said of places before a sentence."""

    def __init__(self, here: Situation, kind: EventKind) -> None:
        scene = here.scene
        self._here, self._kind = here, kind
        self._before = Counter(n.resolution.place.id for n in scene.named)
        self._scenes = {n.resolution.place.id for n in scene.named if n.is_scene}
        self._first = {n.resolution.place.id: n.sentence for n in reversed(scene.named)}
        self._events = {seen.resolution.place.id: seen.sentence for seen in scene.events}
        self._own = {s.resolution.place.id for s in scene.events if s.kind == kind.name}
        self._ranks = {r.place.id: n for n, r in reversed(list(enumerate(here.scenes(kind))))}
        self._last = scene.events[-1].resolution if scene.events else None
        self._countries = scene.countries.most_common(2)
        self._of_sentence = {
            code for w in here.words if w.resolution for code in w.resolution.country_codes
        }

    def of(self, option: Option) -> list[float]:
        scene, resolution, sentence = self._here.scene, option.resolution, self._here.sentence
        key, codes = resolution.place.id, set(resolution.country_codes)
        return [
            float(option.ago),
            float(self._before[key]),
            float(scene.times[key]),
            float(sentence - self._first.get(key, sentence)),
            float(key in self._events),
            float(key in self._own),
            float(sentence - self._events[key]) if key in self._events else _FAR,
            float(self._last is not None and self._last.place.id == key),
            float(key in self._scenes),
            float(self._ranks.get(key, 20)),
            _log_km(resolution, scene.dateline()),
            _log_km(resolution, self._last),
            float(any(code in codes for code, _ in self._countries)),
            float(bool(codes & self._of_sentence)),
            math.log1p(scene.apart_km(resolution)),
        ]


def _log_km(one: Resolution, other: Resolution | None) -> float:
    if other is None:
        return -1.0
    return math.log1p(great_circle(one.coordinates.latlon, other.coordinates.latlon).km)


# ---- the options side by side --------------------------------------------------------------------

_NEARBY_LOG_KM = math.log1p(60.0)


def _of_group(
    here: Situation, found: Sequence[Option], scores: Sequence[float], trigger: int
) -> list[list[float]]:
    rule = next((o for o in found if o.is_rule), None)
    own = [o for o in found if o.source == NAME]
    fine = {o.resolution.place.id for o in own if is_fine(o.resolution)}
    ranked = sorted(scores, reverse=True)
    shared = [
        float(len(found)),
        float(len(fine)),
        float(len(own)),
    ]
    tail = [
        float(any(here.has(i, "here") for i in range(len(here.words)))),
        float(bool(here.scene.events) and here.sentence - here.scene.events[-1].sentence <= 2),
        float(here.sentence),
        float(len(here.words)),
    ]
    least = min((abs(o.placed.word - trigger) for o in own if o.placed.word is not None), default=0)
    rows = []
    for option, score in zip(found, scores, strict=True):
        near = [
            o.resolution
            for o in own
            if o is not option and _log_km(o.resolution, option.resolution) <= _NEARBY_LOG_KM
        ]
        grade = _PRECISIONS.index(option.resolution.precision)
        rows.append(
            [
                float(option.is_rule),
                float(rule is not None and is_fine(rule.resolution)),
                float(rule is not None and rule.placed.word is not None),
                _log_km(option.resolution, rule.resolution if rule else None),
                *shared,
                float(any(_PRECISIONS.index(r.precision) < grade for r in near)),
                float(any(_PRECISIONS.index(r.precision) > grade for r in near)),
                float(ranked.index(score)) if option.placed.word is not None else 20.0,
                *tail,
                float(
                    option.placed.word is not None and abs(option.placed.word - trigger) == least
                ),
            ]
        )
    return rows
