"""The kind refuge: a place is sheltering people."""

from __future__ import annotations

from geo.extraction.kind import EventKind

KIND = EventKind(
    name="refuge",
    label="Refuge",
    definition=(
        "A named or described place is sheltering people at the time: a camp, a hall, a school, "
        "barracks, a reception centre, a house. It is a state: it lasts from the day the text speaks "
        "of to the day of the article. Places that are planned, closed or empty, hospital beds and "
        "detention are none."
    ),
    sensitivity="protected",
    colour="#009E73",
    text_colour="#00795A",
    letter="R",
    icon="icons/refuge.svg",
    package="geo.extraction",
    frames="data/refuge.{}.tsv",
    languages=("en", "es", "pt"),
    state=True,
    fits=("facility", "settlement"),
)
