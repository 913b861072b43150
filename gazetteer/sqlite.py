"""The gazetteer as built: mapped records and names, SQLite for geometry; read-only."""

from __future__ import annotations

import functools
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Self

from gazetteer.edition import FORMAT
from gazetteer.errors import DamagedError, FormatError, NotBuiltError
from gazetteer.names import articles_dropped, fold
from gazetteer.place import Candidate, Coordinates, Kind, Place
from gazetteer.records import RECORDS_FILE, Candidates, PlaceRecords
from gazetteer.sources import Source
from gazetteer.spatial import POINT_KINDS, SpatialIndex
from gazetteer.trie import POSTINGS_FILE, TRIE_FILE, NameIndex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapely.geometry.base import BaseGeometry

DATABASE_FILE = "gazetteer.sqlite"
_MANY = 8
_MOST_KEPT = 2_000


class SqliteGazetteer:
    """A built gazetteer, opened once per process; safe to share between threads."""

    def __init__(self, folder: Path) -> None:
        self.path = Path(folder)
        self._database = _connect(self.path)
        try:
            meta = self.meta()
            _check_format(self.path, meta)
            _check_sizes(self.path, meta)
            self.edition = meta["edition"]
            self._count = int(meta["places"])
            sources = [source.name for source in self.sources()]
            self._records = PlaceRecords(self.path, sources=sources)
            self._names = NameIndex(self.path)
        except FormatError:
            self._database.close()
            raise
        except (sqlite3.Error, KeyError, OSError, RuntimeError, ValueError) as error:
            self._database.close()
            raise DamagedError(
                f"{self.path}: the gazetteer is not whole ({error}): run"
                " `placeline gazetteer build`"
            ) from error
        self._find, self._candidate = self._names.find, self._records.candidate
        self._kept: dict[str, Candidates] = {}
        self._ordinal = functools.lru_cache(maxsize=1 << 14)(self._find_ordinal)
        self._geometry = functools.lru_cache(maxsize=512)(self._read_geometry)
        self._spatial = SpatialIndex(
            self._database, place=self._records.get, geometry=self._geometry
        )
        self._neighbours = functools.lru_cache(maxsize=None)(self._find_neighbours)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Place]:
        return iter(self._records)

    def close(self) -> None:
        """Release the files."""
        self._names.close()
        self._records.close()
        self._database.close()

    def lookup(self, name: str) -> Sequence[Candidate]:
        """Return the candidates of a name as written, the most prominent first.

        A leading article is dropped when the whole name is unknown.
        """
        folded = fold(name)
        found = self.lookup_folded(folded)
        if found:
            return found
        bare = articles_dropped(folded)
        return self.lookup_folded(bare) if bare else ()

    def lookup_folded(self, folded: str) -> Sequence[Candidate]:
        """Return the candidates of a folded name, the most prominent first."""
        postings = self._find(folded)
        if len(postings) > _MANY:
            return self._kept.get(folded) or self._keep(folded, postings)
        return Candidates(postings, self._candidate) if postings else ()

    def _keep(self, folded: str, postings: Sequence[int]) -> Sequence[Candidate]:
        """Keep an ambiguous name's candidates, two hundred San Josés, once they are made."""
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
        self._kept[folded] = found = Candidates(postings, self._candidate)
        return found

    def prefixes(self, folded: str) -> list[str]:
        """Return the known folded names that a folded text begins with, shortest first.

        Whole words only: "salo" is no prefix of "salonika".
        """
        length = len(folded)
        return [
            name
            for name in self._names.prefixes(folded)
            if len(name) == length or folded[len(name)] == " "
        ]

    def place(self, place_id: str) -> Place | None:
        """Return the place of an id."""
        ordinal = self._ordinal(place_id)
        return None if ordinal is None else self._records.get(ordinal)

    def country(self, code: str) -> Place | None:
        """Return the country of an ISO 3166-1 alpha-2 code."""
        return self.place(f"country:{code.upper()}")

    def admin1(self, country_code: str, code: str) -> Place | None:
        """Return the first-level division of a country by its GeoNames code."""
        return self.place(f"admin1:{country_code.upper()}-{code}")

    def footprint(self, place: Place) -> BaseGeometry | None:
        """Return the line or area of a place (x = longitude), None for a mere point."""
        ordinal = self._ordinal(place.id)
        return None if ordinal is None else self._geometry(ordinal)

    def borders(self, a: str, b: str) -> BaseGeometry | None:
        """Return the land border of two countries as a line, None where they share none."""
        place = self.border_place(a, b)
        return None if place is None else self.footprint(place)

    def border_place(self, a: str, b: str) -> Place | None:
        """Return the land border of two countries, in either order, as a place."""
        first, second = sorted((a.upper(), b.upper()))
        return self.place(f"border:{first}-{second}")

    def neighbours(self, code: str) -> frozenset[str]:
        """Return the ISO codes of the countries that share a land border with a country."""
        return self._neighbours(code.upper())

    def meta(self) -> dict[str, str]:
        """Return what the build wrote of itself: edition, time, counts."""
        return dict(self._database.execute("SELECT key, value FROM meta"))

    def sources(self) -> Iterator[Source]:
        """Yield the sources with the number of places that each gave."""
        query = "SELECT name, version, licence, url, credit, places FROM source ORDER BY number"
        for name, version, licence, url, credit, places in self._database.execute(query):
            yield Source(
                name=name, version=version, licence=licence, url=url, credit=credit, places=places
            )

    def kinds(self) -> Iterator[Kind]:
        """Yield the kind of every place."""
        return self._records.kinds()

    def note(self, place: Place) -> str:
        """Return what a curated row says of its source and use, "" for other places."""
        query = "SELECT text FROM note WHERE ordinal = ?"
        row = self._database.execute(query, (self._ordinal(place.id),)).fetchone()
        return row[0] if row else ""

    def within(
        self, geometry: BaseGeometry, *, kinds: frozenset[Kind] | None = None
    ) -> list[Place]:
        """Return the places whose point lies in a geometry, the most populous first."""
        return self._spatial.within(geometry, kinds=kinds)

    def containing(
        self, point: Coordinates, *, kinds: frozenset[Kind] | None = None
    ) -> list[Place]:
        """Return the places whose area holds a point, the smallest first."""
        return self._spatial.containing(point, kinds=kinds)

    def nearest(
        self,
        point: Coordinates,
        *,
        kinds: frozenset[Kind] | None = None,
        limit: int = 1,
        radius_km: float = 200.0,
    ) -> list[Place]:
        """Return the places nearest to a point, the nearest first.

        Without kinds: settlements, bridges, crossings, facilities, mountains and islands. A line
        or area is as near as its nearest part.
        """
        wanted = POINT_KINDS if kinds is None else kinds
        return self._spatial.nearest(point, kinds=wanted, limit=limit, radius_km=radius_km)

    def _find_ordinal(self, place_id: str) -> int | None:
        query = "SELECT ordinal FROM place WHERE id = ?"
        row = self._database.execute(query, (place_id,)).fetchone()
        return row[0] if row else None

    def _read_geometry(self, ordinal: int) -> BaseGeometry | None:
        query = "SELECT wkb FROM geometry WHERE ordinal = ?"
        row = self._database.execute(query, (ordinal,)).fetchone()
        if row is None:
            return None
        import shapely

        geometry: BaseGeometry = shapely.from_wkb(row[0])
        return geometry

    def _find_neighbours(self, code: str) -> frozenset[str]:
        query = "SELECT b FROM border WHERE a = ? UNION SELECT a FROM border WHERE b = ?"
        return frozenset(other for (other,) in self._database.execute(query, (code, code)))


