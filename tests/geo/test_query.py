"""Queries are read from what users type, and every fault names its parameter."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo.errors import BadInputError
from geo.model import Precision, Status
from geo.query import MAX_LIMIT, REVIEWS, BoundingBox, EventQuery, Nearby, known_kinds

degrees = st.floats(-180, 180)


def test_nothing_given_asks_for_all_that_happened() -> None:
    query = EventQuery.parse()
    assert query == EventQuery()
    assert query.statuses == {Status.HAPPENED}
    assert query.params == ()


def test_each_parameter_is_read() -> None:
    query = EventQuery.parse(
        kind="crossing, clash",
        from_="2019-02-01",
        to="2019-02-28",
        bbox="170,-20,-170,10",
        q="  border\nbridge ",
        place="geonames:1",
        source=["Wire, The"],
        status=["planned", "denied"],
        limit="50",
        after="2019-02-24~0123456789abcdef",
    )
    assert query == EventQuery(
        kinds=frozenset({"crossing", "clash"}),
        earliest=date(2019, 2, 1),
        latest=date(2019, 2, 28),
        bbox=BoundingBox(west=170, south=-20, east=-170, north=10),
        text="border bridge",
        place="geonames:1",
        sources=frozenset({"Wire, The"}),
        statuses=frozenset({Status.PLANNED, Status.DENIED}),
        limit=50,
        after="2019-02-24~0123456789abcdef",
    )


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"kind": "zebra"}, r"kind 'zebra': unknown; known kinds are aid, .*crossing, .*refuge"),
        ({"status": "maybe"}, "status 'maybe'.*happened"),
        ({"from_": "2019-02-31"}, "from '2019-02-31'.*YYYY-MM-DD"),
        ({"to": "0000-01-01"}, "to '0000-01-01'"),
        ({"to": "next Friday"}, "to 'next Friday'"),
        ({"from_": "20190224"}, "from '20190224'"),
        ({"from_": "٢٠١٩-٠٢-٢٤"}, "from"),
        ({"from_": "2019-03-01", "to": "2019-02-01"}, "from 2019-03-01 is after to 2019-02-01"),
        ({"limit": "0"}, "limit '0'.*1 to 10000"),
        ({"limit": str(MAX_LIMIT + 1)}, "limit"),
        ({"limit": "-1"}, "limit"),
        ({"limit": "ten"}, "limit 'ten'"),
        ({"limit": "9" * 5000}, "limit"),
        ({"limit": "²"}, "limit"),
        ({"after": "x"}, "after 'x'"),
        ({"after": "2019-02-24~a' OR 1=1"}, "after"),
        ({"q": "x" * 501}, "q: 501 characters"),
        ({"place": "x" * 501}, "place: 501 characters"),
        ({"bbox": "1,2,3"}, "bbox '1,2,3'.*west,south,east,north"),
        ({"bbox": "1,2,3,4,5"}, "bbox"),
        ({"bbox": "a,b,c,d"}, "bbox"),
        ({"bbox": "nan,0,1,1"}, "bbox"),
        ({"bbox": "0,0,inf,1"}, "bbox"),
        ({"bbox": "0,50,1,40"}, "bbox.*south first"),
        ({"bbox": "0,-91,1,0"}, "bbox.*-90 to 90"),
        ({"bbox": "0,0,500,1"}, "bbox.*-180 to 180"),
        ({"bbox": ",,,"}, "bbox"),
        ({"near": "7.9,-72.5"}, "near '7.9,-72.5'.*lat,lon,km"),
        ({"near": "geonames:1"}, "near"),
        ({"near": "Honolulu,5"}, "near 'Honolulu,5'.*place's id"),
        ({"near": "-157.86,21.31,5"}, "near"),
        ({"near": "21.31,-157.86,0"}, "near.*more than 0"),
        ({"near": "21.31,-157.86,2001"}, "near.*at most 2000"),
        ({"near": "21.31,-157.86,nan"}, "near"),
        ({"near": "nan,0,5"}, "near"),
        ({"precision": "fine"}, "precision 'fine'.*settlement"),
        ({"confidence": "1.5"}, "confidence '1.5'.*0 to 1"),
        ({"confidence": "nan"}, "confidence"),
        ({"confidence": "sure"}, "confidence"),
        ({"review": "maybe"}, "review 'maybe'.*confirmed"),
    ],
)
def test_a_fault_names_the_parameter_in_one_line(given: dict[str, Any], named: str) -> None:
    with pytest.raises(BadInputError, match=named) as caught:
        EventQuery.parse(**given)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("absent", [None, ""])
def test_an_empty_parameter_is_an_absent_one(absent: str | None) -> None:
    names = ("kind", "from_", "to", "bbox", "q", "place", "source", "status", "limit", "after",
             "near", "precision", "confidence", "review")  # fmt: skip
    assert EventQuery.parse(**dict.fromkeys(names, absent)) == EventQuery()


def test_all_means_every_status() -> None:
    assert EventQuery.parse(status="all").statuses == frozenset(Status)


def test_a_box_across_the_antimeridian_has_two_parts() -> None:
    parts = BoundingBox.parse("170,-20,-170,10").parts
    assert [(part.west, part.east) for part in parts] == [(170, 180), (-180, -170)]
    assert BoundingBox.parse("170,-20,-170,10").square_degrees == 600


def faults(**given_: str) -> str:
    """Return what is said of a parameter, empty where it is taken."""
    try:
        EventQuery.parse(**given_)  # type: ignore[arg-type]
    except BadInputError as error:
        return str(error)
    return ""


@given(
    text=st.text(),
    name=st.sampled_from(
        ["bbox", "q", "place", "from_", "to", "after", "limit", "near", "confidence"]
    ),
)
def test_any_text_is_taken_or_refused_by_the_name_of_its_parameter(text: str, name: str) -> None:
    told = faults(**{name: text})
    assert told == "" or name.rstrip("_") in told


@given(
    kinds=st.frozensets(st.sampled_from(sorted(known_kinds()))),
    days=st.tuples(st.none() | st.dates(), st.none() | st.dates()),
    edges=st.none() | st.tuples(degrees, degrees),
    text=st.text(st.characters(codec="utf-8"), max_size=40),
    sources=st.frozensets(st.text(min_size=1)),
    statuses=st.frozensets(st.sampled_from(Status), min_size=1),
    limit=st.none() | st.integers(1, MAX_LIMIT),
    near=st.none() | st.builds(Nearby.parse, st.sampled_from(["21.31,-157.86,5", "a:1,0.25"])),
    precisions=st.frozensets(st.sampled_from(Precision)),
    hundredths=st.integers(0, 100),
    reviews=st.frozensets(st.sampled_from(REVIEWS)),
)
def test_a_query_survives_its_own_address(
    kinds: frozenset[str],
    days: tuple[date | None, date | None],
    edges: tuple[float, float] | None,
    text: str,
    sources: frozenset[str],
    statuses: frozenset[Status],
    limit: int | None,
    near: Nearby | None,
    precisions: frozenset[Precision],
    hundredths: int,
    reviews: frozenset[str],
) -> None:
    """`params` and `parse` are each other's inverse."""
    first, last = days
    if first and last and first > last:
        first, last = last, first
    box = edges and BoundingBox(
        west=round(edges[0], 5), south=-1.5, east=round(edges[1], 5), north=2
    )
    query = EventQuery(
        kinds=kinds,
        earliest=first,
        latest=last,
        bbox=box,
        text=EventQuery.parse(q=text).text,
        sources=sources,
        statuses=statuses,
        limit=limit,
        near=near,
        precisions=precisions,
        least_confidence=hundredths / 100,
        reviews=reviews,
    )
    names = {"from": "from_"}
    pairs = {names.get(key, key): value for key, value in query.params if key != "source"}
    listed = [value for key, value in query.params if key == "source"]
    assert EventQuery.parse(**pairs, source=listed) == query
