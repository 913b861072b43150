"""The options that steer a reading, shared by the commands that read: focus, block and allow lists."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from geo.errors import BadInputError, UnreadableError
from geo.guidance import UNGUIDED

if TYPE_CHECKING:
    from collections.abc import Callable

    from gazetteer.place import Gazetteer
    from geo.guidance import Guidance
    from geo.store import Store

_OPTIONS = (
    click.option(
        "--focus", metavar="CODE,...", help="Countries that a project looks at, such as CO,VE."
    ),
    click.option("--block", metavar="FILE", help="Names that are never places, one a line."),
    click.option("--allow", metavar="FILE", help="Names that always are places, one a line."),
)


def guiding(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options --focus, --block and --allow."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def guidance_of(
    gazetteer: Gazetteer,
    *,
    focus: str | None,
    block: str | None,
    allow: str | None,
    base: Guidance = UNGUIDED,
) -> Guidance:
    """Return a guidance as options change it: None leaves a part as it was, an empty text empties it.

    Raises BadInputError for a code that is no country's, UnreadableError for a file.
    """
    guidance = replace(
        base,
        focus=base.focus if focus is None else frozenset(codes_of(focus, gazetteer)),
        blocked=base.blocked if block is None else _names(block),
        allowed=base.allowed if allow is None else _names(allow),
    )
    if both := sorted(guidance.blocked & guidance.allowed):
        raise BadInputError(f"{both[0]!r} is blocked and allowed; wanted one of the two")
    return guidance


def keep_settings(
    store: Store, gazetteer: Gazetteer, *, focus: str | None, block: str | None, allow: str | None
) -> bool:
    """Change a store's settings as options say; tell whether they are other ones now."""
    before = store.steering().settings()
    after = guidance_of(gazetteer, focus=focus, block=block, allow=allow, base=before)
    if after != before:
        store.steering().set_settings(after)
    return after != before


def codes_of(text: str, gazetteer: Gazetteer) -> list[str]:
    """Return the country codes of "CO,VE"; raise BadInputError for one that is no country's."""
    codes = [code.strip().upper() for code in text.split(",") if code.strip()]
    if text and not codes:
        raise BadInputError(f"found no country in {text!r}; wanted ISO 3166-1 codes, such as CO,VE")
    for code in codes:
        if gazetteer.country(code) is None:
            raise BadInputError(
                f"{code!r} is no country; wanted ISO 3166-1 codes of two letters, such as CO,VE"
            )
    return codes


def _names(file: str) -> frozenset[str]:
    """Return the names in a file as the gazetteer folds them; # begins a comment, no file has none."""
    from gazetteer.names import fold

    if not file:
        return frozenset()
    try:
        lines = Path(file).read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise UnreadableError(
            f"{file}: {error.strerror}; wanted a file of names, one a line"
        ) from error
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"{file}: is not UTF-8; wanted a file of names, one a line"
        ) from error
    names = (fold(line.split("#", 1)[0].strip()) for line in lines)
    return frozenset(filter(None, names))
