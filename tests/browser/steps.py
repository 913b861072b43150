"""What a person does on the page, by the names of things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

NEAR_CUCUTA = "?at=7.9000,-72.4500,9z"


def open_map(page: Page, site: str, query: str = "") -> None:
    """Open the map and wait until the events are on it."""
    page.goto(f"{site}/{query}")
    expect(page.locator("#count b")).not_to_be_empty()


def items(page: Page) -> Locator:
    """Return the entries of the list."""
    return page.locator("#list .item")


def item(page: Page, words: str) -> Locator:
    """Return the entry of the list that says some words."""
    return page.locator("#list .item", has_text=words)


def marks(page: Page) -> Locator:
    """Return the badges of single events on the map."""
    return page.locator(".leaflet-marker-icon[data-event]")


def claim(page: Page) -> Locator:
    """Return what is told of the chosen event, wherever it is shown."""
    return page.get_by_role("dialog")


def chip(page: Page, name: str) -> Locator:
    """Return the chip of a kind."""
    return page.locator("#chips").get_by_role("button", name=name)


def violations(page: Page) -> list[Any]:
    """Return what axe finds wrong with the page as it is: the rules, each with its elements."""
    found = Axe().run(page)
    return [
        (each["id"], [node["html"] for node in each["nodes"]])
        for each in found.response["violations"]
    ]
