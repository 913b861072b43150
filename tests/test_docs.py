"""What the documents say is true: their commands run, their options and files exist."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from geo.exporters import format_of, formats
from geo.exporters.fields import fields

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    lines = [
        line
        for d in DOCUMENTS
        for b in blocks(d.read_text(encoding="utf-8"), "console")
        for line in b.splitlines()
    ]
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ placeline ")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample articles in it, where the commands of the documents run in order."""
    folder = tmp_path_factory.mktemp("docs")
    (folder / "samples").symlink_to(ROOT / "samples")
    return folder


@pytest.mark.usefixtures("gazetteer")
@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_documents_runs(command: str, folder: Path) -> None:
    arguments = shlex.split(command)[1:]
    done = subprocess.run(
        [sys.executable, "-m", "geo.cli", *arguments],
        cwd=folder, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.mark.usefixtures("gazetteer")
@pytest.mark.parametrize(
    "code", [b for d in DOCUMENTS for b in blocks(d.read_text(encoding="utf-8"), "python")]
)
def test_python_of_the_documents_runs(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_links_to_files_of_the_project_lead_somewhere() -> None:
    for document in DOCUMENTS:
        for target in re.findall(
            r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")
        ):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_the_make_targets_of_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"(?:`|^    )make ([a-z]+)", README, flags=re.MULTILINE)):
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target


def test_every_command_is_in_the_readme() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "geo.cli", "--help"], capture_output=True, text=True, check=True
    ).stdout
    for name in re.findall(r"^  ([a-z]+)  ", shown.split("Commands:")[1], flags=re.MULTILINE):
        assert f"placeline {name}" in README, name


def test_every_field_and_format_is_explained() -> None:
    text = (ROOT / "docs" / "exports.md").read_text(encoding="utf-8")
    for field in fields():
        twin = f"`{field.acled}`" if field.acled else ""
        line = f"| `{field.name}` | {field.type} | {field.meaning} | {twin} | `{field.hxl}` |"
        assert line in text, field.name
    for form in formats():
        assert f"| `{form}` | `{format_of(form).suffix}` |" in text, form


def test_every_option_of_export_is_explained() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "geo.cli", "export", "--help"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    text = (ROOT / "docs" / "exports.md").read_text(encoding="utf-8")
    ours = {"db", "format", "output", "help"}
    for name in set(re.findall(r"--([a-z]+)", shown)) - ours:
        assert f"`{name}`" in text or f"`--{name}`" in text, name


def test_each_sample_article_is_the_text_of_its_gold() -> None:
    """The samples and what should be found in them stay in step."""
    gold = {
        row["id"]: row
        for row in map(
            json.loads,
            (ROOT / "tests/data/samples_gold.jsonl").read_text(encoding="utf-8").splitlines(),
        )
    }
    files = sorted((ROOT / "samples").glob("*.txt"))
    assert [f.stem for f in files] == sorted(gold)
    for file in files:
        assert (
            file.read_text(encoding="utf-8").split("\n\n", 1)[1].rstrip("\n")
            == gold[file.stem]["text"]
        )
