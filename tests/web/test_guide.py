"""The guided first game: each phase is explained when it first comes, in place, and nothing of it stays."""

import re

from playwright.sync_api import Browser, expect
from tests.web.browsing import visit
from tests.web.conftest import House
from tests.web.person import Person


def test_a_guided_first_game_explains_every_phase_once_and_is_played_to_its_end(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page()
        page.get_by_role("button", name="Learn to play").click()
        page.wait_for_url("**/t/*")
        table = page.url
        box = page.locator("[data-guide]")
        person = Person(page)
        explained: list[str] = []
        while (question := person.wait()) is not None:
            if box.count():
                explained.append(str(box.get_attribute("data-guide")))
                sentence = box.locator("p").first.inner_text()
                assert 20 < len(sentence) < 400, "a sentence or two"
                expect(box.get_by_role("link")).to_have_attribute("href", re.compile(r"^/rules#R\d"))
                box.get_by_role("button").first.click()
            person.answer(question)
        assert {"open", "buy-fuel", "build-house", "run-plants"} <= set(explained)
        assert len(explained) == len(set(explained)), "something is explained twice"
        page.goto(table)
        page.locator("[data-city]").first.wait_for()
        expect(box.get_by_role("link", name="Often forgotten")).to_have_attribute("href", "/card#forgotten")
        box.get_by_role("button").first.click()
        page.reload()
        page.locator("[data-city]").first.wait_for()
        expect(box).to_have_count(0)


def test_a_clause_is_one_click_away_and_so_is_the_way_back(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page()
        page.get_by_role("button", name="Learn to play").click()
        Person(page).wait()
        table = page.url
        page.locator("[data-guide]").get_by_role("link").click()
        page.wait_for_url("**/rules#R*")
        expect(page.locator(f'[id="{page.url.partition("#")[2]}"]')).to_be_in_viewport()
        page.go_back()
        page.wait_for_url(table)
        expect(page.locator("[data-guide]")).to_be_visible()
