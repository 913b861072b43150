"""The kind crossing: people get over a border, a frontier river or a sea."""

from __future__ import annotations

from geo.extraction.kind import EventKind

KIND = EventKind(
    name="crossing",
    label="Crossing",
    definition=(
        "People get over a land border, a river that is one, or a sea: they walk, wade, climb, land "
        "in boats, desert to the other side, or are sent back over it. The place is the point, the "
        "river or the stretch of border that was crossed, else the town where they came over. "
        "Attempts that failed, goods, and traffic that merely passes are none. Deaths in a boat that "
        "was crossing are counts of the crossing."
    ),
    sensitivity="choice",
    colour="#0072B2",
    text_colour="#0072B2",
    letter="X",
    icon="icons/crossing.svg",
    package="geo.extraction",
    frames="data/crossing.{}.tsv",
    languages=("en", "es", "pt"),
    fits=("border", "river", "crossing", "bridge", "sea", "island"),
)
