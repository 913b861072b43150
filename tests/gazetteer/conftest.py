"""A tiny gazetteer for tests that need no built one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.gazetteer.tiny import tiny_gazetteer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gazetteer.sqlite import SqliteGazetteer


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of this checkout."""
    return Path(__file__).parents[2]


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteGazetteer]:
    with tiny_gazetteer(tmp_path_factory.mktemp("tiny")) as opened:
        yield opened
