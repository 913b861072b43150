"""The sources of the gazetteer's rows: who made them, under which licence."""

from __future__ import annotations

import csv
from dataclasses import dataclass

from gazetteer.paths import data_path


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A source of places; `places` counts those in a built gazetteer."""

    name: str
    version: str
    licence: str
    url: str
    credit: str
    places: int = 0


def sources() -> dict[str, Source]:
    """Return the sources of the packaged data by name."""
    with (data_path() / "SOURCES.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found: dict[str, Source] = {}
    for row in rows:
        found.setdefault(
            row["source"],
            Source(
                name=row["source"],
                version=row["version"],
                licence=row["licence"],
                url=row["url"],
                credit=row["credit"],
            ),
        )
    return found
