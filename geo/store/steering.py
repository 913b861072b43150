"""What steers the reading of a store: its settings, and what is known of publishers."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import orjson

from geo.guidance import UNGUIDED, Guidance, Profile
from geo.publishers import MOST_ARTICLES, content_key, profile_from
from geo.store.connection import explained, transaction
from geo.store.profiles import observation_of, observation_text, profile_of_text, profile_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from geo.model import Article
    from geo.resolution.profiles import Observation


@dataclass(frozen=True, slots=True, kw_only=True)
class Publisher:
    """A publisher of a store: how many articles it has here, and where it is at home."""

    source: str
    articles: int
    profile: Profile | None
    by_hand: bool


def fingerprint(guidance: Guidance) -> str:
    """Return a text that names a guidance, the same for the same one; empty for none."""
    if guidance == UNGUIDED:
        return ""
    profile = profile_text(guidance.profile) if guidance.profile else ""
    parts = [sorted(guidance.focus), sorted(guidance.blocked), sorted(guidance.allowed), profile]
    return hashlib.blake2b(orjson.dumps(parts), digest_size=8).hexdigest()


class Steering:
    """Settings and publishers of one store; each change is safe on disk when it is made."""

    def __init__(self, connection: sqlite3.Connection, *, path: Path) -> None:
        self._connection = connection
        self._path = path

    def settings(self) -> Guidance:
        """Return focus, block and allow list that every article is read with; its profile is None."""
        row = self._one("SELECT value FROM meta WHERE name = 'settings'")
        kept = orjson.loads(row[0]) if row else {}
        focus, blocked, allowed = (
            frozenset(kept.get(part, ())) for part in ("focus", "blocked", "allowed")
        )
        return Guidance(focus=focus, blocked=blocked, allowed=allowed)

    def set_settings(self, guidance: Guidance) -> None:
        """Keep focus, block and allow list for all that is read from now on."""
        kept = {
            "focus": sorted(guidance.focus),
            "blocked": sorted(guidance.blocked),
            "allowed": sorted(guidance.allowed),
        }
        sql = "INSERT OR REPLACE INTO meta (name, value) VALUES ('settings', ?)"
        self._write(sql, orjson.dumps(kept).decode())

    def guidance(self, article: Article) -> Guidance:
        """Return what an article is to be read with: the settings, and what is known of its publisher."""
        return replace(self.settings(), profile=self._profile(article.source, content_key(article)))

    def set_home(self, source: str, profile: Profile) -> None:
        """Say where a publisher is at home, whatever its articles tell."""
        sql = "INSERT OR REPLACE INTO publishers (source, profile) VALUES (?, ?)"
        self._write(sql, source, profile_text(profile))

    def unset_home(self, source: str) -> bool:
        """Go back to what a publisher's articles tell; False where nothing was set by hand."""
        return bool(self._write("DELETE FROM publishers WHERE source = ?", source))

    def publishers(self) -> Iterator[Publisher]:
        """Yield the publishers by name: those with articles here, and those set by hand."""
        sql = """SELECT source, sum(number) FROM (
            SELECT source, count(*) AS number FROM articles WHERE source <> '' GROUP BY source
            UNION ALL SELECT source, 0 FROM publishers) GROUP BY source ORDER BY source"""
        by_hand = self._by_hand()
        for source, articles in self._all(sql):
            yield Publisher(
                source=source,
                articles=articles,
                profile=self._profile(source, ""),
                by_hand=source in by_hand,
            )

    def key(self, edition: str) -> str:
        """Name what observations rest on: an edition of the gazetteer and the settings."""
        return f"{edition} {fingerprint(self.settings())}".rstrip()

    def unobserved(self, edition: str) -> list[str]:
        """Return the ids of the articles with a source that are still to be observed."""
        sql = "SELECT id FROM articles WHERE source <> '' AND observed_with <> ? ORDER BY key"
        return [str(key) for (key,) in self._all(sql, self.key(edition))]

    def observe(self, article_id: str, observation: Observation, *, edition: str) -> None:
        """Keep what an article tells of its publisher, read by that edition with the settings."""
        sql = "UPDATE articles SET observation = ?, observed_with = ? WHERE id = ?"
        self._write(sql, observation_text(observation), self.key(edition), article_id)

    def note(
        self,
        article_id: str,
        *,
        edition: str,
        guidance: Guidance,
        observation: Observation | None = None,
    ) -> None:
        """Keep what an article was read with, and what it tells; the caller holds the transaction."""
        sql = "UPDATE articles SET guidance = ? WHERE id = ?"
        self._connection.execute(sql, (fingerprint(guidance), article_id))
        if observation is not None:
            sql = "UPDATE articles SET observation = ?, observed_with = ? WHERE id = ?"
            row = (observation_text(observation), self.key(edition), article_id)
            self._connection.execute(sql, row)

    def outdated(self, edition: str) -> list[str]:
        """Return the ids of the articles that would be read otherwise now, in order."""
        settings = self.settings()
        found: list[tuple[int, str]] = []
        for (source,) in self._all("SELECT DISTINCT source FROM articles"):
            found.extend(self._outdated(source, edition=edition, settings=settings))
        return [article for _, article in sorted(found)]

    def _outdated(
        self, source: str, *, edition: str, settings: Guidance
    ) -> Iterator[tuple[int, str]]:
        known, set_by_hand = self._observations(source), self._by_hand().get(source)
        general = fingerprint(
            replace(settings, profile=set_by_hand or profile_from(known, without=""))
        )
        sql = "SELECT key, id, hash, edition, guidance FROM articles WHERE source = ?"
        for key, article, content, own_edition, own in self._all(sql, source):
            wanted = general
            if content in known and not set_by_hand:
                profile = profile_from(known, without=content)
                wanted = fingerprint(replace(settings, profile=profile))
            if (own_edition, own) != (edition, wanted):
                yield key, article

    def _profile(self, source: str, content: str) -> Profile | None:
        if not source:
            return None
        found = self._by_hand().get(source)
        return found or profile_from(self._observations(source), without=content)

    def _by_hand(self) -> Mapping[str, Profile]:
        rows = self._all("SELECT source, profile FROM publishers")
        return {source: profile_of_text(text) for source, text in rows}

    def _observations(self, source: str) -> dict[str, Observation]:
        """Return what the articles of a source tell, by content; no more than a profile needs."""
        sql = """SELECT hash, observation FROM articles
            WHERE source = ? AND observation IS NOT NULL ORDER BY hash LIMIT ?"""
        rows = self._all(sql, source, MOST_ARTICLES + 1) if source else []
        return {content: observation_of(text) for content, text in rows}

    def _one(self, sql: str) -> tuple[Any, ...] | None:
        return next(iter(self._all(sql)), None)

    def _all(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with explained(self._path):
            return self._connection.execute(sql, values).fetchall()

    def _write(self, sql: str, *values: Any) -> int:
        with explained(self._path), transaction(self._connection):
            return self._connection.execute(sql, values).rowcount
