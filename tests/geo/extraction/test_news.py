"""The marked news that the judge learns from can be read, and marks kinds that exist."""

from __future__ import annotations

import pytest

from geo.extraction import kinds
from geo.words import LANGUAGES
from training.marks import marked_articles


def test_every_mark_names_a_kind_and_every_kind_has_marks():
    articles = list(marked_articles())
    told = {kind for article in articles for line in article.lines for kind in line.kinds}
    assert told == set(kinds())
    assert {article.language for article in articles} == set(LANGUAGES)


def test_a_line_stands_in_its_text_where_it_says():
    for article in marked_articles():
        last = article.lines[-1]
        assert last.end == len(article.text), article.id
        assert article.told(last.start, last.end)[0] == last.kinds


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("no header\n[] A sentence.", "wanted # id"),
        ("# a | en | 2020-01-01 | X | Y\nA sentence.", "wanted \\[what it tells\\] sentence"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path, text, named):
    (tmp_path / "a.txt").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=named):
        list(marked_articles(tmp_path))
