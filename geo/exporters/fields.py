"""The columns that all flat formats share, and the row of a record."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from geo.features import properties

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer
    from geo.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A column. `type` is text, date, integer, number or boolean; `hxl` its tag, `acled` its twin."""

    name: str
    type: str
    hxl: str
    acled: str
    meaning: str


@cache
def fields() -> tuple[Field, ...]:
    """Return the columns in their order."""
    return tuple(
        Field(name=name, type=type_, hxl=hxl, acled=acled, meaning=meaning)
        for name, type_, hxl, acled, meaning in table("fields.tsv")
    )


def row(record: Record, *, gazetteer: Gazetteer | None) -> list[Any]:
    """Return a record's values in the order of the columns; dates are ISO 8601, None is unknown."""
    told = properties(record, gazetteer=gazetteer)
    return [told[field.name] for field in fields()]


def table(name: str) -> list[list[str]]:
    """Return the rows of a table beside this module."""
    text = (files("geo.exporters") / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
