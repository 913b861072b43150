"""Measure the store: load, size, and what the map asks, at a given number of events.

    python -m benchmarks.store [EVENTS]     (100,000 as usual; a million take some minutes)

Prints a table. Towns are scattered over the world by a fixed seed; a tenth of the events lie on
one of a hundred shared lines, a tenth are protected.
"""

from __future__ import annotations

import random
import resource
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from shapely import LineString

from gazetteer.place import Coordinates, Kind, Place
from geo.exporters import export
from geo.model import (
    Article,
    Count,
    Event,
    Mention,
    Precision,
    Qualifier,
    Reading,
    Resolution,
    Role,
    Status,
    event_id,
)
from geo.privacy import Audience
from geo.query import BoundingBox, EventQuery
from geo.store import Record, Store, open_store
from geo.store.connection import transaction
from geo.store.writing import Writer

if TYPE_CHECKING:
    from collections.abc import Callable

_KINDS = ("clash",) * 6 + ("crossing",) * 3 + ("refuge",)
_WORDS = [
    "army",
    "border",
    "bridge",
    "camp",
    "clash",
    "crossed",
    "families",
    "guard",
    "injured",
    "killed",
    "police",
    "river",
]
_TOWNS = 5_000
_BATCH = 2_000


def main(number: int) -> None:
    """Load a store and print what each question takes."""
    chance = random.Random(1)
    places = [_place(index, chance) for index in range(_TOWNS)]
    lines = [_line(place) for place in places[:100]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bench.sqlite")
        begun = time.process_time()
        with open_store(path) as store:
            _load(store, number, places, lines, chance)
        took = time.process_time() - begun
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
        print(f"load      {number / took:,.0f} events per CPU-second; {size / 1e6:,.0f} MB")
        for audience in Audience:
            with open_store(path, read_only=True, audience=audience) as store:
                _ask(store, places, audience)
                _export(store, Path(folder, "out.geojson"))
        print(
            f"memory    {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most"
        )


def _load(
    store: Store,
    number: int,
    places: list[Place],
    lines: list[LineString],
    chance: random.Random,
) -> None:
    """Write in large batches, as a bulk import would."""
    connection, values = store._connection, store._values  # noqa: SLF001 (larger steps than add's)
    writer = Writer(connection=connection, values=values, gazetteer=None)
    for start in range(0, number, _BATCH):
        with transaction(connection):
            for index in range(start, min(start + _BATCH, number)):
                place = chance.choice(places)
                line = chance.choice(lines) if chance.random() < 0.1 else None
                writer.write(_reading(index, place, line, chance), edition="benchmark")


def _ask(store: Store, places: list[Place], audience: Audience) -> None:
    chance = random.Random(2)
    towns = [_around(chance.choice(places)) for _ in range(100)]
    europe = BoundingBox(west=-10, south=35, east=40, north=70)
    world = BoundingBox(west=-180, south=-90, east=180, north=90)
    week = EventQuery(earliest=date(2019, 3, 1), latest=date(2019, 3, 7), limit=1000)
    questions: dict[str, list[Callable[[], object]]] = {
        "town box": [partial(_drain, store, EventQuery(bbox=box)) for box in towns],
        "town box, counts": [partial(store.counts, EventQuery(bbox=box)) for box in towns],
        "Europe, 1,000": [lambda: list(store.records(EventQuery(bbox=europe, limit=1000)))],
        "world, 1,000": [lambda: list(store.records(EventQuery(bbox=world, limit=1000)))],
        "all, 1,000": [lambda: list(store.records(EventQuery(limit=1000)))],
        "a week, 1,000": [lambda: list(store.records(week))],
        "words, 1,000": [lambda: list(store.records(EventQuery(text="bridg inj", limit=1000)))],
        "rare words": [lambda: list(store.records(EventQuery(text="number4711")))],
        "place": [lambda: list(store.records(EventQuery(place="Town 42")))],
        "counts of all": [lambda: store.counts(EventQuery())],
        "counts, Europe": [lambda: store.counts(EventQuery(bbox=europe))],
        "total of all": [lambda: store.total(EventQuery())],
        "version": [store.version] * 100,
    }
    for name, asked in questions.items():
        spans = sorted(_ms(one) for one in asked for _ in range(1 if len(asked) > 1 else 3))
        p95 = spans[int(0.95 * (len(spans) - 1))]
        print(f"{audience:<9} {name:<18} {statistics.median(spans):9.2f} ms p50 {p95:9.2f} ms p95")


def _drain(store: Store, query: EventQuery) -> list[Record]:
    return list(store.records(query))


def _export(store: Store, output: Path) -> None:
    begun = time.process_time()
    query = EventQuery(statuses=frozenset(Status))
    number = export(store, query, format_="geojson", output=output, gazetteer=None)
    print(
        f"{store.audience:<9} export {number / (time.process_time() - begun):,.0f} per CPU-second"
    )


def _ms(ask: Callable[[], object]) -> float:
    begun = time.process_time()
    ask()
    return (time.process_time() - begun) * 1000


def _place(index: int, chance: random.Random) -> Place:
    return Place(
        id=f"geonames:{index}",
        name=f"Town {index}",
        kind=Kind.SETTLEMENT,
        country_codes=("CO",),
        coordinates=Coordinates(lat=chance.uniform(-60, 70), lon=chance.uniform(-180, 180)),
        population=20_000,
    )


def _line(place: Place) -> LineString:
    lon, lat = place.coordinates.lonlat
    return LineString([(lon + 0.01 * step, lat + 0.005 * step) for step in range(200)])


def _around(place: Place) -> BoundingBox:
    lon, lat = place.coordinates.lonlat
    west, east = max(lon - 0.2, -180), min(lon + 0.2, 180)
    return BoundingBox(west=west, south=lat - 0.2, east=east, north=lat + 0.2)


def _reading(index: int, place: Place, line: LineString | None, chance: random.Random) -> Reading:
    words = " ".join(chance.choices(_WORDS, k=35))
    text = f"In {place.name} number{index} {words}."
    mention = Mention(start=3, end=3 + len(place.name), surface=place.name, role=Role.NAME)
    found = Resolution(
        mention=mention,
        place=place,
        name=place.name,
        kind=place.kind,
        country_codes=place.country_codes,
        coordinates=place.coordinates,
        geometry=line,
        precision=Precision.SETTLEMENT,
        uncertainty_km=5,
        confidence=0.9,
        why="the only place of that name",
    )
    day = date(2018, 1, 1) + timedelta(days=chance.randrange(1000))
    kind = chance.choice(_KINDS)
    event = Event(
        id=event_id(article=f"a{index}", start=0, end=len(text), kind=kind, place=place.name),
        article_id=f"a{index}",
        kind=kind,
        start=0,
        end=len(text),
        sentence=text,
        resolution=found,
        earliest=day,
        latest=day,
        status=Status.HAPPENED,
        counts={"killed": Count(value=3, qualifier=Qualifier.AT_LEAST)},
        confidence=0.8,
    )
    article = Article(
        id=f"a{index}", text=text, title=f"Report {index}", source=f"Wire {index % 50}"
    )
    article = replace(article, url=f"https://news.example/{index}", published=day)
    return Reading(
        article=article, resolutions=(found,), unplaced=(), events=(event,), incidents=()
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
