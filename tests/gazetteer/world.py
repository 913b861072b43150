"""The layers of a build, with a tiny world in place of the packages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gazetteer.build.atlas import Atlas
from gazetteer.build.layers import added_layers
from tests.gazetteer.tiny import tiny_entries

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from gazetteer.build.entry import Entry

_ATLAS = Atlas()


def tiny_world(additions: Path) -> Iterator[tuple[str, Iterable[Entry]]]:
    """Yield the additions and the tiny world, in the order of a real build."""
    yield from added_layers(additions, _ATLAS, wins=True)
    yield from added_layers(additions, _ATLAS, wins=False)
    yield "tiny", tiny_entries("GeoNames")
