"""The language of a text: as its source says, else by its small words."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from geo.model import Article

_HEAD_WORDS = 200


def language_of(article: Article) -> str:
    """Return the ISO 639-1 code of an article's language, empty where nothing tells."""
    if article.language:
        return article.language.split("-")[0].split("_")[0].lower()
    return language_of_text(article.text)


def language_of_text(text: str) -> str:
    """Return the ISO 639-1 code of a text's language by its first words, empty where nothing tells."""
    words = text.lower().split(maxsplit=_HEAD_WORDS)[:_HEAD_WORDS]
    scores = {code: sum(word in small for word in words) for code, small in _small_words().items()}
    best = max(scores, key=lambda code: scores[code])
    return best if scores[best] * 10 >= len(words) > 0 else ""


@cache
def _small_words() -> Mapping[str, frozenset[str]]:
    """The words that are common in one language and foreign to the others."""
    rows = files("geo").joinpath("data/small_words.tsv").read_text(encoding="utf-8").splitlines()
    return {code: frozenset(words.split()) for code, words in (row.split("\t") for row in rows)}
