"""What a format is: its name, how files of it are called, and the function that writes one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

from geo.errors import BadInputError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from gazetteer.place import Gazetteer
    from geo.exporters.methods import Methods
    from geo.record import Record


class Write(Protocol):
    """Writes records to a path that exists already, as they come, and returns their number."""

    def __call__(
        self,
        records: Iterable[Record],
        path: Path,
        *,
        gazetteer: Gazetteer | None,
        methods: Methods,
    ) -> int:
        """Write all records."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format, registered under the entry point group `placeline.exporters`.

    `label` is what a menu says, and `rank` where in it; `suffix` ends the names of its files
    (".csv", "-hxl.csv"); `needs` are modules beyond those that Placeline brings, installed with
    the extra of its name.
    """

    name: str
    label: str
    suffix: str
    content_type: str
    write: Write
    rank: int = 100
    needs: tuple[str, ...] = ()

    @property
    def is_usable(self) -> bool:
        """Tell whether all that it needs is installed."""
        return all(find_spec(module) for module in self.needs)


def formats() -> tuple[str, ...]:
    """Return the names of the installed formats."""
    return tuple(sorted({entry.name for entry in entry_points(group="placeline.exporters")}))


@cache
def format_of(name: str) -> Format:
    """Return a format by its name; raise BadInputError where it is unknown or lacks a module."""
    found = tuple(entry_points(group="placeline.exporters", name=name))
    if not found:
        raise BadInputError(f"format {name[:40]!r}: unknown; known formats: {', '.join(formats())}")
    loaded: Format = found[0].load()
    if not loaded.is_usable:
        modules = " and ".join(loaded.needs)
        raise BadInputError(
            f"format {name}: needs {modules}; install it with: pip install 'placeline[{name}]'"
        )
    return loaded


@cache
def usable_formats() -> tuple[Format, ...]:
    """Return the formats that can be written here, in the order of a menu."""
    entries = {entry.name: entry for entry in entry_points(group="placeline.exporters")}
    loaded: Iterable[Format] = (entry.load() for entry in entries.values())
    usable = (each for each in loaded if each.is_usable)
    return tuple(sorted(usable, key=lambda each: (each.rank, each.name)))
