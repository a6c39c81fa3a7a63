"""Scenarios: from the start page to a prepared position, and from its goal to a verdict."""

from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.browsing import visit
from tests.web.conftest import House
from tests.web.looking import complaints, expect_nothing
from tests.web.person import MESSAGES, Person
from tests.web.test_looks import EVERYWHERE

GOAL = MESSAGES["ui.scenario.goal.building"]
ADVISED = "() => localStorage[`kilowatt.scenario.${location.href.split('/').pop()}`]?.includes('houses-plan')"
"""Whether the answer of the adviser has come, which nobody sees."""


def verdict(page: Page) -> Locator:
    """The box with the verdict."""
    return page.get_by_role("region", name=MESSAGES["ui.scenario.verdict"])


def build(page: Page, *cities: str) -> None:
    """Build houses there, and no more."""
    for city in cities:
        page.locator(f'[data-city="{city}"]').click()
    expect(page.locator("ol.plan li")).to_have_count(len(cities))
    Person(page).confirm()


def test_a_scenario_is_begun_played_judged_and_tried_again(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page()
        page.get_by_role("button", name=MESSAGES["phase.4"], exact=True).click()
        page.wait_for_url("**/t/*")
        expect(page.get_by_text(GOAL)).to_be_visible()
        page.wait_for_function(ADVISED)
        page.reload()
        expect(page.get_by_text(GOAL)).to_be_visible()
        page.get_by_role("button", name=MESSAGES["ui.guide.understood"]).click()
        expect(page.get_by_text(GOAL)).to_have_count(0)

        build(page, "hamburg", "kiel")
        expect(verdict(page)).to_contain_text("Done, and just as Planner would have done it.")
        expect(verdict(page)).to_contain_text(
            "You built 2 houses for 39 Elektro and have 3 left. You have 7 cities and can power 7 of them."
        )
        expect(verdict(page)).to_contain_text("Houses for 39 make it 7 cities, 7 of them powered, which pays 82.")
        expect_nothing(complaints(page, *EVERYWHERE, "small(24)"))

        first = page.url
        verdict(page).get_by_role("button", name=MESSAGES["ui.scenario.again"]).click()
        page.wait_for_url(lambda url: url != first)
        expect(page.get_by_text(GOAL)).to_be_visible()
        page.wait_for_function(ADVISED)
        build(page, "hannover")
        expect(verdict(page)).to_contain_text("Done. Planner would have done something else.")
        page.reload()
        expect(verdict(page)).to_contain_text("You built 1 house for 20 Elektro and have 22 left.")
        verdict(page).get_by_role("button", name=MESSAGES["ui.scenario.play-on"]).click()
        expect(verdict(page)).to_have_count(0)
        expect(page.get_by_text(MESSAGES["asked.run-plants"]).first).to_be_visible()
        page.reload()
        expect(page.get_by_text(MESSAGES["asked.run-plants"]).first).to_be_visible()
        expect(verdict(page)).to_have_count(0)

        second = page.url
        page.goto(house.url)
        expect(page.locator(f'.tables a[href$="{second.rpartition("/")[2]}"]')).to_be_visible()
        expect(page.locator(f'.tables a[href$="{first.rpartition("/")[2]}"]')).to_have_count(0)
