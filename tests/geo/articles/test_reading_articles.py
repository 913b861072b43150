"""Articles are read from text, HTML and JSON lines; what cannot be read says why."""

from __future__ import annotations

import io
import json
import os
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from geo.articles import Item, expand, paste, read
from geo.articles.item import MAX_CHARACTERS, day
from geo.errors import UnreadableError
from geo.model import article_id

SENTENCES = "Dozens of people crossed the river on Sunday. The army closed the bridge soon after. "
PAGE = f"""<!doctype html><html lang="en-GB"><head><title>Crossing at dawn</title>
<meta property="og:site_name" content="Example Wire">
<meta property="article:published_time" content="2019-02-24T08:00:00Z">
<link rel="canonical" href="https://news.example/crossing"></head>
<body><nav><a href="/">Home</a></nav><article><h1>Crossing at dawn</h1>
<p>{SENTENCES * 3}</p><p>{SENTENCES * 2}</p></article>
<footer>All rights reserved</footer></body></html>"""


def only(path: Path | str) -> Item:
    (item,) = read(str(path))
    return item


def written(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


# --- text ---


def test_a_header_block_is_read(tmp_path: Path) -> None:
    text = (
        "Title: At the bridge\nSource: Example Wire\nPublished: 2019-02-24\n"
        "URL: https://news.example/x\nLanguage: en\nId: x-1\n\nTwo trucks burned.\n\nNobody died."
    )
    article = only(written(tmp_path / "a.txt", text)).article
    assert article is not None
    assert article.id == "x-1"
    assert (article.title, article.source) == ("At the bridge", "Example Wire")
    assert (article.published, article.language) == (date(2019, 2, 24), "en")
    assert article.url == "https://news.example/x"
    assert article.text == "Two trucks burned.\n\nNobody died."


@pytest.mark.parametrize(
    ("text", "title", "body"),
    [
        ("A short line\n\nThe text.", "A short line", "The text."),
        ("A short line\r\n\r\nThe text.", "A short line", "The text."),
        ("A short line\nThe text.", "", "A short line\nThe text."),
        ("Only one line.", "", "Only one line."),
        ("x" * 300 + "\n\nThe text.", "", "x" * 300 + "\n\nThe text."),
        ("Note: no header\n\nThe text.", "Note: no header", "The text."),
        ("Title: One\nBut then text.\n\nMore.", "", "Title: One\nBut then text.\n\nMore."),
    ],
)
def test_without_a_header_a_short_first_line_is_the_title(text: str, title: str, body: str) -> None:
    article = paste(text)
    assert (article.title, article.text) == (title, body)
    assert article.id == article_id(title=title, text=body)


@pytest.mark.parametrize(
    "published", ["", "next Friday", "2019-02-31", "0000-01-01", "03/04/2025", "1403", "24 Feb"]
)
def test_an_unknown_day_is_unknown_and_never_today(published: str) -> None:
    assert day(published) is None
    assert paste(f"Title: T\nPublished: {published}\n\nText.").published is None


def test_a_day_that_is_none_is_told(tmp_path: Path) -> None:
    item = only(written(tmp_path / "a.txt", "Title: T\nPublished: 31 Feb\n\nText."))
    assert item.article is not None
    assert item.note == "published '31 Feb' is no day (YYYY-MM-DD): left unknown"


@pytest.mark.parametrize("text", ["", " \n\t ", "\ufeff", "\u200b\u200b", "\0\0"])
def test_nothing_pasted_is_nothing_to_read(text: str) -> None:
    with pytest.raises(UnreadableError, match="nothing to read"):
        paste(text)


@given(st.text(st.characters()))
def test_no_paste_makes_it_fail_otherwise(text: str) -> None:
    try:
        article = paste(text)
    except UnreadableError:
        return
    assert article.text.strip()
    assert "\0" not in article.text


# --- encodings ---


@pytest.mark.parametrize(
    ("text", "encoding", "note"),
    [
        ("Enfrentamientos en Cúcuta y São Paulo.", "utf-8", ""),
        ("Enfrentamientos en Cúcuta y São Paulo.", "utf-8-sig", ""),
        ("Enfrentamientos en Cúcuta y São Paulo.", "utf-16", ""),
        ("Enfrentamientos en Cúcuta y São Paulo.", "utf-16-le", ""),
        ("Enfrentamientos en Cúcuta y São Paulo.", "utf-16-be", ""),
        ("Enfrentamientos en Cúcuta y São Paulo.", "cp1252", "read as cp1252"),
        ("قال مسؤولون إن مئات اللاجئين عبروا الحدود إلى مدينة طرابلس", "cp1256", "read as cp1256"),
        ("Сотни беженцев пересекли границу после столкновений", "cp1251", "read as cp1251"),
    ],
)
def test_a_text_is_decoded_and_a_guess_is_told(
    tmp_path: Path, text: str, encoding: str, note: str
) -> None:
    item = only(written(tmp_path / "a.txt", text.encode(encoding)))
    assert item.article is not None
    assert item.article.text == text
    assert item.note == note


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=400))
def test_no_bytes_make_reading_fail(tmp_path: Path, content: bytes) -> None:
    for name in ("a.txt", "a.html", "a.jsonl", "a"):
        for item in read(str(written(tmp_path / name, content))):
            assert (item.article is None) == bool(item.reason)
            assert "\n" not in item.reason


