"""The law in the page: in the language of the reader, whole, and one click away from every refusal."""

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.browsing import PHONE, at, visit
from tests.web.conftest import House
from tests.web.scenes import SCENES

CLAUSES = 61
KNOWN = {scene.name: scene for scene in SCENES}


def follow(page: Page, link: Locator) -> str:
    """Open the rules by this link, at the clause that it names and over what was there; the text of the clause."""
    page.evaluate("() => { globalThis.sameTable = true }")
    clause = str(link.get_attribute("href")).rpartition("#")[2]
    expect(link).to_have_text(f"Rule {clause}")
    link.click()
    page.wait_for_url(f"**/rules#{clause}")
    expect(page.locator(f'[id="{clause}"]')).to_be_in_viewport()
    expect(page.locator(f'[id="{clause}"]')).to_be_focused()
    text = page.locator(f'[id="{clause}"]').inner_text()
    page.keyboard.press("Escape")
    expect(page.locator("svg.map")).to_be_visible()
    expect(page.locator("h1", has_text="Rules")).to_have_count(0)
    assert page.evaluate("() => globalThis.sameTable"), "the table was loaded again"
    return text


@pytest.mark.parametrize("language", ["de", "fi", "hu", "ro", "ru"])
def test_the_rules_are_whole_in_every_language(house: House, browser: Browser, language: str) -> None:
    with visit(browser, house.url, locale=language) as visitor:
        page = visitor.page("/rules#R7.1", ".clause.marked")
        expect(page.locator("main")).to_have_attribute("lang", language)
        expect(page.locator(".clause")).to_have_count(CLAUSES)
        for section in ("decisions", "examples"):
            page.locator(f"#{section}").click()
        expect(page.locator("#decision-1")).to_be_visible()
        expect(page.locator("#example-39")).to_be_visible()
        text = page.locator("main").inner_text()
        assert "<!--" not in text
        assert "No selling, no trading" not in text


def test_a_search_unfolds_what_it_finds_and_a_clause_named_there_is_shown(house: House, browser: Browser) -> None:
    with visit(browser, house.url, **PHONE) as visitor:
        page = visitor.page("/rules", ".clause")
        expect(page.locator("#decision-1")).not_to_be_visible()
        page.get_by_role("searchbox").fill("livorno")
        expect(page.locator(".clause")).to_have_count(1)
        decision = page.locator("li", has_text="refused: Livorno would be cut off")
        expect(decision).to_be_visible()
        decision.get_by_role("link", name="R2.1").click()
        expect(page.locator('[id="R2.1"]')).to_be_in_viewport()
        expect(page.locator(".clause")).to_have_count(1)  # it is among what was found
        page.get_by_role("searchbox").fill("trombone")
        expect(page.get_by_text("Nothing in the rules has these words.")).to_be_visible()


def test_the_list_of_sections_leads_to_the_folded_ones_too(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page("/rules", ".clause")
        page.locator("select").select_option(value="examples")
        expect(page.locator("#example-1")).to_be_visible()
        expect(page.locator("#examples")).to_be_in_viewport()
        page.locator("select").select_option(value="R9.1")
        expect(page.locator('[id="R9.1"]')).to_be_in_viewport()


def test_a_city_that_is_closed_shows_the_reason_and_its_clause(house: House, browser: Browser) -> None:
    with at(browser, house.url, KNOWN["building"], house.tables) as page:
        page.locator("[data-city=tokyo]").click()
        card = page.locator(".card.pinned")
        expect(card).to_contain_text("You have a house in Tokyo already.")
        assert "At most one house" in follow(page, card.get_by_role("link"))
        expect(card).to_be_visible()
        page.locator("[data-city=tokyo]").click()
        expect(card).to_have_count(0)


def test_the_keyboard_reaches_the_clause_of_a_closed_city_and_comes_back(house: House, browser: Browser) -> None:
    with at(browser, house.url, KNOWN["building"], house.tables) as page:
        page.locator("[data-city=tokyo]").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".card.pinned a")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("[data-city=tokyo]")).to_be_focused()


def test_a_plant_that_is_not_for_sale_shows_the_clause(house: House, browser: Browser) -> None:
    with at(browser, house.url, KNOWN["opening"], house.tables) as page:
        page.locator(".plants .card[aria-disabled=true]").first.click(force=True)
        bubble = page.locator(".plants [popover]")
        expect(bubble).to_contain_text("is not in the current row.")
        assert "put a plant of the current row up" in follow(page, bubble.get_by_role("link")).replace("\n", " ")
        expect(bubble).not_to_be_visible()


def test_what_the_panel_refuses_leads_to_the_clause(house: House, browser: Browser) -> None:
    unguided = replace(KNOWN["guided"], ready="[data-city]", kept=())
    with at(browser, house.url, unguided, house.tables) as page:
        panel = page.locator("section.panel")
        expect(panel).to_contain_text("Everybody buys a plant in round 1")
        assert "In round 1 nobody may pass" in follow(page, panel.get_by_role("link")).replace("\n", " ")
