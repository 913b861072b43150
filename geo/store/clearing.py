"""Take what was read from an article out of the store again, in all the forms that it had."""

from __future__ import annotations

import sqlite3

_OF_ARTICLE = "SELECT key FROM events WHERE article = ?"


def clear(connection: sqlite3.Connection, article: int) -> set[int]:
    """Remove an article's names, events and forms; return the incidents that others report too.

    Incidents that nothing reports any more go as well. The caller holds the transaction.
    """
    rows = connection.execute("SELECT incident FROM events WHERE article = ?", (article,))
    incidents = {key for (key,) in rows}
    _clear_indexes(connection, article)
    for table in ("events", "resolutions", "unplaced"):
        connection.execute(f"DELETE FROM {table} WHERE article = ?", (article,))
    return {key for key in incidents if _still_told(connection, key)}


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


def _still_told(connection: sqlite3.Connection, incident: int) -> bool:
    """Remove an incident that nothing reports; show another by the first report that is left."""
    sql = "SELECT min(key) FROM events WHERE incident = ?"
    (first,) = connection.execute(sql, (incident,)).fetchone()
    if first is None:
        connection.execute("DELETE FROM incidents WHERE key = ?", (incident,))
        return False
    shown = """SELECT 1 FROM forms WHERE best = 1
        AND event IN (SELECT key FROM events WHERE incident = ?)"""
    if not connection.execute(shown, (incident,)).fetchone():
        connection.execute("UPDATE forms SET best = 1 WHERE event = ?", (first,))
    return True
