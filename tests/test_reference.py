"""The whole program against the reference material beside the checkout, where it is there."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def read(article: Path, output: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "geo.cli", "read", str(article), "--output", str(output)], check=True
    )


def test_the_reference_articles_yield_their_events_and_no_false_ones(
    shared: Path, tmp_path: Path
) -> None:
    """Seven firm events with kind, place, dates and counts; no sentence of not_events."""
    output = tmp_path / "seeds.jsonl"
    read(shared / "articles" / "seeds.jsonl", output)
    scorer = shared / "events" / "score_events.py"
    gold = shared / "articles" / "seeds_gold.jsonl"
    done = subprocess.run(
        [sys.executable, str(scorer), str(gold), str(output), "--json"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    result = json.loads(done.stdout)
    overall = result["overall"]
    assert overall["matched"] == overall["gold"] == 7
    assert (overall["place"], overall["date"], overall["count"]) == (1, 1, 1)
    assert result["not_events_hit"] == 0


def test_most_place_cases_hold(shared: Path, tmp_path: Path) -> None:
    cases, articles, output = (
        shared / "cases" / "places.jsonl",
        tmp_path / "in.jsonl",
        tmp_path / "out.jsonl",
    )
    rows = [json.loads(line) for line in cases.read_text(encoding="utf-8").splitlines() if line]
    texts = [{"id": r["id"], "text": r["text"], "published": "2024-06-15"} for r in rows]
    articles.write_text("\n".join(map(json.dumps, texts)), encoding="utf-8")
    read(articles, output)
    done = subprocess.run(
        [sys.executable, str(shared / "cases" / "check_places.py"), str(cases),
         "--predictions", str(output), "--at-least", "0.8"],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
