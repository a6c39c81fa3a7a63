"""A number on the table says what it means, and a plan is still there after a reload."""

import pytest
from playwright.sync_api import Browser, expect
from tests.web.browsing import at
from tests.web.conftest import House
from tests.web.scenes import PLAYING, SCENES, Scene

UNEXPLAINED = """() => [...document.querySelectorAll(".players, .markets, header, .map .pill")].flatMap((part) => {
    const found = [];
    const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
        const parent = node.parentElement;
        if (!/\\d/.test(node.data) || parent.closest(".unseen") !== null || !parent.checkVisibility()) continue;
        if (parent.closest("[data-explain], button, a, .name, .deck") === null) found.push(node.data.trim());
    }
    return found;
})"""
NAMED = {scene.name: scene for scene in SCENES}


@pytest.mark.parametrize("scene", [scene for scene in PLAYING if scene.name in {"crowd", "step3", "running"}], ids=str)
def test_every_number_on_the_table_is_explained(scene: Scene, browser: Browser, house: House) -> None:
    with at(browser, house.url, scene, house.tables) as page:
        assert page.evaluate(UNEXPLAINED) == []


@pytest.mark.parametrize(
    ("pointed", "said"),
    [
        (".players li .money", "Elektro."),
        (".players li .sum", "The game ends once somebody has"),
        (".map .pill", "Connecting"),
        (".fuel .more", "What burns this round"),
        ("header .where", "can build in each city"),
    ],
)
def test_pointing_at_a_number_explains_it(pointed: str, said: str, browser: Browser, house: House) -> None:
    with at(browser, house.url, NAMED["crowd"], house.tables) as page:
        page.locator(pointed).first.hover()
        shown = page.locator(".explanation")
        expect(shown).to_contain_text(said)
        box = shown.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= 1366
        assert box["y"] + box["height"] <= 768
        page.keyboard.press("Escape")
        expect(shown).to_have_count(0)


def test_a_plan_is_still_there_after_a_reload(browser: Browser, house: House) -> None:
    with at(browser, house.url, NAMED["crowd"], house.tables) as page:
        page.locator("[data-city].open").first.click()
        planned = page.locator("ol.plan li")
        expect(planned).to_have_count(1)
        before = planned.inner_text()
        page.reload()
        expect(planned).to_have_text(before, use_inner_text=True)
