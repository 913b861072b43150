"""The figures that the gazetteer's page tells are those of the gazetteer."""

from __future__ import annotations

import collections
import re
from typing import TYPE_CHECKING

import pytest

from gazetteer.additions import additions

if TYPE_CHECKING:
    from pathlib import Path

    from gazetteer.sqlite import SqliteGazetteer


def test_the_page_lists_every_kind_with_its_round_number(
    gazetteer: SqliteGazetteer, root: Path
) -> None:
    if additions():
        pytest.skip("places of your own are in this gazetteer: the page counts the rest alone")
    page = (root / "docs" / "gazetteer.md").read_text("utf-8")
    told = {
        kind: int(number.replace(",", ""))
        for kind, number in re.findall(r"^\| (\w+) \| ([\d,]+) \|", page, flags=re.MULTILINE)
    }
    counted = collections.Counter(str(kind) for kind in gazetteer.kinds())
    assert told.keys() == counted.keys()
    assert {k: told[k] for k in told} == {
        k: pytest.approx(count, rel=0.1) for k, count in counted.items()
    }
