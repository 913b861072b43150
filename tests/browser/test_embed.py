"""The map in a frame of another page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import FrameLocator, Page

REPORT = """<!doctype html><html lang="en"><title>A report</title><h1>A report</h1>
<iframe title="Map" src="{site}/embed{query}" width="760" height="460" {sandbox}></iframe>
<p style="height: 2000px">More.</p></html>"""


@dataclass
class Report:
    """A page of another site that frames the map."""

    page: Page
    site: str
    folder: Path
    address: str

    def open(self, query: str = "", *, sandbox: str = "sandbox='allow-scripts'") -> FrameLocator:
        """Write the page, open it, return its frame."""
        html = REPORT.format(site=self.site, query=query, sandbox=sandbox)
        (self.folder / "report.html").write_text(html)
        (self.folder / "favicon.ico").write_bytes(b"")
        self.page.goto(f"{self.address}/report.html")
        return self.page.frame_locator("iframe")


@pytest.fixture
def report(page: Page, site: str, elsewhere: tuple[Path, str]) -> Report:
    """A report on another site."""
    return Report(page, site, *elsewhere)


@pytest.mark.parametrize("sandbox", ["sandbox='allow-scripts'", ""])
def test_it_works_in_a_frame_with_or_without_a_sandbox(report: Report, sandbox: str) -> None:
    frame = report.open(sandbox=sandbox)
    expect(frame.locator(".leaflet-marker-icon[data-event]").first).to_be_visible()
    expect(frame.locator("#count")).to_contain_text("of 12 events")
    frame.locator("[aria-label^='Crossing: Mytilene']").click()
    expect(frame.get_by_role("dialog")).to_contain_text("Boats reach Lesbos")
    expect(frame.get_by_role("link", name="Open the full map")).to_have_attribute(
        "target", "_blank"
    )


def test_it_lets_the_page_scroll(page: Page, report: Report) -> None:
    frame = report.open()
    expect(frame.locator(".leaflet-marker-icon").first).to_be_visible()
    page.mouse.move(400, 300)
    page.mouse.wheel(0, 300)
    expect(frame.locator("#gesture")).to_have_class("gesture shown")
    page.wait_for_function("scrollY > 100")


def test_ctrl_and_the_wheel_zoom(page: Page, site: str) -> None:
    page.goto(f"{site}/embed")
    scale = page.locator(".leaflet-control-scale-line").first
    before = scale.inner_text()
    page.mouse.move(600, 400)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -400)
    page.keyboard.up("Control")
    expect(scale).not_to_have_text(before)


def test_it_shows_refuges_coarsely_even_to_the_owner(report: Report) -> None:
    frame = report.open("?kind=refuge")
    frame.locator("[data-event][data-kind=refuge]").first.click()
    told = frame.get_by_role("dialog")
    expect(told).to_contain_text("made coarse on purpose")
    expect(told).to_contain_text("must not lead anyone to people in danger")
    expect(told.get_by_role("link", name="Read the article")).to_have_count(0)


def test_a_coarse_area_has_no_mark_in_its_middle(page: Page, site: str) -> None:
    page.goto(f"{site}/embed?kind=refuge&at=7.9000,-72.5000,11z")
    area = page.locator("path.shape-area").first
    badge = page.locator("[data-event][data-kind=refuge]").first
    expect(badge).to_be_visible()
    rim, found = area.bounding_box(), badge.bounding_box()
    assert rim
    assert found
    middle = rim["y"] + rim["height"] / 2
    assert abs(found["y"] + found["height"] / 2 - middle) > rim["height"] / 4
