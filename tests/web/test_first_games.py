"""Whole games in a browser, by clicking what a person would click."""

from pathlib import Path

from tests.server.kit import RunningServer
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
