"""The page's own sentences, by language."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

DEFAULT = "en"


def phrase(key: str, /, *, language: str = DEFAULT, **values: object) -> str:
    """Return a phrase with its values in place; raises KeyError for an unknown key."""
    return _phrases(language)[key].format(**values)


@cache
def _phrases(language: str) -> dict[str, str]:
    text = resources.files(__package__).joinpath(f"{language}.json").read_text("utf-8")
    found: dict[str, str] = json.loads(text)
    return found
