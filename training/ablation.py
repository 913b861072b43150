"""Learn again without one idea at a time, and print what each brings as a Markdown table.

    python -m training.ablation GOLD.jsonl [GOLD.jsonl ...]

Writes no weights. To be done in minutes it learns with two folds and a third of the trees, publisher
unknown, so that its figures are compared with its own first line, not with those of the product.
"""

from __future__ import annotations

import pickle
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gazetteer import open_gazetteer
from geo.recognition.features import NAMES
from geo.resolution.features import CONTEXT, PRIOR
from training.learning import Plan, learn
from training.samples import read_samples
from training.scores import measure, select

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gazetteer.place import Gazetteer
    from training.samples import Sample

_COLUMNS = (*NAMES, *PRIOR, *CONTEXT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Idea:
    """What is left out: columns of features, kinds of samples, or a whole step."""

    label: str
    plan: Plan
    keep: Callable[[Sample], bool] = lambda _: True


def _without(*beginnings: str) -> Plan:
    blank = [c for c in _COLUMNS if c.startswith(beginnings)]
    return Plan(light=True, without=frozenset([*blank, *(f"span_{c}" for c in blank)]))


IDEAS = (
    Idea(label="all of it", plan=Plan(light=True)),
    Idea(
        label="sentences as texts of their own", plan=Plan(light=True), keep=lambda s: not s.excerpt
    ),
    Idea(label="names the gazetteer lacks", plan=Plan(light=True, local=False)),
    Idea(label="use of a name in the whole text", plan=_without("times", "person_", "lower_")),
    Idea(label="classes of neighbouring words", plan=_without("left", "right", "run_")),
    Idea(label="country or state beside a name", plan=_without("container_", "comma_")),
    Idea(label="votes for countries and divisions", plan=_without("country_votes", "admin")),
    Idea(
        label="distances to the other names",
        plan=_without("nearest_", "sentence_log", "within_", "closeness", "nearness"),
    ),
    Idea(label="dateline", plan=_without("dateline", "in_dateline")),
    Idea(label="directions fixed", plan=Plan(light=True, monotone=False)),
    Idea(label="last model", plan=Plan(light=True, stacked=False)),
)


def main() -> None:
    """Read the corpora, learn once for each idea, print a line for each."""
    with open_gazetteer() as gazetteer:
        fresh = pickle.dumps(read_samples(sys.argv[1:], gazetteer))
        head: list[str] = []
        for idea in IDEAS:
            samples = [s for s in pickle.loads(fresh) if idea.keep(s)]
            learn(samples, gazetteer, idea.plan)
            cells = dict(_cells(samples, gazetteer))
            if not head:
                head = list(cells)
                print("| without | " + " | ".join(head) + " |")
                print("| --- |" + " --- |" * len(head))
            values = " | ".join(cells[label] for label in head)
            print(f"| {idea.label} | {values} |", flush=True)


def _cells(samples: Sequence[Sample], gazetteer: Gazetteer) -> Iterator[tuple[str, str]]:
    for corpus in sorted({s.corpus for s in samples}):
        for part in ("held out", "test"):
            told = measure(select(samples, corpus=corpus, part=part, known=False), gazetteer)
            figures = f"{told.recognition_f1:.3f} / {told.end_to_end_f1:.3f}"
            yield f"{corpus}, {part}", figures


if __name__ == "__main__":
    main()
