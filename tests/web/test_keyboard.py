"""A game without a mouse: from the start screen to the ranking."""

from playwright.sync_api import Browser
from tests.web.browsing import visit
from tests.web.conftest import House
from tests.web.keyboard import Keyboard
from tests.web.person import Person


def test_a_whole_game_is_played_by_keyboard_alone_and_the_focus_is_always_seen(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page()
        keyboard = Keyboard(page)
        keyboard.press(page.get_by_role("link", name="Set up a table"))
        page.wait_for_url("**/new")
        keyboard.tab_to(page.get_by_role("checkbox", name="First game").element_handle())
        keyboard.key("Space")
        keyboard.press(page.get_by_role("button", name="Make the table"))  # Tab passes every control there
        page.wait_for_url("**/t/*")
        person = Person(page, keyboard.press)
        person.play(decisions=300)
        assert sorted(set(keyboard.unseen)) == []
        assert {"Tab", "Enter", "P"} < keyboard.pressed
        assert any(key.startswith("Arrow") for key in keyboard.pressed)
