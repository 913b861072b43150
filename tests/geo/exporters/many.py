"""A store of many events of all forms: points, lines, areas, across 180 degrees, without a place."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from shapely.geometry import LineString, box

from gazetteer.place import Coordinates
from geo.exporters import export
from geo.model import Precision, Status
from geo.privacy import Audience
from geo.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from shapely.geometry.base import BaseGeometry

    from gazetteer.place import Gazetteer
    from geo.query import EventQuery
    from tests.geo.conftest import Making

NUMBER = 90
_KINDS = ("clash", "crossing", "refuge")
_SHAPES: dict[int, BaseGeometry] = {
    0: LineString([(-158.2, 21.2), (-157.9, 21.5), (-157.5, 21.6)]),
    1: box(-158.4, 21.1, -157.4, 21.9),
    2: box(178.5, -19.0, 181.5, -16.0),
    3: LineString([(-72.6, 7.7), (-72.4, 8.1)]),
}
#: The words that no spreadsheet may run, and those that no format may break on.
HOSTILE = (
    '=HYPERLINK("http://x","y")', "+1+1", "-2+3", "@SUM(A1)", "＝1+1", "<img src=x onerror=1>",
    "]]></description><x/>", 'comma, "quote"; semicolon', "{{7*7}} ${x} `y`", "O'Brien 🌍 Ñandú",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Many:
    """A store of many events, and how to export from it."""

    path: Path
    folder: Path
    gazetteer: Gazetteer

    def export(self, query: EventQuery, form: str, *, audience: Audience = Audience.PUBLIC) -> Path:
        """Write a query's events in a format and return the file."""
        output = self.folder / f"{audience}.{form}"
        with open_store(self.path, read_only=True, audience=audience) as store:
            number = export(store, query, format_=form, output=output, gazetteer=self.gazetteer)
            assert number == store.total(query)
        return output


def many_events(folder: Path, gazetteer: Gazetteer, make: Making) -> Many:
    """Write the store into a folder."""
    path = folder / "many.sqlite"
    with open_store(path) as store:
        for write in _readings(make):
            store.add(write(), edition="g1", gazetteer=gazetteer)
    return Many(path=path, folder=folder, gazetteer=gazetteer)


def _readings(make: Making) -> list[Callable[[], object]]:
    chance = random.Random(7)
    return [lambda index=index: _reading(make, index, chance) for index in range(NUMBER)]


def _reading(make: Making, index: int, chance: random.Random) -> object:
    town = make.cucuta if index % 3 else make.honolulu
    word = HOSTILE[index % len(HOSTILE)]
    lat, lon = town.coordinates.latlon
    at = Coordinates(lat=lat + chance.uniform(-0.4, 0.4), lon=lon + chance.uniform(-0.4, 0.4))
    day = date(2019, 1, 1) + timedelta(days=index * 3)
    shape = _SHAPES.get(index % 9)
    return make.reading(
        f"{word} was said at {town.name} on the {index}th day.",
        town.name,
        key=f"k{index}",
        kind=_KINDS[index % 3 if index % 2 else index % 2],
        located=index % 10 != 9,
        status=(Status.PLANNED if index % 11 == 10 else Status.HAPPENED),
        earliest=None if index % 13 == 12 else day,
        latest=None if index % 13 == 12 else day + timedelta(days=index % 4),
        place=town,
        at=at,
        geometry=shape,
        precision=Precision.REGION if shape is not None else Precision.SETTLEMENT,
        article={
            "title": f"{word} {index}",
            "source": f"Wire {index % 4}",
            "url": f"https://x.example/{index}",
        },
    )
