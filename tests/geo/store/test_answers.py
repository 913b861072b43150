"""The answers of online geocoders outlive the handle that kept them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from geopy.location import Location
from geopy.point import Point

from gazetteer.online import Online
from geo.errors import StoreError
from geo.store import open_store

if TYPE_CHECKING:
    from pathlib import Path


class Elsewhere:
    """Stands for a geocoder on the network, and counts what it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def geocode(self, text: str, **_options: Any) -> list[Location]:
        self.asked.append(text)
        return [Location("Honolulu, Hawaii", Point(21.31, -157.86), {"id": 7})]


def ask(online: Online, text: str) -> Any:
    return online.geocode(text, exactly_one=True, timeout=5, options={})


def test_a_question_is_sent_once_even_by_another_handle(tmp_path: Path) -> None:
    network = Elsewhere()
    for _ in range(2):
        with open_store(tmp_path / "a.sqlite") as store:
            found = ask(
                Online(network, cache=store.answers(), min_delay_seconds=0), "Iolani Palace"
            )
        assert (found.latitude, found.longitude) == (21.31, -157.86)
        assert found.raw["source"] == "Elsewhere"
    assert network.asked == ["Iolani Palace"]


def test_answers_are_a_mapping(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.sqlite") as store:
        answers = store.answers()
        answers["où"] = "1"
        answers["où"] = "2"
        assert dict(answers) == {"où": "2"}
        del answers["où"]
        assert len(answers) == 0
        with pytest.raises(KeyError):
            answers["où"]
        with pytest.raises(KeyError):
            del answers["où"]


def test_a_store_opened_read_only_says_so(tmp_path: Path) -> None:
    open_store(tmp_path / "a.sqlite").close()
    with (
        open_store(tmp_path / "a.sqlite", read_only=True) as store,
        pytest.raises(StoreError, match="read-only"),
    ):
        store.answers()["a"] = "b"
