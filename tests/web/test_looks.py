"""Every screen and every question, measured: nothing is cut off, nothing overlaps, everything can be hit."""

import pytest
from playwright.sync_api import Browser
from tests.web.browsing import DESK, LAPTOP, PHONE, at, settle
from tests.web.conftest import House
from tests.web.looking import complaints, expect_nothing
from tests.web.scenes import PLAYING, SCENES, Scene

EVERYWHERE = ("clipped()", "overlapping()", "sideways()", "cut()", "crowdedNames()")
ALWAYS = ["svg.map", "header .where", "header .turn", "section.panel .asked", ".plants .card", ".fuel", ".players li"]
"""What is on the table, all of it at once: board, phase and turn, question, both plant rows, fuel, all players."""


def questions(scene: Scene, least: int, least_city: int) -> list[str]:
    """What to ask of a page: nothing smaller than this many pixels, nor a city of the map."""
    at_a_board = [f"crowdedCities({least_city})"] if scene in PLAYING else []
    return [*EVERYWHERE, f"small({least})", *at_a_board]


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_all_controls_are_whole_and_apart_on_a_laptop_and_on_a_desk(
    scene: Scene, house: House, browser: Browser
) -> None:
    with at(browser, house.url, scene, house.tables, **LAPTOP) as page:
        found = complaints(page, *questions(scene, 24, 24))
        if scene in PLAYING:
            found += complaints(page, f"hidden({ALWAYS})", "citiesOutOfSight()")
            assert page.evaluate("() => document.documentElement.scrollHeight") == 768, "the table scrolls"
        page.set_viewport_size(DESK["viewport"])
        settle(page)
        expect_nothing(found + complaints(page, *questions(scene, 24, 24)))


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_all_controls_are_whole_apart_and_large_on_a_phone(scene: Scene, house: House, browser: Browser) -> None:
    with at(browser, house.url, scene, house.tables, **PHONE) as page:
        # The whole map is shown: a finger means the city nearest to it, and its first tap only tells about that.
        expect_nothing(complaints(page, *questions(scene, 44, 16)))
