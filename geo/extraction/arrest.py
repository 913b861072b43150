"""The kind arrest: people are detained for what they stand for or for being on the move."""

from __future__ import annotations

from geo.extraction.kind import EventKind

KIND = EventKind(
    name="arrest",
    label="Arrest",
    definition=(
        "Police, soldiers or armed groups detain protesters, fighters, soldiers, politicians, "
        "journalists, aid workers, migrants, or those who smuggle them. The place is where they were "
        "seized, else the town. Arrests for ordinary crime, charges, trials, sentences and releases "
        "are none. People held because they had just come over a border make a crossing as well."
    ),
    acled="Strategic developments (Arrests)",
    plover="COERCE (arrest)",
    sensitivity="choice",
    colour="#5A6EA8",
    text_colour="#242F4C",
    letter="A",
    icon="icons/arrest.svg",
    package="geo.extraction",
    frames="data/arrest.{}.tsv",
    languages=("en", "es", "pt"),
    roles=("arrested",),
)
