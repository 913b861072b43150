"""Waters, lands and parts of the world under the names that Spanish and Portuguese news uses."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from gazetteer.sqlite import SqliteGazetteer


@pytest.fixture(scope="module")
def rows(root: Path) -> list[dict[str, str]]:
    path = root / "tests" / "data" / "gazetteer_names.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("lang", ["en", "es", "pt", "fr"])
def test_a_water_or_land_is_found_first_under_its_name_in_each_language(
    gazetteer: SqliteGazetteer, rows: list[dict[str, str]], lang: str
) -> None:
    """Each name of a row means what the row's English name means."""
    missed = []
    for row in rows:
        for name in filter(None, row[lang].split("|")):
            found = gazetteer.lookup(name)
            if not found or (found[0].place.kind, found[0].place.name) != (
                row["kind"],
                row["place"],
            ):
                missed.append((name, row["place"], [c.place.id for c in found[:2]]))
    assert not missed


def test_the_table_has_every_kind_of_water_and_land(rows: list[dict[str, str]]) -> None:
    kinds = {row["kind"] for row in rows}
    assert kinds >= {"sea", "river", "lake", "mountain", "region", "island", "admin1"}
    assert len(rows) >= 100
