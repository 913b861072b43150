"""Readings made by hand, for the tests of what is done with them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from gazetteer.place import Coordinates, Kind, Place
from geo.model import (
    Article,
    Count,
    Event,
    Mention,
    Precision,
    Qualifier,
    Reading,
    Resolution,
    Role,
    Status,
    event_id,
)
from geo.store import Record

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

# How long an example takes says more of the machine than of us.
settings.register_profile("placeline", deadline=None)
settings.load_profile("placeline")

HONOLULU = Place(
    id="geonames:5856195",
    name="Honolulu",
    kind=Kind.SETTLEMENT,
    country_codes=("US",),
    coordinates=Coordinates(lat=21.31, lon=-157.86),
    admin1="HI",
    population=350_964,
)
CUCUTA = Place(
    id="geonames:3685533",
    name="Cúcuta",
    kind=Kind.SETTLEMENT,
    country_codes=("CO",),
    coordinates=Coordinates(lat=7.90745, lon=-72.5049),
    admin1="21",
    population=777_106,
)


@dataclass(frozen=True, slots=True)
class Making:
    """Makes what the path would make, with the parts a test cares for."""

    honolulu: Place = HONOLULU
    cucuta: Place = CUCUTA

    def resolution(
        self,
        text: str,
        surface: str,
        *,
        place: Place = HONOLULU,
        at: Coordinates | None = None,
        geometry: BaseGeometry | None = None,
        precision: Precision = Precision.SETTLEMENT,
        role: Role = Role.NAME,
    ) -> Resolution:
        start = text.index(surface)
        return Resolution(
            mention=Mention(start=start, end=start + len(surface), surface=surface, role=role),
            place=place,
            name=place.name,
            kind=place.kind,
            country_codes=place.country_codes,
            coordinates=at or place.coordinates,
            geometry=geometry,
            precision=precision,
            uncertainty_km=5.0,
            confidence=0.9,
            why="the only place of that name",
        )

    def reading(
        self,
        sentence: str = "Clashes in Honolulu left at least 3 dead.",
        surface: str = "Honolulu",
        *,
        key: str = "a1",
        kind: str = "clash",
        located: bool = True,
        status: Status = Status.HAPPENED,
        earliest: date | None = date(2019, 2, 23),
        latest: date | None = date(2019, 2, 24),
        article: dict[str, Any] | None = None,
        **where: Any,
    ) -> Reading:
        """Return a reading of one sentence with one event at one place."""
        found = self.resolution(sentence, surface, **where) if located else None
        event = Event(
            id=event_id(article=key, start=0, end=len(sentence), kind=kind, place=surface),
            article_id=key,
            kind=kind,
            start=0,
            end=len(sentence),
            sentence=sentence,
            resolution=found,
            earliest=earliest,
            latest=latest,
            status=status,
            counts={"killed": Count(value=3, qualifier=Qualifier.AT_LEAST)},
            confidence=0.8,
            why="left dead",
        )
        told = Article(
            id=key,
            text=sentence,
            title=f"Report {key}",
            source="Example Wire",
            url=f"https://news.example/{key}",
            published=date(2019, 2, 25),
            language="en",
        )
        return Reading(
            article=replace(told, **article) if article else told,
            resolutions=(found,) if found else (),
            unplaced=() if located else (self.mention(sentence, surface),),
            events=(event,),
            incidents=(),
        )

    def mention(self, text: str, surface: str) -> Mention:
        start = text.index(surface)
        return Mention(start=start, end=start + len(surface), surface=surface, role=Role.NAME)

    def record(self, *arguments: Any, **parts: Any) -> Record:
        """Return the record of such a reading's event, as a store would give it."""
        reading = self.reading(*arguments, **parts)
        article = replace(reading.article, text="")
        event = reading.events[0]
        return Record(
            event=event, article=article, incident_id=event.id, added="2026-01-02T03:04:05Z"
        )


@pytest.fixture(scope="session")
def make() -> Making:
    """Make readings and records by hand."""
    return Making()
