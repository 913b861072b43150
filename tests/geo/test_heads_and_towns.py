"""Heads that change what a name means; a town and its own division; names without any clue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from geo.model import Article, Reading, Role
from geo.pipeline import read_article

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer


def read(text: str, gazetteer: Gazetteer) -> Reading:
    return read_article(Article(id="a", text=text), gazetteer)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Rescuers searched the Lima River after a bus fell in.", "Lima River"),
        ("Rescuers searched Lake Madrid on Monday.", "Lake Madrid"),
        ("Climbers died on Mount Paris on Monday.", "Mount Paris"),
        ("Two people died in Jordan Park on Monday.", "Jordan Park"),
        ("A man was shot on Florida Street on Monday.", "Florida Street"),
        ("Georgia Avenue was closed on Monday.", "Georgia Avenue"),
        ("The wounded were taken to Georgia Hospital on Friday.", "Georgia Hospital"),
        ("Troops seized the Odesa Bridge on Monday.", "Odesa Bridge"),
        ("Migrants drowned in the Río Lima on Monday.", "Río Lima"),
        ("Migrantes se ahogaron en el río Lima el lunes.", "río Lima"),
        ("La policía cerró el puente Madrid el lunes.", "puente Madrid"),
        ("La policía cerró el Puente Bogotá el lunes.", "Puente Bogotá"),
        ("Un choque en la calle Honduras dejó dos muertos.", "calle Honduras"),
        ("Um acidente na Rua Colômbia deixou dois mortos.", "Rua Colômbia"),
        ("Moradores fugiram do rio Toledo na segunda-feira.", "rio Toledo"),
    ],
)
def test_a_head_keeps_a_name_from_its_namesake(text: str, whole: str, gazetteer: Gazetteer) -> None:
    reading = read(text, gazetteer)
    assert whole not in {
        r.mention.surface for r in reading.resolutions if r.mention.role is not Role.LOCAL
    }
    assert not [
        r for r in reading.resolutions if r.mention.surface in whole and r.mention.surface != whole
    ]
    listed = {m.surface for m in reading.unplaced} | {
        r.mention.surface for r in reading.resolutions
    }
    assert whole in listed


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The wounded were taken to Kabul Hospital on Friday.", "Kabul"),
        ("The Khartoum airport was shut on Monday.", "Khartoum"),
        ("He was held in Lagos jail for two days.", "Lagos"),
        ("Two people died in New York City on Monday.", "New York City"),
        ("A fire broke out on Lesbos island on Monday.", "Lesbos"),
        ("Troops seized a Texas farm on Monday.", "Texas"),
        ("Boats crossed Lake Victoria on Monday.", "Lake Victoria"),
    ],
)
def test_a_head_that_fits_leaves_the_name_in_its_place(
    text: str, name: str, gazetteer: Gazetteer
) -> None:
    assert name in {r.mention.surface for r in read(text, gazetteer).resolutions}


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("Migrants gathered in Sfax on Monday.", "Sfax", "settlement"),
        ("Migrants left Gabès by boat on Monday.", "Gabès", "settlement"),
        ("A bus from León crashed near Managua.", "León", "settlement"),
        ("Fighting raged in Khartoum on Monday.", "Khartoum", "settlement"),
        ("Shells fell on Kharkov on Monday.", "Kharkov", "settlement"),
        ("Twelve people were killed in Kassala, Sudan, on Monday.", "Kassala", "settlement"),
        ("Protesters marched in Córdoba, Argentina.", "Córdoba", "settlement"),
        ("Clashes broke out in Donetsk, Ukraine.", "Donetsk", "settlement"),
        ("Chegaram refugiados a Maputo e Nampula.", "Nampula", "settlement"),
        ("He fled to Tripoli and then to Tunis.", "Tunis", "settlement"),
        ("Clashes broke out in Aleppo province on Monday.", "Aleppo", "admin1"),
        ("Shells fell on the Kherson region on Monday.", "Kherson", "admin1"),
        ("Fighting spread in the state of Puebla on Monday.", "Puebla", "admin1"),
        ("Fighting spread in the city of Puebla on Monday.", "Puebla", "settlement"),
        ("Hubo choques en la provincia de Córdoba, Argentina.", "Córdoba", "admin1"),
        ("Houve confrontos na província de Nampula, Moçambique.", "Nampula", "admin1"),
        ("Gunmen killed ten in Zamfara on Friday.", "Zamfara", "admin1"),
    ],
)
def test_a_town_comes_before_its_own_division_unless_the_text_says_so(
    text: str, name: str, kind: str, gazetteer: Gazetteer
) -> None:
    found = [r.kind for r in read(text, gazetteer).resolutions if r.mention.surface == name]
    assert found == [kind]


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("Boats reached the Colombia city of Barranquilla on Monday.", "Colombia", "country"),
        ("Troops seized the Texas town of Abilene on Monday.", "Texas", "admin1"),
        ("Fire destroyed a Florida city park on Monday.", "Florida", "admin1"),
    ],
)
def test_a_head_of_another_place_leaves_the_country_a_country(
    text: str, name: str, kind: str, gazetteer: Gazetteer
) -> None:
    found = [r.kind for r in read(text, gazetteer).resolutions if r.mention.surface == name]
    assert found == [kind]


def test_a_town_and_its_division_are_told_apart_in_one_text(gazetteer: Gazetteer) -> None:
    text = "Shells fell on Kherson on Monday. In the Kherson region, two people were killed."
    found = [r.kind for r in read(text, gazetteer).resolutions if r.mention.surface == "Kherson"]
    assert found == ["settlement", "admin1"]


def test_without_any_clue_the_clearly_largest_place_of_a_name_is_meant(
    gazetteer: Gazetteer,
) -> None:
    found = {r.mention.surface: r for r in read("She moved to Vancouver.", gazetteer).resolutions}
    assert found["Vancouver"].country_codes == ("CA",)
    assert not read("Two men were arrested in Springfield.", gazetteer).resolutions


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The ferry reached Kos at night.", "Kos"),
        ("Boats sailed off Kos and Samos.", "Samos"),
        ("Two hundred people came ashore on Chios on Friday.", "Chios"),
    ],
)
def test_an_island_of_a_short_name_is_found(text: str, name: str, gazetteer: Gazetteer) -> None:
    assert name in {r.mention.surface for r in read(text, gazetteer).resolutions}
