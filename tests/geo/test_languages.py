"""Spanish and Portuguese sentences, half of them never looked at while the reading was made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from geopy.distance import great_circle

from geo.model import Role
from geo.pipeline import read_places
from geo.sentences import split

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer

GOLD = Path(__file__).parents[1] / "data" / "places_es_pt.jsonl"
LEAST_F1 = 0.8


def rows(language: str, part: str) -> list[dict[str, Any]]:
    lines = GOLD.read_text(encoding="utf-8").splitlines()
    return [r for r in map(json.loads, lines) if r["id"].startswith(f"{language}-{part}")]


@pytest.mark.parametrize("part", ["development", "held-out"])
@pytest.mark.parametrize("language", ["es", "pt"])
def test_places_are_found_where_they_lie(language: str, part: str, gazetteer: Gazetteer) -> None:
    hits = predicted = wanted = 0
    for row in rows(language, part):
        places, _ = read_places(row["text"], split(row["text"]), gazetteer)
        found = {
            (r.mention.start, r.mention.end): r.coordinates.latlon
            for r in places
            if r.mention.role is not Role.RELATION
        }
        predicted += len(found)
        wanted += len(row["toponyms"])
        for toponym in row["toponyms"]:
            point = found.get((toponym["start"], toponym["end"]))
            if point:
                hits += great_circle(point, (toponym["lat"], toponym["lon"])).km < 161
    assert 2 * hits / (predicted + wanted) >= LEAST_F1


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("Los colombianos y las familias peruanas esperan desde marzo.", {"marzo", "colombianos"}),
        ("A polícia ouviu a senhora Lima e o senhor Porto em maio.", {"Lima", "Porto", "maio"}),
        ("La señora Cali y don Santiago no respondieron.", {"Cali", "Santiago"}),
        ("Em Março e Abril não choveu.", {"Março", "Abril"}),
    ],
)
def test_months_people_and_lower_case_adjectives_are_no_places(
    text: str, absent: set[str], gazetteer: Gazetteer
) -> None:
    places, _ = read_places(text, split(text), gazetteer)
    assert absent.isdisjoint({r.mention.surface for r in places})
