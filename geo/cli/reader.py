"""Read the articles of `placeline read`: with a guidance, and with what they tell of one another."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tqdm import tqdm

from geo import pipeline
from geo.articles import read as items_of
from geo.publishers import Publishers, content_key, observed, telling

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gazetteer.place import Gazetteer
    from geo.guidance import Guidance
    from geo.model import Article, Reading

_T = TypeVar("_T")


@dataclass(slots=True, kw_only=True)
class Reader:
    """Reads articles with a guidance, and with what the others of their publishers tell."""

    gazetteer: Gazetteer
    guidance: Guidance
    profiles: bool
    publishers: Publishers = field(default_factory=Publishers)
    prepared: bool = False

    def prepare(self, source: str) -> int | None:
        """Learn from a file before it is read; return how many articles it holds, None where unknown."""
        if not Path(source).is_file():
            return None
        heads = [(i.article.source, content_key(i.article)) for i in items_of(source) if i.article]
        keys = telling(heads) if self.profiles else frozenset()
        self.prepared = True
        if keys:
            told = (item.article for item in items_of(source) if item.article)
            kept = (article for article in told if content_key(article) in keys)
            for article in shown(kept, total=len(keys), of="publishers"):
                self.publishers.learn(article, observed(article, self.gazetteer, self.guidance))
        return len(heads)

    def read(self, article: Article) -> Reading:
        """Read an article; learn from it where what follows is not known yet."""
        profile = self.publishers.profile(article) if self.profiles else None
        guidance = replace(self.guidance, profile=profile)
        reading = pipeline.read_article(article, self.gazetteer, guidance)
        if self.profiles and not self.prepared and article.source:
            tells = observed(article, self.gazetteer, guidance, reading=reading)
            self.publishers.learn(article, tells)
        return reading


def shown(items: Iterable[_T], *, total: int | None, of: str) -> Iterable[_T]:
    """Show a bar on a terminal for what takes longer than a moment."""
    # A bar would stand in the midst of lines that go to the same screen.
    disable = True if sys.stdout.isatty() else None
    return tqdm(
        items, total=total, desc=of, unit=" articles", disable=disable, delay=1, leave=False
    )
