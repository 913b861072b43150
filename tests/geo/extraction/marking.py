"""Test sentences with their places marked: "waded the [Evros|river|GR,TR|41.3,26.5] at dawn".

After the name come its kind, then country codes and a role where it is no plain name, then latitude
and longitude.
"""

from __future__ import annotations

import re

from gazetteer import Coordinates, Kind, Place
from geo.model import Mention, Precision, Resolution, Role

_MARK = re.compile(
    r"\[(?P<name>[^\]|]+)\|(?P<kind>\w+)(?:\|(?P<more>[^\]|]*))?(?:\|(?P<lat>[^\],]+),(?P<lon>[^\]]+))?\]"
)
_PRECISION = {
    "settlement": Precision.SETTLEMENT,
    "country": Precision.COUNTRY,
    "admin1": Precision.REGION,
    "region": Precision.REGION,
    "island": Precision.REGION,
    "river": Precision.REGION,
    "sea": Precision.REGION,
    "border": Precision.BORDER,
}
_HOME = Coordinates(lat=21.31, lon=-157.86)


def marked(text: str) -> tuple[str, tuple[Resolution, ...]]:
    """Return the bare text and the resolutions of its marked names."""
    plain, resolutions, last = "", [], 0
    for match in _MARK.finditer(text):
        plain += text[last : match.start()]
        start = len(plain)
        plain += match["name"]
        resolutions.append(_resolution(match, start, len(plain)))
        last = match.end()
    return plain + text[last:], tuple(resolutions)


def _resolution(match: re.Match[str], start: int, end: int) -> Resolution:
    name, kind, more = match["name"], match["kind"], (match["more"] or "").split(",")
    codes = tuple(word for word in more if word.isupper() and len(word) == 2)
    role = next((r for r in Role if r.value in more), Role.NAME)
    at = Coordinates(lat=float(match["lat"]), lon=float(match["lon"])) if match["lat"] else _HOME
    place = Place(
        id=f"test:{name}", name=name, kind=Kind(kind), country_codes=codes, coordinates=at
    )
    return Resolution(
        mention=Mention(start=start, end=end, surface=name, role=role),
        place=place,
        name=name,
        kind=kind,
        country_codes=codes,
        coordinates=at,
        precision=_PRECISION.get(kind, Precision.EXACT),
        uncertainty_km=1.0,
        confidence=0.9,
    )
