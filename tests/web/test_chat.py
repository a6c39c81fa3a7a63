"""The chat: also before the game; and phrases, which everybody reads in their own language."""

from playwright.sync_api import Browser, expect
from tests.web.browsing import visit
from tests.web.conftest import House, needs_server
from tests.web.setting_up import START, set_up


@needs_server
def test_people_talk_before_the_game_and_read_phrases_in_their_own_language(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as ann, visit(browser, house.url, locale="de-DE") as bob:
        host = ann.page()
        set_up(host, "italy", [], strangers=1)
        guest = bob.page(host.url.removeprefix(house.url), "h1")
        expect(guest.locator(".chat")).to_have_count(0)  # only for those who have a seat
        guest.locator("form input").first.fill("Bob")
        guest.get_by_role("button", name="Platz nehmen").click()
        host.get_by_role("textbox", name="Say something").fill("Which board?")
        host.get_by_role("button", name="Send").click()
        expect(guest.locator("li.chat")).to_contain_text(["Which board?"])
        phrases = host.get_by_role("button", name="Quick phrases")
        phrases.click()
        host.get_by_role("button", name="Good luck!").click()
        expect(host.locator("li.chat")).to_contain_text(["Which board?", "Good luck!"])
        expect(guest.locator("li.chat")).to_contain_text(["Which board?", "Viel Glück!"])
        expect(phrases).to_have_attribute("aria-expanded", "false")
        expect(phrases).to_be_focused()
        phrases.click()
        host.keyboard.press("Escape")
        expect(host.get_by_role("button", name="Oops!")).to_have_count(0)
        host.get_by_role("button", name=START).click()
        guest.locator("[data-city]").first.wait_for()
        expect(guest.locator("li.chat")).to_contain_text(["Which board?", "Viel Glück!"])  # it goes on at the table
