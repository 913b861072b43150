"""The page of an incident, on a desk and on a phone, by day and by night."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, serving
from tests.webapp.samples import sample_store
from tests.webapp.test_incidents import COPY, FIRST, NURSED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from gazetteer.place import Gazetteer


@pytest.fixture(scope="module")
def told_thrice(tmp_path_factory: pytest.TempPathFactory, gazetteer: Gazetteer) -> Iterator[str]:
    """One happening in three articles, served."""
    folder = tmp_path_factory.mktemp("thrice")
    db = sample_store(folder / "thrice.sqlite", gazetteer, [FIRST, COPY, NURSED])
    with serving(db, folder) as address:
        yield address


def test_the_mark_leads_to_all_reports_of_the_incident(page: Page, told_thrice: str) -> None:
    page.goto(told_thrice)
    item = page.locator(".item")
    expect(item).to_have_count(1)
    expect(item).to_contain_text("+2 articles")
    item.click()
    page.get_by_role("link", name="+2 articles (1 independent)").click()
    expect(page.locator(".report")).to_have_count(3)
    expect(page.get_by_role("heading", name="Where the reports differ")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_page_fits_and_can_be_read_by_all(
    page: Page, told_thrice: str, scheme: Any, size: Any
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(size)
    page.goto(told_thrice)
    identity = page.request.get(f"{told_thrice}/events.geojson").json()["features"][0]["id"]
    page.goto(f"{told_thrice}/events/{identity}")
    boxes = [card.bounding_box() for card in page.locator(".report").all()]
    assert len({box["y"] for box in boxes if box}) == (1 if size is DESK else 3)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
