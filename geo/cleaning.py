"""Make text from outside safe to keep: the one place where code points are dropped or replaced."""

from __future__ import annotations

import re
import unicodedata

# Controls but tab and line feed; zero-width marks; the byte order mark; bidirectional overrides.
_DROPPED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_JOINERS = re.compile("[\u200c\u200d]")
# Scripts in which the two joiners change how a word is written, so that they must stay.
_JOINED_SCRIPTS = re.compile("[\u0600-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]")
_LINE_BREAKS = re.compile("\r\n?|[\x85\u2028\u2029]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_UNIT = re.compile("\r\n|.", re.DOTALL)
# What composes together: ASCII never joins the letter before it.
_COMPOSED = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]+|[\x00-\x7f]")


def clean(text: str) -> str:
    r"""Return a text in NFC, lines ended by "\n", without controls, invisible marks, surrogates."""
    return unicodedata.normalize("NFC", _stripped(text, joined=_is_joined(text)))


def clean_line(text: str) -> str:
    """Return a cleaned text as one line with single blanks: for titles, names and addresses."""
    return " ".join(clean(text).split())


def positions(given: str) -> list[int]:
    """Return for each position of `clean(given)`, its end included, the one in the given text."""
    joined = _is_joined(given)
    kept: list[str] = []
    where: list[int] = []
    for unit in _UNIT.finditer(given):
        piece = _stripped(unit.group(), joined=joined)
        kept.append(piece)
        where += [unit.start()] * len(piece)
    found: list[int] = []
    for run in _COMPOSED.finditer("".join(kept)):
        length = len(unicodedata.normalize("NFC", run.group()))
        found += [where[min(run.start() + index, run.end() - 1)] for index in range(length)]
    return [*found, len(given)]


def _stripped(text: str, *, joined: bool) -> str:
    text = _SURROGATES.sub("\ufffd", text)
    text = _LINE_BREAKS.sub("\n", text)
    text = _DROPPED.sub("", text)
    return text if joined else _JOINERS.sub("", text)


def _is_joined(text: str) -> bool:
    return _JOINED_SCRIPTS.search(text) is not None
