"""A game without a mouse: from the start screen to the ranking."""

from playwright.sync_api import Browser, expect
from tests.web.browsing import DESK, visit
from tests.web.conftest import House
from tests.web.keyboard import Keyboard
from tests.web.person import Person
from tests.web.setting_up import set_up


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


def test_the_focus_is_at_the_question_when_the_button_that_had_it_is_gone(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page()
        set_up(page, "germany", ["novice"], ["First game"])
        person = Person(page, press=lambda button: button.press("Enter"))
        for question in ("open", "buy-fuel", "build-house"):
            while person.wait() != question:
                person.answer(str(person.asked()))
            if question == "open":
                person.open_auction()
            else:
                person.confirm()
            expect(page.locator(".asked:focus")).to_have_count(1)


def test_a_question_mark_lists_all_keys_and_escape_closes_the_list(house: House, browser: Browser) -> None:
    with visit(browser, house.url, **DESK) as visitor:
        visitor.sit(house.tables["buying"])
        page = visitor.page("/t/buying", "[data-city]")
        keys = page.get_by_role("dialog", name="Keys at the table")
        page.keyboard.press("?")
        expect(keys).to_be_visible()
        expect(keys.locator("dt")).to_have_count(12)
        expect(keys.get_by_text("Summary card")).to_be_visible()
        page.keyboard.press("c")  # which does not reach the table below
        expect(keys).to_be_visible()
        page.keyboard.press("Escape")
        expect(keys).to_be_hidden()
        page.get_by_label("Say something").press_sequentially("what?")
        expect(keys).to_be_hidden()
        page.get_by_role("button", name="Keys at the table").click()
        expect(keys).to_be_visible()
        keys.get_by_role("button", name="Close").click()
        page.locator("body").press("r")
        expect(page.get_by_role("heading", name="Rules", level=1)).to_be_visible()
