"""What all tests share: the built gazetteer, and no network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

import gazetteer as gazetteer_package
from gazetteer.build import build, is_current

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gazetteer.place import Gazetteer

# A loaded machine is no fault: no test asserts on seconds.
hypothesis.settings.register_profile("placeline", deadline=None)
hypothesis.settings.load_profile("placeline")

ROOT = Path(__file__).parents[1]
#: Reference material beside the checkout; tests that use it skip where it is absent.
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session")
def gazetteer() -> Iterator[Gazetteer]:
    """The built gazetteer of this checkout; built where it is missing or of another edition."""
    if not is_current():
        build()
    with gazetteer_package.open_gazetteer() as opened:
        yield opened


@pytest.fixture
def shared() -> Path:
    """The folder of reference material."""
    if not SHARED.is_dir():
        pytest.skip("no reference material beside this checkout (../shared)")
    return SHARED
