"""More names for places that other layers bring: by id, or by name, country and kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from gazetteer.build import tables
from gazetteer.build.entry import Entry, Name
from gazetteer.names import fold
from gazetteer.place import NameType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_Key = tuple[str, str, str]


class Aliases:
    """Match aliases to entries as these pass by."""

    def __init__(self, rows: Iterable[dict[str, str]]) -> None:
        self._by_id: dict[str, list[Name]] = {}
        self._by_name: dict[_Key, list[Name]] = {}
        self._best: dict[_Key, tuple[float, int]] = {}
        for row in rows:
            name = Name(
                folded=fold(row["alias"]), type=NameType(row["type"] or "alternate"), bonus=6.0
            )
            if row["id"]:
                self._by_id.setdefault(row["id"], []).append(name)
            else:
                key = (fold(row["name"]), row["country"], row["kind"])
                self._by_name.setdefault(key, []).append(name)

    @classmethod
    def curated(cls) -> Self:
        """Read aliases.csv."""
        return cls(tables.curated("aliases.csv", dict))

    def of(self, entry: Entry) -> list[Name]:
        """Return the aliases of an entry that are given by its id."""
        return self._by_id.pop(entry.place.id, [])

    def notice(self, entry: Entry, ordinal: int) -> None:
        """Remember an entry that an alias may mean by name, the most prominent one."""
        place = entry.place
        for name in entry.names:
            for code in place.country_codes or ("",):
                key = (name.folded, code, place.kind.value)
                if key in self._by_name:
                    rank = (entry.prominence, -ordinal)
                    self._best[key] = max(self._best.get(key, (-1.0, 0)), rank)

    def named(self) -> Iterator[tuple[int, float, list[Name]]]:
        """Yield (ordinal, prominence, aliases) of the places found by name."""
        for key, (score, negative) in sorted(self._best.items()):
            yield -negative, score, self._by_name[key]

    def unmatched(self) -> list[str]:
        """Return the ids and names that no entry had."""
        names = [" ".join(key) for key in self._by_name if key not in self._best]
        return sorted([*self._by_id, *names])
