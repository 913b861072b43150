"""The kind displacement: people are driven from their homes within their country."""

from __future__ import annotations

from geo.extraction.kind import EventKind

KIND = EventKind(
    name="displacement",
    label="Displacement",
    definition=(
        "People are driven from where they live by violence or by the fear of it and stay in their "
        "country: they flee their homes, are forced out, or are evacuated before the fighting. The "
        "place is the one they left, else the one they came to. Those who get over a border make a "
        "crossing, those who are sheltered somewhere a refuge; totals of the displaced without a "
        "movement, and moves before fire or flood, are none."
    ),
    acled="Strategic developments (Other)",
    sensitivity="protected",
    colour="#A95CFF",
    text_colour="#8D0AFF",
    letter="U",
    icon="icons/displacement.svg",
    package="geo.extraction",
    frames="data/displacement.{}.tsv",
    languages=("en", "es", "pt"),
    fits=("settlement", "admin1", "region"),
    roles=("people",),
)
