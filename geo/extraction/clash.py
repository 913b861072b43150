"""The kind clash: violence between sides, or force against a crowd."""

from __future__ import annotations

from geo.extraction.kind import EventKind

KIND = EventKind(
    name="clash",
    label="Clash",
    definition=(
        "Violence between sides, or force against a crowd or against civilians: fighting, shelling, "
        "air strikes, ambushes, riots, tear gas and stones, a mob attacking a camp. Crime between "
        "persons, accidents, arrests and threats are none."
    ),
    acled="Battles; Explosions/Remote violence; Riots; Violence against civilians; Excessive force against protesters",
    plover="ASSAULT; PROTEST (riot)",
    sensitivity="open",
    colour="#D55E00",
    text_colour="#C44E00",
    letter="C",
    icon="icons/clash.svg",
    package="geo.extraction",
    frames="data/clash.{}.tsv",
    languages=("en", "es", "pt"),
)
