"""Seats and the people in them: links that give one away, and a table that is waited at."""

from playwright.sync_api import Browser, expect
from tests.web.browsing import PHONE, visit
from tests.web.conftest import House, needs_server
from tests.web.person import Person
from tests.web.setting_up import START, join, set_up


@needs_server
def test_a_link_to_a_seat_gives_it_to_the_browser_that_opens_it(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as ann, visit(browser, house.url) as bob:
        page = ann.page()
        set_up(page, "germany", ["novice"], people=2)
        page.locator("[data-city]").first.wait_for()
        plain = page.url
        table = plain.rpartition("/")[2]
        link = page.request.post(f"{house.url}/api/tables/{table}/seats/1/link").json()["link"]
        name = page.request.get(f"{house.url}/api/tables/{table}").json()["table"]["seats"][1]["nickname"]
        other = bob.page(link.removeprefix(house.url), ".players li.mine")
        expect(other.locator(".players li.mine")).to_have_count(1)
        assert other.url == plain, "the word of the link is still in the address"
        expect(page.locator(".players li.mine")).to_have_count(1)
        expect(other.locator(".players li.mine .name")).to_have_text(name)


@needs_server
def test_somebody_who_joins_is_seen_and_the_game_begins_for_both(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as ann, visit(browser, house.url) as bob:
        host = ann.page()
        set_up(host, "italy", [], strangers=1)
        expect(host.get_by_role("button", name=START)).to_be_disabled()
        guest = bob.page(host.url.removeprefix(house.url), "h1")
        join(guest, "Bob")
        expect(host.get_by_text("Bob", exact=True)).to_be_visible()
        host.get_by_role("button", name=START).click()
        for page in (host, guest):
            expect(page.locator(".players li")).to_have_count(2)
            expect(page.locator(".players li.mine")).to_have_count(1)


def test_a_bot_plays_for_somebody_who_comes_back_later(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page()
        set_up(page, "france", ["novice"], people=2)  # bots among themselves would be done before we are back
        page.get_by_role("button", name="Seats and table").click()
        seats = page.get_by_role("dialog", name="Seats and table")
        seats.get_by_role("button", name="Let a bot play").first.click()
        seats.get_by_role("button", name="Play again myself").click()
        expect(seats.get_by_role("button", name="Let a bot play")).to_have_count(2)
        seats.get_by_role("button", name="Close").click()
        expect(seats).not_to_be_visible()
        assert Person(page).wait() is not None


@needs_server
def test_a_seat_moves_to_another_device_by_the_link_of_the_menu(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as laptop, visit(browser, house.url, **PHONE) as phone:
        page = laptop.page()
        set_up(page, "france", ["novice"])
        page.get_by_role("button", name="Seats and table").click()
        page.get_by_role("button", name="Move to another device").click()
        link = page.get_by_label("Link to this seat").input_value()
        other = phone.page(link.removeprefix(house.url), "[data-city]")
        assert Person(other).wait() is not None
        page.get_by_role("button", name="Close").click()
        expect(page.locator(".players li.mine")).to_have_count(0)


@needs_server
def test_what_a_muted_player_writes_is_refused_and_not_lost(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as ann, visit(browser, house.url) as bob:
        host = ann.page()
        set_up(host, "italy", [], strangers=1)
        guest = bob.page(host.url.removeprefix(house.url), "h1")
        join(guest, "Bob")
        host.get_by_role("button", name=START).click()
        host.get_by_role("button", name="Seats and table").click()
        host.get_by_role("button", name="Mute").click()
        expect(host.get_by_role("button", name="Unmute")).to_be_visible()
        field = guest.get_by_label("Say something")
        field.fill("Hello, Ann!")
        field.press("Enter")
        expect(guest.get_by_role("alert")).to_be_visible()
        expect(field).to_have_value("Hello, Ann!")
        host.get_by_role("button", name="Unmute").click()
        expect(host.get_by_role("button", name="Mute", exact=True)).to_be_visible()
        field.press("Enter")
        expect(host.get_by_role("list", name="What happened", include_hidden=True)).to_contain_text("Hello, Ann!")
        expect(field).to_have_value("")
