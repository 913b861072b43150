"""Measure incidents across articles: what a batch costs on top of a store that is full already.

    python -m benchmarks.merging [EVENTS] [ARTICLES]     (100,000 and 1,000 as usual)

Prints a table. The store holds events of one article each, in 5,000 towns over 1,000 days; of the
batch a third tell of happenings in the store in other words, a third carry its texts with another
headline, a third are new. Then, the other extreme: as many reports of one single happening, half of
them copies.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.store import _BATCH, _TOWNS, _place, _reading
from geo.query import EventQuery
from geo.store import open_store
from geo.store.connection import transaction
from geo.store.writing import Writer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from geo.model import Reading
    from geo.store import Store

_FILLING = 180
_WORDS = [
    f"{first}{last}"
    for first in "bdfgklmnprst"
    for last in ("ador", "elin", "igun", "opal", "uter", "asket")
]


def main(number: int, articles: int) -> None:
    """Fill a store, add batches, and print what each took."""
    chance = random.Random(1)
    places = [_place(index, chance) for index in range(_TOWNS)]
    stored = [
        _long(_reading(i, chance.choice(places), None, chance), chance) for i in range(number)
    ]
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder, "bench.sqlite")) as store:
        _timed("load", store, stored)
        told = chance.sample(stored, articles)
        third = articles // 3
        batch = [
            *(_retold(reading, chance) for reading in told[:third]),
            *(_copied(reading) for reading in told[third : 2 * third]),
            *(
                _long(_reading(number + n, chance.choice(places), None, chance), chance)
                for n in range(articles - 2 * third)
            ),
        ]
        _timed("batch", store, batch)
        one = told[0]
        viral = [replace(_copied(one), article=_renamed(one, n)) for n in range(articles // 2)]
        viral += [_retold(one, chance, key=f"v{n}") for n in range(articles // 2)]
        _timed("one happening", store, [_own(reading, n) for n, reading in enumerate(viral)])
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
        print(f"size      {size / 1e6:,.0f} MB for {sum(1 for _ in store.articles()):,} articles")


def _timed(name: str, store: Store, readings: list[Reading]) -> None:
    before = store.total(EventQuery())
    begun = time.process_time()
    _load(store, readings)
    took = time.process_time() - begun
    new = store.total(EventQuery()) - before
    per = 1000 * took / len(readings)
    print(
        f"{name:<14} {len(readings):>8,} articles {took:8.1f} CPU-s {per:7.2f} ms each {new:>8,} new incidents"
    )


def _load(store: Store, readings: Iterable[Reading]) -> None:
    connection, values = store._connection, store._values  # noqa: SLF001 (larger steps than add's)
    writer = Writer(connection=connection, values=values, gazetteer=None)
    waiting = list(readings)
    for start in range(0, len(waiting), _BATCH):
        with transaction(connection):
            for reading in waiting[start : start + _BATCH]:
                writer.write(reading, edition="benchmark")


def _long(reading: Reading, chance: random.Random) -> Reading:
    """Give an article the length of news."""
    words = " ".join(chance.choices(_WORDS, k=_FILLING))
    return _with(reading, text=f"{reading.article.text} {words}.")


def _retold(reading: Reading, chance: random.Random, *, key: str = "r") -> Reading:
    """Tell of the same in half of the words, and more of its own."""
    sentence = reading.article.text.split(".")[0]
    head, *rest = sentence.split(" number")
    number, *words = " number".join(rest).split()
    told = f"{head} number{number} {' '.join(words[::2])}."
    return _own(_with(_long(_with(reading, text=told), chance), sentence=told), key)


def _copied(reading: Reading) -> Reading:
    return _own(_with(reading, text=f"{reading.article.text} Read by our desk."), "c")


def _renamed(reading: Reading, number: int) -> object:
    return replace(reading.article, text=f"{reading.article.text} Read by desk {number}.")


def _own(reading: Reading, key: object) -> Reading:
    """Give a reading ids of its own."""
    name = f"{reading.article.id}-{key}"
    article = replace(reading.article, id=name, url="", source=f"Paper {key}")
    events = tuple(
        replace(event, id=f"{event.id}-{key}", article_id=name) for event in reading.events
    )
    return replace(reading, article=article, events=events)


def _with(reading: Reading, *, text: str = "", sentence: str = "") -> Reading:
    events = reading.events
    if sentence:
        events = tuple(replace(e, sentence=sentence, end=len(sentence)) for e in events)
    article = replace(reading.article, text=text) if text else reading.article
    return replace(reading, article=article, events=events)


if __name__ == "__main__":
    given = [int(argument) for argument in sys.argv[1:]]
    main(*(given + [100_000, 1_000][len(given) :]))
