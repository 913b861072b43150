"""Learn the weights of recognition and resolution from corpora with marked toponyms.

    python -m training.places GOLD.jsonl [GOLD.jsonl ...]

An article is for training where int(sha256(id), 16) % 10 < 7, else it is left for the test. Each
step is learned on what the step before says of articles that it has not seen (five folds). Needs
scikit-learn (`pip install scikit-learn`). The weights hold shapes, gazetteer facts and classes of
context, no words.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from shapely.geometry import Point

from gazetteer import open_gazetteer
from gazetteer.place import Coordinates, Kind
from geo.dateline import find_datelines
from geo.recognition import Recognition, candidate_spans, without_overlaps
from geo.recognition.features import NAMES
from geo.resolution import FINAL, dateline_name, final_rows, with_context
from geo.resolution.features import CONTEXT, PRIOR, prior_matrix
from geo.resolution.names import group_names
from geo.resolution.outline import log_km
from geo.sentences import split
from training.forest import chance, grow, store

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gazetteer.place import Gazetteer, Place
    from geo.recognition import Span
    from geo.resolution.names import Name

    Rows = Callable[["Sample"], np.ndarray]

FOLDS = 5
EXCERPTS = 3
NEAR_LOG_KM = np.log1p(161.0)
#: What may only speak for a place (1) or only against it (-1), whatever a corpus suggests.
DIRECTIONS = {
    name: 1 if direction == "rising" else -1
    for name, direction in (
        row.split("\t")
        for row in Path(__file__).with_name("directions.tsv").read_text().splitlines()
    )
}
RECOGNITION = {"trees": 260, "leaves": 16, "rate": 0.07}
RANKING = {"trees": 200, "leaves": 12, "rate": 0.08}
STACKING = {"trees": 100, "leaves": 6, "rate": 0.08}
_KIND_OF_CODE = {
    "PCL": Kind.COUNTRY,
    "ADM1": Kind.ADMIN1,
    "ADM2": Kind.ADMIN2,
    "P": Kind.SETTLEMENT,
}


@dataclass(slots=True, kw_only=True)
class Sample:
    """One article on its way through the steps.

    `right[i][j]` is 1 where name i means its candidate j, 0 where not, -1 where the candidate is
    near enough but of another kind.
    """

    toponyms: list[dict[str, Any]]
    fold: int
    recognition: Recognition
    rows: np.ndarray
    labels: np.ndarray
    names: list[Name] = field(default_factory=list)
    right: list[np.ndarray] = field(default_factory=list)
    is_place: list[bool] = field(default_factory=list)
    matrices: list[np.ndarray] = field(default_factory=list)
    chances: list[np.ndarray] = field(default_factory=list)


def main() -> None:
    """Read the corpora, learn the four models, write them."""
    with open_gazetteer() as gazetteer:
        samples = [
            prepare(part, fold=index % FOLDS, gazetteer=gazetteer)
            for index, article in enumerate(training_articles(sys.argv[1:]))
            for part in (article, *excerpts(article))
        ]
        print(f"{len(samples)} articles, {sum(len(s.labels) for s in samples)} spans")
        learn_recognition(samples)
        for sample in samples:
            name_sample(sample, gazetteer)
        learn_ranking("prior", samples, PRIOR)
        for sample in samples:
            add_context(sample, gazetteer)
        learn_ranking("ranker", samples, (*PRIOR, *CONTEXT))
        learn_final(samples)


def training_articles(paths: Sequence[str]) -> list[dict[str, Any]]:
    """Return the articles of the training parts."""
    lines = [line for path in paths for line in Path(path).read_text(encoding="utf-8").split("\n")]
    articles = [json.loads(line) for line in lines if line.strip()]
    return [a for a in articles if is_training(str(a["id"]))]


def excerpts(article: dict[str, Any]) -> list[dict[str, Any]]:
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
            found.append(
                {"text": article["text"][sentence.start : sentence.end], "toponyms": moved}
            )
    return found


def is_training(article_id: str) -> bool:
    """Tell the training part from the test part."""
    return int(hashlib.sha256(article_id.encode()).hexdigest(), 16) % 10 < 7


def prepare(article: dict[str, Any], *, fold: int, gazetteer: Gazetteer) -> Sample:
    """Return an article's spans with their features, and which of them are gold."""
    text = article["text"]
    datelines = find_datelines(text)
    words, spans, rows = candidate_spans(
        text, sentences=split(text), datelines=datelines, gazetteer=gazetteer
    )
    labels = np.zeros(len(spans))
    for toponym in article["toponyms"]:
        best = min(range(len(spans)), key=lambda i: misfit(spans[i], toponym), default=None)
        if best is not None and shared(spans[best], toponym) > 0:
            labels[best] = 1
    dateline = datelines[0] if datelines else None
    recognition = Recognition(
        words=words, spans=spans, probabilities=labels.tolist(), dateline=dateline
    )
    return Sample(
        toponyms=article["toponyms"], fold=fold, recognition=recognition, rows=rows, labels=labels
    )


