"""Short texts of our own, right and hard wrong ones of each kind, read end to end as a user's text is."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from geo.evaluation.events import evaluate
from geo.extraction import kinds

GOLD = Path(__file__).parents[2] / "data" / "kinds_gold.jsonl"
ROWS = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]
NEWER = ("defection", "arrest", "aid", "protest", "displacement", "closure")


@pytest.fixture(scope="module")
def table(gazetteer):
    lines = evaluate(GOLD, gazetteer).splitlines()
    return {line.split()[0]: line.split()[1:] for line in lines[2:] if line}


@pytest.mark.parametrize("kind", NEWER)
def test_a_kind_has_texts_of_its_own_in_three_languages(kind):
    own = [row for row in ROWS if row["id"].startswith(f"{kind}-")]
    assert kind in kinds()
    assert len(own) >= 8
    assert {row["language"] for row in own} == {"en", "es", "pt"}
    assert any(row["not_events"] for row in own)


@pytest.mark.parametrize("kind", NEWER)
def test_most_events_of_a_kind_are_found_and_few_are_false(kind, table):
    precision, recall = (float(share) for share in table[kind][3:5])
    assert precision >= 0.9
    assert recall >= 0.75


def test_a_sentence_that_claims_nothing_hardly_ever_becomes_an_event(table):
    struck, _, total = table["sentences"][-4:-1]
    assert int(struck) <= 0.03 * int(total)


def test_the_gold_quotes_its_texts():
    for row in ROWS:
        quoted = [*row["events"], *row["not_events"]]
        assert all(row["text"].count(item["sentence"]) == 1 for item in quoted), row["id"]
    assert Counter(row["id"] for row in ROWS).most_common(1)[0][1] == 1
