"""Give a store of an older version the incidents that it would have had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo.store.connection import transaction
from geo.store.incidents import Incidents

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from geo.model import Reading
    from geo.store.values import Values

_AT_ONCE = 200
_WAITING = "SELECT key, id FROM articles WHERE print_count IS NULL ORDER BY key LIMIT ?"


def catch_up(
    connection: sqlite3.Connection, values: Values, *, reading: Callable[[str], Reading | None]
) -> None:
    """Compare the articles that were stored before incidents were kept across articles.

    Some hundred at a time: stopped at any point, the next opening goes on there.
    """
    while connection.execute(_WAITING, (1,)).fetchone():
        with transaction(connection):
            for article, identity in connection.execute(_WAITING, (_AT_ONCE,)).fetchall():
                found = reading(identity)
                if found is not None:
                    _keep_ids(connection, article)
                    Incidents(connection, values).enter(found, article=article)


def _keep_ids(connection: sqlite3.Connection, article: int) -> None:
    """Let the ids that incidents had so far stand for their best reports."""
    sql = """INSERT OR IGNORE INTO incident_ids (id, event)
        SELECT i.id, e.id FROM events AS e JOIN incidents AS i ON i.key = e.incident
        JOIN forms AS f ON f.event = e.key AND f.best = 1 WHERE e.article = ?"""
    connection.execute(sql, (article,))