def shared(span: Span, toponym: dict[str, Any]) -> int:
    """Characters that a span shares with a toponym; negative where they lie apart."""
    return int(min(span.end, toponym["end"]) - max(span.start, toponym["start"]))


def misfit(span: Span, toponym: dict[str, Any]) -> int:
    """Characters by which a span's ends miss a toponym's."""
    return abs(span.start - toponym["start"]) + abs(span.end - toponym["end"])


def held_out(
    samples: Sequence[Sample], rows: Rows, labels: Rows, columns: Sequence[str], **settings: Any
) -> list[Any]:
    """Return one model per fold, grown on the other folds."""
    models = []
    directions = monotone(columns)
    for fold in range(FOLDS):
        others = [s for s in samples if s.fold != fold and len(rows(s))]
        x, y = (
            np.concatenate([rows(s) for s in others]),
            np.concatenate([labels(s) for s in others]),
        )
        models.append(grow(x, y, directions=directions, **settings))
    return models


def monotone(columns: Sequence[str]) -> list[int]:
    """Return 1, -1 or 0 for each column: rising, falling, free."""
    return [DIRECTIONS.get(column, 0) for column in columns]


def grow_and_store(
    name: str,
    samples: Sequence[Sample],
    rows: Rows,
    labels: Rows,
    columns: Sequence[str],
    **settings: Any,
) -> None:
    """Grow the model that ships, on all samples."""
    full = [s for s in samples if len(rows(s))]
    x, y = np.concatenate([rows(s) for s in full]), np.concatenate([labels(s) for s in full])
    path = store(name, grow(x, y, directions=monotone(columns), **settings), columns)
    print(f"{name}: {len(y)} rows, {path.stat().st_size / 1000:.0f} kB")


def learn_recognition(samples: Sequence[Sample]) -> None:
    """Learn which spans are places; leave each sample with the spans that a fold's model keeps."""

    def rows(s: Sample) -> np.ndarray:
        return s.rows

    def labels(s: Sample) -> np.ndarray:
        return s.labels

    models = held_out(samples, rows, labels, NAMES, **RECOGNITION)
    grow_and_store("recognition", samples, rows, labels, NAMES, **RECOGNITION)
    hits = predicted = 0
    for sample in samples:
        chances = chance(models[sample.fold], sample.rows)
        spans = sample.recognition.spans
        kept = without_overlaps(spans, chances)
        sure = [i for i in kept if chances[i] > 0.4]
        predicted += len(sure)
        hits += len({id(t) for i in sure if (t := toponym_of(spans[i], sample.toponyms))})
        sample.recognition = Recognition(
            words=sample.recognition.words,
            spans=[spans[i] for i in kept],
            probabilities=[float(chances[i]) for i in kept],
            dateline=sample.recognition.dateline,
        )
    gold = sum(len(s.toponyms) for s in samples)
    print(
        f"recognition out of fold: P {hits / predicted:.3f} R {hits / gold:.3f} F1 {2 * hits / (predicted + gold):.3f}"
    )


