"""The checked-in table of names: each found by its kind, country and position."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest
from geopy.distance import geodesic

from gazetteer.place import Coordinates, Kind

if TYPE_CHECKING:
    from pathlib import Path

    from gazetteer.place import Candidate
    from gazetteer.sqlite import SqliteGazetteer

SHARE = 0.98


@pytest.fixture(scope="module")
def gold(root: Path) -> list[dict[str, str]]:
    path = root / "tests" / "data" / "gazetteer_gold.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def meets(candidate: Candidate, row: dict[str, str]) -> bool:
    place = candidate.place
    wanted = Coordinates(lat=float(row["lat"]), lon=float(row["lon"]))
    codes = set(filter(None, row["country"].split(";")))
    return (
        place.kind.value == row["kind"]
        and (not codes or bool(codes & set(place.country_codes)) or not place.country_codes)
        and geodesic(place.coordinates.latlon, wanted.latlon).km <= float(row["km"])
    )


def test_the_table_is_large_and_of_every_kind(gold: list[dict[str, str]]) -> None:
    assert len(gold) >= 400
    assert {row["kind"] for row in gold} == {kind.value for kind in Kind}


def test_the_names_of_the_table_are_found(
    gazetteer: SqliteGazetteer, gold: list[dict[str, str]]
) -> None:
    missed = [
        (row["name"], row["country"], row["kind"])
        for row in gold
        if not any(meets(candidate, row) for candidate in gazetteer.lookup(row["name"]))
    ]
    assert len(missed) <= (1 - SHARE) * len(gold), missed


def test_most_names_of_the_table_are_found_first_in_their_country(
    gazetteer: SqliteGazetteer, gold: list[dict[str, str]]
) -> None:
    """Given the country, as in the table, the first candidate in it is the one."""
    missed = []
    for row in gold:
        codes = set(filter(None, row["country"].split(";")))
        found = [
            c
            for c in gazetteer.lookup(row["name"])
            if not codes or codes & set(c.place.country_codes) or not c.place.country_codes
        ]
        if not found or not any(
            meets(c, row) for c in found if c.place.kind == found[0].place.kind
        ):
            missed.append((row["name"], row["country"], row["kind"], found and found[0].place.id))
    assert len(missed) <= 0.1 * len(gold), missed
