"""What learned models reach, by the rules of geo.evaluation: on held-out folds and on the test parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from geo.evaluation.scoring import Marked, Tally, Toponym, rates, share
from training.learning import resolutions_of
from training.samples import TEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gazetteer.place import Gazetteer
    from geo.model import Resolution
    from training.samples import Sample


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Recognition by overlap, end to end within 161 km, and the share of the found that lies so near."""

    recognition_f1: float
    end_to_end_f1: float
    near_share: float


def table(samples: Sequence[Sample], gazetteer: Gazetteer) -> str:
    """Return a table of the figures of each corpus, part and mode."""
    lines = [f"{'':<34}{'recognition F1':>16}{'end to end F1':>16}{'of the found':>14}"]
    for corpus in sorted({s.corpus for s in samples}):
        for part in ("held out", "test"):
            for mode in ("publisher unknown", "publisher known"):
                own = select(samples, corpus=corpus, part=part, known=mode == "publisher known")
                told = measure(own, gazetteer)
                lines.append(
                    f"{corpus + ', ' + part + ', ' + mode:<40}{told.recognition_f1:>10.3f}"
                    f"{told.end_to_end_f1:>16.3f}{told.near_share:>14.3f}"
                )
    return "\n".join(lines)


def select(samples: Sequence[Sample], *, corpus: str, part: str, known: bool) -> list[Sample]:
    """Return the whole articles of a part; where `known`, with their publisher's profile if it has one."""
    wanted = [
        s
        for s in samples
        if s.corpus == corpus and not s.excerpt and (s.fold == TEST) == (part == "test")
    ]
    found = {s.key: s for s in wanted if s.profile is None}
    if known:
        found.update({s.key: s for s in wanted if s.profile is not None})
    return list(found.values())


def measure(samples: Sequence[Sample], gazetteer: Gazetteer) -> Figures:
    """Return the figures of samples as the models left them."""
    tally = Tally()
    for sample in samples:
        marked = [
            Marked(start=t["start"], end=t["end"], lat=t["lat"], lon=t["lon"])
            for t in sample.toponyms
        ]
        tally.compare([_toponym(r) for r in resolutions_of(sample, gazetteer)], marked)
    return Figures(
        recognition_f1=rates(tally.matched, tally.predicted, tally.marked)[2],
        end_to_end_f1=rates(tally.near, tally.predicted_placed, tally.placed)[2],
        near_share=share(tally.near, tally.matched_placed),
    )


def _toponym(resolution: Resolution) -> Toponym:
    mention, at = resolution.mention, resolution.coordinates
    return Toponym(
        start=mention.start,
        end=mention.end,
        lat=at.lat,
        lon=at.lon,
        confidence=resolution.confidence,
    )
