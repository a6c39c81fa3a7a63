"""A game can be followed: what others do is seen and told, a press shows at once, and the end is an ending."""

import re
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from tests.web.browsing import PHONE, Visitor, visit
from tests.web.conftest import House, needs_server
from tests.web.person import Person
from tests.web.setting_up import set_up

WATCH = """() => {
    window.seen = { plants: 0, tokens: 0, lines: [], changes: 0 };
    const look = (node) => {
        if (!(node instanceof Element)) return;
        if (node.matches(".flight")) window.seen[node.querySelector(".card") ? "plants" : "tokens"] += 1;
        if (node.matches(".change")) window.seen.changes += 1;
        if (node.matches(".board > .bar > p")) window.seen.lines.push(node.innerText.trim());
    };
    new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach(look))).observe(document.body, {
        childList: true,
        subtree: true,
    });
}"""
"""Counts what flies over the table, and what is said of the others at the edge of the map."""


QUICK = (("kilowatt", '{"pace": "quick"}'),)
"""What a browser remembers in which this pace was chosen."""


def watched_round(page: Page) -> dict[str, Any]:
    """What is seen until the first round is over."""
    set_up(page, "germany", ["novice", "novice"])
    page.evaluate(WATCH)
    Person(page).play(until=lambda question: question == "run-plants")
    seen: dict[str, Any] = page.evaluate("() => window.seen")
    return seen


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_plants_and_fuel_fly_to_their_buyers_and_leave_nothing_behind(
    device: dict[str, Any], house: House, browser: Browser
) -> None:
    options = {**device, "reduced_motion": "no-preference", "kept": QUICK}
    with visit(browser, house.url, **options) as visitor:
        page = visitor.page()
        seen = watched_round(page)
        assert seen["plants"] == 3  # everybody buys one in round 1
        assert seen["tokens"] >= 3
        assert any(re.search(r"buys|builds|bids|opens|passes", line) for line in seen["lines"])
        expect(page.locator(".flight")).to_have_count(0)


def test_without_motion_nothing_flies_but_the_order_is_told(house: House, browser: Browser) -> None:
    with visit(browser, house.url, kept=QUICK) as visitor:
        seen = watched_round(visitor.page())
        assert (seen["plants"], seen["tokens"]) == (0, 0)
        assert seen["lines"]


def test_what_the_others_did_is_told_until_the_player_acts(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page()
        set_up(page, "germany", ["novice", "novice"])
        person = Person(page)
        box = page.get_by_role("group").filter(has_text="Since your last turn")
        assert person.wait() in {"open", "bid"}
        expect(box).to_have_count(0)  # the very first turn
        person.play(until=lambda question: question == "run-plants")
        person.play(until=lambda question: question in {"open", "bid"} and person.decisions > 3)
        expect(box).to_be_visible()
        told = box.inner_text()
        page.reload()
        expect(box).to_be_visible()
        assert box.inner_text() == told
        page.get_by_text("Since your last turn").click()
        expect(box.locator("li").first).to_be_hidden()


def test_who_only_watches_is_told_nothing_of_a_last_turn(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page("/t/buying", "[data-city]")
        expect(page.get_by_text("Since your last turn")).to_have_count(0)


class SlowServer:
    """Between a page and the server: while it waits, nothing that the server sends arrives."""

    def __init__(self, page: Page) -> None:
        self.waits = False
        self.kept: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket(re.compile("/play$"), self.connect)

    def connect(self, socket: WebSocketRoute) -> None:
        """Pass on what either says, or keep it."""
        socket.connect_to_server().on_message(lambda message: self.receive(socket, message))

    def receive(self, socket: WebSocketRoute, message: str | bytes) -> None:
        """The server has said something."""
        if self.waits:
            self.kept.append((socket, message))
        else:
            socket.send(message)

    def answer(self) -> None:
        """What was kept arrives."""
        self.waits = False
        for socket, message in self.kept:
            socket.send(message)
        self.kept.clear()


@needs_server
def test_a_press_shows_before_the_server_has_answered(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = visitor.page()
        server = SlowServer(page)
        set_up(page, "germany", ["novice", "novice"])
        Person(page).play(until=lambda question: question == "build-house")
        server.waits = True
        page.locator(".city.open").first.click()
        expect(page.locator(".city.planned")).to_have_count(1)
        server.answer()
        button = page.get_by_role("button", name="Build 1 house and finish")
        expect(button).to_be_enabled()
        before = button.bounding_box()
        server.waits = True
        button.click()
        expect(button).to_have_attribute("data-taken", "")
        expect(button).to_have_css("opacity", "1")
        after = button.bounding_box()
        assert before is not None
        assert after is not None
        assert (before["width"], before["height"]) == (after["width"], after["height"])
        server.answer()
        expect(page.locator("[data-taken]")).to_have_count(0)
        expect(page.locator(".city.planned")).to_have_count(0)


def picture(visitor: Visitor, house: House) -> bytes:
    """The picture of the result, as the page saves it."""
    visitor.sit(house.tables["ended"])
    page = visitor.page("/t/ended", "[data-city]")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Picture").click()
    assert waiting.value.suggested_filename == "kilowatt-germany.png"
    return Path(waiting.value.path()).read_bytes()


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_the_end_makes_a_picture_to_share(device: dict[str, Any], house: House, browser: Browser) -> None:
    with visit(browser, house.url, **device) as visitor:
        found = picture(visitor, house)
        assert found.startswith(b"\x89PNG\r\n\x1a\n")
        assert struct.unpack(">II", found[16:24]) == (1600, 900)
        assert 100_000 < len(found) < 3_000_000  # an empty map is a tenth of that


def test_the_end_says_what_decided_the_game_and_nothing_of_a_phase(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        visitor.sit(house.tables["ended"])
        page = visitor.page("/t/ended", "[data-city]")
        expect(page.locator(".decided")).to_have_text(re.compile(r"Ada had fuel for only 6 cities; .+ powered 17\."))
        expect(page.locator("tr.mine")).to_contain_text("Ada")
        expect(page.locator("header")).not_to_contain_text("Building")
