"""A board of another package in the page: it is in the list, has a map from its coordinates, and can be played."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.conftest import OTHER_BOARD
from tests.server.kit import RunningServer
from tests.web.browsing import settle, visit
from tests.web.person import Person
from tests.web.setting_up import choose, set_up
from tests.web.test_games import is_ranked

CITIES = 35
IN_PLAY = 21
"""Of three players: three regions."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with Atlantis installed. The page was built without it."""
    file = tmp_path_factory.mktemp("other") / "table.sqlite"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(OTHER_BOARD), os.environ.get("PYTHONPATH", "")]))
        with RunningServer(f"sqlite:///{file.as_posix()}") as server:
            yield server.url


def test_the_board_is_in_the_list_with_its_name_a_picture_and_its_rules(url: str, browser: Browser) -> None:
    with visit(browser, url) as visitor:
        page = visitor.page()
        choices = page.get_by_role("group", name="Board").locator("label")
        expect(choices.last).to_have_text("Atlantis")
        expect(choices.last.locator("svg .lights")).to_be_visible()
        choose(page, "Board", "Atlantis")
        page.get_by_role("button", name="Rules of this board").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_text("The gods of the sea refuse a garbage plant")).to_be_visible()
        expect(dialog.get_by_text("Learn to swim.")).to_be_visible()
        dialog.get_by_role("link").last.click()
        expect(page.locator(".summary h2")).to_have_text("Atlantis · 4 players")
        expect(page.get_by_label("Board")).to_have_value("atlantis")


def test_its_map_is_drawn_from_its_coordinates_and_the_game_is_played_to_its_end(url: str, browser: Browser) -> None:
    with visit(browser, url) as visitor:
        page = visitor.page()
        set_up(page, "atlantis", ["novice", "steady"], ["First game"])
        page.locator("svg.map [data-city]").first.wait_for()
        settle(page)
        assert str(page.locator("svg.map").get_attribute("aria-label")).startswith("Map of Atlantis.")
        assert page.locator("svg.map path[data-region]").count() == 5
        assert page.locator("svg.map [data-city]").count() == IN_PLAY
        names = page.locator("svg.map text.label").all_text_contents()
        assert len(names) > IN_PLAY / 2
        assert {name.split()[0] for name in names} <= {"Harbour", "Temple", "Palace", "Market", "Gardens"}
        left = {
            str(city.get_attribute("data-city")): (city.bounding_box() or {"x": -1.0})["x"]
            for city in page.locator("svg.map [data-city]").all()
        }
        for city, x in left.items():
            region, _, number = city.rpartition("-")
            assert x < left.get(f"{region}-{int(number) + 1}", 9999), "the cities of a region lie from west to east"
        Person(page).play()
        assert is_ranked(page, 3)


def test_its_places_have_their_own_names_where_a_language_has_none_for_them(url: str, browser: Browser) -> None:
    with visit(browser, url, locale="de") as visitor:
        page = visitor.page("/new", "figure svg path.region")
        choose(page, "Spielplan", "Atlantis")
        expect(page.locator("figure svg circle")).to_have_count(CITIES)
        expect(page.locator("figure svg text")).to_have_count(5)
        assert "TEMPLE" in [text.strip() for text in page.locator("figure svg text").all_text_contents()]
        page.locator(".regions input[value=named]").check()
        assert "Temple" in page.locator(".regions .names button").all_inner_texts()
