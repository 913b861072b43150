"""Find an article's datelines: "CUCUTA, Colombia (AP) --", "Cúcuta (Colombia), 24 feb (EFE).-", "PARIS —"."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Dateline:
    """Where a report says that it was written.

    `start` and `end` bound the place as written ("CUCUTA, Colombia"); `body` is where the
    report's text begins. Code points of the article's text, end exclusive.
    """

    start: int
    end: int
    body: int


_UPPER = "A-ZÀ-ÖØ-ÞĀ-Ž"
_CITY_UPPER = rf"[{_UPPER}][{_UPPER}'’.\-]+(?:[ /][{_UPPER}][{_UPPER}'’.\-]*){{0,4}}"
_CITY_TITLE = (
    rf"[{_UPPER}][\w'’.\-]+(?: (?:de|del|la|los|do|da|el|al|of|[{_UPPER}][\w'’.\-]*)){{0,4}}"
)
_REGION = rf"(?:,? ?\(?[{_UPPER}][\w.'’ ]{{1,30}}\)?)"
_DATE = r"(?:,? (?:[A-Z][a-z]{2,8}\.? \d{1,2}|\d{1,2}(?: de)? [a-zç]{3,10}\.?|\d{1,2}/\d{1,2})(?:,? (?:de )?\d{4})?)"
_AGENCY = r"(?: ?[(\[][^()\[\]\n]{2,30}[)\]]\.?)"
_DASH = r"(?: ?(?:--|[—–]|\.-|\.—) ?| - )"
# A city in capitals needs only a dash after it; one in title case an agency as well.
_SHAPES = (
    re.compile(
        rf"(?P<place>{_CITY_UPPER}(?:,{_REGION}|{_REGION})??){_DATE}?{_AGENCY}?{_DATE}?{_DASH}"
    ),
    re.compile(
        rf"(?P<place>{_CITY_TITLE}(?:,{_REGION}|{_REGION})??){_DATE}?{_AGENCY}{_DATE}?(?:{_DASH}|: )"
    ),
)
_LINE = re.compile(r"(?:^|\n)[ \t]*(?=\S)")
_REACH = 1500
_LONGEST = 120


def find_datelines(text: str) -> tuple[Dateline, ...]:
    """Return the datelines that open lines near the head of a text, in order."""
    found = []
    for line in _LINE.finditer(text[:_REACH]):
        reach = line.end() + _LONGEST
        match = next((m for shape in _SHAPES if (m := shape.match(text, line.end(), reach))), None)
        if match:
            start, place = match.start("place"), match["place"].rstrip()
            found.append(Dateline(start=start, end=start + len(place), body=match.end()))
    return tuple(found)
