"""Bytes to text: never an error, and it says what was assumed."""

from __future__ import annotations

import codecs
import re
from contextlib import suppress
from typing import NamedTuple

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE_BYTES = 65_536
# Latin scripts keep most of their letters in ASCII; others have next to none there.
_LATIN_SHARE = 0.2
_FALLBACK = "cp1252"


class Decoded(NamedTuple):
    """A text, and a note where its encoding had to be guessed or bytes were replaced."""

    text: str
    encoding: str
    note: str


def decode(data: bytes, *, declared: str = "") -> Decoded:
    """Decode by byte order mark, then as declared, then UTF-8, then by a guess."""
    encoding = marked_encoding(data)
    if encoding:
        return _forced(data, encoding, note="")
    for trusted in filter(None, (_known(declared), "utf-8")):
        with suppress(UnicodeError):
            return Decoded(data.decode(trusted), trusted, "")
    guessed = _guess(data[:_SAMPLE_BYTES])
    return _forced(data, guessed, note=f"read as {guessed}")


def marked_encoding(data: bytes) -> str:
    """Return the encoding that a byte order mark tells, or that the zeros of UTF-16 tell."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    sample = data[:_SAMPLE_BYTES]
    if len(sample) < 4 or b"\0" not in sample:
        return ""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    low, high = sorted((even, odd))
    clear = high > len(sample) // 5 and low * 10 < high
    return ("utf-16-be" if even > odd else "utf-16-le") if clear else ""


def _known(name: str) -> str:
    """Return the codec of a declared name, empty where there is none that makes text."""
    if not re.fullmatch(r"[\w.:-]{1,40}", name, re.ASCII):
        return ""
    try:
        codec = codecs.lookup(name)
        "".encode(codec.name)
    except LookupError:
        return ""
    return "cp1252" if codec.name in ("iso8859-1", "ascii") else codec.name


def _forced(data: bytes, encoding: str, *, note: str) -> Decoded:
    text = data.decode(encoding, errors="replace")
    lost = text.count("\ufffd")
    notes = [note, f"{lost} unreadable characters replaced" if lost else ""]
    return Decoded(text, encoding, "; ".join(filter(None, notes)))


def _guess(sample: bytes) -> str:
    high = sum(byte >= 0x80 for byte in sample)
    letters = high + sum(chr(byte).isalpha() for byte in sample if byte < 0x80)
    if high <= _LATIN_SHARE * max(letters, 1):
        return _FALLBACK
    from charset_normalizer import from_bytes

    best = from_bytes(sample).best()
    return best.encoding if best else _FALLBACK
