"""Open a store's file: pragmas, schema version, migrations, and errors that a user can act on."""

from __future__ import annotations

import os
import sqlite3
import uuid
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from geo.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

# "Plcl", in the file's header, so that another program's SQLite file is never taken for ours.
APPLICATION_ID = 0x506C636C
BUSY_TIMEOUT_S = 30.0
_HARDENING = ("trusted_schema = OFF", "cell_size_check = ON", "foreign_keys = ON")


def connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """Open a store, make or migrate it unless read only; raise StoreError when it cannot be."""
    with explained(path):
        connection = _read_only(path) if read_only else _writable(path)
        try:
            _prepare(connection, path=path, read_only=read_only)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Write all or nothing, as the only writer; when this returns, the work is on disk."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # After "disk full" SQLite may have rolled back already; a second time would raise.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into a StoreError that says what to do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise StoreError(f"store {path}: {_advice(error)}") from error


def _advice(error: sqlite3.DatabaseError) -> str:
    text = str(error)
    table = (
        (
            "full",
            "the disk is full; nothing of this step was kept. Free some space and run it again",
        ),
        ("disk I/O", "cannot be written or read. Check the disk and its free space"),
        ("locked", "another program has been writing for 30 seconds. Wait for it and try again"),
        ("readonly", "cannot be written. Check its permissions, or open it read-only"),
        ("unable to open", "cannot be opened. Check that its folder exists and can be written"),
        ("not a database", "is not a Placeline store. Give another path with --db"),
        ("malformed", "is damaged. Restore a copy of the file"),
    )
    known = (advice for sign, advice in table if sign in text)
    return next(known, f"SQLite says: {' '.join(text.split())}")


def _writable(path: Path) -> sqlite3.Connection:
    if path.is_dir():
        raise StoreError(
            f"store {path}: is a folder; wanted the path of a file, such as news.sqlite"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"store {path}: its folder cannot be made ({error.strerror})") from error
    return sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)


def _read_only(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise StoreError(
            f"store {path}: not found. Make it with: placeline ingest FILE --db {path}"
        )
    uri = f"{path.resolve().as_uri()}?mode=ro{_immutable(path)}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None)


def _immutable(path: Path) -> str:
    """Say that the file cannot change, where SQLite could not even put its lock beside it."""
    journal = path.with_name(path.name + "-wal")
    pending = journal.exists() and journal.stat().st_size
    return "" if os.access(path.parent, os.W_OK) or pending else "&immutable=1"


def _prepare(connection: sqlite3.Connection, *, path: Path, read_only: bool) -> None:
    for pragma in _HARDENING:
        connection.execute(f"PRAGMA {pragma}")
    _check(connection, path=path)
    if read_only:
        connection.execute("PRAGMA query_only = ON")
        if _number(connection, "user_version") < len(_migrations()):
            raise StoreError(
                f"store {path}: of an older version. Open it once with: placeline ingest"
            )
        return
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if _number(connection, "user_version") < len(_migrations()):
        with transaction(connection):
            _migrate(connection)


def _check(connection: sqlite3.Connection, *, path: Path) -> None:
    """Refuse a file of another program and a schema of a later version of this one."""
    owner, version, tables = _marks(connection)
    if owner != APPLICATION_ID and (owner or version or tables):
        raise StoreError(f"store {path}: is not a Placeline store. Give another path with --db")
    if version > len(_migrations()):
        raise StoreError(
            f"store {path}: has schema version {version}, this Placeline knows up to "
            f"{len(_migrations())}. Install the newer Placeline that made it"
        )


def _marks(connection: sqlite3.Connection) -> tuple[int, int, bool]:
    """Return whose a file is, its version, and whether it holds tables, all of one moment."""
    # Another process may be making the store right now.
    connection.execute("BEGIN")
    try:
        owner, version = _number(connection, "application_id"), _number(connection, "user_version")
        return owner, version, _holds_tables(connection)
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date; another writer may have done so while we waited."""
    done = _number(connection, "user_version")
    for number, script in enumerate(_migrations()[done:], start=done + 1):
        for statement in _statements(script):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number}")
    if not done:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        values = [("store", uuid.uuid4().hex[:12]), ("revision", 0)]
        connection.executemany("INSERT INTO meta VALUES (?, ?)", values)


def _migrations() -> list[str]:
    folder = files("geo.store") / "migrations"
    scripts = sorted((item for item in folder.iterdir() if item.name.endswith(".sql")), key=str)
    return [script.read_text(encoding="utf-8") for script in scripts]


def _statements(script: str) -> Iterator[str]:
    """Split a script: sqlite3's own executescript would commit the transaction first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _holds_tables(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone())
