"""Who is who: people are asked once for their name and look, and bots have names and faces."""

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import at, visit
from tests.web.conftest import House, needs_server
from tests.web.person import MESSAGES
from tests.web.scenes import NAMELESS, SCENES
from tests.web.setting_up import ANYBODY

QUICK = MESSAGES["ui.start.quick"]
SAWTOOTH, DOME, CHIMNEYS = (MESSAGES[f"ui.look.{look}"] for look in (3, 2, 5))


def seats_at(page: Page) -> list[dict[str, Any]]:
    """The seats of the table on the screen, as the server tells them."""
    found: list[dict[str, Any]] = page.request.get(page.url.replace("/t/", "/api/tables/")).json()["table"]["seats"]
    return found


def choose_look(page: Page, name: str) -> None:
    """Click a look: the picture, for the mark itself cannot be seen."""
    page.locator("label").filter(has=page.get_by_role("radio", name=name)).click()


def test_the_first_game_asks_for_name_and_look_once(house: House, browser: Browser) -> None:
    with visit(browser, house.url, kept=NAMELESS) as visitor:
        page = visitor.page()
        quick = page.get_by_role("button", name=QUICK)
        dialog = page.get_by_role("dialog", name=MESSAGES["ui.hello.title"])
        quick.click()
        name = dialog.get_by_role("textbox")
        expect(name).to_have_value(MESSAGES["ui.name.default"])
        expect(name).to_be_focused()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(quick).to_be_focused()

        quick.click()
        choose_look(page, DOME)
        name.fill("Zoe")
        page.keyboard.press("Enter")
        page.wait_for_url("**/t/*")
        expect(page.locator(".players li.mine .name")).to_have_text("Zoe")
        assert "--seat-2" in (page.locator(".players li.mine .portrait [style]").first.get_attribute("style") or "")

        page.goto(house.url)
        page.get_by_role("button", name=QUICK).click()
        page.wait_for_url("**/t/*")
        expect(page.locator(".players li.mine .name")).to_have_text("Zoe")


def test_whoever_skips_the_question_is_not_asked_again(house: House, browser: Browser) -> None:
    with visit(browser, house.url, kept=NAMELESS) as visitor:
        page = visitor.page("/new")
        page.get_by_role("button", name=MESSAGES["ui.hello.skip"]).click()
        page.goto(house.url)
        page.get_by_role("button", name=QUICK).click()
        page.wait_for_url("**/t/*")
        expect(page.locator(".players li.mine .name")).to_have_text(MESSAGES["ui.name.default"])


@needs_server
def test_two_at_a_table_choose_different_looks(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as ann, visit(browser, house.url) as bob:
        page = ann.page("/new")
        page.get_by_role("button", name=MESSAGES["ui.look"]).click()
        choose_look(page, SAWTOOTH)
        page.keyboard.press("Escape")
        page.get_by_role("combobox", name="Seat 2").select_option(ANYBODY)
        page.get_by_role("button", name="Make the table").click()
        page.wait_for_url("**/t/*")
        assert [seat["look"] for seat in seats_at(page)] == [3, 1, 2, 0]

        other = bob.page(page.url.removeprefix(house.url.rstrip("/")))
        taken = MESSAGES["ui.look.taken"].replace("{look}", SAWTOOTH)
        expect(other.get_by_role("radio", name=taken)).to_be_disabled()
        choose_look(other, CHIMNEYS)
        other.get_by_label("Your name").fill("Bob")
        other.get_by_role("button", name="Sit down").click()
        expect(page.locator("li .name").get_by_text("Bob")).to_be_visible()
        assert [seat["look"] for seat in seats_at(page)] == [3, 5, 2, 0]


def test_a_bot_has_a_name_a_face_and_a_way_to_play(house: House, browser: Browser) -> None:
    scene = next(scene for scene in SCENES if scene.name == "building")
    with at(browser, house.url, scene, house.tables) as page:
        face = page.get_by_role("button", name=re.compile(r"^\w+, bot, Planner$"))
        name = (face.get_attribute("aria-label") or "").partition(",")[0]
        about = page.get_by_text(MESSAGES["bot.planner.about"])
        expect(about).to_be_hidden()
        face.click()
        expect(about).to_be_visible()
        page.keyboard.press("Escape")
        expect(about).to_be_hidden()
        expect(page.locator("section.log")).to_contain_text(f"{name} passes.")
