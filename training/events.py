"""Learn what the words of a sentence tell, from the marked news of training/news.

    python -m training.events            # learn, and write geo/weights/judge.npz
    python -m training.events --check    # only print what five folds say of unseen articles

The news was written for this purpose; training/news/README.md tells how it is marked. Needs
scikit-learn. The weights are of hashed words and classes of words.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from gazetteer import open_gazetteer
from geo.extraction.gate import subjects
from geo.extraction.reading import all_words, frame_hits, with_border_towns
from geo.extraction.weighing import gather
from geo.pipeline import read_places
from geo.sentences import split
from geo.words import lexicon
from training.forest import WEIGHTS
from training.marks import marked_articles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gazetteer.place import Gazetteer
    from geo.extraction.evidence import Evidence
    from training.marks import MarkedArticle

FOLDS = 5
STRENGTH = 2.0
#: Vectors of length 1 are stretched so that the usual strengths of regularisation fit.
STRETCH = 5.0
#: A weight below this share of its kind's largest is left out.
LEAST_SHARE = 0.01
#: A feature of a single sentence teaches nothing.
LEAST_TIMES = 2
#: The beta of the F measure that chooses the threshold; below 1 precision counts for more.
PRECISION_FIRST = 0.9
STEPS = np.arange(0.15, 0.75, 0.01)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A sentence: its evidence, the kinds that it tells of, and those that it says nothing clear of.

    `scope` are the kinds that it was marked for, empty for all.
    """

    article: str
    language: str
    evidence: Evidence
    kinds: frozenset[str]
    unclear: frozenset[str]
    scope: frozenset[str]


def main() -> None:
    """Read the news, learn, and write the weights."""
    with open_gazetteer() as gazetteer:
        samples = [
            sample for article in marked_articles() for sample in samples_of(article, gazetteer)
        ]
    kinds = sorted({kind for sample in samples for kind in sample.kinds})
    rows, ids = matrix(samples)
    least = {kind: check(samples, rows, kind) for kind in kinds}
    if "--check" not in sys.argv:
        store(samples, rows, ids, least)


def samples_of(article: MarkedArticle, gazetteer: Gazetteer) -> Iterator[Sample]:
    """Yield the sentences of an article that any evidence can be gathered of."""
    text, language = article.text, article.language
    sentences = split(text)
    lists = lexicon(language)
    words = all_words(text, sentences, read_places(text, sentences, gazetteer)[0], lists)
    about = subjects(words, lists)
    if "M" in about:
        words = with_border_towns(words, gazetteer, lists)
    hits = [{} if article.known else frame_hits(line, about, language) for line in words]
    gathered = gather(words, hits, about, lists)
    for sentence, found in zip(sentences, gathered, strict=True):
        if found is not None:
            told, unclear = article.told(sentence.start, sentence.end)
            yield Sample(
                article=article.id,
                language=language,
                evidence=found,
                kinds=told,
                unclear=unclear,
                scope=article.scope,
            )


def matrix(samples: Sequence[Sample]) -> tuple[csr_matrix, np.ndarray]:
    """Return the evidence of samples, a column for each feature met at least twice, and their ids."""
    ids = np.concatenate([sample.evidence.ids for sample in samples])
    values = np.concatenate([sample.evidence.values for sample in samples]) * STRETCH
    ends = np.cumsum([0, *(len(sample.evidence.ids) for sample in samples)])
    used, columns, times = np.unique(ids, return_inverse=True, return_counts=True)
    rows = csr_matrix((values, columns, ends), shape=(len(samples), len(used)))
    return rows[:, times >= LEAST_TIMES].tocsr(), used[times >= LEAST_TIMES]


def check(samples: Sequence[Sample], rows: csr_matrix, kind: str) -> float:
    """Print what is found in articles that were not learned from; return the best threshold."""
    told, clear = labels(samples, kind)
    articles = {name: n for n, name in enumerate(dict.fromkeys(s.article for s in samples))}
    fold = np.array([articles[s.article] % FOLDS for s in samples])
    chances = np.zeros(len(samples))
    for held in range(FOLDS):
        model = learn(rows, told, clear & (fold != held))
        chances[fold == held] = model.predict_proba(rows[fold == held])[:, 1]
    languages = np.array([sample.language for sample in samples])
    scores = [weighed(*f1(chances[clear] >= step, told[clear])[:2]) for step in STEPS]
    best = float(STEPS[int(np.argmax(np.convolve(scores, np.ones(5) / 5, mode="valid"))) + 2])
    for language in ("", *sorted(set(languages))):
        among = clear & (languages == language) if language else clear
        precision, recall, both = f1(chances[among] >= best, told[among])
        print(
            f"{kind:<14}{language or 'all':<5}{told[among].sum():>6}  least {best:.2f}"
            f"  precision {precision:.3f}  recall {recall:.3f}  F1 {both:.3f}",
            flush=True,
        )
    return best


def labels(samples: Sequence[Sample], kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Return which samples tell of a kind, and which are clear about it."""
    told = np.array([kind in sample.kinds for sample in samples])
    clear = [
        kind not in sample.unclear and (not sample.scope or kind in sample.scope)
        for sample in samples
    ]
    return told, told | np.array(clear)


def learn(rows: csr_matrix, told: np.ndarray, among: np.ndarray) -> LogisticRegression:
    """Return a model of one kind, learned on some of the rows."""
    return LogisticRegression(C=STRENGTH, max_iter=300).fit(rows[among], told[among])


def f1(said: np.ndarray, told: np.ndarray) -> tuple[float, float, float]:
    """Return precision, recall and F1."""
    right = float((said & told).sum())
    precision, recall = right / max(1, said.sum()), right / max(1, told.sum())
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def weighed(precision: float, recall: float) -> float:
    """Return a mean of precision and recall that minds a false claim more than a missed one."""
    share = PRECISION_FIRST**2
    return (1 + share) * precision * recall / max(1e-9, share * precision + recall)


def store(
    samples: Sequence[Sample], rows: csr_matrix, ids: np.ndarray, least: dict[str, float]
) -> None:
    """Learn each kind on all samples and write the weights, a byte each."""
    weights, base = np.zeros((len(ids), len(least)), dtype=np.float32), np.zeros(len(least))
    for column, kind in enumerate(least):
        told, clear = labels(samples, kind)
        model = learn(rows, told, clear)
        weights[:, column] = model.coef_[0] * STRETCH
        base[column] = model.intercept_[0]
    top = np.abs(weights).max(axis=0)
    kept = (np.abs(weights) > LEAST_SHARE * top).any(axis=1)
    scale = top / 127
    np.savez_compressed(
        WEIGHTS / "judge.npz",
        kinds=np.array(list(least)),
        ids=ids[kept].astype(np.uint32),
        weights=np.round(weights[kept] / scale).astype(np.int8),
        scale=scale.astype(np.float32),
        base=base.astype(np.float32),
        least=np.array(list(least.values()), dtype=np.float32),
    )
    size = (WEIGHTS / "judge.npz").stat().st_size
    print(f"{kept.sum()} of {len(ids)} features kept, {size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
