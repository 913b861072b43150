"""The answers of online geocoders, kept in a store as a mapping of text to text."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import TYPE_CHECKING

from geo.store.connection import explained, transaction
from geo.store.writing import now

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path


class Answers(MutableMapping[str, str]):
    """Questions and answers; each is safe on disk when it is set. For `gazetteer.online.Online(cache=...)`."""

    def __init__(self, connection: sqlite3.Connection, *, path: Path) -> None:
        self._connection = connection
        self._path = path

    def __getitem__(self, question: str) -> str:
        sql = "SELECT answer FROM answers WHERE question = ?"
        with explained(self._path):
            row = self._connection.execute(sql, (question,)).fetchone()
        if row is None:
            raise KeyError(question)
        return str(row[0])

    def __setitem__(self, question: str, answer: str) -> None:
        sql = "INSERT OR REPLACE INTO answers (question, answer, asked) VALUES (?, ?, ?)"
        with explained(self._path), transaction(self._connection):
            self._connection.execute(sql, (question, answer, now()))

    def __delitem__(self, question: str) -> None:
        with explained(self._path), transaction(self._connection):
            done = self._connection.execute("DELETE FROM answers WHERE question = ?", (question,))
        if not done.rowcount:
            raise KeyError(question)

    def __iter__(self) -> Iterator[str]:
        with explained(self._path):
            rows = self._connection.execute(
                "SELECT question FROM answers ORDER BY question"
            ).fetchall()
        return iter([str(question) for (question,) in rows])

    def __len__(self) -> int:
        with explained(self._path):
            return int(self._connection.execute("SELECT count(*) FROM answers").fetchone()[0])
