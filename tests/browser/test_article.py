"""The page of an article: text, map and lists are one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, serving
from tests.browser.steps import violations

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from gazetteer.place import Gazetteer

TEXT = (
    "ARAUCA, Colombia, March 4 - About 200 people waded across the Arauca River on Sunday, "
    "the mayor said.\n\nIn Tibú, two days earlier, soldiers fought with rebels near the market; "
    "four soldiers were killed. A march is planned in Bogotá for Friday."
)


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory, gazetteer: Gazetteer) -> Iterator[str]:
    """An empty store of one's own, served."""
    from geo.store import open_store

    folder: Path = tmp_path_factory.mktemp("desk")
    open_store(folder / "own.sqlite").close()
    with serving(folder / "own.sqlite", folder) as address:
        yield address


def read_text(page: Page, desk: str) -> None:
    page.goto(f"{desk}/read")
    page.get_by_label("Text").fill(TEXT)
    page.get_by_label("Title").fill("Two days on the border")
    page.get_by_label("Published").fill("2019-03-04")
    page.get_by_role("button", name="Read").click()
    expect(page.locator(".leaflet-marker-icon[data-event]").first).to_be_visible()


def name(page: Page, words: str) -> Locator:
    return page.locator(".text .name", has_text=words)


def entry(page: Page, words: str) -> Locator:
    return page.locator(".entry", has=page.locator("b", has_text=words)).first


def test_a_pasted_text_is_read_changed_read_again_and_kept(page: Page, desk: str) -> None:
    read_text(page, desk)
    expect(page.get_by_role("status")).to_contain_text("Nothing has been stored")
    page.get_by_role("button", name="Change the text").click()
    expect(page.get_by_label("Text")).to_have_value(TEXT)
    page.get_by_label("Source").fill("Radio")
    page.get_by_role("button", name="Read").click()
    page.get_by_role("button", name="Add to the map").click()
    expect(page).to_have_url(re.compile(r"/articles/[0-9a-f]{16}$"))
    expect(page.get_by_role("main")).to_contain_text("Radio")
    page.get_by_role("link", name="the map").click()
    expect(page.locator("#list .item").first).to_be_visible()


def test_a_name_in_the_text_shows_its_entry_and_the_other_way_round(page: Page, desk: str) -> None:
    read_text(page, desk)
    name(page, "Tibú").first.click()
    expect(page.locator(".entry.chosen")).to_contain_text("Tibú")
    entry(page, "Bogotá").get_by_role("button").click()
    expect(name(page, "Bogotá").first).to_have_class(re.compile("chosen"))
    expect(name(page, "Tibú").first).not_to_have_class(re.compile("chosen"))


def test_a_mark_on_the_map_shows_its_sentence(page: Page, desk: str) -> None:
    read_text(page, desk)
    page.locator(".leaflet-marker-icon[data-kind=crossing]").click()
    expect(page.locator(".told.chosen").first).to_contain_text("waded across")
    expect(page.locator(".entry.chosen")).to_contain_text("Crossing")


def test_pointing_at_an_entry_lights_its_words(page: Page, desk: str) -> None:
    read_text(page, desk)
    entry(page, "Bogotá").hover()
    expect(name(page, "Bogotá").first).to_have_class(re.compile("lit"))
    page.mouse.move(5, 5)
    expect(name(page, "Bogotá").first).not_to_have_class(re.compile("lit"))


def test_a_name_is_reached_and_chosen_by_keyboard(page: Page, desk: str) -> None:
    read_text(page, desk)
    name(page, "Tibú").first.focus()
    expect(page.locator(".entry.lit")).to_contain_text("Tibú")
    page.keyboard.press("Enter")
    expect(page.locator(".entry.chosen")).to_contain_text("Tibú")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing(page: Page, desk: str, size: dict[str, int], scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(size)
    page.goto(f"{desk}/read")
    assert violations(page) == []
    read_text(page, desk)
    assert violations(page) == []


def test_the_page_is_no_wider_than_a_phone(page: Page, desk: str) -> None:
    page.set_viewport_size(PHONE)
    read_text(page, desk)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