def _connect(folder: Path) -> sqlite3.Connection:
    file = folder / DATABASE_FILE
    if not file.is_file():
        raise NotBuiltError(
            f"no gazetteer at {folder}: run `placeline gazetteer build` (takes a minute, once)"
        )
    uri = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
    return sqlite3.connect(uri, uri=True, check_same_thread=False)


def _check_format(folder: Path, meta: dict[str, str]) -> None:
    """Refuse what another version has built before its records are taken for ours."""
    found = meta.get("format", "unknown")
    if found != str(FORMAT):
        raise FormatError(
            f"{folder}: the gazetteer has format {found} (edition {meta.get('edition', 'unknown')}),"
            f" this Placeline wants format {FORMAT}: run `placeline gazetteer build`"
        )


def _check_sizes(folder: Path, meta: dict[str, str]) -> None:
    """Raise ValueError unless each file is as long as the build left it."""
    for name in (RECORDS_FILE, TRIE_FILE, POSTINGS_FILE):
        found, wanted = (folder / name).stat().st_size, int(meta[f"bytes:{name}"])
        if found != wanted:
            raise ValueError(f"{name}: found {found} bytes, wanted {wanted}")
    with (folder / DATABASE_FILE).open("rb") as file:
        header = file.read(32)
        page_bytes, pages = int.from_bytes(header[16:18]), int.from_bytes(header[28:32])
        found = file.seek(0, 2)
    if found != page_bytes * pages:
        raise ValueError(f"{DATABASE_FILE}: found {found} bytes, wanted {page_bytes * pages}")
