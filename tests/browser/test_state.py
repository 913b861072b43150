"""Filters, and all state in the address."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from tests.browser.steps import NEAR_CUCUTA, chip, claim, item, items, marks, open_map

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_chips_filter_and_count(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    for told in ("Clash5", "Crossing4", "Refuge3", "Protest0"):
        expect(page.locator("#chips .chip").filter(has_text=told)).to_have_count(1)
    chip(page, "Crossing").click()
    expect(chip(page, "Crossing")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#count")).to_contain_text("4 of 12 events")
    expect(page.locator("[data-event][data-kind=crossing]")).to_have_count(0)
    chip(page, "Crossing").click()
    expect(page.locator("#count")).to_contain_text("7 of 12 events")


def test_search_asks_the_store(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    page.get_by_role("searchbox").fill("bridge")
    expect(page.locator("#count")).to_contain_text("3 of 12 events")
    expect(page).to_have_url(re.compile(r"\?q=bridge"))
    page.get_by_role("searchbox").fill("no such words")
    expect(page.locator("#list")).to_contain_text("No event in this view.")


def test_the_days_can_be_narrowed_by_keyboard(page: Page, site: str) -> None:
    open_map(page, site)
    last = page.get_by_role("slider", name="Last day")
    last.focus()
    for _ in range(3):
        last.press("ArrowLeft")
    expect(item(page, "Lesbos")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"from=2019-02-22&to=20"))
    page.get_by_role("button", name="All days").click()
    expect(item(page, "Lesbos")).to_have_count(1)


def test_a_link_shows_the_same_view(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    chip(page, "Clash").click()
    item(page, "parish hall").click()
    expect(claim(page)).to_be_visible()
    address, count = page.url, page.locator("#count").inner_text()
    page.goto("about:blank")
    page.goto(address)
    expect(claim(page)).to_contain_text("Parish hall takes in forty people")
    expect(page.locator("#count")).to_have_text(count)
    expect(chip(page, "Clash")).to_have_attribute("aria-pressed", "false")


def test_back_undoes_step_by_step(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    chip(page, "Clash").click()
    item(page, "parish hall").click()
    expect(claim(page)).to_be_visible()
    page.go_back()
    expect(claim(page)).to_have_count(0)
    expect(chip(page, "Clash")).to_have_attribute("aria-pressed", "false")
    page.go_back()
    expect(chip(page, "Clash")).to_have_attribute("aria-pressed", "true")
    page.go_forward()
    expect(chip(page, "Clash")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize(
    "query",
    [
        "?at=999,1,2z", "?at=x", "?kind=earthquake", "?from=never&to=soon", "?event=nothing",
        "?q=%00%22%3Cb%3E", "?view=cube", "?at=7.9,-72.4,99z",
    ],
)  # fmt: skip
def test_an_address_that_makes_no_sense_still_shows_a_map(
    page: Page, site: str, query: str
) -> None:
    if "nothing" in query:
        # The browser itself reports the missing event.
        page.route("**/events/nothing.json", lambda route: route.fulfill(status=204, body=""))
    open_map(page, site, query)
    expect(page.locator(".folium-map")).to_be_visible()


def test_what_is_downloaded_is_what_is_seen(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    chip(page, "Refuge").click()
    expect(page.locator("#count")).to_contain_text("6 of 12 events")
    link = page.locator(".bar [data-format=geojson]")
    with urlopen(site + (link.get_attribute("href") or "")) as answer:
        exported = json.load(answer)["features"]
    shown = items(page).evaluate_all("(all) => all.map((each) => each.dataset.event)")
    assert {feature["id"] for feature in exported} == set(shown)


def test_events_outside_the_view_are_one_click_away(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    page.get_by_role("button", name="Show 4 events outside this view").click()
    expect(page.locator("#count")).to_contain_text("11 of 12 events")


def test_an_event_that_the_filters_hide_is_still_told_by_its_link(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    marks(page).first.click()
    chosen = re.search("event=([0-9a-f]+)", page.url)
    assert chosen
    open_map(page, site, f"?q=lesbos&event={chosen[1]}")
    expect(claim(page).locator("blockquote")).to_be_visible()
