"""JSON for TimeMap, the viewer of Forensic Architecture: events, their sources, and the kinds as categories.

TimeMap asks for the three at addresses of their own (EVENTS_EXT, SOURCES_EXT, ASSOCIATIONS_EXT);
here they are the members of one object. It takes no field that it does not know, wants every value
as text and days as MM/DD/YYYY, and leaves out events without a day.
"""

from __future__ import annotations

import shutil
import tempfile
from typing import IO, TYPE_CHECKING, Any

import orjson

from geo.exporters.format import Format
from geo.extraction import kinds
from geo.features import properties

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from gazetteer.place import Gazetteer
    from geo.exporters.methods import Methods
    from geo.record import Record


def write(
    records: Iterable[Record], path: Path, *, gazetteer: Gazetteer | None, methods: Methods
) -> int:
    """Write records as one object and return their number; sources wait in a file beside it."""
    number = 0
    with (
        path.open("wb") as file,
        tempfile.TemporaryFile(dir=path.parent) as waiting,
    ):
        file.write(b'{"events":[')
        for number, record in enumerate(records, start=1):
            told = properties(record, gazetteer=gazetteer)
            between = b"," if number > 1 else b""
            _put(file, between, _event(told))
            waiting.write(between + b"\n" + orjson.dumps(told["event_id"]) + b":")
            waiting.write(orjson.dumps(_source(told)))
        file.write(b'\n],"sources":{')
        waiting.seek(0)
        shutil.copyfileobj(waiting, file)
        file.write(b'\n},"associations":' + orjson.dumps(_categories()))
        file.write(b',"sites":[],"shapes":[],"notifications":[],"methods":')
        file.write(orjson.dumps(methods.text) + b"}\n")
    return number


def _put(file: IO[bytes], between: bytes, item: dict[str, Any]) -> None:
    file.write(between + b"\n" + orjson.dumps(item))


def _event(told: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": told["event_id"],
        "description": told["excerpt"],
        "date": _day(told["event_date"]),
        "time": "",
        "time_precision": _text(told["time_precision"]),
        "location": _text(told["location"]),
        "latitude": _text(told["latitude"]),
        "longitude": _text(told["longitude"]),
        "category": told["event_type"],
        "associations": [told["event_type"]],
        "sources": [told["event_id"]],
        "comments": "; ".join(
            filter(None, (told["review_status"], told["precision"], told["generalisation"]))
        ),
    }


def _source(told: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": told["event_id"],
        "title": told["title"],
        "paths": [],
        "type": "Text",
        "url": _text(told["source_url"]),
        "author": _text(told["source"]),
        "date": _day(told["source_date"]),
        "description": "",
    }


def _categories() -> list[dict[str, str]]:
    return [
        {"id": name, "title": kind.label, "desc": kind.definition, "mode": "CATEGORY"}
        | {"colour": kind.colour}
        for name, kind in sorted(kinds().items())
    ]


def _day(iso: str | None) -> str:
    if not iso:
        return ""
    year, month, day = iso.split("-")
    return f"{month}/{day}/{year}"


def _text(value: Any) -> str:
    return "" if value is None else str(value)


FORMAT = Format(
    name="timemap",
    label="JSON for TimeMap",
    suffix="-timemap.json",
    content_type="application/json",
    write=write,
    rank=9,
)
