"""Whole games in a browser, by clicking what a person would click."""

import asyncio
from pathlib import Path

from playwright.sync_api import Page
from tests.server.kit import Guest, RunningServer, me
from tests.web.browsing import browser_page, play_to_the_end


def test_a_first_game_against_three_bots_is_set_up_and_played_to_its_end(tmp_path: Path) -> None:
    with RunningServer(f"sqlite:///{tmp_path / 'table.sqlite'}") as server, browser_page() as page:
        page.goto(server.url)
        page.get_by_role("link", name="Set up a table").click()
        page.get_by_label("First game").check()
        page.get_by_role("button", name="Make the table").click()
        play_to_the_end(page)
        assert page.locator(".sheet.panel ol li").count() == 4
        page.get_by_role("link", name="Replay").click()
        page.get_by_label("One decision back").click()
        assert page.locator("output").inner_text().count("/") == 1


def test_a_link_to_a_seat_gives_it_to_the_browser_that_opens_it(tmp_path: Path) -> None:
    async def table_with_a_link() -> tuple[str, str]:
        async with Guest(server.url) as ann:
            table = await ann.make(seats=[me("Ann"), me("Bob")])
            await ann.start(table)
            return table, (await ann.post(f"/api/tables/{table}/seats/1/link", expect=201))["link"]

    with RunningServer(f"sqlite:///{tmp_path / 'table.sqlite'}") as server:
        table, link = asyncio.run(table_with_a_link())  # before the browser, which has a loop of its own
        with browser_page() as page:
            open_and_look(page, link, f"{server.url.rstrip('/')}/t/{table}")


def open_and_look(page: Page, link: str, plain: str) -> None:
    page.goto(link)
    assert page.locator("li.mine").inner_text().startswith("Bob")
    assert page.url == plain  # the word of the link is gone from the address
