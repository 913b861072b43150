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
from geo.extraction.judge import CONTEXT, SILENT, context
from geo.extraction.reading import all_words, frame_hits, with_border_towns
from geo.extraction.registry import kinds
from geo.extraction.weighing import LEAST_SENTENCES, framed, gather
from geo.pipeline import read_places
from geo.sentences import split
from geo.words import lexicon
from training.forest import WEIGHTS, chance, grow, store
from training.marks import marked_articles

if TYPE_CHECKING:
    from collections.abc import Sequence

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
STEPS = np.arange(0.15, 0.75, 0.01)
FOREST = {"trees": 80, "leaves": 8, "rate": 0.06}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A sentence: its evidence, the kinds that it tells of, and those that it says nothing clear of."""

    evidence: Evidence | None
    kinds: frozenset[str]
    unclear: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """An article: its sentences, what the frames say of them by kind, its subjects.

    `scope` are the kinds that it was marked for, empty for all.
    """

    language: str
    samples: tuple[Sample, ...]
    framed: np.ndarray
    about: frozenset[str]
    scope: frozenset[str]


def main() -> None:
    """Read the news, learn, and write the weights."""
    with open_gazetteer() as gazetteer:
        texts = [text_of(article, gazetteer) for article in marked_articles()]
    teach(texts, write="--check" not in sys.argv)


def text_of(article: MarkedArticle, gazetteer: Gazetteer) -> Text:
    """Return the sentences of an article with all that can be gathered of them."""
    text, language = article.text, article.language
    sentences = split(text)
    lists = lexicon(language)
    words = all_words(text, sentences, read_places(text, sentences, gazetteer)[0], lists)
    about = subjects(words, lists)
    if "M" in about:
        words = with_border_towns(words, gazetteer, lists)
    hits = [{} if article.known else frame_hits(line, about, language) for line in words]
    samples = []
    for sentence, found in zip(sentences, gather(words, hits, about, lists), strict=True):
        told, unclear = article.told(sentence.start, sentence.end)
        samples.append(Sample(evidence=found, kinds=told, unclear=unclear))
    return Text(
        language=language,
        samples=tuple(samples),
        framed=framed(words, hits, lists, sorted(kinds())),
        about=about,
        scope=article.scope,
    )


def teach(texts: Sequence[Text], *, write: bool) -> None:
    """Learn both steps, the second on what the first says of articles that it has not seen."""
    names = sorted(kinds())
    samples = [sample for text in texts for sample in text.samples if sample.evidence]
    of_text = np.array([n for n, text in enumerate(texts) for s in text.samples if s.evidence])
    rows, ids = matrix(samples)
    odds = np.full((len(samples), len(names)), SILENT, dtype=np.float32)
    models = []
    for column, kind in enumerate(names):
        told, clear = labels(texts, kind)
        for held in range(FOLDS):
            model = learn(rows, told, clear & (of_text % FOLDS != held))
            inside = of_text % FOLDS == held
            odds[inside, column] = model.decision_function(rows[inside])
        models.append(learn(rows, told, clear))
    least = {
        kind: second(texts, odds, kind, column, write=write) for column, kind in enumerate(names)
    }
    if write:
        examples = {kind: int(labels(texts, kind)[0].sum()) for kind in names}
        store_first(models, ids, least, examples)


def second(
    texts: Sequence[Text], odds: np.ndarray, kind: str, column: int, *, write: bool
) -> float:
    """Learn what the article says of a kind, print how well, and return the best threshold."""
    rows, starts = (
        [],
        np.cumsum([0, *(sum(s.evidence is not None for s in t.samples) for t in texts)]),
    )
    for number, text in enumerate(texts):
        mine = np.array([sample.evidence is not None for sample in text.samples], dtype=bool)
        full = np.full((len(text.samples), odds.shape[1]), SILENT, dtype=np.float32)
        full[mine] = odds[starts[number] : starts[number + 1]]
        rows.append(context(full, text.framed, text.about, column)[mine])
    matrix_ = np.concatenate(rows)
    told, clear = labels(texts, kind)
    # Shorter texts were picked for what they tell: they say nothing of how often it is told.
    clear &= np.repeat([len(text.samples) >= LEAST_SENTENCES for text in texts], np.diff(starts))
    # The folds of the first step cut the articles another way.
    fold = np.repeat(np.arange(len(texts)) // FOLDS % FOLDS, np.diff(starts))
    chances = np.zeros(len(told))
    for held in range(FOLDS):
        learned = grow(matrix_[clear & (fold != held)], told[clear & (fold != held)], **FOREST)
        chances[fold == held] = chance(learned, matrix_[fold == held])
    least = threshold(chances[clear], told[clear])
    report(texts, kind, chances, told, clear, starts, least)
    if write:
        store(f"judge_{kind}", grow(matrix_[clear], told[clear], **FOREST), CONTEXT)
    return least


def threshold(chances: np.ndarray, told: np.ndarray) -> float:
    """Return the chance from which on a kind is best called told."""
    scores = [f1(chances >= step, told)[2] for step in STEPS]
    return float(STEPS[int(np.argmax(np.convolve(scores, np.ones(5) / 5, mode="valid"))) + 2])


def report(
    texts: Sequence[Text], kind: str, chances: np.ndarray, told: np.ndarray, clear: np.ndarray,
    starts: np.ndarray, least: float,
) -> None:  # fmt: skip
    """Print what is found in articles that were not learned from."""
    languages = np.repeat([text.language for text in texts], np.diff(starts))
    for language in ("", *sorted(set(languages))):
        among = clear & (languages == language) if language else clear
        precision, recall, both = f1(chances[among] >= least, told[among])
        print(
            f"{kind:<14}{language or 'all':<5}{told[among].sum():>6}  least {least:.2f}"
            f"  precision {precision:.3f}  recall {recall:.3f}  F1 {both:.3f}",
            flush=True,
        )


def matrix(samples: Sequence[Sample]) -> tuple[csr_matrix, np.ndarray]:
    """Return the evidence of samples, a column for each feature met at least twice, and their ids."""
    found = [sample.evidence for sample in samples if sample.evidence]
    ids = np.concatenate([each.ids for each in found])
    values = np.concatenate([each.values for each in found]) * STRETCH
    ends = np.cumsum([0, *(len(each.ids) for each in found)])
    used, columns, times = np.unique(ids, return_inverse=True, return_counts=True)
    rows = csr_matrix((values, columns, ends), shape=(len(found), len(used)))
    return rows[:, times >= LEAST_TIMES].tocsr(), used[times >= LEAST_TIMES]


def labels(texts: Sequence[Text], kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Return which sentences tell of a kind, and which are clear about it."""
    told, clear = [], []
    for text in texts:
        marked = not text.scope or kind in text.scope
        for sample in text.samples:
            if sample.evidence:
                told.append(kind in sample.kinds)
                clear.append(kind in sample.kinds or (marked and kind not in sample.unclear))
    return np.array(told), np.array(clear)