# --- what is no article ---


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "nothing to read: it is empty"),
        (b"\xef\xbb\xbf", "nothing to read"),
        (b" \n ", "nothing to read"),
        (b"%PDF-1.7 x", "is a PDF: wanted"),
        (b"PK\x03\x04rest", "ZIP archive"),
        (b"\x89PNG\r\n\x1a\n", "PNG image"),
        (b"\x7fELF\x02\x01\x01", "is a program"),
        (b"SQLite format 3\0", "SQLite database"),
        (bytes(range(256)) * 20, "is binary data: wanted html, jsonl or text"),
        (b'<?xml version="1.0"?><rss><channel/></rss>', "is XML: wanted"),
    ],
)
def test_what_is_no_article_says_what_it_is(tmp_path: Path, content: bytes, reason: str) -> None:
    item = only(written(tmp_path / "a.txt", content))
    assert item.article is None
    assert reason in item.reason
    assert item.original == content[:65536]


def test_a_missing_file_a_folder_and_a_pipe_say_so(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "not found" in only(tmp_path / "none.txt").reason
    assert "is a folder" in only(tmp_path).reason
    assert "no regular file" in only(tmp_path / "pipe").reason
    assert only("a\0b").reason


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_says_so(tmp_path: Path) -> None:
    written(tmp_path / "a.txt", "Text.").chmod(0)
    assert "cannot be opened (Permission denied)" in only(tmp_path / "a.txt").reason


def test_a_text_that_is_too_long_is_cut_and_says_so(tmp_path: Path) -> None:
    item = only(written(tmp_path / "a.txt", "Word. " * 700_000))
    assert item.article is not None
    assert len(item.article.text) == MAX_CHARACTERS
    assert "cut after 1,000,000 of 4,199,999 characters" in item.note


# --- HTML ---


def test_a_page_gives_its_text_and_what_it_says_of_itself(tmp_path: Path) -> None:
    article = only(written(tmp_path / "a.html", PAGE)).article
    assert article is not None
    assert article.text.startswith(SENTENCES.strip())
    assert "rights reserved" not in article.text
    assert (article.title, article.source) == ("Crossing at dawn", "Example Wire")
    assert (article.published, article.language) == (date(2019, 2, 24), "en")
    assert article.url == "https://news.example/crossing"


def test_a_page_is_known_without_its_suffix(tmp_path: Path) -> None:
    article = only(written(tmp_path / "page", PAGE)).article
    assert article is not None
    assert article.title == "Crossing at dawn"


def test_a_page_is_decoded_as_it_declares(tmp_path: Path) -> None:
    page = PAGE.replace("<head>", '<head><meta charset="windows-1251">')
    page = page.replace("Dozens", "Десятки")
    article = only(written(tmp_path / "a.html", page.encode("cp1251"))).article
    assert article is not None
    assert "Десятки of people" in article.text


def test_a_page_without_a_day_has_none(tmp_path: Path) -> None:
    page = PAGE.replace("2019-02-24T08:00:00Z", "").replace("on Sunday", "on 2 May 1995")
    page = page.replace("All rights", '<a href="/2018/05/06/x">x</a> © 2020 All rights')
    article = only(written(tmp_path / "a.html", page)).article
    assert article is not None
    assert article.published is None


@pytest.mark.parametrize(
    "page",
    [
        "<html><body>" + "<div>" * 200_000 + "deep" + "</div>" * 200_000 + "</body></html>",
        "<html><body><p>Please enable JavaScript.</p></body></html>",
        "<html><head><script>var x = 1;</script></head><body></body></html>",
        "<html></html>",
        "<html>" + "<b>" * 50_000,
    ],
    ids=["nested", "a stub", "only a script", "nothing", "never closed"],
)
def test_a_page_without_an_article_says_so(tmp_path: Path, page: str) -> None:
    assert "no article text" in only(written(tmp_path / "a.html", page)).reason


def test_a_page_of_sixty_thousand_paragraphs_is_read_in_one_pass(tmp_path: Path) -> None:
    page = "".join(f"<p>Paragraph {n} tells of the river.</p>" for n in range(60_000))
    item = only(written(tmp_path / "a.html", f"<html><body>{page}</body></html>"))
    assert item.article is not None
    assert item.article.text.startswith("Paragraph 0 tells of the river.\nParagraph 1 ")


def test_scripts_of_a_large_page_are_no_text(tmp_path: Path) -> None:
    part = "<p>The river rose again today.</p><script>alert(1)</script><nav><p>Menu</p></nav>"
    item = only(written(tmp_path / "a.html", f"<html><body>{part * 4000}</body></html>"))
    assert item.article is not None
    assert "alert" not in item.article.text
    assert "Menu" not in item.article.text


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(middle=st.text(st.characters(codec="utf-8")))
def test_no_page_makes_reading_fail(tmp_path: Path, middle: str) -> None:
    list(read(str(written(tmp_path / "a.html", f"<html><body><p>{middle}</p>{SENTENCES}"))))


@pytest.mark.parametrize(
    ("declared", "found"),
    [
        ('<meta name="DC.date.issued" content="2019-02-20">', date(2019, 2, 20)),
        ('<script type="application/ld+json">{"datePublished": "2019-02-21T01:02:03Z"}</script>',
         date(2019, 2, 21)),
        ('<time itemprop="datePublished" datetime="2019-02-22"></time>', date(2019, 2, 22)),
        ('<link rel="canonical" href="https://news.example/2019/02/23/x">', date(2019, 2, 23)),
        ('<meta name="date" content="yesterday">', None),
        ('<meta name="article:modified_time" content="2019-02-24">', None),
    ],
)  # fmt: skip
def test_a_page_is_of_the_day_that_it_declares(
    tmp_path: Path, declared: str, found: date | None
) -> None:
    body = f"<body><article><p>{SENTENCES * 3}</p></article></body>"
    page = f"<html><head>{declared}</head>{body}</html>"
    article = only(written(tmp_path / "a.html", page)).article
    assert article is not None
    assert article.published == found


# --- JSON lines ---


def lines(*rows: Any) -> bytes:
    return b"".join(
        (row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows
    )


def test_json_lines_give_articles_with_all_their_parts(tmp_path: Path) -> None:
    row = {
        "id": "s-1",
        "title": "T",
        "text": "Text.",
        "source": "S",
        "url": "https://news.example/1",
        "published": "2019-02-26T10:00:00+02:00",
        "language": "pt-BR",
        "unknown": {"ignored": True},
    }
    article = only(written(tmp_path / "a.jsonl", lines(row))).article
    assert article is not None
    assert (article.id, article.title, article.text, article.source) == ("s-1", "T", "Text.", "S")
    assert (article.published, article.language) == (date(2019, 2, 26), "pt")


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (b"{broken", "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"text": "a", "n": ' + b"1" * 5_000 + b"}", "thousands of digits"),
        (b'{"title": "no text"}', '"text" is missing: wanted a string'),
        (b'{"text": 5}', '"text" is a number'),
        (b'{"text": ""}', "nothing to read"),
        (b'{"text": " \\u200b "}', "nothing to read"),
        (b'{"text": "x", "title": ["a"]}', '"title" is a list'),
        (b'{"text": "x", "id": true}', '"id" is a truth value'),
        (b"[1, 2]", 'a list: wanted an object with "text"'),
        (b"null", "missing: wanted an object"),
        (b'"text"', "a string: wanted an object"),
    ],
)
def test_a_broken_line_costs_only_itself(tmp_path: Path, broken: bytes, reason: str) -> None:
    content = lines({"text": "First."}, broken, {"text": "Last."})
    first, bad, last = read(str(written(tmp_path / "a.jsonl", content)))
    assert first.article is not None
    assert last.article is not None
    assert bad.article is None
    assert bad.name.endswith("a.jsonl line 2")
    assert reason in bad.reason
    assert bad.original.strip() == broken


