"""Which article of the store carries whose text."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from geo.merging import copies
from geo.store.values import listed

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

_LAST = "9999-12-31"


class Wires:
    """Finds copies within a transaction that the caller holds.

    Articles that carry one text, directly or by a third, are one wire; it is named after the one
    that was published first. What comes out does not depend on the order of the articles.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def enter(self, article: int, text: str) -> set[int]:
        """Look for copies of an article's text; return the articles whose wire is another now."""
        found = copies.runs(text)
        kept = copies.prints(found)
        candidates = list(self._candidates(article, kept))
        rows = ((number, article) for number in kept)
        self._connection.executemany("INSERT OR IGNORE INTO prints VALUES (?, ?)", rows)
        sql = "UPDATE articles SET print_count = ? WHERE key = ?"
        self._connection.execute(sql, (len(kept), article))
        met = False
        for other, theirs in candidates:
            runs = copies.runs(theirs)
            if copies.are_copies(found, runs):
                met = True
                pair = sorted((article, other))
                sql = "INSERT OR IGNORE INTO copies VALUES (?, ?, ?)"
                self._connection.execute(sql, (*pair, copies.share(found, runs)))
        return self._renamed(article) if met else set()

    def _candidates(self, article: int, kept: tuple[int, ...]) -> Iterator[tuple[int, str]]:
        """Yield the key and the text of articles of those days that share prints enough."""
        marks = ", ".join("?" * len(kept))
        sql = f"""SELECT a.key, a.text, a.print_count, p.shared, a.published, own.published
            FROM (SELECT article, count(*) AS shared FROM prints WHERE print IN ({marks})
                  GROUP BY article) AS p
            JOIN articles AS a ON a.key = p.article JOIN articles AS own ON own.key = ?
            WHERE a.key <> own.key"""
        for key, text, prints, shared, day, own in self._connection.execute(sql, (*kept, article)):
            alike = copies.may_be_copies(shared=shared, one=len(kept), other=prints)
            if alike and _are_of_days(day, own):
                yield key, text

    def _renamed(self, article: int) -> set[int]:
        """Name the wire of an article after its first; return the articles that this changes."""
        sql = f"""SELECT key, coalesce(published, '{_LAST}'), id, wire FROM articles
            WHERE key IN (SELECT value FROM json_each(?))"""
        rows = self._connection.execute(sql, (listed(self._wire(article)),)).fetchall()
        first = min(rows, key=lambda row: row[1:3])[0]
        wanted = {key: None if key == first else first for key, *_ in rows}
        changed = {key for key, *_, wire in rows if wire != wanted[key]}
        sql = "UPDATE articles SET wire = ? WHERE key = ?"
        self._connection.executemany(sql, ((wanted[key], key) for key in changed))
        return changed | {first}

    def _wire(self, article: int) -> set[int]:
        """Return all articles that an article's text reaches, from copy to copy."""
        sql = """SELECT other FROM copies WHERE one IN (SELECT value FROM json_each(?1))
            UNION SELECT one FROM copies WHERE other IN (SELECT value FROM json_each(?1))"""
        found = new = {article}
        while new:
            new = {key for (key,) in self._connection.execute(sql, (listed(new),))} - found
            found = found | new
        return found


def _are_of_days(one: str | None, other: str | None) -> bool:
    """Tell whether two days, if both are known, are near enough for copies of one text."""
    if not (one and other):
        return True
    apart = abs(date.fromisoformat(one) - date.fromisoformat(other))
    return apart <= timedelta(days=copies.WITHIN_DAYS)
