"""Every board on every size of screen, measured: nothing is cut, nothing overlaps, every city has its name."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import at, settle
from tests.web.conftest import House, server_with
from tests.web.looking import complaints, expect_nothing
from tests.web.scenes import Scene
from tests.web.tables import Staged, asks

from kilowatt.boards import boards

KEYS = sorted(board.key for board in boards())
LANGUAGES = ("en", "de", "fi", "hu", "ro", "ru")
TOUCH = {"has_touch": True, "is_mobile": True}
SIZES: dict[tuple[int, int], dict[str, Any]] = {
    (390, 844): TOUCH,
    (844, 390): TOUCH,
    (667, 375): TOUCH,
    (720, 450): {},  # 1440 × 900 at 200 %
    (1024, 768): {},
    (1280, 720): {},
    (1440, 900): {},
    (1920, 1080): {},
    (2560, 1440): {},
    (3840, 2160): {},
}
SAMPLE = {
    ((390, 844), "usa"),
    ((844, 390), "japan"),
    ((720, 450), "france"),
    ((1024, 768), "germany"),
    ((1440, 900), "italy"),
    ((2560, 1440), "russia"),
}
"""What is looked at every time; all of it is slow."""
BUILDING = Staged("building", players=5, seed=5, until=asks("build-house", least_round=3))
BUYING = Staged("buying", players=6, seed=2, until=asks("buy-fuel", least_round=3))
WIDE = "W" * 24
"""The widest name there can be."""
CROWD = Staged(
    "crowd", players=6, seed=2, until=asks("bid", least_round=3), strangers=tuple(range(6)), names=(WIDE,) * 6
)
MEASURES = (
    "clipped()",
    "overlapping()",
    "sideways()",
    "cut()",
    "squeezed()",
    "smallText(11)",
    "crowdedNames()",
    "crowdedCities(16)",
)
WHOLE = ("hidden(['svg.map', 'header .where', 'section.panel .asked', '.plants .card', '.fuel .space'])",)
"""What is on the table all at once, where there is room for it."""


def _named(staged: Staged, board: str) -> Staged:
    return replace(staged, name=f"{staged.name}{board.replace('-', '')}", board=board)


TABLES = [_named(staged, board) for board in KEYS for staged in (BUILDING, BUYING)] + [CROWD]


@pytest.fixture(scope="module")
def boards_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with every board at two questions."""
    with server_with(tmp_path_factory.mktemp("boards") / "table.sqlite", TABLES) as found:
        yield found


def _scene(staged: Staged) -> Scene:
    return Scene(staged.name, f"/t/{staged.name}", ".table", staged.name)


def _measured(page: Page, width: int) -> list[str]:
    """All that is wrong with a table on a screen of this width."""
    if width > 1000:
        return complaints(page, *MEASURES, *WHOLE, "unnamedCities()", "citiesOutOfSight()")
    question = page.locator(".table").get_attribute("data-asked")
    about_map = ["unnamedCities('[data-city].open')", "citiesOutOfSight()"] if question == "build-house" else []
    return complaints(page, *MEASURES, "hidden(['header .where', 'header .status', '.actions .main'])", *about_map)


@pytest.mark.parametrize(
    ("width", "height", "board", "language"),
    [
        pytest.param(
            *size,
            board,
            LANGUAGES[(row + column) % len(LANGUAGES)],
            id=f"{board} on {size[0]} x {size[1]}",
            marks=() if (size, board) in SAMPLE else pytest.mark.slow,
        )
        for row, size in enumerate(SIZES)
        for column, board in enumerate(KEYS)
    ],
)
def test_a_table_is_whole_and_legible_on_every_screen(
    width: int, height: int, board: str, language: str, boards_house: House, browser: Browser
) -> None:
    options = {"viewport": {"width": width, "height": height}, "locale": language, **SIZES[width, height]}
    found = []
    for staged in (BUILDING, BUYING):
        scene = _scene(_named(staged, board))
        with at(browser, boards_house.url, scene, boards_house.tables, **options) as page:
            found += [f"{staged.name} in {language}: {fault}" for fault in _measured(page, width)]
    expect_nothing(found)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1024, 768), (1440, 900)])
def test_the_widest_names_break_nothing(width: int, height: int, boards_house: House, browser: Browser) -> None:
    options = {"viewport": {"width": width, "height": height}, **SIZES[width, height]}
    with at(browser, boards_house.url, _scene(CROWD), boards_house.tables, **options) as page:
        found = complaints(page, *MEASURES)
        tabs = page.locator(".tabs button")
        for tab in tabs.all() if tabs.first.is_visible() else []:
            tab.click()
            settle(page)
            found += complaints(page, *MEASURES)
        expect_nothing(found)


def test_a_phone_on_its_side_has_the_question_beside_what_it_is_about(boards_house: House, browser: Browser) -> None:
    options = {"viewport": {"width": 844, "height": 390}, **TOUCH}
    with at(browser, boards_house.url, _scene(_named(BUYING, "germany")), boards_house.tables, **options) as page:
        market, board, question = (page.locator(part) for part in (".sheet.fuel", "main.board svg.map", ".asked"))
        expect(page.locator("[data-tab=fuel]")).to_have_attribute("aria-pressed", "true")
        expect(market).to_be_visible()
        expect(board).to_be_hidden()
        page.locator("[data-tab=map]").tap()
        expect(market).to_be_hidden()
        expect(board).to_be_visible()
        expect(question).to_be_visible()


BESIDE_A_CITY = """() => {
    const cities = [...document.querySelectorAll("[data-city]")].map((city) => {
        const { left, right, top, bottom } = city.querySelector(".hit").getBoundingClientRect();
        return { city, x: (left + right) / 2, y: (top + bottom) / 2, reach: (right - left) / 2 };
    });
    for (const one of cities)
        for (let turn = 0; turn < 6.2; turn += 0.4) {
            const off = Math.max(one.reach + 2, 19);
            const [x, y] = [one.x + off * Math.cos(turn), one.y + off * Math.sin(turn)];
            const isFree = document.elementFromPoint(x, y)?.closest("svg.map, [data-city]")?.matches("svg.map");
            const isAlone = cities.every((other) => other === one || Math.hypot(other.x - x, other.y - y) > 30);
            if (off < 22 && isFree && isAlone) return { x, y, name: one.city.getAttribute("aria-label") };
        }
}"""


def test_a_finger_beside_a_city_means_that_city(boards_house: House, browser: Browser) -> None:
    options = {"viewport": {"width": 390, "height": 844}, **TOUCH}
    with at(browser, boards_house.url, _scene(_named(BUILDING, "usa")), boards_house.tables, **options) as page:
        spot = page.evaluate(BESIDE_A_CITY)
        page.touchscreen.tap(spot["x"], spot["y"])
        expect(page.locator(".card.pinned")).to_be_visible()
        assert spot["name"].startswith(page.locator(".card.pinned").get_attribute("aria-label"))
