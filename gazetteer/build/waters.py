"""Rivers, lakes and seas of Natural Earth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gazetteer.build import prominence, tables
from gazetteer.build.entry import Entry, Name, label_point, names_of
from gazetteer.names import fold, generic_variants
from gazetteer.place import Kind, NameType, Place
from gazetteer.shapes import extent_km

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from shapely.geometry.base import BaseGeometry

    from gazetteer.build.atlas import Atlas

# "River Nile" says what it is: the river before the province.
_SAID = 2.0


def water_names(own: Iterable[str], others: Iterable[str], *, kind: Kind) -> tuple[Name, ...]:
    """Names with their generic word are the place's own, those without it are alternates."""
    names: list[Name] = []
    for texts, full_type in ((own, NameType.PREFERRED), (others, NameType.ALTERNATE)):
        for text in filter(None, texts):
            bare, full = generic_variants(text, kind=kind.value)
            names += [Name(folded=name, type=full_type, bonus=_SAID) for name in full]
            names.append(Name(folded=bare, type=NameType.ALTERNATE))
    return tuple(names)


def rivers(atlas: Atlas, *, used: set[str]) -> Iterator[Entry]:
    """Yield Natural Earth's rivers, but for those that a curated river has taken."""
    for row, line in atlas.rivers:
        if row["key"] not in used:
            yield _water(
                row,
                line,
                kind=Kind.RIVER,
                prefix="river",
                names=water_names([row["name"]], row["alternates"], kind=Kind.RIVER),
                rank=row["rank"],
            )


def lakes() -> Iterator[Entry]:
    """Yield lakes and reservoirs."""
    for row, area in tables.features("lakes.geojson.gz"):
        own = [row["name"], row["names"].get("en", "")]
        others = [*row["alternates"], *(v for k, v in row["names"].items() if k != "en")]
        names = water_names(own, others, kind=Kind.LAKE)
        yield _water(row, area, kind=Kind.LAKE, prefix="lake", names=names, rank=row["rank"])


def seas() -> Iterator[Entry]:
    """Yield seas, gulfs, straits and bays."""
    for row, area in tables.features("seas.geojson.gz"):
        names = tuple(names_of(_spoken(row["name"]), NameType.PREFERRED))
        yield _water(row, area, kind=Kind.SEA, prefix="sea", names=names, rank=0)


def _spoken(name: str) -> Iterator[str]:
    """Yield a name and its other order: "Strait of Taiwan" for "Taiwan Strait"."""
    yield name
    for word in ("Strait", "Gulf", "Sea"):
        if name.endswith(f" {word}") and word != "Sea":
            yield f"{word} of {name.removesuffix(f' {word}')}"
        if name.startswith(f"{word} of "):
            yield f"{name.removeprefix(f'{word} of ')} {word}"


def _water(
    row: dict[str, Any],
    shape: BaseGeometry,
    *,
    kind: Kind,
    prefix: str,
    names: tuple[Name, ...],
    rank: int,
) -> Entry:
    return Entry(
        place=Place(
            id=f"{prefix}:{row['key']}",
            name=_display_name(row["name"], kind),
            kind=kind,
            country_codes=tuple(row.get("countries", ())),
            coordinates=label_point(shape),
            accuracy_km=extent_km(shape),
            source="Natural Earth",
        ),
        names=names,
        prominence=prominence.BASE[kind] - rank + prominence.of_reach(kind, shape),
        geometry=shape,
    )


def _display_name(name: str, kind: Kind) -> str:
    bare, _ = generic_variants(name, kind=kind.value)
    return f"{name} River" if kind is Kind.RIVER and bare == fold(name) else name
