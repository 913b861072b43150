"""What merging compares of an event: a claim, by its content alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from geo.language import language_of
from geo.merging.wording import Wording, wording
from geo.model import Precision, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date

    from shapely.geometry.base import BaseGeometry

    from gazetteer.place import Coordinates
    from geo.model import Article, Count, Event, Resolution

#: How many letters before and after a sentence count as its wording.
_AROUND = 240
_WIDE = frozenset({Precision.COUNTRY})


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One happening as one report tells it; equal claims are one, whoever makes them.

    `key` stands for what is claimed (sentence, kind, place, days, counts), `apart` for the claims
    that an article tells as other happenings than this, `beside` for those that it tells of the
    same place and may be this one told again. `geometry` has x = longitude.
    """

    key: str
    kind: str
    place: str
    precision: Precision
    coordinates: Coordinates
    geometry: BaseGeometry | None
    earliest: date
    latest: date
    counts: Mapping[str, Count]
    wording: Wording
    apart: frozenset[str]
    beside: frozenset[str]

    @property
    def digest(self) -> str:
        """Stands for the whole content: equal claims of different articles have one digest."""
        words = sorted(f"{word}:{weight}" for word, weight in self.wording.weights.items())
        told = (*sorted(self.apart), "", *sorted(self.beside), "", self.wording.language)
        return _hash(self.key, *told, *words)

    @property
    def is_wide(self) -> bool:
        """Whether the place is so wide that only a report of the very same place may be one with it."""
        return self.precision in _WIDE


def claims(
    events: Sequence[Event], *, article: Article | None, located: Iterable[Resolution] = ()
) -> dict[str, Claim]:
    """Return the claims of an article's events by event id; those that nothing can join have none.

    Only what happened, at a place, on days, can be one with another report. `located` are the
    article's located names.
    """
    able = {event.id: event for event in events if _is_comparable(event)}
    keys = {key: _key(event) for key, event in able.items()}
    names = tuple(located)
    return {
        key: _claim(
            event,
            key=keys[key],
            apart=frozenset(keys[other.id] for other in able.values() if _told_apart(event, other)),
            beside=frozenset(
                keys[other.id] for other in able.values() if _told_beside(event, other)
            ),
            told=_wording(event, article=article, located=names),
        )
        for key, event in able.items()
    }


def _claim(
    event: Event, *, key: str, apart: frozenset[str], beside: frozenset[str], told: Wording
) -> Claim:
    where = event.resolution
    if where is None or event.earliest is None or event.latest is None:
        raise ValueError(f"event {event.id}: wanted a place and days")
    return Claim(
        key=key,
        kind=event.kind,
        place=where.place.id,
        precision=where.precision,
        coordinates=where.coordinates,
        geometry=where.geometry,
        earliest=event.earliest,
        latest=event.latest,
        counts=dict(event.counts),
        wording=told,
        apart=apart - {key},
        beside=beside - apart - {key},
    )


def _is_comparable(event: Event) -> bool:
    placed = event.resolution is not None and event.earliest and event.latest
    return event.status is Status.HAPPENED and bool(placed)


def _told_apart(one: Event, other: Event) -> bool:
    """Tell whether one article tells two events as two: in one sentence, or with other numbers."""
    if one.kind != other.kind or one.article_id != other.article_id:
        return False
    same_sentence = one.start == other.start
    shared = one.counts.keys() & other.counts.keys()
    if same_sentence or any(one.counts[r].value != other.counts[r].value for r in shared):
        return True
    return bool(one.counts and other.counts and not shared)


def _told_beside(one: Event, other: Event) -> bool:
    """Tell whether an article tells of one place and one kind of event twice."""
    if one.resolution is None or other.resolution is None or one.kind != other.kind:
        return False
    same_place = one.resolution.place.id == other.resolution.place.id
    return one.article_id == other.article_id and same_place


def _wording(event: Event, *, article: Article | None, located: Sequence[Resolution]) -> Wording:
    """Read what is said around an event: its sentence and what stands next to it, without its place."""
    text = article.text if article else ""
    if text[event.start : event.end] != event.sentence:
        return wording(event.sentence, language=article.language if article else "")
    start, end = _window(text, event)
    own, others = _own_names(event), set[str]()
    spans = []
    for found in located:
        mention = found.mention
        if start <= mention.start and mention.end <= end:
            spans.append((mention.start, mention.end))
            if found.place.id not in own and found.precision is not Precision.COUNTRY:
                others.add(found.place.id)
    blanked = _blanked(text, start, end, spans)
    return wording(blanked, language=language_of(article) if article else "", places=others)


def _window(text: str, event: Event) -> tuple[int, int]:
    """The sentence with its neighbours in the same paragraph, cut at whole words."""
    before = text[max(0, event.start - _AROUND) : event.start].rsplit("\n\n", 1)[-1]
    after = text[event.end : event.end + _AROUND].split("\n\n", 1)[0]
    if len(before) == _AROUND:
        before = before.split(" ", 1)[-1]
    if len(after) == _AROUND:
        after = after.rsplit(" ", 1)[0]
    return event.start - len(before), event.end + len(after)


def _own_names(event: Event) -> frozenset[str]:
    return frozenset([event.resolution.place.id] if event.resolution else [])


def _blanked(text: str, start: int, end: int, spans: Iterable[tuple[int, int]]) -> str:
    piece = list(text[start:end])
    for left, right in spans:
        piece[left - start : right - start] = " " * (right - left)
    return "".join(piece)


def _key(event: Event) -> str:
    where = event.resolution
    at = where and (where.place.id, where.name, where.precision, *where.coordinates.latlon)
    numbers = sorted((role, c.value, c.qualifier) for role, c in event.counts.items())
    words = " ".join(event.sentence.split())
    return _hash(words, event.kind, str(at), f"{event.earliest} {event.latest}", str(numbers))


def _hash(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:16]
