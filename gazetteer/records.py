"""Places as records in a memory-mapped file.

A row of SQLite costs 15 µs and a keyword constructor 5 µs where a look-up has 10 µs; a record costs
2 µs. The file is written by the build and only read afterwards.
"""

from __future__ import annotations

import functools
import struct
from typing import TYPE_CHECKING, Final

from gazetteer.files import map_file
from gazetteer.place import Candidate, Coordinates, Kind, Place
from gazetteer.trie import MASK, SHIFT, TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
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
        coordinates = _new(Coordinates)
        _set_lat(coordinates, lat)
        _set_lon(coordinates, lon)
        place = _new(Place)
        _set_id(place, key)
        _set_name(place, name)
        _set_kind(place, _KINDS[kind])
        _set_codes(place, _codes(codes))
        _set_point(place, coordinates)
        _set_admin1(place, admin1)
        _set_admin2(place, admin2)
        _set_population(place, population)
        _set_accuracy(place, accuracy)
        _set_source(place, self._sources[source])
        candidate = _new(Candidate)
        _set_place(candidate, place)
        _set_type(candidate, TYPES[posting & MASK])
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


_codes = functools.lru_cache(maxsize=4096)(lambda text: tuple(text.split(";")) if text else ())


# A frozen dataclass sets its fields one by one through object.__setattr__ and checks them; what
# comes out of the gazetteer's own file was checked when it was built: its slots are set directly.
_new = object.__new__
_set_lat, _set_lon = (Coordinates.__dict__[name].__set__ for name in ("lat", "lon"))
(
    _set_id, _set_name, _set_kind, _set_codes, _set_point, _set_admin1, _set_admin2,
    _set_population, _set_accuracy, _set_source,
) = (
    Place.__dict__[name].__set__
    for name in (
        "id", "name", "kind", "country_codes", "coordinates", "admin1", "admin2",
        "population", "accuracy_km", "source",
    )
)  # fmt: skip
_set_place, _set_type = (Candidate.__dict__[name].__set__ for name in ("place", "name_type"))
