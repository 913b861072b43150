"""The kind defection: people leave the side they serve."""

from __future__ import annotations

from geo.extraction.kind import EventKind

KIND = EventKind(
    name="defection",
    label="Defection",
    definition=(
        "Members of an army, a police force, an armed group or a government leave their side: they "
        "desert, defect, lay down their arms or give themselves up of their own accord. The place is "
        "where they left it, else where they gave themselves up. Prisoners taken in battle, changes "
        "of party or of club, and defections that are only expected are none. Deserters who come over "
        "a border make a crossing as well."
    ),
    acled="Strategic developments (Change to group/activity)",
    sensitivity="protected",
    colour="#7A45C9",
    text_colour="#520099",
    letter="D",
    icon="icons/defection.svg",
    package="geo.extraction",
    frames="data/defection.{}.tsv",
    languages=("en", "es", "pt"),
    fits=("settlement", "facility", "border"),
    roles=("people",),
)