def toponym_of(span: Span, toponyms: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the toponym that a span shares most characters with."""
    best = max(toponyms, key=lambda t: (shared(span, t), -misfit(span, t)), default=None)
    return best if best is not None and shared(span, best) > 0 else None


def name_sample(sample: Sample, gazetteer: Gazetteer) -> None:
    """Group a sample's spans into names and mark which candidates are right."""
    recognition = sample.recognition
    sample.names = group_names(recognition.words, recognition.spans, recognition.probabilities)
    sample.matrices = [prior_matrix(name.candidates, name.around) for name in sample.names]
    for name in sample.names:
        told = [t for span in name.spans if (t := toponym_of(span, sample.toponyms))]
        located = next((t for t in told if t["lat"] is not None), None)
        sample.is_place.append(bool(told))
        unknown = np.full(len(name.candidates), -1)
        sample.right.append(rightness(name, located, gazetteer) if located else unknown)


def rightness(name: Name, toponym: dict[str, Any], gazetteer: Gazetteer) -> np.ndarray:
    """Return 1, 0 or -1 for each candidate of a name, as Sample.right holds them."""
    code = toponym.get("fcode") or ""
    kind = next((k for prefix, k in _KIND_OF_CODE.items() if code.startswith(prefix)), None)
    near = np.array([is_near(c.place, toponym, gazetteer) for c in name.candidates])
    same = np.array([c.place.kind is kind for c in name.candidates])
    if (near & same).any():
        return np.where(near & same, 1, np.where(near, -1, 0))
    return near.astype(int)


def is_near(place: Place, toponym: dict[str, Any], gazetteer: Gazetteer) -> bool:
    """Tell whether a place lies within the scoring radius, or is the country that holds the point."""
    at = Coordinates(lat=toponym["lat"], lon=toponym["lon"])
    if log_km(np.array([place.coordinates.latlon]), np.array([at.latlon]))[0, 0] <= NEAR_LOG_KM:
        return True
    if place.kind is not Kind.COUNTRY or not (toponym.get("fcode") or "").startswith("PCL"):
        return False
    area = gazetteer.footprint(place)
    return area is not None and bool(area.contains(Point(*at.lonlat)))


def ranked_rows(sample: Sample) -> np.ndarray:
    """Return the rows of candidates whose rightness is known."""
    kept = [m[y >= 0] for m, y in zip(sample.matrices, sample.right, strict=True) if (y == 1).any()]
    return np.concatenate(kept) if kept else np.zeros((0, 1))


def ranked_labels(sample: Sample) -> np.ndarray:
    """Return the labels of ranked_rows."""
    kept = [y[y >= 0] for y in sample.right if (y == 1).any()]
    return np.concatenate(kept) if kept else np.zeros(0)


def learn_ranking(name: str, samples: Sequence[Sample], columns: Sequence[str]) -> None:
    """Learn which candidate a name means; leave each sample with its fold's chances."""
    models = held_out(samples, ranked_rows, ranked_labels, columns, **RANKING)
    grow_and_store(name, samples, ranked_rows, ranked_labels, columns, **RANKING)
    right = total = 0
    for sample in samples:
        sample.chances = [chance(models[sample.fold], rows) for rows in sample.matrices]
        for chances, y in zip(sample.chances, sample.right, strict=True):
            if (y == 1).any():
                total += 1
                right += y[int(np.argmax(chances))] != 0
    print(f"{name} out of fold: {right / total:.3f} of {total} names that have a right candidate")


def add_context(sample: Sample, gazetteer: Gazetteer) -> None:
    """Add to each name's rows what the other names say, by the first pass's chances."""
    dateline = dateline_name(sample.recognition, sample.names)
    sample.matrices = with_context(
        sample.names, sample.matrices, sample.chances, dateline=dateline, gazetteer=gazetteer
    )


def learn_final(samples: Sequence[Sample]) -> None:
    """Learn how likely a name is a place and its best candidate the right one."""

    def rows(s: Sample) -> np.ndarray:
        return final_rows(list(zip(s.names, s.chances, s.matrices, strict=True)))

    def labels(s: Sample) -> np.ndarray:
        told = zip(s.is_place, s.right, s.chances, strict=True)
        return np.array(
            [place and y[int(np.argmax(c))] != 0 and (y != -1).any() for place, y, c in told], float
        )

    models = held_out(samples, rows, labels, FINAL, **STACKING)
    grow_and_store("final", samples, rows, labels, FINAL, **STACKING)
    said = np.concatenate([chance(models[s.fold], rows(s)) for s in samples if s.names])
    true = np.concatenate([labels(s) for s in samples if s.names])
    for low in np.arange(0, 1, 0.1):
        part = (said >= low) & (said < low + 0.1)
        if part.any():
            print(
                f"  confidence {low:.1f} to {low + 0.1:.1f}: right {true[part].mean():.2f} of {part.sum()}"
            )


if __name__ == "__main__":
    main()
