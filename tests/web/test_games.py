"""Whole games in a browser, by clicking what a person would click."""

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import visit
from tests.web.conftest import House, needs_server
from tests.web.person import MESSAGES, Person
from tests.web.setting_up import DRAFT, set_up

from kilowatt.boards import boards

QUICK = ("benelux", "italy")
BOARDS = [
    pytest.param(board.key, marks=() if board.key in QUICK else pytest.mark.slow, id=board.key) for board in boards()
]


def is_ranked(page: Page, players: int) -> bool:
    """Whether the end shows a place for everybody."""
    page.get_by_role("heading", name="The game is over").first.wait_for()
    return page.get_by_role("table").first.locator("tbody tr").count() == players


@pytest.mark.parametrize("board", BOARDS)
def test_a_first_game_against_bots_is_set_up_and_played_to_its_end(board: str, house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page()
        set_up(page, board, ["novice", "steady"], ["First game"])
        Person(page).play()
        assert is_ranked(page, 3)


def test_a_full_game_on_germany_goes_through_all_rounds_to_its_end(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page()
        set_up(page, "germany", ["random", "novice", "steady"])
        person = Person(page)
        person.play()
        assert person.decisions > 20
        assert is_ranked(page, 4)


def test_a_game_begins_with_a_draft_of_regions_if_that_was_agreed(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page()
        set_up(page, "central-europe", ["novice", "steady"], [DRAFT, "First game"])
        person = Person(page)
        assert person.play(until=lambda question: question != "pick-region") == "open" or person.asked() == "bid"
        assert person.decisions == 1
        person.play()
        assert is_ranked(page, 3)


def test_a_game_against_three_bots_is_two_clicks_away(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page()
        page.get_by_role("button", name="Play against three bots").click()
        assert Person(page).wait() in {"open", "bid"}
        assert page.locator(".players li").count() == 4


def elsewhere_in_the_house(house: House) -> str:
    """The address from another machine, which a browser trusts less than its own: what needs https is missing."""
    return house.url.replace("127.0.0.1", "in-the-house.test")


def test_a_machine_elsewhere_in_the_house_plays_without_https(house: House, browser: Browser) -> None:
    with visit(browser, elsewhere_in_the_house(house)) as visitor:
        page = visitor.page()
        assert page.evaluate("() => isSecureContext") is False
        page.get_by_role("button", name="Play against three bots").click()
        person = Person(page)
        person.play(until=lambda _: person.decisions == 3)


@needs_server
def test_a_link_is_copied_without_https(house: House, browser: Browser) -> None:
    with visit(browser, elsewhere_in_the_house(house)) as visitor:
        visitor.sit(house.tables["buying"])
        page = visitor.page("/t/buying", "[data-city]")
        page.get_by_role("button", name="Seats and table").click()
        page.get_by_role("button", name="Copy").first.click()
        expect(page.get_by_text(MESSAGES["ui.link.copied"])).to_be_visible()
