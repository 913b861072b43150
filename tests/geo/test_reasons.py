"""Every place says why it was chosen, in one plain sentence that is true, and what else it might have been."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gazetteer.place import Kind
from geo.guidance import UNGUIDED, Guidance, Profile
from geo.model import Article, Resolution, Role
from geo.pipeline import read_article
from geo.recognition import candidate_spans, without_overlaps
from geo.resolution.claims import CLAIMS, Case
from geo.resolution.names import Name, group_names
from geo.sentences import split

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer, Place


def found(text: str, gazetteer: Gazetteer, guidance: Guidance = UNGUIDED) -> dict[str, Resolution]:
    reading = read_article(Article(id="a", text=text), gazetteer, guidance)
    return {r.mention.surface: r for r in reversed(reading.resolutions)}


def names_of(texts: tuple[str, ...], gazetteer: Gazetteer) -> list[Name]:
    """The names of a text that names one after the other and says nothing else."""
    text = " ".join(f"{name}." for name in texts)
    words, spans, _ = candidate_spans(
        text, sentences=split(text), datelines=(), gazetteer=gazetteer
    )
    longest = without_overlaps(spans, np.array([float(span.length) for span in spans]))
    return group_names(words, [spans[i] for i in longest], [1.0] * len(longest))


def case(
    gazetteer: Gazetteer,
    text: str,
    *areas: str,
    others: tuple[str, ...] = (),
    after: bool = False,
    dateline: str = "",
    guidance: Guidance = UNGUIDED,
) -> Case:
    """A name whose place is in the first area ("US GA") and whose best rival in the second."""
    plain, *beside = names_of((text, *others), gazetteer)
    best, rival = (
        next(i for i, c in enumerate(plain.candidates) if lies_in(c.place) == area)
        for area in areas
    )
    around = replace(
        plain.around, after=frozenset({best} if after else ()), near=frozenset(), shared=frozenset()
    )
    return Case(
        name=replace(plain, around=around),
        best=best,
        rival=rival,
        others=[(other, other.candidates[0].place) for other in beside],
        dateline=gazetteer.lookup(dateline)[0].place if dateline else None,
        guidance=guidance,
        gazetteer=gazetteer,
    )


def lies_in(place: Place) -> str:
    division = place.admin1 if place.kind is Kind.SETTLEMENT else place.kind.value
    return f"{place.country_codes[0]} {division}"


AT_HOME = Guidance(profile=Profile(countries={"US": 0.9}, divisions={("US", "AL"): 0.8}))
ON_COLOMBIA = Guidance(focus=frozenset({"CO", "VE"}))


@pytest.mark.parametrize(
    ("name", "areas", "parts", "half"),
    [
        ("Decatur", "US AL, US GA", {"after": True, "others": ("Alabama",)}, "Alabama is named right after it"),
        ("Decatur", "US AL, US GA", {"dateline": "Mobile"}, "the article's dateline is in Alabama"),
        ("Decatur", "US AL, US GA", {"others": ("Mobile", "Tuscaloosa", "Montgomery")},
         "3 other places of the article are in Alabama"),
        ("Decatur", "US AL, US GA", {"others": ("Tuscaloosa",)},
         "another place of the article, Tuscaloosa, is in Alabama"),
        ("Decatur", "US AL, US GA", {"others": ("Alabama", "Lima")}, "the article names Alabama too"),
        ("Decatur", "US AL, US GA", {"others": ("Huntsville",)},
         "it lies "),
        ("Decatur", "US AL, US GA", {"guidance": AT_HOME}, "the publisher is at home in Alabama"),
        ("Santa Rosa", "CO 35, US CA", {"guidance": ON_COLOMBIA}, "the project looks at Colombia"),
        ("Mexico", "MX country, US MO", {}, "a country comes before lesser places of its name"),
        ("Boa Vista", "BR 25, BR 17", {}, "the largest of"),
    ],
)  # fmt: skip
def test_what_is_said_for_a_place_is_true_of_it_and_names_what_it_rests_on(
    name: str, areas: str, parts: dict[str, Any], half: str, gazetteer: Gazetteer
) -> None:
    made = case(gazetteer, name, *areas.split(", "), **parts)
    told = [text for claim in CLAIMS if (text := claim.tell(made))]
    assert [text for text in told if text.startswith(half)], told


@pytest.mark.parametrize(
    ("name", "areas", "parts"),
    [
        ("Decatur", "US GA, US AL", {"dateline": "Mobile"}),
        ("Decatur", "US GA, US AL", {"others": ("Mobile", "Tuscaloosa")}),
        ("Decatur", "US GA, US AL", {"guidance": AT_HOME}),
        ("Decatur", "US GA, US AL", {"guidance": ON_COLOMBIA}),
    ],
)
def test_nothing_is_said_that_speaks_for_the_rival(
    name: str, areas: str, parts: dict[str, Any], gazetteer: Gazetteer
) -> None:
    made = case(gazetteer, name, *areas.split(", "), **parts)
    told = " ".join(claim.tell(made) for claim in CLAIMS)
    assert not re.search("Alabama|dateline|publisher|project", told)


@pytest.mark.parametrize(
    ("text", "name", "why"),
    [
        ("The bus from Decatur, Georgia, was late.", "Decatur",
         "Decatur, Georgia: Georgia is named right after it."),
        ("The Brazilian army sent food.", "Brazilian",
         "Brazil: Brazilian is the adjective or the people of Brazil."),
    ],
)  # fmt: skip
def test_a_place_says_what_spoke_for_it(
    text: str, name: str, why: str, gazetteer: Gazetteer
) -> None:
    assert found(text, gazetteer)[name].why == why


@pytest.mark.parametrize(
    "text",
    [
        ("CUCUTA, Colombia (AP) -- The bridge to San Antonio stayed shut near the Táchira River. The Brazilian "
        "border was open, 40 km south of Boa Vista. Paris and London, Ontario, sent food to northern Syria."),
        "PARIS AND ROME ARE CLOSED. (Lima) [Quito] Bogotá; Córdoba/Mendoza.",
        "Os caminhões pararam em Pacaraima, no estado de Roraima, perto da fronteira com a Venezuela.",
        "Los vecinos de San Cristóbal y de Cúcuta esperaron en el puente.",
    ],
)  # fmt: skip
def test_every_resolution_has_a_reason_and_one_sentence_is_enough(
    text: str, gazetteer: Gazetteer
) -> None:
    resolutions = read_article(Article(id="a", text=text), gazetteer).resolutions
    assert resolutions
    for resolution in resolutions:
        assert re.fullmatch(r"\S.*\.", resolution.why)
        if resolution.mention.role in (Role.NAME, Role.DATELINE, Role.DEMONYM):
            assert ": " in resolution.why


def test_alternatives_come_likeliest_first_and_share_what_the_confidence_leaves(
    gazetteer: Gazetteer,
) -> None:
    resolution = found(
        "Officials in Springfield, Illinois, met. The bridge in Decatur was shut.", gazetteer
    )["Decatur"]
    chances = [other.chance for other in resolution.alternatives]
    known = [chance for chance in chances if chance is not None]
    assert len(known) == len(chances) > 1
    assert known == sorted(known, reverse=True)
    assert sum(known) + resolution.confidence <= 1.001
    assert resolution.place.id not in {other.place.id for other in resolution.alternatives}
