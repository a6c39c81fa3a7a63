"""One's own games on the start page: whose turn it is, and first those that wait for oneself."""

from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import link_to, visit
from tests.web.conftest import Opening
from tests.web.person import MESSAGES
from tests.web.tables import Staged, asks, is_over

TABLES = [
    Staged("over", "italy", 3, until=is_over, persons=(0,)),
    Staged("theirs", "france", 3, seed=1, until=asks("open"), asked_seat=1, persons=(0,), strangers=(1, 2)),
    Staged("mine", "germany", 3, seed=1, until=asks("open"), asked_seat=2),
    Staged("lobby", "usa", 4, persons=(0,)),
]


KEPT = (("kilowatt", '{"tables": ["over", "theirs", "lobby", "mine"]}'),)


def test_the_list_of_ones_games_says_whose_turn_it_is_and_follows_it(opened: Opening, browser: Browser) -> None:
    with opened(TABLES) as house, visit(browser, house.url, kept=KEPT) as visitor:
        for table in house.tables.values():
            visitor.sit(table)
        page = visitor.page()
        mine = page.locator(".tables section").first
        expect(mine.locator(".status")).to_have_text(["Your turn", "Béla’s turn", "waiting for players", "over"])
        expect(mine.locator("a").first).to_have_attribute("href", link_to(page, "/t/mine"))
        leave(visitor.page("/t/mine", "[data-city]"))  # a bot plays on
        page.evaluate("dispatchEvent(new Event('focus'))")
        expect(page.locator(".status.turn")).to_have_count(0)
        expect(mine.locator("a")).to_have_count(3)  # it is no longer ours


def leave(page: Page) -> None:
    """Give one's seat up for good."""
    page.get_by_role("button", name=MESSAGES["ui.seats.title"]).click()
    page.get_by_role("button", name=MESSAGES["action.leave"]).click()
    page.get_by_role("button", name=MESSAGES["action.confirm"]).click()
    expect(page.locator(".players li.mine")).to_have_count(0)
