"""Reports of one happening become one incident; distinct happenings stay apart."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString

from gazetteer import Coordinates, Kind, Place
from geo.merging import merge
from geo.model import Count, Event, Mention, Precision, Resolution, Role, Status

HOME = Coordinates(lat=21.31, lon=-157.86)
FAR = Coordinates(lat=19.7, lon=-155.08)


def place(
    name="Honolulu", *, at=HOME, kind="settlement", precision=Precision.SETTLEMENT, geometry=None
):
    return Resolution(
        mention=Mention(start=0, end=len(name), surface=name, role=Role.NAME),
        place=Place(
            id=f"test:{name}", name=name, kind=Kind(kind), country_codes=("US",), coordinates=at
        ),
        name=name,
        kind=kind,
        country_codes=("US",),
        coordinates=at,
        geometry=geometry,
        precision=precision,
        uncertainty_km=1.0,
        confidence=0.9,
    )


def event(
    start=0,
    *,
    article="a",
    kind="clash",
    day=6,
    until=None,
    where="home",
    status=Status.HAPPENED,
    sentence="",
    **counts,
):
    resolution = place() if where == "home" else where
    return Event(
        id=f"{article}-{start}-{kind}-{resolution.name if resolution else None}",
        article_id=article,
        kind=kind,
        start=start,
        end=start + 10,
        sentence=sentence or f"Soldiers fought rebels near the cement works, report {start}.",
        resolution=resolution,
        earliest=date(2024, 5, day),
        latest=date(2024, 5, until or day),
        status=status,
        counts={role: Count(value=value) for role, value in counts.items()},
        confidence=0.7,
    )


def sizes(*events):
    return sorted(len(incident.events) for incident in merge(events))


def test_a_happening_told_twice_is_one_incident():
    assert sizes(event(0, killed=3), event(100)) == [2]


@pytest.mark.parametrize(
    "other",
    [
        event(100, kind="crossing"),
        event(100, day=9),
        event(100, killed=4),
        event(100, injured=2),
        event(100, where=place("Hilo", at=FAR)),
        event(100, where=None),
        event(100, status=Status.DENIED),
        event(100, day=1, until=31),
        event(100, day=3, until=9),
    ],
    ids=[
        "kind",
        "day",
        "number",
        "numbers of other roles",
        "place",
        "no place",
        "status",
        "a month",
        "some day of a week, without a number",
    ],
)
def test_what_differs_stays_apart(other):
    assert sizes(event(0, killed=3), other) == [1, 1]


def test_two_events_of_one_sentence_stay_apart():
    first, second = event(0), event(0, where=place("Waikiki"))
    assert sizes(first, second) == [1, 1]


def test_a_town_on_a_border_is_where_the_border_is():
    line = place(
        "border",
        kind="border",
        precision=Precision.BORDER,
        geometry=LineString([(-158, 21.3), (-157, 21.3)]),
        at=FAR,
    )
    assert sizes(event(0), event(100, where=line)) == [2]


def test_the_best_report_comes_first():
    [incident] = merge([event(0), event(100, killed=3, injured=4)])
    assert incident.best.counts.keys() == {"killed", "injured"}


def test_an_incident_keeps_its_id_when_another_is_added():
    before = merge([event(0, killed=3)])
    after = merge([event(0, killed=3), event(500, day=20)])
    assert before[0].id in {incident.id for incident in after}


@given(st.permutations([event(0, killed=3), event(100), event(200, day=9), event(300, killed=3)]))
def test_merging_does_not_depend_on_the_order(events):
    def told(incidents):
        return sorted((i.id, tuple(e.id for e in i.events)) for i in incidents)

    ordered = sorted(events, key=lambda e: e.id)
    assert told(merge(events)) == told(merge(ordered))


def test_nothing_merges_to_nothing():
    assert merge([]) == ()
