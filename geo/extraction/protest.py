"""The kind protest: people show in public what they want or refuse."""

from __future__ import annotations

from geo.extraction.kind import EventKind

KIND = EventKind(
    name="protest",
    label="Protest",
    definition=(
        "A crowd shows in public what it wants or refuses: a march, a rally, a sit-in, a vigil, a "
        "road block, a hunger strike. The place is where the crowd was. Calls to protest, statements, "
        "and strikes that only stop work are none. Where stones fly, or tear gas or shots meet the "
        "crowd, that is a clash as well."
    ),
    acled="Protests (Peaceful protest; Protest with intervention)",
    plover="PROTEST (demo; hunger; obstruct)",
    sensitivity="open",
    colour="#C2329F",
    text_colour="#99007A",
    letter="P",
    icon="icons/protest.svg",
    package="geo.extraction",
    frames="data/protest.{}.tsv",
    languages=("en", "es", "pt"),
    roles=("people",),
)
