"""The menu of formats: by mouse, keyboard and finger, by day and by night."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from geo.exporters import usable_formats
from tests.browser.conftest import DESK, PHONE
from tests.browser.steps import NEAR_CUCUTA, chip, items, open_map, violations
from tests.geo.exporters.readers import IDS

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

MENU = ".bar .menu"


@pytest.mark.parametrize("form", [each.name for each in usable_formats()])
def test_each_entry_downloads_what_the_list_shows(
    page: Page, site: str, tmp_path: Path, form: str
) -> None:
    open_map(page, site, NEAR_CUCUTA)
    chip(page, "Refuge").click()
    expect(page.locator("#count")).to_contain_text("6 of 12 events")
    shown = items(page).evaluate_all("(all) => all.map((each) => each.dataset.event)")
    page.locator(f"{MENU} summary").click()
    expect(page.locator(f"{MENU} .menu-head")).to_have_text("The 6 events in view as")
    with page.expect_download() as started:
        page.locator(f"{MENU} [data-format={form}]").click()
    path = tmp_path / form
    started.value.save_as(path)
    assert set(IDS[form](path)) == set(shown)
    expect(page.locator(f"{MENU} ul")).to_be_hidden()


def test_the_keyboard_opens_walks_and_closes_the_menu(page: Page, site: str) -> None:
    open_map(page, site)
    summary = page.locator(f"{MENU} summary")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"{MENU} ul")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.locator(f"{MENU} a").first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(f"{MENU} a").last).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(f"{MENU} ul")).to_be_hidden()
    expect(summary).to_be_focused()


def test_a_click_elsewhere_closes_the_menu(page: Page, site: str) -> None:
    open_map(page, site)
    page.locator(f"{MENU} summary").click()
    page.locator("#q").click()
    expect(page.locator(f"{MENU} ul")).to_be_hidden()


def test_filters_of_the_address_reach_list_and_download(page: Page, site: str) -> None:
    """The page has no control for nearness; a link may ask for it all the same."""
    open_map(page, site, "?near=geonames:3685533,30&precision=exact,settlement")
    href = page.locator(f"{MENU} [data-format=csv]").get_attribute("href") or ""
    assert "near=geonames%3A3685533,30" in href
    assert "precision=exact,settlement" in href
    expect(items(page).first).to_be_visible()
    assert items(page).count() < 8
    chip(page, "Clash").click()
    assert "near=geonames" in page.url


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing_in_the_open_menu(page: Page, site: str, scheme: Any, size: Any) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size(size)
    open_map(page, site)
    menu = page.locator(".panel-actions .menu" if size is PHONE else MENU)
    if size is PHONE:
        page.locator("#grip").click()
    menu.locator("summary").click()
    last = menu.locator("a").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    assert violations(page) == []
