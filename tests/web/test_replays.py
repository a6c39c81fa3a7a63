"""A game is gone through again: step by step, by a link, and as a file."""

import re

from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import Visitor, settle, visit
from tests.web.conftest import House

import kilowatt


def at(page: Page, decision: int) -> None:
    """Wait until the replay is there."""
    expect(page.get_by_role("slider")).to_have_value(str(decision))


def replay(visitor: Visitor, house: House, query: str = "") -> Page:
    """The replay of the finished game."""
    visitor.sit(house.tables["ended"])
    return visitor.page(f"/replay/ended{query}", "[data-city]")


def test_a_replay_is_stepped_through_scrubbed_and_linked_to(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = replay(visitor, house, "?at=100")
        at(page, 100)
        page.get_by_role("button", name="One decision on").click()
        at(page, 101)
        page.get_by_role("button", name="One decision back").click()
        page.get_by_role("button", name="One decision back").click()
        at(page, 99)
        page.get_by_role("slider").first.fill("250")
        at(page, 250)
        expect(page).to_have_url(re.compile("at=250"))
        settle(page)
        players = page.locator(".players").first.inner_text()
        other = visitor.page(page.url.removeprefix(visitor.url), "[data-city]")
        at(other, 250)
        expect(other.locator(".players").first).to_have_text(players, use_inner_text=True)


def test_a_record_is_downloaded_and_opened_again(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = replay(visitor, house)
        with page.expect_download() as waiting:
            page.get_by_role("link", name=re.compile("record|Save", re.IGNORECASE)).first.click()
        text = waiting.value.path().read_text(encoding="utf-8")
        assert kilowatt.read_record(text).decisions == house.tables["ended"].decisions
        start = visitor.page()
        start.locator("input[type=file]").set_input_files(
            {"name": "evening.kw", "mimeType": "text/plain", "buffer": text.encode()}
        )
        start.wait_for_url("**/r/*")
        start.locator("[data-city]").first.wait_for()
        expect(start.get_by_role("slider")).to_have_attribute("max", str(house.tables["ended"].decisions))


def test_the_end_leads_to_the_replay_and_to_a_rematch(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        visitor.sit(house.tables["ended"])
        page = visitor.page("/t/ended", "[data-city]")
        page.get_by_role("link", name="Replay").first.click()
        page.wait_for_url("**/replay/ended*")
        page.go_back()
        expect(page.get_by_role("heading", name="The game is over").first).to_be_visible()
        expect(page.get_by_role("button", name="Rematch").first).to_be_enabled()
