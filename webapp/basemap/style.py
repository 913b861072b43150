"""The colours of the two themes, and widths by zoom, in CSS pixels."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

THEMES = ("light", "dark")


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """One theme; every field is a colour "#rrggbb"."""

    land: str
    water: str
    shore: str
    coast: str
    river: str
    border: str
    border_casing: str
    division: str
    halo: str
    water_halo: str
    dot: str
    town: str
    city: str
    country: str
    region: str
    water_name: str


@cache
def style(theme: str) -> Style:
    """Return the style of a theme; raises KeyError for an unknown one."""
    text = resources.files(__package__).joinpath("styles.json").read_text("utf-8")
    return Style(**json.loads(text)[theme])


def river_width_px(*, zoom: int, length: float) -> float:
    """Return how wide a river is drawn, 0 where it is left out; `length` in the unit square."""
    on_screen = length * 512 * 2**zoom
    if on_screen < 90:
        return 0.0
    return min(0.7 + 0.11 * zoom + (0.4 if length > 0.02 else 0.0), 2.2)


def border_width_px(zoom: int) -> float:
    """Return how wide a land border is drawn."""
    return min(0.6 + 0.16 * zoom, 2.0)
