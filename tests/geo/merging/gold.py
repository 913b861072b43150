"""Pairs of reports of our own, read as claims: kind, place, days and numbers as the gold states them."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geo.merging import Claim, claims
from geo.model import Article, Count, Event, Status
from geo.pipeline import read_places
from geo.sentences import split

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer

DATA = Path(__file__).parents[2] / "data"


def rows(name: str) -> list[dict[str, Any]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def claim(key: str, report: dict[str, Any], gazetteer: Gazetteer) -> Claim:
    """Return the claim of a report; its place is the one that the text's name is located at."""
    article = Article(
        id=key,
        text=report["text"],
        source=report["source"],
        published=date.fromisoformat(report["published"]),
        language=report["language"],
    )
    sentences = split(article.text)
    located, _ = read_places(article.text, sentences, gazetteer)
    at = article.text.index(report["place"])
    (start, end) = next(s for s in sentences if s.start <= at < s.end)
    event = Event(
        id=key,
        article_id=key,
        kind=report["kind"],
        start=start,
        end=end,
        sentence=article.text[start:end],
        resolution=next(r for r in located if r.mention.start <= at < r.mention.end),
        earliest=date.fromisoformat(report["earliest"]),
        latest=date.fromisoformat(report["latest"]),
        status=Status.HAPPENED,
        counts={role: Count(value=value) for role, value in report["counts"].items()},
        confidence=0.7,
    )
    return claims([event], article=article, located=located)[key]
