"""Learn the weights of recognition and resolution from corpora with marked toponyms.

    python -m training.places GOLD.jsonl [GOLD.jsonl ...]

An article is for training where int(sha256(id), 16) % 10 < 7, else it is left for the test. Each
step is learned on what the step before says of articles that it has not seen (five folds; all
articles of a publisher share one), and the steps of resolution once more for articles whose
publisher is known by its other articles, as the tool itself reads them. Needs scikit-learn
(`pip install scikit-learn`). The weights hold shapes, gazetteer facts and classes of context, no
words. Prints what the weights reach: out of fold, and on the test parts.
"""

from __future__ import annotations

import sys

from gazetteer import open_gazetteer
from training.forest import store
from training.learning import COLUMNS, Plan, learn
from training.samples import read_samples
from training.scores import table


def main() -> None:
    """Read the corpora, learn the models, write them, say how good they are."""
    with open_gazetteer() as gazetteer:
        samples = read_samples(sys.argv[1:], gazetteer)
        print(f"{len(samples)} texts, {sum(len(s.labels) for s in samples)} spans", flush=True)
        models = learn(samples, gazetteer, Plan())
        for name, model in models.items():
            path = store(name, model, COLUMNS[name.removeprefix("home_")])
            print(f"{name}: {path.stat().st_size / 1000:.0f} kB")
        print(table(samples, gazetteer))


if __name__ == "__main__":
    main()
