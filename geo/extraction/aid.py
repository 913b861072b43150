"""The kind aid delivery: relief reaches people."""

from __future__ import annotations

from geo.extraction.kind import EventKind

KIND = EventKind(
    name="aid",
    label="Aid delivery",
    definition=(
        "Food, medicine, shelter or other relief reaches the people whom it is meant for: a convoy "
        "arrives, goods are handed out or dropped from the air, meals are served. The place is where "
        "it was handed over. Pledges, money, stores, appeals, and convoys that are under way, held up "
        "or turned back are none."
    ),
    plover="AID (humanitarian)",
    sensitivity="protected",
    colour="#A0674F",
    text_colour="#6B3A2E",
    letter="H",
    icon="icons/aid.svg",
    package="geo.extraction",
    frames="data/aid.{}.tsv",
    languages=("en", "es", "pt"),
    fits=("settlement", "facility"),
    roles=("people",),
)
