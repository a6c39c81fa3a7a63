"""Everybody can use every screen: axe-core finds nothing, in either theme."""

import pytest
from playwright.sync_api import Browser
from tests.web.browsing import PHONE, at, settle
from tests.web.conftest import House
from tests.web.looking import expect_nothing, violations
from tests.web.scenes import SCENES, Scene


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_axe_finds_nothing_by_night_or_by_day_on_a_phone(scene: Scene, house: House, browser: Browser) -> None:
    with at(browser, house.url, scene, house.tables) as page:
        found = [f"night: {each}" for each in violations(page)]
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.locator("html[data-theme=day]").wait_for()
        page.set_viewport_size(PHONE["viewport"])
        settle(page)
        expect_nothing(found + [f"day, on a phone: {each}" for each in violations(page)])
