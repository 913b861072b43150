"""What is learned of publishers while reading: each article is read with what the others tell."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from geo.guidance import UNGUIDED
from geo.model import article_id
from geo.pipeline import read_places
from geo.resolution.profiles import LEAST_ARTICLES, observe, profile_of
from geo.sentences import split

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gazetteer.place import Gazetteer
    from geo.guidance import Guidance, Profile
    from geo.model import Article, Reading
    from geo.resolution.profiles import Observation

#: More articles of one publisher tell nothing more of where it is at home.
MOST_ARTICLES = 50


def profile_from(observations: Mapping[str, Observation], *, without: str) -> Profile | None:
    """Return the profile that observations by content key tell, that of one's own article left aside.

    Of many the same fifty are taken whatever the order in which they came: those whose keys,
    which are hashes, come first.
    """
    kept = [key for key in sorted(observations) if key != without][:MOST_ARTICLES]
    return profile_of([observations[key] for key in kept])


def observed(
    article: Article,
    gazetteer: Gazetteer,
    guidance: Guidance = UNGUIDED,
    *,
    reading: Reading | None = None,
) -> Observation:
    """Return what an article by itself tells of its publisher: read without any profile.

    So what is learned does not depend on what was learned before, nor on the order of reading.
    `reading` is a reading with that guidance; it is taken where there was no profile in it.
    """
    if reading is not None and guidance.profile is None:
        return observe(reading.resolutions)
    plain = replace(guidance, profile=None)
    resolutions, _ = read_places(article.text, split(article.text), gazetteer, plain)
    return observe(resolutions)


def content_key(article: Article) -> str:
    """Return what an article is known by among those of its publisher: a hash of its content."""
    return article_id(title=article.title, text=article.text)


@dataclass(slots=True)
class Publishers:
    """The observations of some articles in memory, by source and content."""

    _seen: dict[str, dict[str, Observation]] = field(default_factory=dict)

    def learn(self, article: Article, observation: Observation) -> None:
        """Keep what an article tells of its publisher; one without a source tells nothing."""
        if not article.source:
            return
        known = self._seen.setdefault(article.source, {})
        known[content_key(article)] = observation
        # One more than a profile takes, for the article that is left aside.
        if len(known) > MOST_ARTICLES + 1:
            del known[max(known)]

    def profile(self, article: Article) -> Profile | None:
        """Return what the other articles of an article's publisher tell; None for too few."""
        known = self._seen.get(article.source, {})
        return profile_from(known, without=content_key(article))


def telling(articles: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Return the content keys of those articles that profiles will be learned from.

    `articles` are pairs of source and content key; sources of too few articles tell nothing.
    """
    by_source: dict[str, set[str]] = {}
    for source, key in articles:
        if source:
            by_source.setdefault(source, set()).add(key)
    enough = (sorted(keys) for keys in by_source.values() if len(keys) > LEAST_ARTICLES)
    return frozenset(key for keys in enough for key in keys[: MOST_ARTICLES + 1])
