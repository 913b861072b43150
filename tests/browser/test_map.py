"""The map: marks, shapes, popups, layers."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import expect

from geo.extraction import kinds
from tests.browser.steps import NEAR_CUCUTA, chip, claim, item, items, marks, open_map

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


def test_the_map_opens_with_all_events_in_view(page: Page, site: str) -> None:
    open_map(page, site)
    expect(page).to_have_title("Border events: 12 events on the map")
    expect(page.locator("#count")).to_have_text("11 of 12 events, 11 articles in view")
    expect(items(page)).to_have_count(12)


def test_each_event_near_has_a_mark_with_a_name(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    expect(marks(page)).to_have_count(6)
    expect(
        page.get_by_role("button", name="Clash: Tibú, 5 Mar 2019 – 7 Mar 2019").first
    ).to_be_visible()
    expect(page.locator("#count")).to_contain_text("7 of 12 events")


def test_a_popup_tells_the_claim_in_order(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    marks(page).and_(page.locator("[aria-label*='Refuge: Cúcuta']")).click()
    told = claim(page)
    expect(told.get_by_role("heading")).to_have_text("Parish hall takes in forty people")
    expect(told.locator("blockquote")).to_have_text(
        "At least 40 people slept in a parish hall in Cúcuta on Monday night."
    )
    expect(told.locator("mark")).to_have_text("Cúcuta")
    expect(told.get_by_role("link", name="Read the article")).to_have_attribute(
        "href", "https://example.org/refuge"
    )
    expect(told.get_by_role("link", name="Read the article")).to_have_attribute(
        "rel", "noopener noreferrer"
    )
    text = told.inner_text()
    order = ["Refuge", "Parish hall", "25 February 2019", "Cúcuta, Colombia", "At least 40 people",
             "Frontier Daily", "not yet reviewed", "Permanent link"]  # fmt: skip
    places = [text.index(part) for part in order]
    assert places == sorted(places)


def test_the_owner_is_told_that_nobody_else_sees_the_exact_refuge(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    item(page, "parish hall").click()
    expect(claim(page)).to_contain_text("Only you see this place as it is")
    item(page, "Two armed groups").click()
    expect(claim(page)).not_to_contain_text("Only you")


def test_an_area_is_said_to_be_one(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    item(page, "near Cúcuta").click()
    expect(claim(page)).to_contain_text("drawn as an area: near Cúcuta, to about 12 km")


def test_an_emoji_before_the_place_does_not_shift_the_mark(page: Page, attacked: str) -> None:
    open_map(page, attacked)
    item(page, "{{7*7}}").click()
    expect(claim(page).locator("mark")).to_have_text("{{7*7}} {% raw %} {{ config }}")


def test_a_river_and_a_border_are_lines_and_surroundings_areas(page: Page, site: str) -> None:
    open_map(page, site, "?at=5.5000,-68.0000,7z")
    lines = page.locator("path.shape-line")
    expect(lines).to_have_count(2)
    assert all(len(re.findall("[L]", line.get_attribute("d") or "")) >= 5 for line in lines.all())
    assert all(line.get_attribute("fill") == "none" for line in lines.all())
    areas = page.locator("path.shape-area")
    expect(areas).to_have_count(2)
    assert all(area.get_attribute("fill") != "none" for area in areas.all())


def test_a_line_can_be_clicked_beside_its_badge(page: Page, site: str) -> None:
    open_map(page, site, "?at=7.6000,-72.5000,11z")
    river = page.locator("path.shape-line").first
    point = river.evaluate(
        "(path) => { const p = path.getPointAtLength(path.getTotalLength() * 0.8);"
        " const m = path.getScreenCTM(); return [p.x * m.a + m.e, p.y * m.d + m.f]; }"
    )
    page.mouse.click(point[0] + 5, point[1])
    expect(claim(page).locator("blockquote")).to_contain_text("muddy Táchira River")


def test_points_lie_above_lines_and_lines_above_areas(page: Page, site: str) -> None:
    open_map(page, site)
    depth = page.evaluate(
        "() => ['areas', 'lines', 'marker'].map((name) =>"
        " Number(getComputedStyle(document.querySelector(`.leaflet-${name}-pane`)).zIndex))"
    )
    assert depth == sorted(depth)
    assert len(set(depth)) == 3


def test_the_layer_control_counts_and_hides(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    page.locator(".leaflet-control-layers").hover()
    layers = page.locator(".leaflet-control-layers-overlays label")
    expect(layers).to_have_count(len(kinds()))
    for told in ("Clash 5", "Crossing 4", "Refuge 3", "Protest 0"):
        expect(layers.filter(has_text=told)).to_have_count(1)
    layers.filter(has_text="Clash").locator("input").uncheck()
    expect(chip(page, "Clash")).to_have_attribute("aria-pressed", "false")
    expect(page).to_have_url(re.compile("kind=(?!.*clash).*crossing,.*refuge"))
    expect(page.locator("[data-event][data-kind=clash]")).to_have_count(0)


def test_hovering_the_list_shows_on_the_map_and_back(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    item(page, "Two armed groups").hover()
    expect(page.locator(".mark.hover")).to_have_count(1)
    page.locator("[aria-label*='Refuge: Cúcuta'].leaflet-marker-icon").hover()
    expect(page.locator("#list .item.hover")).to_contain_text("parish hall")


def test_an_event_without_a_place_is_told_too(page: Page, site: str) -> None:
    open_map(page, site)
    expect(page.locator(".list-heading")).to_have_text("Told without a place that could be located")
    item(page, "hamlet").click()
    expect(claim(page)).to_contain_text("No place that could be located")


def test_many_events_at_one_spot_are_one_cluster_that_offers_them_all(
    page: Page, crowded: str
) -> None:
    open_map(page, crowded)
    cluster = page.get_by_role("button", name="12 events: 6 clash, 6 crossing")
    expect(cluster).to_be_visible()
    cluster.click()
    offered = claim(page)
    expect(offered.get_by_role("heading")).to_have_text("12 events here")
    expect(offered.get_by_role("button", name="Tibú")).to_have_count(12)
    offered.locator(".item").nth(3).click()
    expect(claim(page).locator("blockquote")).to_contain_text("fought for three days")


def test_table_holds_the_same_rows_and_sorts(page: Page, site: str) -> None:
    open_map(page, site, NEAR_CUCUTA)
    page.get_by_role("button", name="Table", exact=True).click()
    rows = page.locator("table tbody tr")
    expect(rows).to_have_count(7)
    page.get_by_role("button", name="Place", exact=True).click()
    expect(rows.first).to_contain_text("Colombia")
    expect(page).to_have_url(re.compile("view=table"))
    page.get_by_role("button", name="Tibú", exact=True).click()
    expect(page.locator("#table-pane")).to_be_hidden()
    expect(claim(page)).to_contain_text("Gunfire around Tibú")


def test_new_events_appear_while_the_page_is_open(page: Page, site: str) -> None:
    page.clock.install()
    open_map(page, site)
    with page.expect_response("**/events.geojson*") as again:
        page.clock.run_for(31_000)
    assert again.value.status in (200, 304)


_ALL_TILES_DRAWN = (
    "[...document.querySelectorAll('img.leaflet-tile')].every((tile) => tile.naturalWidth > 1)"
)


def test_a_tile_that_cannot_be_drawn_yet_is_asked_for_again(page: Page, site: str) -> None:
    pending = io.BytesIO()
    Image.new("RGB", (1, 1)).save(pending, "PNG")
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if "try=" in route.request.url:
            route.continue_()
        else:
            route.fulfill(body=pending.getvalue(), content_type="image/png")

    page.route("**/tiles/**", answer)
    open_map(page, site)
    expect(page.locator("img.leaflet-tile").first).to_have_attribute("src", re.compile("try=1"))
    # The page's policy forbids wait_for_function, which evaluates a string again and again.
    for _ in range(100):
        if page.evaluate(_ALL_TILES_DRAWN):
            break
        page.wait_for_timeout(100)
    assert page.evaluate(_ALL_TILES_DRAWN)


def test_more_events_than_a_page_can_hold_are_asked_for_by_view(page: Page, site: str) -> None:
    def cut(route: Route) -> None:
        found = route.fetch()
        body = found.json()
        route.fulfill(response=found, json={**body, "truncated": True, "numberMatched": 98_765})

    page.route("**/events.geojson*", cut)
    with page.expect_request(re.compile(r"events\.geojson.*bbox=-?[\d.]+,")) as asked:
        open_map(page, site, NEAR_CUCUTA)
    assert set(re.findall(r"kind=([a-z,]+)", asked.value.url)[0].split(",")) == set(kinds())
    expect(page.get_by_role("alert")).to_contain_text("of 98,765 events: zoom in or filter")
