"""The kind border closure: a border or one of its crossings is shut."""

from __future__ import annotations

from geo.extraction.kind import EventKind

KIND = EventKind(
    name="closure",
    label="Border closure",
    definition=(
        "A border, a border crossing or a bridge on a border is closed, sealed or blocked by those "
        "who hold it, or stays so. The place is the crossing or the stretch of border, else the "
        "border of the country that is named. Closures that are threatened, crossings that open "
        "again, and roads, shops and schools that close are none; a crossing that demonstrators block "
        "is a protest."
    ),
    plover="COERCE (restrict)",
    sensitivity="open",
    colour="#B5303F",
    text_colour="#700000",
    letter="B",
    icon="icons/closure.svg",
    package="geo.extraction",
    frames="data/closure.{}.tsv",
    languages=("en", "es", "pt"),
    fits=("border", "crossing", "bridge", "river"),
    roles=(),
)
