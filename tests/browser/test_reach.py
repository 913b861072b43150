"""Keyboard, phone, dark, paper, and what axe finds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.steps import NEAR_CUCUTA, claim, item, items, marks, open_map, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_the_focus_goes_to_the_popup_and_back(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    entry = item(page, "parish hall")
    entry.focus()
    page.keyboard.press("Enter")
    expect(claim(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(claim(page)).to_have_count(0)
    expect(entry).to_be_focused()


def test_a_mark_answers_to_enter_and_space(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    mark = marks(page).and_(page.locator("[aria-label^='Clash: Tibú']"))
    for key in ("Enter", "Space"):
        mark.focus()
        page.keyboard.press(key)
        expect(claim(page)).to_be_focused()
        page.get_by_role("button", name="Close").press("Enter")
        expect(mark).to_be_focused()


def test_the_first_tab_skips_to_the_list(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the list")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#list")).to_be_focused()


def test_the_theme_follows_the_system_and_the_button(page: Page, site: str) -> None:
    page.emulate_media(color_scheme="dark")
    open_map(page, site)
    expect(page.locator("html")).to_have_class(re.compile("dark"))
    expect(page.locator("img.leaflet-tile").first).to_have_attribute("src", re.compile("/dark/"))
    page.get_by_role("button", name="Dark theme").click()
    expect(page.locator("html")).not_to_have_class(re.compile("dark"))
    expect(page.locator("img.leaflet-tile").first).to_have_attribute("src", re.compile("/light/"))
    page.reload()
    expect(page.locator("html")).not_to_have_class(re.compile("dark"))


@pytest.fixture
def phone(page: Page) -> Page:
    """A page as narrow as a phone."""
    page.set_viewport_size(PHONE)
    return page


def test_on_a_phone_an_event_is_told_in_the_sheet(phone: Page, site: str) -> None:
    open_map(phone, site, NEAR_CUCUTA)
    item(phone, "parish hall").click()
    told = claim(phone)
    expect(told.locator("blockquote")).to_contain_text("slept in a parish hall")
    close, layers = (
        phone.locator(each).bounding_box() for each in (".claim-close", ".leaflet-control-layers")
    )
    assert close
    assert layers
    assert layers["y"] + layers["height"] < close["y"]
    told.get_by_role("button", name="Close").click()
    expect(items(phone).first).to_be_visible()


def test_on_a_phone_nothing_is_wider_than_the_screen(phone: Page, site: str) -> None:
    open_map(phone, site)
    wide = phone.evaluate("document.documentElement.scrollWidth")
    title = phone.locator("h1").evaluate("(h) => h.scrollWidth <= h.clientWidth")
    assert (wide, title) == (PHONE["width"], True)


def test_the_sheet_is_pulled_up_and_down(phone: Page, site: str) -> None:
    open_map(phone, site)
    grip = phone.locator("#grip")
    box = grip.bounding_box()
    assert box
    phone.mouse.move(box["x"] + 100, box["y"] + 10)
    phone.mouse.down()
    phone.mouse.move(box["x"] + 100, box["y"] - 200, steps=4)
    phone.mouse.up()
    expect(phone.locator("#times")).to_be_visible()
    grip.press("ArrowDown")
    grip.press("ArrowDown")
    expect(grip).to_have_attribute("aria-expanded", "false")
    low = grip.bounding_box()
    assert low
    assert low["y"] > box["y"] + 100


def test_paper_gets_the_rows_and_no_buttons(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.locator("table tbody tr")).to_have_count(7)
    expect(page.locator(".bar-actions")).to_be_hidden()
    expect(page.locator("#panel")).to_be_hidden()


def test_an_event_has_a_page_that_leads_to_the_map(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    item(page, "parish hall").click()
    claim(page).get_by_role("link", name="Permanent link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Parish hall takes in forty people")
    page.get_by_role("link", name="Show on the map").click()
    expect(claim(page)).to_contain_text("Parish hall takes in forty people")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("what", ["map", "claim", "table", "embed", "event", "cluster"])
def test_axe_finds_nothing(
    page: Page, site: str, crowded: str, scheme: Any, size: Any, what: str
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size(size)
    if what == "embed":
        page.goto(f"{site}/embed")
        expect(marks(page).first).to_be_attached()
    elif what == "cluster":
        open_map(page, crowded)
    else:
        open_map(page, site, NEAR_CUCUTA + ("&view=table" if what == "table" else ""))
    if what in ("claim", "event"):
        item(page, "parish hall").click()
        expect(claim(page)).to_be_visible()
    if what == "event":
        claim(page).get_by_role("link", name="Permanent link").click()
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_an_error_page(page: Page, site: str, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    page.route("**/nowhere", lambda route: route.fulfill(response=route.fetch(), status=200))
    page.goto(f"{site}/nowhere")
    expect(page.get_by_role("heading")).to_have_text("There is nothing at this address")
    assert violations(page) == []
