"""Two people at one device, who keep their money to themselves: a curtain between their turns."""

from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import visit
from tests.web.conftest import House
from tests.web.person import Person
from tests.web.setting_up import set_up


def uncover(page: Page) -> str:
    """Take the device over from the other; one's name."""
    curtain = page.get_by_role("dialog", name="Give the device to")
    expect(curtain).to_be_visible()
    button = curtain.get_by_role("button")
    name = button.inner_text().removeprefix("I am ")
    button.click()
    expect(curtain).to_have_count(0)
    return name


def money(page: Page) -> list[str]:
    """What the list of players shows of everybody's money."""
    return [text.split(":")[-1].strip() for text in page.locator(".players li .money").all_inner_texts()]


def test_money_is_covered_until_its_owner_has_the_device(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page()
        set_up(page, "germany", ["novice"], ["Hidden money", "First game"], people=2)
        person = Person(page)
        seen = set()
        for _ in range(6):
            page.locator("[data-city]").first.wait_for()
            page.locator("dialog[open], .table[data-asked]").first.wait_for()
            if page.get_by_role("dialog").count():
                assert not any(text.isdigit() for text in money(page)), "money is seen behind the curtain"
                seen.add(uncover(page))
            question = person.wait()
            assert question is not None
            assert sum(text.isdigit() for text in money(page)) == 1, "one's own money, and nobody else's"
            person.answer(question)
        assert len(seen) == 2, "both have had their turn"


def test_one_undo_takes_back_a_whole_turn_of_building_and_brings_its_plan_back(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page()
        set_up(page, "germany", [], people=2)
        person = Person(page)
        person.play(until=lambda question: question == "build-house")
        for _ in range(2):
            person.plan_house()
        expect(page.locator(".city.planned")).to_have_count(2)
        page.get_by_role("button", name="Build 2 houses and finish").click()
        expect(page.locator(".city.planned")).to_have_count(0)
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".city.planned")).to_have_count(2)
        page.get_by_role("button", name="Build 2 houses and finish").click()
        expect(page.locator(".city.planned")).to_have_count(0)
