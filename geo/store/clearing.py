"""Take what was read from an article out of the store again, in all the forms that it had."""

from __future__ import annotations

import sqlite3

_OF_ARTICLE = "SELECT key FROM events WHERE article = ?"


def clear(connection: sqlite3.Connection, article: int) -> None:
    """Remove an article's names, events and forms; its incidents are left to who groups them anew.

    The caller holds the transaction.
    """
    _clear_indexes(connection, article)
    for table in ("events", "resolutions", "unplaced"):
        connection.execute(f"DELETE FROM {table} WHERE article = ?", (article,))


def _clear_indexes(connection: sqlite3.Connection, article: int) -> None:
    """Take the forms out of the indexes of words and boxes, which know no foreign keys."""
    # An index without content must be given each row again as it was when it went in.
    forget = f"""INSERT INTO words (words, rowid, title, sentence, place)
        SELECT 'delete', f.key, coalesce(f.title, a.title), f.sentence, f.place_words
        FROM forms AS f JOIN events AS e ON e.key = f.event JOIN articles AS a ON a.key = e.article
        WHERE f.event IN ({_OF_ARTICLE})"""
    boxes = f"""DELETE FROM boxes WHERE form IN
        (SELECT key FROM forms WHERE event IN ({_OF_ARTICLE}))"""
    connection.execute(forget, (article,))
    connection.execute(boxes, (article,))
