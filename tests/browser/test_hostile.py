"""Articles that attack: nothing runs, nothing breaks, every text is shown as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.steps import claim, items, marks, open_map
from tests.webapp.hostile import hostile_rows

if TYPE_CHECKING:
    from playwright.sync_api import Page


def _shown(text: str) -> str:
    """Return a text as a page shows it, with its white space made one."""
    return " ".join(text.split())


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_every_hostile_text_is_shown_literally(page: Page, attacked: str, size: str) -> None:
    if size == "phone":
        page.set_viewport_size(PHONE)
    for row in hostile_rows():
        # Anew each time: the map moves to show a popup whole, and the list is of what is in view.
        open_map(page, attacked)
        event = (
            items(page)
            .filter(has_text=row["sentence"].split("number ")[-1])
            .filter(has_text=_shown(row["source"]))
        )
        event.hover()
        event.click()
        told = claim(page)
        expect(told.get_by_role("heading")).to_have_text(_shown(row["title"]))
        expect(told.locator("blockquote")).to_have_text(_shown(row["sentence"]))
        expect(told.locator("mark")).to_have_text(_shown(row["surface"]))
        expect(told.locator(".source")).to_contain_text(_shown(row["source"]))
        expect(told.locator(".where")).to_contain_text(_shown(row["name"]))
        for link in told.get_by_role("link", name="Read the article").all():
            assert (link.get_attribute("href") or "").startswith("https://example.org/")
        page.keyboard.press("Escape")
        expect(claim(page)).to_have_count(0)


def test_the_table_and_the_marks_hold_them_as_texts(page: Page, attacked: str) -> None:
    open_map(page, attacked)
    expect(marks(page).or_(page.locator(".cluster")).first).to_be_visible()
    page.get_by_role("button", name="Table", exact=True).click()
    rows = page.locator("table tbody")
    for row in hostile_rows():
        expect(rows).to_contain_text(_shown(row["sentence"]))
        expect(rows).to_contain_text(_shown(row["source"]))
    assert (
        page.evaluate("document.querySelectorAll('#table-pane img, #table-pane script').length")
        == 0
    )


def test_event_pages_and_the_embedded_map_run_nothing(page: Page, attacked: str) -> None:
    found = page.request.get(f"{attacked}/events.geojson").json()["features"]
    for feature in found:
        page.goto(f"{attacked}/events/{feature['id']}")
        expect(page.locator("h1")).to_have_text(_shown(feature["properties"]["title"]))
    page.goto(f"{attacked}/embed")
    expect(page.locator("#count")).to_contain_text("13 of 13 events")


def test_a_hostile_search_finds_nothing_and_runs_nothing(page: Page, attacked: str) -> None:
    open_map(page, attacked)
    for row in hostile_rows():
        page.get_by_role("searchbox").fill(row["surface"])
        page.get_by_role("searchbox").press("Enter")
    expect(page.locator("#count")).to_contain_text("of 13 events")
