"""The figures of several systems over one corpus, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from geo.evaluation.scoring import rates, share

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from geo.evaluation.scoring import Tally

_LABEL_WIDTH = 42
_COLUMN_WIDTH = 22


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one system found, how fast in words per CPU-second, and its peak memory; None unmeasured.

    `own`: its toponyms have a confidence.
    """

    label: str
    tally: Tally
    words_per_second: float | None = None
    peak_mb: float | None = None
    own: bool = False


def table_of(corpus: str, runs: Sequence[Run], *, articles: int, part: bool, note: str) -> str:
    """Return the table of a corpus: quality, speed, memory, and how far a confidence can be trusted."""
    tally = runs[0].tally
    of = f"{corpus}, test part" if part else corpus
    lines = [
        f"{of}: {articles} articles, {tally.marked} toponyms",
        f"({tally.placed} of them with a position, {tally.known} of these in the gazetteer)",
        _line("", [run.label for run in runs]),
        *_quality(runs),
        _line("words per CPU-second", [_rounded(run.words_per_second) for run in runs]),
        *_ratio(runs),
        _line("peak memory, MB", [_rounded(run.peak_mb) for run in runs]),
    ]
    for run in runs:
        if run.own:
            lines.extend(_reliability(run))
    return "\n".join([*lines, *([note] if note else [])])


def _quality(runs: Sequence[Run]) -> Iterator[str]:
    tallies = [run.tally for run in runs]
    recognition = [rates(t.matched, t.predicted, t.marked) for t in tallies]
    whole = [rates(t.near, t.predicted_placed, t.placed) for t in tallies]
    yield _line("recognition (overlap), P / R / F1", [_three(one) for one in recognition])
    yield _line("end to end (161 km), P / R / F1", [_three(one) for one in whole])
    near = [share(t.near, t.matched_placed) for t in tallies]
    close = [share(t.close, t.matched_placed) for t in tallies]
    known = [share(t.known_near, t.known) for t in tallies]
    yield _line("of the recognised within 161 km", [f"{one:.3f}" for one in near])
    yield _line("of the recognised within 20 km", [f"{one:.3f}" for one in close])
    yield _line("of those in the gazetteer within 161 km", [f"{one:.3f}" for one in known])


def _ratio(runs: Sequence[Run]) -> Iterator[str]:
    """Yield how many times faster than the last system each is, which holds on any machine."""
    last = runs[-1]
    if not last.own and last.words_per_second:
        times = [
            f"{run.words_per_second / last.words_per_second:.1f}" if run.words_per_second else "-"
            for run in runs
        ]
        yield _line(f"  as a multiple of {last.label}", times)


def _reliability(run: Run) -> Iterator[str]:
    yield f"{run.label}: confidence said, share that is right, toponyms"
    for _, cases in sorted(run.tally.bins.items()):
        said = sum(confidence for confidence, _ in cases) / len(cases)
        right = sum(hit for _, hit in cases) / len(cases)
        yield f"  {said:>8.2f}{right:>8.2f}{len(cases):>8}"


def _three(values: tuple[float, float, float]) -> str:
    return " / ".join(f"{value:.3f}" for value in values)


def _rounded(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"


def _line(label: str, cells: Sequence[str]) -> str:
    return f"{label:<{_LABEL_WIDTH}}" + "".join(f"{cell:>{_COLUMN_WIDTH}}" for cell in cells)
