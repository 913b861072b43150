"""Borders named by one country or two: "the Brazilian border", "Bolivia's long border with Chile".

Where the text names one country, the other is the neighbour that the article speaks of most and
nearest.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gazetteer.place import Coordinates, Kind
from geo.model import Mention, Precision, Resolution, Role
from geo.relations.anchors import CERTAINTY, Anchors
from geo.resolution.placing import uncertainty
from geo.resolution.standing import apart_km, on_line, standing_point

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapely.geometry.base import BaseGeometry

    from gazetteer.place import Gazetteer, Place

_WORD = re.compile(r"\b(?:borders?|frontiers?|borderlands?|frontera|fronteira)\b", re.IGNORECASE)
# "border guards", "border town": somebody or something at a border, not the border itself.
_NOT_A_BORDER = re.compile(
    r"^[\s-](?:guards?|police|patrols?|agents?|officials?|officers?|town|city|village|towns|cities|villages|state|states|"
    r"controls?|forces?|security|post|posts|agency|authorities|service|services|troops|crossings?|bridges?|"
    r"checkpoints?|wall|fence|dispute|disputes|tensions?|collie|war|closures?|policy)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"(?:['’]s)?(?:[\s\-–—][a-z]+){0,2}[\s\-–—]$")
# "Niger closed its border", "Turkey sealed the border": the words of the border begin at the article.
_DETERMINED = re.compile(
    r"\b(?:the|its|their|a|la|su|sus|sua|suas)\s+(?:[a-z]+\s+)?$", re.IGNORECASE
)
_PAIR = re.compile(r"^\s*[-–—/]\s*$|^\s+and\s+$")
_WITH = re.compile(
    r"^\s+(?:area\s+|region\s+|line\s+)?(?:with|of|con|com|de|da|do)\s+(?:the\s+|el\s+|la\s+|o\s+|a\s+)?$",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"^\s+(?:between|entre|separating|dividing)\s+(?:the\s+)?$", re.IGNORECASE)
_AND = re.compile(r"^\s+(?:and|y|e|from)\s+(?:the\s+)?$", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(?:the|la|a)\s+$", re.IGNORECASE)
_REACH = 48
_NAMED = frozenset({Kind.COUNTRY})
_TOWN_REACH_KM = 25.0
# A first sieve, wide enough for that reach at any latitude where people live.
_SIEVE_DEGREES = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """A border as the text names it: the words' span, its countries, the anchor that named it."""

    start: int
    end: int
    codes: tuple[str, ...]
    anchor: Resolution


def find_borders(
    text: str, resolutions: Sequence[Resolution], gazetteer: Gazetteer
) -> Iterator[Resolution]:
    """Yield the land borders that a text names."""
    countries = Anchors([r for r in resolutions if r.kind in _NAMED])
    for word in _WORD.finditer(text):
        if _NOT_A_BORDER.match(text[word.end() : word.end() + 16]):
            continue
        reading = _read(text, word, countries)
        if reading is not None:
            yield from _resolve(text, reading, resolutions, gazetteer)


def _read(text: str, word: re.Match[str], countries: Anchors) -> _Reading | None:
    before = _before(text, word.start(), countries)
    after = _after(text, word.end(), countries)
    named = [*before, *after]
    if not named:
        return None
    start = min(word.start(), *(r.mention.start for r in named))
    if before and (own := _DETERMINED.search(text, before[-1].mention.end, word.start())):
        start = own.start()
    article = _ARTICLE.search(text, max(0, start - 8), start)
    end = max(word.end(), *(r.mention.end for r in named))
    codes = tuple(dict.fromkeys(code for r in named for code in r.country_codes[:1]))
    return _Reading(
        start=article.start() if article else start, end=end, codes=codes, anchor=named[0]
    )


def _before(text: str, position: int, countries: Anchors) -> list[Resolution]:
    """The countries just before the word: "the U.S.-Mexico border", "Bolivia's long border"."""
    near = countries.between(max(0, position - _REACH), position)
    if not near or not _BEFORE.match(text[near[-1].mention.end : position]):
        return []
    if len(near) > 1 and _PAIR.match(text[near[-2].mention.end : near[-1].mention.start]):
        return near[-2:]
    return near[-1:]


