"""Where readings are kept and asked for."""

from __future__ import annotations

from pathlib import Path

from geo.privacy import Audience
from geo.record import Record
from geo.store.changes import Changes, Moved, changes
from geo.store.reading import read_into
from geo.store.rows import ArticleEntry, Quarantined, Unplaced
from geo.store.sqlite import Store
from geo.store.writing import IdTakenError

__all__ = [
    "ArticleEntry",
    "Changes",
    "IdTakenError",
    "Moved",
    "Quarantined",
    "Record",
    "Store",
    "Unplaced",
    "changes",
    "open_store",
    "read_into",
]


def open_store(
    url_or_path: str | Path, *, read_only: bool = False, audience: Audience = Audience.OWNER
) -> Store:
    """Open the store at a path, and make it unless read only; raise StoreError when it cannot be.

    `audience` PUBLIC gives a handle that holds redacted forms alone: use it for all that others
    than the owner may reach.
    """
    path = Path(str(url_or_path).removeprefix("sqlite:///"))
    return Store(path, read_only=read_only, audience=audience)
