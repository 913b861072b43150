"""The guide to the kinds of event: its table is true, and its worked example installs and runs."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from geo.extraction import extract, kinds
from geo.extraction.frames import frames
from geo.model import Article
from geo.privacy import sensitivity
from geo.sentences import split
from geo.words import lexicon, read_words
from tests.geo.extraction.marking import marked
from webapp.kinds import icon

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gazetteer.place import Gazetteer

GUIDE = (Path(__file__).parents[1] / "docs" / "kinds.md").read_text(encoding="utf-8")
FILE = re.compile(r"^`(?P<path>[\w./]+)`\n\n```\w+\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)
MOST_LINES = 60


def example() -> Mapping[str, str]:
    return {match["path"]: match["text"] for match in FILE.finditer(GUIDE)}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package of the guide, installed as pip does it: its files, and what its project file declares."""
    for path, text in example().items():
        file = tmp_path / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    project = tomllib.loads(example()["pyproject.toml"])["project"]
    info = tmp_path / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(head, encoding="utf-8")
    lines = [
        line
        for group, entries in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {target}" for name, target in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    kinds.cache_clear()
    yield
    monkeypatch.undo()
    kinds.cache_clear()
    icon.cache_clear()


def test_the_worked_example_is_short() -> None:
    files = example()
    assert len(files) == 3
    assert sum(text.count("\n") for text in files.values()) < MOST_LINES


@pytest.mark.usefixtures("installed")
def test_the_worked_example_is_a_kind_like_ours(gazetteer: Gazetteer) -> None:
    plain, named = marked("Rebels hold the hills. The internet was cut in [Hilo|settlement|US].")
    article = Article(id="a", text=plain, published=date(2024, 5, 6), language="en")
    [event] = extract(article, split(plain), named, gazetteer)
    assert (event.kind, event.resolution and event.resolution.name) == ("blackout", "Hilo")
    assert sensitivity("blackout") == "open"
    drawn = icon("blackout")
    assert drawn is not None
    assert b">N</text>" in drawn.plain


@pytest.mark.usefixtures("installed")
def test_the_frames_of_the_worked_example_meet_their_own_sentences() -> None:
    kind, lists = kinds()["blackout"], lexicon("en")
    rows = frames(kind.package, kind.frames.format("en"), "en")
    for row in rows.rows:
        for sentence, meets in ((row.right, True), (row.wrong, False)):
            words = read_words(sentence, 0, len(sentence), lists, [])
            assert (row.id in {hit.frame.id for hit in rows.hits(words)}) is meets, sentence


def test_the_table_of_the_guide_is_true() -> None:
    rows = [
        (k.label, k.letter, k.acled, k.plover, k.sensitivity, ", ".join(k.roles))
        for k in kinds().values()
    ]
    for row in rows:
        assert " ".join(f"| {' | '.join(row)} |".split()) in GUIDE
