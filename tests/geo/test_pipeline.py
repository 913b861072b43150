"""The whole reading of one article: what it promises of any text, and the faults that others are known for."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from geo.model import Article, Reading, Role
from geo.pipeline import read_article, read_places
from geo.sentences import split

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer

WORDS = [
    *(
        "Cúcuta",
        "the",
        "border",
        "with",
        "Brazil",
        "U.S.",
        "Paris",
        "crossed",
        "St.",
        "-",
        "\n",
        "(",
    ),
    *("said", "Sgt.", "London,", "Ontario.", "near", "40", "km", "south", "of", "Táchira", "River"),
    *("’s", "Lima", "Group", "۳", "ı", "ß"),
]


def read(text: str, gazetteer: Gazetteer, *, published: date | None = date(2024, 6, 15)) -> Reading:
    return read_article(Article(id="a", text=text, published=published), gazetteer)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join))
def test_every_mention_is_the_text_at_its_place(gazetteer: Gazetteer, text: str) -> None:
    reading = read(text, gazetteer)
    for mention in [*(r.mention for r in reading.resolutions), *reading.unplaced]:
        assert text[mention.start : mention.end] == mention.surface != ""
    for event in reading.events:
        assert text[event.start : event.end] == event.sentence
    assert all(0 <= r.confidence <= 1 for r in reading.resolutions)


@pytest.mark.parametrize(
    "text",
    ["", " \n ", ".", "(" * 5_000 + " Paris " + ")" * 5_000, "A" * 100_000, "Paris London Madrid " * 1_500,
     "U.S. " * 4_000, "Cúcuta\t12\n" * 1_500, "\u202e\u2028\u200b", "🛶" * 500],
    ids=["empty", "blank", "stop", "brackets", "one word", "names", "initials", "table", "marks", "emoji"],
)  # fmt: skip
def test_no_text_stops_the_reading(text: str, gazetteer: Gazetteer) -> None:
    read(text, gazetteer)


def test_reading_twice_gives_the_same_ids(gazetteer: Gazetteer) -> None:
    text = "CUCUTA, Colombia (AP) -- Police fired tear gas at protesters on Friday, killing two people."
    first, second = read(text, gazetteer), read(text, gazetteer)
    assert [e.id for e in first.events] == [e.id for e in second.events] != []


def countries(text: str, gazetteer: Gazetteer) -> dict[str, tuple[str, ...]]:
    return {r.mention.surface: r.country_codes for r in read(text, gazetteer).resolutions}


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("She flew to Mexico last week.", "Mexico", "country"),
        ("Kenya and Chad signed the text in May.", "Kenya", "country"),
        ("Officials in Oregon said the law stands.", "Oregon", "admin1"),
        ("Peru will vote in April.", "Peru", "country"),
        ("Nevada says the water is safe.", "Nevada", "admin1"),
        ("The team trained in Cuba and Jamaica.", "Cuba", "country"),
    ],
)
def test_a_bare_name_of_a_country_or_state_is_that_and_no_building_or_hamlet(
    text: str, name: str, kind: str, gazetteer: Gazetteer
) -> None:
    found = {r.mention.surface: r.kind for r in read(text, gazetteer).resolutions}
    assert found[name] == kind


@pytest.mark.parametrize(
    ("text", "name", "admin1"),
    [
        ("The bus from Springfield, Ill., was late.", "Springfield", "IL"),
        ("He was born in Portland, Maine, in May.", "Portland", "ME"),
        ("The fire in Aurora, CO burned for two days.", "Aurora", "CO"),
        ("The truck left Newport Beach, CA before dawn.", "Newport Beach", "CA"),
        ("Melbourne, FL and Perth, Western Australia were named.", "Melbourne", "FL"),
    ],
)
def test_the_state_after_a_comma_decides(
    text: str, name: str, admin1: str, gazetteer: Gazetteer
) -> None:
    found = {r.mention.surface: r.place.admin1 for r in read(text, gazetteer).resolutions}
    assert found[name] == admin1


def test_one_unknown_name_does_not_empty_the_rest(gazetteer: Gazetteer) -> None:
    reading = read(
        "Troops left Bogota, Zzyqqville and Caracas, then camped in Qwxylford.", gazetteer
    )
    assert {"Bogota", "Caracas"} <= {r.mention.surface for r in reading.resolutions}
    assert "Qwxylford" in {m.surface for m in reading.unplaced}


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("President Gabriel Boric met Sgt. Manuel Rivera.", "Rivera"),
        ("European prices rose; Police said March was quiet.", "Police"),
        ("Lawyers cited the Oslo Accords on Friday.", "Oslo"),
        ("The Boston Globe and the Geneva Conventions were quoted.", "Geneva"),
        ("Asian and African ministers met European lenders.", "European"),
        ("Sydney Poole and Austin Reed were quoted by the judge.", "Austin"),
        ("Professor Lincoln said the test had failed; Lincoln wrote it down.", "Lincoln"),
    ],
)
def test_people_adjectives_and_organisations_are_no_places(
    text: str, absent: str, gazetteer: Gazetteer
) -> None:
    assert absent not in countries(text, gazetteer)


@pytest.mark.parametrize(
    "unknown",
    ["Zzyqqville", "Qwxyl County", "Xyqz Street", "Zzyqq (Brwxl)", "QWXYL", "Zzyqq-Qwxyl"],
)
def test_unknown_names_of_any_form_leave_the_rest_as_it_is(
    unknown: str, gazetteer: Gazetteer
) -> None:
    found = countries(f"Trucks left Bogota, {unknown} and Caracas on Monday.", gazetteer)
    assert found["Bogota"] == ("CO",)
    assert found["Caracas"] == ("VE",)


@pytest.mark.parametrize(
    ("text", "name", "code"),
    [
        ("FLOODS HIT HONDURAS AND NICARAGUA, THOUSANDS FLEE", "HONDURAS", "HN"),
        ("The office is in Wuppertal (part time).", "Wuppertal", "DE"),
        ("Cities:\n- Lyon\n- Toulouse\n- Nantes\n", "Toulouse", "FR"),
        ("| town | dead |\n| Aleppo | 12 |\n| Homs | 3 |", "Aleppo", "SY"),
        ("BREAKING: explosions reported in #Kharkiv http://t.co/x1 @someone", "Kharkiv", "UA"),
        ("RT @someone: water is back in Caracas!!! 🙏🙏", "Caracas", "VE"),
    ],
    ids=["capitals", "brackets", "list", "table", "tag", "tweet"],
)
def test_places_are_found_in_texts_of_every_form(
    text: str, name: str, code: str, gazetteer: Gazetteer
) -> None:
    assert countries(text, gazetteer)[name] == (code,)


def test_a_megabyte_is_read_to_its_end(gazetteer: Gazetteer) -> None:
    text = (
        "Police in Lyon, France, closed the road to Toulouse.\n" * 19_000 + "It rained in Bogota."
    )
    places, _ = read_places(text, split(text), gazetteer)
    assert len(text) > 1_000_000
    assert sum(r.mention.surface == "Lyon" for r in places) == 19_000
    assert places[-1].mention.surface == "Bogota"


def test_a_dateline_gives_its_role(gazetteer: Gazetteer) -> None:
    reading = read("CUCUTA, Colombia (AP) -- The bridge stayed shut.", gazetteer)
    assert {r.mention.surface: r.mention.role for r in reading.resolutions}[
        "CUCUTA"
    ] is Role.DATELINE
