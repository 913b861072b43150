"""The store of many events, written once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.geo.exporters.many import Many, many_events

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer
    from tests.geo.conftest import Making


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory, gazetteer: Gazetteer, make: Making) -> Many:
    """Many events of all forms."""
    return many_events(tmp_path_factory.mktemp("exports"), gazetteer, make)