def _after(text: str, position: int, countries: Anchors) -> list[Resolution]:
    """The countries just after the word: "the border with Egypt", "the border between X and Y"."""
    near = countries.between(position, position + _REACH)
    if not near:
        return []
    gap = text[position : near[0].mention.start]
    if _WITH.match(gap):
        return near[:1]
    if _BETWEEN.match(gap):
        second = len(near) > 1 and _AND.match(text[near[0].mention.end : near[1].mention.start])
        return near[:2] if second else []
    return []


def _resolve(
    text: str, reading: _Reading, resolutions: Sequence[Resolution], gazetteer: Gazetteer
) -> Iterator[Resolution]:
    pair = reading.codes[:2] if len(reading.codes) > 1 else _pair(reading, resolutions, gazetteer)
    if pair is None:
        return
    place, line = gazetteer.border_place(*pair), gazetteer.borders(*pair)
    if place is None or line is None or line.is_empty:
        return
    guessed = len(reading.codes) < 2
    yield Resolution(
        mention=Mention(
            start=reading.start,
            end=reading.end,
            surface=text[reading.start : reading.end],
            role=Role.RELATION,
        ),
        place=place,
        name=place.name,
        kind=Kind.BORDER,
        country_codes=place.country_codes,
        coordinates=_point(line, place.country_codes, reading.start, resolutions, gazetteer),
        geometry=line,
        precision=Precision.BORDER,
        uncertainty_km=uncertainty(place, line),
        confidence=round(
            reading.anchor.confidence * (CERTAINTY if not guessed else CERTAINTY**3), 3
        ),
        why=_why(place.name, guessed=guessed),
    )


def _why(name: str, *, guessed: bool) -> str:
    if guessed:
        return f"{name}: of the neighbours, the article speaks most of this one."
    return f"{name}: the text names both countries."


def _pair(
    reading: _Reading, resolutions: Sequence[Resolution], gazetteer: Gazetteer
) -> tuple[str, str] | None:
    """Choose the other country: the neighbour named most, what stands near counting more."""
    own = reading.codes[0]
    neighbours = gazetteer.neighbours(own)
    votes: defaultdict[str, float] = defaultdict(float)
    for resolution in resolutions:
        apart = abs(resolution.mention.start - reading.start)
        for code in resolution.country_codes[:1]:
            if code in neighbours:
                votes[code] += resolution.confidence * (0.25 + 1 / (1 + apart / 200))
    if not votes:
        return None
    return own, max(votes, key=lambda code: votes[code])


def _point(
    line: BaseGeometry,
    codes: Sequence[str],
    position: int,
    resolutions: Sequence[Resolution],
    gazetteer: Gazetteer,
) -> Coordinates:
    """Return the point that stands for a border: nearest to the article's place at it, else its largest town."""
    own = standing_point(line, position, resolutions)
    return own or _busiest(line, tuple(codes), gazetteer)


_BUSIEST: dict[tuple[str, tuple[str, ...]], Coordinates] = {}


def _busiest(line: BaseGeometry, codes: tuple[str, ...], gazetteer: Gazetteer) -> Coordinates:
    """Return where a border is crossed most: its point nearest to the largest town at it."""
    key = (gazetteer.edition, codes)
    if key not in _BUSIEST:
        settlements = frozenset({Kind.SETTLEMENT})
        towns = gazetteer.within(line.buffer(_SIEVE_DEGREES), kinds=settlements)
        town = next((t for t in towns if _lies_at(t, line, codes)), None)
        middle = line.interpolate(0.5, normalized=True)
        at = town.coordinates if town else Coordinates(lat=middle.y, lon=middle.x)
        _BUSIEST[key] = on_line(line, at)
    return _BUSIEST[key]


def _lies_at(town: Place, line: BaseGeometry, codes: tuple[str, ...]) -> bool:
    """Tell whether a town of one of the countries lies within reach of their border."""
    at = town.coordinates
    near = bool(set(town.country_codes) & set(codes))
    return near and apart_km(on_line(line, at), at) <= _TOWN_REACH_KM
