"""CSV under the column names of ACLED, for tools that expect them; nothing in it is ACLED's data."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from geo.exporters.fields import table
from geo.exporters.format import Format
from geo.exporters.sheets import write_rows
from geo.features import properties

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from gazetteer.place import Gazetteer
    from geo.exporters.methods import Methods
    from geo.record import Record

# A kind's twin, "Strategic developments (Arrests)", where it has exactly one.
_TWIN = re.compile(r"(?P<type>[^();]+) \((?P<sub>[^();]+)\)")


def write(
    records: Iterable[Record], path: Path, *, gazetteer: Gazetteer | None, methods: Methods
) -> int:
    """Write records and return their number; what we do not know, such as actors, stays empty."""
    del methods
    rows = (_row(properties(record, gazetteer=gazetteer)) for record in records)
    return write_rows([[column for column, _ in columns()]], rows, path)


@cache
def columns() -> tuple[tuple[str, str], ...]:
    """Return the columns, each with the field that fills it, empty where none does."""
    return tuple((column, field) for column, field in table("acled.tsv"))


def _row(told: dict[str, Any]) -> list[Any]:
    made = _made(told)
    return [told[field] if field else made.get(column) for column, field in columns()]


def _made(told: dict[str, Any]) -> dict[str, Any]:
    """Return the columns that are no field of ours."""
    twin = _TWIN.fullmatch(told["sub_event_type"] or "")
    day, stored = told["event_date"], told["timestamp"]
    return {
        "year": int(day[:4]) if day else None,
        "event_type": twin["type"] if twin else told["event_type"],
        "sub_event_type": twin["sub"] if twin else told["event_type"],
        "tags": f"placeline={told['event_type']}; review={told['review_status']}",
        # Seconds since 1970, as ACLED writes it.
        "timestamp": int(datetime.fromisoformat(stored).timestamp()) if stored else None,
    }


FORMAT = Format(
    name="acled",
    label="CSV with ACLED's columns",
    suffix="-acled.csv",
    content_type="text/csv; charset=utf-8",
    write=write,
    rank=6,
)
