"""Places are measured by the rules of the field, beside what is usual."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from geo.cli.main import run
from geo.evaluation import baseline
from geo.evaluation.baseline import most_populous
from geo.evaluation.places import evaluate, is_for_test
from geo.evaluation.scoring import Marked, Tally, Toponym, match, rates

if TYPE_CHECKING:
    from pathlib import Path

    from gazetteer.place import Gazetteer

HONOLULU = (21.31, -157.86)


def said(start: int, end: int, at: tuple[float, float] | None = HONOLULU) -> Toponym:
    lat, lon = at or (None, None)
    return Toponym(start=start, end=end, lat=lat, lon=lon, confidence=0.85)


def marked(start: int, end: int, at: tuple[float, float] | None = HONOLULU, **more: Any) -> Marked:
    lat, lon = at or (None, None)
    return Marked(start=start, end=end, lat=lat, lon=lon, **more)


@pytest.mark.parametrize(
    ("predicted", "gold", "pairs"),
    [
        ([said(0, 5)], [marked(0, 5)], [(0, 0)]),
        ([said(0, 5)], [marked(5, 9)], []),
        ([said(0, 4), said(3, 9)], [marked(0, 9)], [(1, 0)]),
        ([said(0, 9)], [marked(0, 3), marked(3, 9)], [(0, 1)]),
        ([said(0, 9), said(2, 6)], [marked(2, 6)], [(1, 0)]),
    ],
    ids=["the same", "side by side", "the wider one", "one to one", "the closer one"],
)
def test_each_toponym_is_matched_once_with_the_one_that_it_overlaps_most(
    predicted: list[Toponym], gold: list[Marked], pairs: list[tuple[int, int]]
) -> None:
    assert match(predicted, gold) == pairs


@pytest.mark.parametrize(
    ("predicted", "gold", "hits"),
    [
        ([said(0, 5)], [marked(0, 5)], (1, 1, 1)),
        ([said(0, 5)], [marked(0, 5, (22.6, -157.86))], (1, 1, 1)),
        ([said(0, 5)], [marked(0, 5, (22.8, -157.86))], (0, 1, 1)),
        ([said(0, 5, None)], [marked(0, 5)], (0, 1, 1)),
        ([said(0, 5)], [marked(0, 5, None)], (0, 0, 0)),
        ([said(0, 5)], [], (0, 1, 0)),
        ([], [marked(0, 5)], (0, 0, 1)),
        ([said(0, 5)], [marked(0, 5, ignored=True)], (0, 0, 0)),
    ],
    ids=["there", "within 161 km", "beyond", "without a point", "marked without a position", "spurious",
         "missed", "ignored"],
)  # fmt: skip
def test_a_hit_lies_within_161_km(
    predicted: list[Toponym], gold: list[Marked], hits: tuple[int, int, int]
) -> None:
    tally = Tally()
    tally.compare(predicted, gold)
    assert (tally.near, tally.predicted_placed, tally.placed) == hits


def test_a_confidence_is_held_against_all_that_was_said_with_it() -> None:
    tally = Tally()
    tally.compare([said(0, 5), said(9, 12), said(20, 25)], [marked(0, 5), marked(20, 25, None)])
    assert tally.bins == {8: [(0.85, True), (0.85, False)]}


def test_rates_of_nothing_are_nought() -> None:
    assert rates(0, 0, 0) == (0.0, 0.0, 0.0)
    assert rates(1, 2, 4) == (0.5, 0.25, pytest.approx(1 / 3))


def test_the_usual_way_takes_the_most_populous_town_of_a_name_own_names_first() -> None:
    def city(name: str, population: int, lat: float, *others: str) -> dict[str, Any]:
        where = {"latitude": lat, "longitude": -150.0}
        return {"name": name, "population": population, "alternatenames": [*others, ""], **where}

    towns = most_populous([city("Aa", 10, 1), city("AA", 90, 2), city("Bb", 900, 3, "Aa", "Cc")])
    assert {name: lat for name, (lat, _) in towns.items()} == {"aa": 2, "bb": 3, "cc": 3}


def test_about_three_tenths_of_the_articles_are_for_the_test() -> None:
    share = sum(is_for_test(str(number)) for number in range(2_000)) / 2_000
    assert 0.25 < share < 0.35


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    """Twelve articles of one publisher, their capital marked."""
    path = tmp_path / "gold.jsonl"
    rows = []
    for number in range(12):
        text = f"The mayor of Bogotá, Colombia, opened school number {number} on Friday."
        start = text.index("Bogotá")
        bogota = {"start": start, "end": start + 6, "lat": 4.61, "lon": -74.08}
        colombia = {"start": start + 8, "end": start + 16, "lat": 4.0, "lon": -73.2}
        rows.append(
            {"id": str(number), "text": text, "source": "Paper", "toponyms": [bogota, colombia]}
        )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_one_table_holds_quality_speed_memory_and_reliability(
    gold: Path, gazetteer: Gazetteer
) -> None:
    told = evaluate(gold, gazetteer, with_baseline=False)
    assert told.startswith("gold.jsonl: 12 articles, 24 toponyms\n(24 of them with a position, 24")
    assert "publisher unknown" in told
    assert "publisher profile" in told
    for row in ("recognition", "end to end", "within 20 km", "words per CPU", "peak memory"):
        assert re.search(rf"^.*{row}.* [\d.,]+ +", told, flags=re.MULTILINE), row
    assert "confidence said, share that is right" in told
    assert "1.000 / 1.000 / 1.000" in told


def test_the_test_part_leaves_the_rest_out_but_learns_publishers_from_all(
    gold: Path, gazetteer: Gazetteer
) -> None:
    number = sum(is_for_test(str(number)) for number in range(12))
    told = evaluate(gold, gazetteer, test_part=True, profile=True, with_baseline=False)
    assert told.startswith(f"gold.jsonl, test part: {number} articles")
    assert "publisher unknown" not in told


def test_what_is_not_installed_is_said_in_one_line(
    gold: Path, gazetteer: Gazetteer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(baseline, "is_installed", lambda: False)
    last = evaluate(gold, gazetteer, profile=False).splitlines()[-1]
    assert 'pip install "placeline[baseline]"' in last


@pytest.mark.skipif(not baseline.is_installed(), reason="spaCy is not installed")
def test_what_is_usual_stands_in_the_same_table(gold: Path, gazetteer: Gazetteer) -> None:
    told = evaluate(gold, gazetteer, profile=False)
    assert "as a multiple of spaCy, population" in told


@pytest.mark.usefixtures("gazetteer")
def test_lines_that_were_read_before_are_judged_the_same(
    gold: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = tmp_path / "read.jsonl"
    assert run(["read", str(gold), "--no-profile", "--output", str(lines)]) == 0
    options = ["--no-profile", "--no-baseline"]
    assert run(["evaluate", "places", str(gold), *options]) == 0
    own = capsys.readouterr().out
    assert run(["evaluate", "places", str(gold), "--predictions", str(lines), *options]) == 0
    given = capsys.readouterr().out
    quality = [line for line in own.splitlines() if "F1" in line or "within" in line]
    assert quality == [line for line in given.splitlines() if "F1" in line or "within" in line]


@pytest.mark.usefixtures("gazetteer")
@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "no article in it to measure"),
        ("{broken\n", "line 1: no JSON"),
        ('{"id": "a", "text": "x"}\n', "wanted the keys text and toponyms"),
    ],
)
def test_a_gold_file_that_is_none_gives_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, told: str
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(content, "utf-8")
    assert run(["evaluate", "places", str(path)]) == 1
    assert told in capsys.readouterr().err
