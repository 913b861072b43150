"""Measure the exports: seconds, size of file and peak memory of each format.

    python -m benchmarks.exports [EVENTS]     (100,000 as usual; a million take half an hour)

Prints a table. The events are those of `benchmarks.store`. Each format is written by a process of its
own, whose peak memory is its own too; the store is made once and opened by each.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from shapely import LineString

from benchmarks.store import _TOWNS, _line, _load, _place
from geo.exporters import export, usable_formats
from geo.model import Status
from geo.privacy import Audience
from geo.query import EventQuery
from geo.store import open_store

_LARGEST_MB = 200


def main(number: int) -> None:
    """Write a store, then each format, and print what each took."""
    chance = random.Random(1)
    places = [_place(index, chance) for index in range(_TOWNS)]
    lines: list[LineString] = [_line(place) for place in places[:100]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bench.sqlite")
        with open_store(path) as store:
            _load(store, number, places, lines, chance)
        print(f"{number:,} events\n\n| format | seconds | MB of file | peak MB of memory |")
        print("| --- | --- | --- | --- |", flush=True)
        for form in usable_formats():
            output = Path(folder, f"out{form.suffix}")
            arguments = [sys.executable, "-m", "benchmarks.exports", "one", form.name, path, output]
            done = subprocess.run(arguments, capture_output=True, text=True, check=True)
            seconds, peak = map(float, done.stdout.split())
            size, mark = output.stat().st_size / 1e6, "" if peak <= _LARGEST_MB else " (too much)"
            print(f"| {form.name} | {seconds:.0f} | {size:.0f} | {peak:.0f}{mark} |", flush=True)
            output.unlink()


def one(form: str, path: Path, output: Path) -> None:
    """Write one format; print seconds of wall clock and peak megabytes of this process."""
    begun = time.monotonic()
    query = EventQuery(statuses=frozenset(Status))
    with open_store(path, read_only=True, audience=Audience.PUBLIC) as store:
        export(store, query, format_=form, output=output, gazetteer=None)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(time.monotonic() - begun, peak)


if __name__ == "__main__":
    if sys.argv[1:2] == ["one"]:
        one(sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
