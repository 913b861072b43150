"""Articles with marked toponyms on their way through the steps of recognition and resolution."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from shapely.geometry import Point

from gazetteer.place import Coordinates, Kind
from geo.dateline import find_datelines
from geo.recognition import Recognition, candidate_spans
from geo.resolution.outline import log_km
from geo.sentences import split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.place import Gazetteer, Place
    from geo.guidance import Profile
    from geo.recognition import Span
    from geo.resolution.names import Name

FOLDS = 5
#: The fold of an article of the test parts: no model is grown on it.
TEST = -1
EXCERPTS = 3
NEAR_LOG_KM = np.log1p(161.0)
_KIND_OF_CODE = {
    "PCL": Kind.COUNTRY,
    "ADM1": Kind.ADMIN1,
    "ADM2": Kind.ADMIN2,
    "P": Kind.SETTLEMENT,
}


@dataclass(slots=True, kw_only=True)
class Sample:
    """One text on its way through the steps.

    `right[i][j]` is 1 where name i means its candidate j, 0 where not, -1 where the candidate is
    near enough but of another kind; `told[i][k]` is the toponym of mention k of name i, None for
    a mention that is none. `excerpt` tells a sentence of an article from a whole one.
    """

    key: str
    corpus: str
    publisher: str
    excerpt: bool
    fold: int
    toponyms: list[dict[str, Any]]
    spans: list[Span]
    rows: np.ndarray
    labels: np.ndarray
    recognition: Recognition
    profile: Profile | None = None
    names: list[Name] = field(default_factory=list)
    told: list[list[dict[str, Any] | None]] = field(default_factory=list)
    right: list[np.ndarray] = field(default_factory=list)
    matrices: list[np.ndarray] = field(default_factory=list)
    chances: list[np.ndarray] = field(default_factory=list)
    finals: np.ndarray = field(default_factory=lambda: np.zeros(0))

    def with_profile(self, profile: Profile) -> Sample:
        """Return the sample once more, read by the knowledge of its publisher."""
        return replace(self, profile=profile, matrices=[], chances=[])


def read_samples(
    paths: Sequence[str], gazetteer: Gazetteer, *, excerpts: bool = True
) -> list[Sample]:
    """Return the samples of corpora; all articles of a publisher share a fold."""
    samples = []
    for path in paths:
        corpus = Path(path).stem
        for line in Path(path).read_text(encoding="utf-8").split("\n"):
            if line.strip():
                article = json.loads(line)
                parts = _excerpts(article) if excerpts and is_training(article["id"]) else []
                samples += [
                    _prepare(part, article, corpus=corpus, gazetteer=gazetteer)
                    for part in (article, *parts)
                ]
    return samples


def is_training(article_id: str) -> bool:
    """Tell the training part from the test part."""
    return _number(str(article_id)) % 10 < 7


def _number(key: str) -> int:
    return int(hashlib.sha256(key.encode()).hexdigest(), 16)


def _excerpts(article: dict[str, Any]) -> list[dict[str, Any]]:
    """Return some sentences of an article as texts of their own, so that short texts are learned too."""
    found = []
    for sentence in split(article["text"]):
        inside = [
            t
            for t in article["toponyms"]
            if sentence.start <= t["start"] and t["end"] <= sentence.end
        ]
        if inside and len(found) < EXCERPTS:
            moved = [
                {**t, "start": t["start"] - sentence.start, "end": t["end"] - sentence.start}
                for t in inside
            ]
            text = article["text"][sentence.start : sentence.end]
            found.append({"text": text, "toponyms": moved})
    return found


def _prepare(
    part: dict[str, Any], article: dict[str, Any], *, corpus: str, gazetteer: Gazetteer
) -> Sample:
    """Return a text's spans with their features, and which of them are gold."""
    text, toponyms = part["text"], part["toponyms"]
    datelines = find_datelines(text)
    words, spans, rows = candidate_spans(
        text, sentences=split(text), datelines=datelines, gazetteer=gazetteer
    )
    labels = np.zeros(len(spans))
    for toponym in toponyms:
        best = min(range(len(spans)), key=lambda i: misfit(spans[i], toponym), default=None)
        if best is not None and shared(spans[best], toponym) > 0:
            labels[best] = 1
    key, publisher = str(article["id"]), article.get("source") or ""
    return Sample(
        key=key,
        corpus=corpus,
        publisher=publisher,
        excerpt=part is not article,
        fold=_number(publisher or key) % FOLDS if is_training(key) else TEST,
        toponyms=toponyms,
        spans=spans,
        rows=rows,
        labels=labels,
        recognition=Recognition(
            words=words,
            spans=spans,
            probabilities=labels.tolist(),
            rows=rows,
            dateline=datelines[0] if datelines else None,
        ),
    )


def shared(span: Span, toponym: dict[str, Any]) -> int:
    """Characters that a span shares with a toponym; negative where they lie apart."""
    return int(min(span.end, toponym["end"]) - max(span.start, toponym["start"]))


def misfit(span: Span, toponym: dict[str, Any]) -> int:
    """Characters by which a span's ends miss a toponym's."""
    return abs(span.start - toponym["start"]) + abs(span.end - toponym["end"])


def toponym_of(span: Span, toponyms: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the toponym that a span shares most characters with."""
    best = max(toponyms, key=lambda t: (shared(span, t), -misfit(span, t)), default=None)
    return best if best is not None and shared(span, best) > 0 else None


def mark(sample: Sample, gazetteer: Gazetteer) -> None:
    """Mark which candidates of a sample's names are right."""
    sample.told, sample.right = [], []
    for name in sample.names:
        told = [toponym_of(span, sample.toponyms) for span in name.spans]
        located = next((t for t in told if t and t["lat"] is not None), None)
        unknown = np.full(len(name.candidates), -1)
        sample.told.append(told)
        sample.right.append(_rightness(name, located, gazetteer) if located else unknown)


def _rightness(name: Name, toponym: dict[str, Any], gazetteer: Gazetteer) -> np.ndarray:
    """Return 1, 0 or -1 for each candidate of a name, as Sample.right holds them."""
    code = toponym.get("fcode") or ""
    kind = next((k for prefix, k in _KIND_OF_CODE.items() if code.startswith(prefix)), None)
    at = Coordinates(lat=toponym["lat"], lon=toponym["lon"])
    points = np.array([c.place.coordinates.latlon for c in name.candidates])
    near = log_km(points, np.array([at.latlon]))[:, 0] <= NEAR_LOG_KM
    if kind is Kind.COUNTRY:
        near |= [_holds(c.place, at, gazetteer) for c in name.candidates]
    same = np.array([c.place.kind is kind for c in name.candidates])
    if (near & same).any():
        return np.where(near & same, 1, np.where(near, -1, 0))
    return near.astype(int)


def _holds(place: Place, at: Coordinates, gazetteer: Gazetteer) -> bool:
    """Tell whether a place is the country that holds a point: no one point is right for a country."""
    if place.kind is not Kind.COUNTRY:
        return False
    area = gazetteer.footprint(place)
    return area is not None and bool(area.contains(Point(*at.lonlat)))
