"""Places as records in a memory-mapped file.

A row of SQLite costs 15 µs and a keyword constructor 5 µs where a look-up has 10 µs; a record costs
2 µs. The file is written by the build and only read afterwards.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, overload

from gazetteer.files import map_file
from gazetteer.place import Candidate, Coordinates, Kind, Place
from gazetteer.trie import MASK, SHIFT, TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

RECORDS_FILE: Final = "places.bin"
# Length of the text that follows, kind, source, population, latitude, longitude, accuracy in km.
_HEAD: Final = struct.Struct("<HBBQddd")
# A place's ordinal is where its record begins, counted in steps of so many bytes.
_STEP: Final = 4
_KINDS: Final = tuple(Kind)
_NUMBER_OF_KIND: Final = {kind: number for number, kind in enumerate(_KINDS)}


class PlaceWriter:
    """Append places to the file."""

    def __init__(self, folder: Path) -> None:
        self._file = (folder / RECORDS_FILE).open("wb")
        self._next = 0
        self.count = 0

    def append(self, place: Place, *, source: int) -> int:
        """Write a place whose source is a number in the build's list; return its ordinal."""
        cells = (place.id, place.name, ";".join(place.country_codes), place.admin1, place.admin2)
        text = "\t".join([" ".join(cell.split()) for cell in cells]).encode()
        head = _HEAD.pack(
            len(text), _NUMBER_OF_KIND[place.kind], source, place.population,
            place.coordinates.lat, place.coordinates.lon, place.accuracy_km,
        )  # fmt: skip
        ordinal, steps = self._next, _steps(len(text))
        self._file.write((head + text).ljust(steps * _STEP, b"\n"))
        self._next += steps
        self.count += 1
        return ordinal

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


def _steps(text_bytes: int) -> int:
    return -(-(_HEAD.size + text_bytes) // _STEP)


class PlaceRecords:
    """Read places by ordinal."""

    def __init__(self, folder: Path, *, sources: Sequence[str]) -> None:
        self._map = map_file(folder / RECORDS_FILE)
        self._sources = tuple(sources)
        # Bounded: a process that reads for days must not grow.
        self.get = functools.lru_cache(maxsize=1 << 13)(self.read)

    def __iter__(self) -> Iterator[Place]:
        at = 0
        while at * _STEP < len(self._map):
            yield self.read(at)
            at += _steps(_HEAD.unpack_from(self._map, at * _STEP)[0])

    def read(self, ordinal: int) -> Place:
        """Return the place of an ordinal, made anew."""
        return self.candidate(ordinal << SHIFT).place

    def candidate(self, posting: int) -> Candidate:
        """Return the place and the type of a name that a posting stands for."""
        start = (posting >> SHIFT) * _STEP
        length, kind, source, population, lat, lon, accuracy = _HEAD.unpack_from(self._map, start)
        start += _HEAD.size
        key, name, codes, admin1, admin2 = self._map[start : start + length].decode().split("\t")
        coordinates = _new(_Coordinates)
        coordinates.lat = lat
        coordinates.lon = lon
        coordinates.__class__ = Coordinates
        place = _new(_Place)
        place.id = key
        place.name = name
        place.kind = _KINDS[kind]
        place.country_codes = _codes(codes)
        place.coordinates = coordinates
        place.admin1 = admin1
        place.admin2 = admin2
        place.population = population
        place.accuracy_km = accuracy
        place.source = self._sources[source]
        place.__class__ = Place
        found = _new(_Candidate)
        found.place = place
        found.name_type = TYPES[posting & MASK]
        found.__class__ = Candidate
        candidate: Candidate = found
        return candidate

    def kinds(self) -> Iterator[Kind]:
        """Yield the kind of every place."""
        at = 0
        while at * _STEP < len(self._map):
            length, kind, *_ = _HEAD.unpack_from(self._map, at * _STEP)
            yield _KINDS[kind]
            at += _steps(length)

    def close(self) -> None:
        """Release the file."""
        self._map.close()


class Candidates(Sequence[Candidate]):
    """The candidates of a name, each made when it is first asked for: often the first is enough."""

    __slots__ = ("_made", "_make", "_postings")

    def __init__(self, postings: Sequence[int], make: Callable[[int], Candidate]) -> None:
        self._postings = postings
        self._make = make
        self._made: tuple[Candidate, ...] | None = None

    def __len__(self) -> int:
        return len(self._postings)

    @overload
    def __getitem__(self, index: int) -> Candidate: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Candidate]: ...
    def __getitem__(self, index: int | slice) -> Candidate | Sequence[Candidate]:
        if self._made is None and index == 0:
            return self._make(self._postings[0])
        return self._all()[index]

    def __iter__(self) -> Iterator[Candidate]:
        return iter(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def _all(self) -> tuple[Candidate, ...]:
        if self._made is None:
            self._made = tuple(map(self._make, self._postings))
        return self._made


_codes = functools.lru_cache(maxsize=4096)(lambda text: tuple(text.split(";")) if text else ())


# A frozen dataclass sets its fields one by one through object.__setattr__ and checks them, which
# costs more than all the rest of a look-up. What comes out of the gazetteer's own file was checked
# when it was built: it is filled as an open twin of the same slots, which then becomes the class.
def _twin(frozen: type) -> Any:
    return type(f"_{frozen.__name__}", (), {"__slots__": frozen.__slots__})  # type: ignore[attr-defined]


_new: Final[Any] = object.__new__
_Coordinates, _Place, _Candidate = map(_twin, (Coordinates, Place, Candidate))
