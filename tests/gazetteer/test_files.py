from __future__ import annotations

import dataclasses
import pickle
import sqlite3
from typing import TYPE_CHECKING

import pytest

from gazetteer import DamagedError, FormatError, NotBuiltError, open_gazetteer
from gazetteer.edition import FORMAT
from gazetteer.place import Candidate, Coordinates, Place
from tests.gazetteer.tiny import write_tiny

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    where = tmp_path / "gazetteer"
    where.mkdir()
    write_tiny(where)
    return where


def test_no_gazetteer_is_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NotBuiltError, match="placeline gazetteer build") as caught:
        open_gazetteer(tmp_path / "none")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["gazetteer.sqlite", "places.bin", "names.marisa", "names.bin"])
@pytest.mark.parametrize("left", [0, 13])
def test_a_file_cut_short_is_noticed_when_opened(folder: Path, name: str, left: int) -> None:
    file = folder / name
    file.write_bytes(file.read_bytes()[:left])
    with pytest.raises(DamagedError, match="placeline gazetteer build") as caught:
        open_gazetteer(folder)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["places.bin", "names.marisa", "names.bin"])
def test_a_missing_file_is_noticed_when_opened(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(DamagedError, match="placeline gazetteer build"):
        open_gazetteer(folder)


def test_a_place_from_the_files_is_a_place_like_any_other(folder: Path) -> None:
    """It is made without its constructor, and must compare, hash, copy and refuse change as one."""
    with open_gazetteer(folder) as gazetteer:
        candidate = gazetteer.lookup("Cúcuta")[0]
    place = candidate.place
    fields = {field.name: getattr(place, field.name) for field in dataclasses.fields(place)}
    at = Coordinates(lat=place.coordinates.lat, lon=place.coordinates.lon)
    made = Candidate(place=Place(**fields | {"coordinates": at}), name_type=candidate.name_type)
    assert (candidate, hash(candidate), repr(candidate)) == (made, hash(made), repr(made))
    assert pickle.loads(pickle.dumps(candidate)) == made
    assert dataclasses.replace(place, name="Other").name == "Other"
    for one, name in ((candidate, "place"), (place, "name"), (place.coordinates, "lat")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(one, name, None)


def test_the_files_are_only_read(folder: Path) -> None:
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    with open_gazetteer(folder) as gazetteer:
        gazetteer.lookup("Cúcuta")
        gazetteer.neighbours("VE")
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


@pytest.mark.parametrize("found", [str(FORMAT + 1), "1", None])
def test_a_gazetteer_of_another_format_is_refused_when_opened(
    folder: Path, found: str | None
) -> None:
    """None: built before formats were written down. Its records may be anything."""
    (folder / "places.bin").write_bytes(b"\xff" * (folder / "places.bin").stat().st_size)
    with sqlite3.connect(folder / "gazetteer.sqlite") as database:
        if found is None:
            database.execute("DELETE FROM meta WHERE key = 'format'")
        else:
            database.execute("UPDATE meta SET value = ? WHERE key = 'format'", (found,))
    database.close()
    with pytest.raises(FormatError) as caught:
        open_gazetteer(folder)
    assert str(caught.value) == (
        f"{folder}: the gazetteer has format {found or 'unknown'} (edition tiny),"
        f" this Placeline wants format {FORMAT}: run `placeline gazetteer build`"
    )
