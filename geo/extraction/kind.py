"""A kind of event: what it means, how it is drawn, how it is recognised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Sensitivity = Literal["open", "choice", "protected"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventKind:
    """A kind of event, registered under the entry point group `placeline.kinds`.

    `definition` is one paragraph; `acled` and `plover` name the twin in those schemes, empty where
    there is none. `sensitivity` is open (drawn as it is), choice (the owner decides) or protected
    (never exact in public). `colour` fills marks, `text_colour` is dark enough for text on white.
    `icon` is the path of an SVG within `package`; `frames` is the TSV of its frames there, `{}`
    standing for the language, one of `languages`. A `state` lasts from the day spoken of to the
    article's. `fits` are the kinds of place that such an event has rather than others; `roles` are the
    counts that it has, the one that its people are counted as first.
    """

    name: str
    label: str
    definition: str
    acled: str = ""
    plover: str = ""
    sensitivity: Sensitivity
    colour: str
    text_colour: str
    letter: str
    icon: str
    package: str
    frames: str
    languages: tuple[str, ...] = ("en",)
    state: bool = False
    fits: tuple[str, ...] = ()
    roles: tuple[str, ...] = ("people", "killed", "injured", "arrested")
