from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gazetteer import DamagedError, NotBuiltError, open_gazetteer
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


def test_the_files_are_only_read(folder: Path) -> None:
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    with open_gazetteer(folder) as gazetteer:
        gazetteer.lookup("Cúcuta")
        gazetteer.neighbours("VE")
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
