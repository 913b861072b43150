"""Write entries to the files of a gazetteer."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Self

import shapely

from gazetteer.build import prominence
from gazetteer.build.aliases import Aliases
from gazetteer.edition import FORMAT
from gazetteer.errors import GazetteerError
from gazetteer.place import Kind
from gazetteer.records import RECORDS_FILE, PlaceWriter
from gazetteer.sqlite import DATABASE_FILE
from gazetteer.trie import POSTINGS_FILE, TRIE_FILE, NameWriter

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from gazetteer.build.entry import Entry, Name
    from gazetteer.sources import Source

_BATCH = 20_000


class Writer:
    """Take entries one by one; an id that came before is left as it was."""

    def __init__(
        self, folder: Path, *, sources: Mapping[str, Source], aliases: Aliases | None = None
    ) -> None:
        self._folder = folder
        self._sources = dict(sources)
        self._numbers = {name: number for number, name in enumerate(self._sources)}
        self._counts = dict.fromkeys(self._sources, 0)
        self._places = PlaceWriter(folder)
        self._names = NameWriter()
        self._aliases = Aliases([]) if aliases is None else aliases
        self._ids: set[str] = set()
        self._points: list[tuple[int, float, float, float, float, str]] = []
        self._rows: list[tuple[str, int]] = []
        self._database = sqlite3.connect(folder / DATABASE_FILE, isolation_level=None)
        self._database.executescript(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 8192;"
            + Path(__file__).with_name("schema.sql").read_text("utf-8")
        )
        self._database.execute("BEGIN")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._places.close()
        self._database.close()

    def add(self, entry: Entry) -> None:
        """Write an entry."""
        place = entry.place
        if place.id in self._ids:
            return
        if place.source not in self._numbers:
            raise GazetteerError(f"{place.id}: unknown source {place.source!r}, see SOURCES.csv")
        self._ids.add(place.id)
        self._counts[place.source] += 1
        ordinal = self._places.append(place, source=self._numbers[place.source])
        self._add_names(ordinal, entry.prominence, [*entry.names, *self._aliases.of(entry)])
        self._aliases.notice(entry, ordinal)
        self._rows.append((place.id, ordinal))
        at = place.coordinates
        self._points.append((ordinal, at.lon, at.lon, at.lat, at.lat, place.kind.value))
        self._add_details(ordinal, entry)
        if len(self._rows) >= _BATCH:
            self._flush()

    def _add_names(self, ordinal: int, score: float, names: list[Name]) -> None:
        for name in names:
            total = score - prominence.PENALTY[name.type] + name.bonus
            self._names.add(name.folded, ordinal=ordinal, name_type=name.type, score=total)

    def _add_details(self, ordinal: int, entry: Entry) -> None:
        if entry.geometry is not None:
            wkb = shapely.to_wkb(entry.geometry)
            self._database.execute("INSERT INTO geometry VALUES (?, ?)", (ordinal, wkb))
            west, south, east, north = entry.geometry.bounds
            self._database.execute(
                "INSERT INTO shape VALUES (?, ?, ?, ?, ?, ?)",
                (ordinal, west, east, south, north, entry.place.kind.value),
            )
        if entry.note:
            self._database.execute("INSERT INTO note VALUES (?, ?)", (ordinal, entry.note))
        if entry.place.kind is Kind.BORDER and entry.place.id.startswith("border:"):
            self._database.execute(
                "INSERT INTO border VALUES (?, ?, ?)", (*entry.place.country_codes, ordinal)
            )

    def _flush(self) -> None:
        self._database.executemany("INSERT INTO place VALUES (?, ?)", sorted(self._rows))
        self._database.executemany("INSERT INTO point VALUES (?, ?, ?, ?, ?, ?)", self._points)
        self._rows, self._points = [], []

    def finish(self, *, edition: str, built: str) -> list[str]:
        """Write what is left and the index; return the aliases that matched no place."""
        for ordinal, score, names in self._aliases.named():
            self._add_names(ordinal, score, names)
        self._flush()
        self._places.close()
        distinct = self._names.write(self._folder)
        files = (RECORDS_FILE, TRIE_FILE, POSTINGS_FILE)
        sizes = {f"bytes:{name}": str((self._folder / name).stat().st_size) for name in files}
        rows = [
            (number, s.name, s.version, s.licence, s.url, s.credit, self._counts[s.name])
            for number, s in enumerate(self._sources.values())
        ]
        self._database.executemany("INSERT INTO source VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        counts = {"names": str(distinct), "places": str(self._places.count)}
        meta = {
            "format": str(FORMAT), "edition": edition, "built": built, **counts, **sizes
        }  # fmt: skip
        self._database.executemany("INSERT INTO meta VALUES (?, ?)", sorted(meta.items()))
        self._database.execute("COMMIT")
        return self._aliases.unmatched()
