"""Who artefacts are for."""

from __future__ import annotations

from enum import StrEnum


class Audience(StrEnum):
    """Who will see an artefact."""

    OWNER = "owner"
    PUBLIC = "public"
