"""The grammars of news time: one data file per language, compiled once."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "es", "pt")
_YEAR = r"(?:19|20)\d{2}"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A phrase of time: what it looks like, what it means, by how many days it shifts.

    `capital` names the group that must begin with a capital where the language writes it so.
    """

    pattern: re.Pattern[str]
    means: str
    shift: int
    capital: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """A language's words of time and the phrases made of them."""

    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    units: Mapping[str, str]
    rules: tuple[Rule, ...]
    prefixes: Mapping[str, re.Pattern[str]]
    joined: re.Pattern[str]
    future: re.Pattern[str]
    header: re.Pattern[str]
    said: re.Pattern[str]
    says_next: re.Pattern[str]
    capitals: bool


@cache
def grammar(language: str) -> Grammar:
    """Return the grammar of a language, one of LANGUAGES."""
    path = files("geo.dates").joinpath(f"data/{language}.toml")
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    names = {
        "month": _any_of(data["months"]),
        "weekday": _any_of(data["weekdays"]),
        "unit": _any_of(data["units"]),
        "number": f"(?:{data['words']['number']})",
        "part": f"(?:{data['words']['part']})",
        "year": _YEAR,
        "day": _DAY,
    }
    return Grammar(
        months=data["months"],
        weekdays=data["weekdays"],
        units=data["units"],
        rules=tuple(_rule(row, names, capitals=data["capitals"]) for row in data["rules"]),
        prefixes={
            name: re.compile(rf"\b(?:{text})(?=\s+$|\s.*\x1f)", re.IGNORECASE)
            for name, text in data["prefixes"].items()
        },
        joined=re.compile(data["joined"], re.IGNORECASE),
        future=re.compile(data["future"]),
        header=re.compile(data["header"].format(**names), re.IGNORECASE),
        said=re.compile(data["said"]),
        says_next=re.compile(data["says_next"]),
        capitals=data["capitals"],
    )


def _rule(row: Mapping[str, Any], names: Mapping[str, str], *, capitals: bool) -> Rule:
    pattern = re.compile(rf"(?<!\w)(?:{row['pattern'].format(**names)})(?!\w)", re.IGNORECASE)
    return Rule(
        pattern=pattern,
        means=row["means"],
        shift=row.get("shift", 0),
        capital=row.get("capital", "") if capitals else "",
    )


def _any_of(words: Mapping[str, Any]) -> str:
    return "(?:" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + ")"
