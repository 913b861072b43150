"""What every layer of the build yields: a place, its names, its geometry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gazetteer.names import fold
from gazetteer.place import Coordinates, NameType, Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapely.geometry.base import BaseGeometry


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A folded name of a place, and what it adds to the place's prominence under that name."""

    folded: str
    type: NameType
    bonus: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A place as the build writes it; `source` is a key of SOURCES.csv."""

    place: Place
    names: tuple[Name, ...]
    prominence: float
    geometry: BaseGeometry | None = None
    note: str = ""


def names_of(texts: Iterable[str], name_type: NameType, *, bonus: float = 0.0) -> list[Name]:
    """Fold names; codes of two to four capitals are abbreviations whatever was said."""
    return [
        Name(folded=fold(text), type=_type(text, name_type), bonus=bonus) for text in texts if text
    ]


_PLAIN = {NameType.PREFERRED, NameType.ALTERNATE}


def _type(text: str, name_type: NameType) -> NameType:
    letters = text.replace(".", "")
    if name_type in _PLAIN and len(letters) <= 4 and letters.isupper():
        return NameType.ABBREVIATION if letters.isascii() else name_type
    return name_type


# Marks of scholarly transliteration, from Arabic, Persian, Hindi, Japanese; not in these countries,
# whose own alphabets have them.
_MARKS = frozenset("āēīōūĀĒĪŌŪḩḨşŞţŢḑḐẕẔẖḥḤṣṢṭṬḍḌẓẒ‘’ʻʼ")
_OWN_MARKS = frozenset(
    ["LV", "LT", "NZ", "WS", "TO", "CK", "PF", "RO", "MD", "TR", "AZ", "TM", "US"]
)


def shown_name(name: str, others: Iterable[str], *, country: str) -> str:
    """Return "Khan Yunis" for "Khān Yūnis" where that is one of the other names."""
    if country in _OWN_MARKS or not _MARKS & set(name):
        return name
    folded = fold(name)
    plain = [other for other in others if other.isascii() and other[:1].isupper()]
    return min((other for other in plain if fold(other) == folded), default=name)


def point(*, lat: float, lon: float) -> Coordinates:
    """Make coordinates, rounded to a metre."""
    return Coordinates(lat=round(float(lat), 5), lon=round(float(lon), 5))


def label_point(geometry: BaseGeometry) -> Coordinates:
    """Return the middle of a line's longest part, or an area's middle, inside it."""
    import shapely

    largest = max(shapely.get_parts(geometry), key=lambda part: (part.length, part.area))
    if largest.geom_type == "LineString":
        middle = largest.interpolate(0.5, normalized=True)
    else:
        largest = max(shapely.get_parts(geometry), key=lambda part: part.area)
        middle = geometry.centroid
        if not geometry.contains(middle):
            middle = shapely.point_on_surface(largest)
    return point(lat=middle.y, lon=middle.x)
