"""Every screen in every language: nothing is cut off, nothing sticks out, and no word of another language is left."""

from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.web.browsing import LAPTOP, PHONE, at, settle, show
from tests.web.conftest import House
from tests.web.looking import complaints, expect_nothing
from tests.web.scenes import SCENES, Scene
from tests.web.test_looks import EVERYWHERE

OTHERS = ("de", "fi", "hu", "ro", "ru")
"""Besides English, which test_looks.py shows."""


def in_turn() -> list[Any]:
    """Every screen in two languages, all languages in turn; the slow tests show it in the others too."""
    found: list[Any] = []
    for number, scene in enumerate(SCENES):
        first = 2 * number % len(OTHERS)
        languages = [*OTHERS[first:], *OTHERS[:first]]
        found.append(pytest.param(scene, languages[:2], id=str(scene)))
        found.append(pytest.param(scene, languages[2:], id=f"{scene} in the others", marks=pytest.mark.slow))
    return found


@pytest.mark.parametrize(("scene", "languages"), in_turn())
def test_every_language_fits_on_a_laptop_and_on_a_phone(
    scene: Scene, languages: list[str], house: House, browser: Browser
) -> None:
    found: list[str] = []
    with at(browser, house.url, scene, house.tables, **LAPTOP) as page:
        for language in languages:
            page.evaluate("(language) => localStorage.setItem('kilowatt.language', language)", language)
            show(page, house.url.rstrip("/"), scene)
            assert page.locator("html").get_attribute("lang") == language
            for size in (LAPTOP, PHONE):
                page.set_viewport_size(size["viewport"])
                settle(page)
                wrong = complaints(page, *EVERYWHERE)
                found += [f"{language}, {size['viewport']['width']} px: {each}" for each in wrong]
    expect_nothing(found)
