"""A board's own rules and the summary card: one click away, right for the table, and on one sheet of paper."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import at, link_to, settle, visit
from tests.web.conftest import House
from tests.web.scenes import SCENES
from tests.web.setting_up import choose

from kilowatt.boards import boards

LANGUAGES = ("en", "de", "fi", "hu", "ro", "ru")
LEAST_LETTERS = 7.0
"""Points: smaller print is hard to read."""


def letters_on_paper(page: Page) -> float:
    """How large the letters of the card would be in print; all of it is on the sheet."""
    size, fits = page.evaluate(
        """() => {
            dispatchEvent(new Event("beforeprint"));
            const sheet = document.querySelector(".summary");
            const found = [sheet.style.fontSize, sheet.scrollHeight <= sheet.clientHeight];
            dispatchEvent(new Event("afterprint"));
            return found;
        }"""
    )
    assert fits, "it does not fit in the smallest letters either"
    return float(size.removesuffix("pt"))


def pages_of(page: Page, file: Path, paper: str) -> int:
    """How many pages it prints on."""
    page.pdf(path=file, format=paper)
    return len(re.findall(rb"/Type\s*/Page\b", file.read_bytes()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_of_every_board_prints_on_one_page(
    language: str, house: House, browser: Browser, tmp_path: Path
) -> None:
    with visit(browser, house.url, locale=language) as visitor:
        page = visitor.page("/card?board=germany&players=4", ".summary .own")
        sizes = {}
        for board in boards():
            page.locator("select").first.select_option(board.key)
            expect(page).to_have_url(re.compile(re.escape(link_to(page, f"/card?board={board.key}&players=4")) + "$"))
            settle(page)
            sizes[board.key] = letters_on_paper(page)
        assert min(sizes.values()) >= LEAST_LETTERS, sizes
        page.locator("select").first.select_option(min(sizes, key=sizes.__getitem__))
        settle(page)
        assert {paper: pages_of(page, tmp_path / "card.pdf", paper) for paper in ("A4", "Letter")} == {
            "A4": 1,
            "Letter": 1,
        }
        assert page.locator(".summary.paper").count() == 0, "on the screen it is as it was"


def test_a_card_over_the_table_prints_alone(house: House, browser: Browser, tmp_path: Path) -> None:
    scene = next(scene for scene in SCENES if scene.name == "card-at-table")
    with at(browser, house.url, scene, house.tables) as page:
        page.locator(".summary .own").wait_for()
        assert pages_of(page, tmp_path / "card.pdf", "A4") == 1


def test_an_address_that_makes_no_sense_leads_to_a_card_all_the_same(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page("/card?board=mars&players=eleven", ".summary .own")
        expect(page.locator(".summary h2")).to_have_text("Germany · 4 players")
        page.get_by_label("Players").select_option("6")
        expect(page.locator(".summary h2")).to_have_text("Germany · 6 players")
        expect(page.get_by_text("When a player has at least 14 cities, the game ends")).to_be_visible()
        page.get_by_label("First game").check()
        expect(page.get_by_text("When a player has at least 7 cities, the game ends")).to_be_visible()
        assert page.url.endswith(link_to(page, "/card?board=germany&players=6&first_game=true"))


def test_the_card_and_the_rules_of_the_board_are_a_click_away_from_the_start(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page()
        choose(page, "Board", "Central Europe")
        page.get_by_role("button", name="Rules of this board").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("With Vienna in your network, each garbage token costs you 1 less")
        expect(dialog.get_by_role("link", name="Rule R9.4")).to_have_attribute("href", link_to(page, "/rules#R9.4"))
        dialog.get_by_role("link", name="Summary card").click()
        expect(page.locator(".summary h2")).to_have_text("Central Europe · 4 players")
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.goto(f"{visitor.url}/rules")
        page.get_by_role("link", name="Summary card").click()
        expect(page.locator(".summary h2")).to_have_text("Central Europe · 4 players")


def test_the_variant_of_a_board_is_shown_where_it_is_chosen_and_where_it_is_played(
    house: House, browser: Browser
) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page("/new", ".own li")
        choose(page, "Board", "Russia")
        own = page.locator(".own")
        expect(own).to_contain_text("when the first player in turn order passes")
        page.get_by_label("Pass that removes a plant").select_option("anyone")
        expect(own).to_contain_text("whoever it is")
        expect(own).not_to_contain_text("when the first player in turn order passes")
        page.get_by_role("button", name="Make the table").click()
        page.wait_for_url("**/t/*")
        page.locator("[data-city]").first.wait_for()
        page.get_by_role("button", name="Russia: Rules of this board").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("whoever it is")
        dialog.get_by_role("link", name="Rule R9.6").click()
        page.wait_for_url("**/rules#R9.6")
        page.keyboard.press("Escape")
        page.wait_for_url("**/t/*")
        page.keyboard.press("c")
        expect(page.locator(".summary .own")).to_contain_text("whoever it is")


def test_the_card_at_a_table_marks_phase_step_and_payments_and_leads_back(house: House, browser: Browser) -> None:
    scene = next(scene for scene in SCENES if scene.name == "crowd")
    with at(browser, house.url, scene, house.tables) as page:
        page.keyboard.press("c")
        sheet = page.locator(".summary")
        expect(sheet.locator("h2")).to_have_text("Germany · 6 players")
        expect(sheet.locator("li[aria-current=step]")).to_contain_text("Building")
        expect(sheet.locator("th[aria-current=step]")).to_contain_text("Step 2")
        powered, powerable = sheet.locator("div.powered dt"), sheet.locator("div.powerable dt")
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        lit = page.locator(".players li.mine .lit").inner_text().rpartition(":")[2].strip()
        page.locator("header a.card").click()
        assert f"{powered.inner_text()}/{powerable.inner_text()}" == lit
        expect(page.get_by_label("Players")).to_have_count(0)
        page.get_by_role("link", name="Back to the table").click()
        expect(page.locator("[data-city]").first).to_be_visible()
