"""The measure counts what was found, and what was read of a sentence that claims nothing."""

from __future__ import annotations

import json

import pytest

from geo.errors import BadInputError
from geo.evaluation.events import evaluate

SENTENCES = [
    "Police fired tear gas in Hilo on Monday, injuring at least 12.",
    "About 40 people crossed the river at Kona.",
    "A school in Kona shelters 300 of them.",
    "Others vowed to cross on Friday.",
]
TEXT = "\n".join(SENTENCES)
DAY = {"earliest": "2024-05-06", "latest": "2024-05-06"}


def gold(**changes):
    here = {"lat": 0.0, "lon": 0.0, "km": 10, **DAY}
    row = {
        "id": "x",
        "text": TEXT,
        "events": [
            {"kind": "clash", "sentence": SENTENCES[0], "counts": {"injured": 12}, **here},
            {"kind": "crossing", "sentence": SENTENCES[1], "counts": {"people": 40}, **here},
            {"kind": "refuge", "sentence": SENTENCES[2], "counts": {"people": 300}, **here},
        ],
        "not_events": [{"sentence": SENTENCES[3], "why": "planned"}],
    }
    return row | changes


def told(kind, number, **more):
    start = TEXT.index(SENTENCES[number])
    return {
        "kind": kind,
        "start": start,
        "end": start + len(SENTENCES[number]),
        "lat": 0.0,
        "lon": 0.0,
        **DAY,
        **more,
    }


def table(tmp_path, events, row=None):
    gold_path, said_path = tmp_path / "gold.jsonl", tmp_path / "said.jsonl"
    gold_path.write_text(json.dumps(row or gold()) + "\n", encoding="utf-8")
    said_path.write_text(json.dumps({"id": "x", "events": events}) + "\n", encoding="utf-8")
    lines = evaluate(gold_path, None, predictions=said_path).splitlines()
    return {line.split()[0]: line.split()[1:] for line in lines[2:]}, lines


RIGHT = [
    told("clash", 0, counts={"injured": {"value": 12, "qualifier": "at least"}}),
    told("crossing", 1, counts={"people": {"value": 40, "qualifier": "about"}}),
    told("refuge", 2, counts={"people": {"value": 300, "qualifier": "exactly"}}),
]


def test_all_right_is_one_everywhere(tmp_path):
    rows, lines = table(tmp_path, RIGHT)
    assert rows["all"] == ["3", "3", "3", "1.000", "1.000", "1.000", "1.000", "1.000", "1.000", "0"]
    assert "0 of 1" in lines[-2]


def test_nothing_read_finds_nothing(tmp_path):
    rows, _ = table(tmp_path, [])
    assert rows["all"][:6] == ["3", "0", "0", "-", "0.000", "0.000"]


def test_a_sentence_that_claims_nothing_is_told_of(tmp_path):
    _, lines = table(tmp_path, [*RIGHT, told("crossing", 3)])
    assert "1 of 1" in lines[-2]


def test_what_did_not_happen_is_left_aside(tmp_path):
    rows, lines = table(tmp_path, [*RIGHT, told("crossing", 3, status="planned")])
    assert rows["all"][1] == "3"
    assert "0 of 1" in lines[-2]


def test_a_wrong_place_a_wide_date_and_a_wrong_number_are_counted(tmp_path):
    wrong = told("clash", 0, lat=5.0, earliest="2024-04-01", counts={"injured": {"value": 13}})
    rows, _ = table(tmp_path, [wrong])
    assert rows["clash"][6:9] == ["0.000", "0.000", "0.000"]


def test_an_optional_event_neither_helps_nor_hurts(tmp_path):
    row = gold()
    row["events"][0]["optional"] = True
    with_it, _ = table(tmp_path, RIGHT, row)
    without, _ = table(tmp_path, RIGHT[1:], row)
    assert with_it["all"][:6] == without["all"][:6] == ["2", "2", "2", "1.000", "1.000", "1.000"]


def test_a_kind_that_the_gold_says_nothing_of_is_not_judged(tmp_path):
    rows, lines = table(tmp_path, [*RIGHT, told("protest", 3)])
    assert "protest" not in rows
    assert rows["all"][1] == "3"
    assert "0 of 1" in lines[-2]


def test_any_kind_that_the_gold_holds_is_judged(tmp_path):
    row = gold()
    row["events"][0]["kind"] = "protest"
    rows, _ = table(tmp_path, [told("protest", 0), *RIGHT[1:]], row)
    assert rows["protest"][:3] == ["1", "1", "1"]


def test_a_line_without_its_keys_is_named(tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_text('{"id": "x"}\n', encoding="utf-8")
    with pytest.raises(BadInputError, match=r"line 1.*events"):
        evaluate(path, None)


def test_a_kind_that_the_gold_file_lacks_is_left_aside(tmp_path):
    rows, _ = table(tmp_path, [*RIGHT, told("arrest", 3)])
    assert rows["all"][1] == "3"
    assert "arrest" not in rows


def test_articles_in_other_languages_have_a_score_of_their_own(tmp_path):
    _, lines = table(tmp_path, RIGHT, gold(language="pt"))
    assert lines[-1].endswith("1 articles, F1 1.000")


def test_ordinary_news_is_counted_per_thousand_words(tmp_path, gazetteer):
    path, news = tmp_path / "gold.jsonl", tmp_path / "news.jsonl"
    path.write_text(json.dumps(gold()), encoding="utf-8")
    story = "Soldiers fired tear gas at refugees on Sunday. The market was calm."
    news.write_text(json.dumps({"text": story}), encoding="utf-8")
    line = evaluate(path, gazetteer, ordinary=news).splitlines()[-1]
    assert line == "news.jsonl: 1 events in 12 words of ordinary news, 83.33 per 1,000"
