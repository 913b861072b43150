"""Nine kinds of event find room: on a desk, on a phone, in a frame of another page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from geo.extraction import kinds
from tests.browser.conftest import DESK, PHONE

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FRAME = ViewportSize(width=760, height=460)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_each_kind_has_a_chip_and_nothing_overflows(
    page: Page, site: str, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    page.goto(site)
    expect(page.locator("#chips .chip")).to_have_count(len(kinds()))
    assert page.evaluate(OVERFLOW) == 0
    for name in kinds():
        chip = page.locator(f".chip[data-kind={name}]")
        chip.scroll_into_view_if_needed()
        chip.click()
        expect(chip).to_have_attribute("aria-pressed", "false")


def test_in_a_frame_a_chip_is_a_picture_that_keeps_its_name(page: Page, site: str) -> None:
    page.set_viewport_size(FRAME)
    page.goto(f"{site}/embed")
    expect(page.locator("#chips .chip")).to_have_count(len(kinds()))
    assert page.evaluate(OVERFLOW) == 0
    last = page.locator("#chips").get_by_role("button", name="Refuge").bounding_box()
    button = page.locator("#full").bounding_box()
    assert last
    assert button
    assert last["x"] + last["width"] <= button["x"] <= FRAME["width"] - button["width"]


def test_every_picture_of_a_kind_is_served(page: Page, site: str) -> None:
    for name in kinds():
        answer = page.request.get(f"{site}/kinds/{name}.svg")
        assert answer.ok
        assert answer.headers["content-type"].startswith("image/svg+xml")
