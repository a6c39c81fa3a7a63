"""Staying out of the auctions: one switch, which says that it is on for as long as it is, also after a reload."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import visit
from tests.web.conftest import Opening
from tests.web.tables import Staged, asks

SWITCH = "In auctions, drop and pass for me until I take it back"
STAYS_OUT = "You stay out of all auctions. Nobody else sees that."
FIRST = Staged("first", "germany", 3, seed=1, until=asks("open"))
LATER = Staged("later", "france", 4, seed=3, until=asks("open", least_round=3), opponents=("novice",))


@pytest.fixture
def pages(opened: Opening, browser: Browser) -> Iterator[dict[str, Page]]:
    """A page at each of the tables, where we are asked to open an auction."""
    with opened([FIRST, LATER]) as house, visit(browser, house.url) as visitor:
        for table in house.tables.values():
            visitor.sit(table)
        yield {name: visitor.page(f"/t/{name}", "[data-city]") for name in house.tables}


def test_a_switch_passes_for_a_player_until_it_is_switched_off(pages: dict[str, Page]) -> None:
    page = pages["later"]
    switch = page.get_by_role("checkbox", name=SWITCH)
    expect(switch).not_to_be_checked()
    expect(page.get_by_text(STAYS_OUT)).to_have_count(0)
    switch.check()
    expect(page.get_by_role("heading", name="Buy fuel")).to_be_visible()  # the bots have played
    expect(page.get_by_text(STAYS_OUT)).to_be_visible()
    page.reload()
    expect(switch).to_be_checked()
    switch.click()
    expect(page.get_by_text(STAYS_OUT)).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="Buy fuel")).to_be_visible()
    expect(switch).to_have_count(0)  # of no use while fuel is bought


def test_in_round_1_there_is_no_such_switch(pages: dict[str, Page]) -> None:
    expect(pages["first"].get_by_role("heading", name="Choose the plant you buy")).to_be_visible()
    expect(pages["first"].get_by_role("checkbox", name=SWITCH)).to_have_count(0)