def test_a_line_cut_short_is_told_and_read_once_it_is_whole(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", lines({"text": "First."}) + b'{"text": "Sec')
    *_, bad = read(str(path))
    assert "not JSON" in bad.reason
    assert bad.note == "the last line, perhaps cut short"
    written(path, lines({"text": "First."}, {"text": "Second."}))
    assert [item.article is not None for item in read(str(path))] == [True, True]


@pytest.mark.parametrize(
    ("given_", "text"),
    [
        (b'{"text": "a\\ud800b"}', "a\ufffdb"),
        (b'{"text": "a\\u0000b"}', "ab"),
        (b'{"text": "one", "text": "two"}', "two"),
        (b'{"text": "x", "__proto__": {"a": 1}, "constructor": 5}', "x"),
        (b'\xef\xbb\xbf{"text": "marked"}', "marked"),
        ('{"text": "Cúcuta"}'.encode("cp1252"), "Cúcuta"),
    ],
)
def test_odd_lines_are_read_for_what_they_are(tmp_path: Path, given_: bytes, text: str) -> None:
    article = only(written(tmp_path / "a.jsonl", given_ + b"\n")).article
    assert article is not None
    assert article.text == text


def test_json_lines_in_utf_16_are_read(tmp_path: Path) -> None:
    content = '{"text": "Cúcuta"}\n{"text": "Maicao"}\n'.encode("utf-16")
    found = [
        item.article and item.article.text
        for item in read(str(written(tmp_path / "a.jsonl", content)))
    ]
    assert found == ["Cúcuta", "Maicao"]


@pytest.mark.parametrize("indent", [None, 2])
def test_a_json_list_is_read_as_lines_would_be(tmp_path: Path, indent: int | None) -> None:
    content = json.dumps([{"text": "One."}, {"title": "none"}, {"text": "Two."}], indent=indent)
    items = list(read(str(written(tmp_path / "a.json", content))))
    assert [bool(item.article) for item in items] == [True, False, True]
    assert items[1].name.endswith("entry 2")


def test_an_indented_json_object_is_one_article(tmp_path: Path) -> None:
    article = only(written(tmp_path / "a.json", json.dumps({"text": "One."}, indent=2))).article
    assert article is not None
    assert article.text == "One."


def test_what_cleaning_moved_keeps_the_text_as_given(tmp_path: Path) -> None:
    item = only(written(tmp_path / "a.jsonl", lines({"text": "In Bo\u200bgota."})))
    assert item.given_text == "In Bo\u200bgota."


# --- arguments ---


def test_a_folder_is_walked_in_order_without_hidden_files(tmp_path: Path) -> None:
    for name in ("b.txt", "a/c.txt", ".hidden", ".git/x.txt", "a/.y"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        written(tmp_path / name, "x")
    found = [os.path.relpath(path, tmp_path) for path in expand(str(tmp_path))]
    assert found == ["b.txt", "a/c.txt"]


def test_a_link_back_to_a_folder_does_not_lead_in_circles(tmp_path: Path) -> None:
    written(tmp_path / "a.txt", "x")
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    assert [Path(path).name for path in expand(str(tmp_path))] == ["a.txt"]


def test_standard_input_is_read_whatever_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    for content, number in (
        (lines({"text": "A."}, {"text": "B."}), 2),
        (b"Some text.", 1),
        (PAGE.encode(), 1),
    ):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert sum(item.article is not None for item in read("-")) == number