def learn(rows: csr_matrix, told: np.ndarray, among: np.ndarray) -> LogisticRegression:
    """Return a model of one kind, learned on some of the rows."""
    return LogisticRegression(C=STRENGTH, max_iter=300).fit(rows[among], told[among])


def f1(said: np.ndarray, told: np.ndarray) -> tuple[float, float, float]:
    """Return precision, recall and F1."""
    right = float((said & told).sum())
    precision, recall = right / max(1, said.sum()), right / max(1, told.sum())
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def store_first(
    models: Sequence[LogisticRegression],
    ids: np.ndarray,
    least: dict[str, float],
    examples: dict[str, int],
) -> None:
    """Write the weights of the first step, a byte each."""
    weights = np.stack([model.coef_[0] * STRETCH for model in models], axis=1)
    top = np.abs(weights).max(axis=0)
    kept = (np.abs(weights) > LEAST_SHARE * top).any(axis=1)
    scale = top / 127
    np.savez_compressed(
        WEIGHTS / "judge.npz",
        kinds=np.array(list(least)),
        ids=ids[kept].astype(np.uint32),
        weights=np.round(weights[kept] / scale).astype(np.int8),
        scale=scale.astype(np.float32),
        base=np.array([model.intercept_[0] for model in models], dtype=np.float32),
        least=np.array(list(least.values()), dtype=np.float32),
        examples=np.array(list(examples.values())),
    )
    size = (WEIGHTS / "judge.npz").stat().st_size
    print(f"{kept.sum()} of {len(ids)} features kept, {size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
