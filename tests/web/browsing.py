"""A person at a browser: real Chromium, a real server, and clicks on what a person would click."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
ROOT = Path(__file__).parents[2]
PANEL = "section.panel[aria-busy=false]"


def find_browser() -> str | None:
    """Where Chromium is, if it is installed."""
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), None)


@contextmanager
def browser_page(*, width: int = 1366, height: int = 768, **options: object) -> Iterator[Page]:
    """A page of a new browser. Nothing may be wrong on its console when it is closed."""
    program = find_browser()
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Chromium was found, and CI plays in it", pytrace=False)
        pytest.skip("!!! no Chromium was found, so the page is not played in a browser !!!")
    if not (ROOT / "web" / "dist" / "index.html").exists():
        pytest.fail("the page is not built: ./test web does that", pytrace=False)
    wrong: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        page = browser.new_page(viewport={"width": width, "height": height}, locale="en-GB", **options)  # type: ignore[arg-type]
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        yield page
        browser.close()
    assert wrong == []


def asked(page: Page) -> str:
    """What the page asks of the player."""
    return page.locator(PANEL + " .asked").first.inner_text()


def answer(page: Page) -> None:
    """Answer what is asked: a plant at its number, fuel for one run, the two cheapest houses, the best run."""
    question = asked(page)
    if question.startswith("Open"):
        opening = page.get_by_role("button", name="Open auction")
        (opening if opening.count() else page.get_by_role("button", name="Pass", exact=True)).click()
    elif question.startswith("Raise"):
        page.get_by_role("button", name="Drop out").click()
    elif question.startswith("Scrap"):
        page.locator(PANEL + " button.card:not([aria-disabled=true])").first.click()
    elif question.startswith("Choose the fuel"):
        page.locator(PANEL + " .row button").first.click()
    elif question.startswith("Buy"):
        page.get_by_role("button", name="Enough for one run").click()
        confirm(page)
    elif question.startswith("Build"):
        for _ in range(2):
            build_cheapest(page)
        confirm(page)
    else:
        confirm(page)


def confirm(page: Page) -> None:
    """The main button of the panel, once the server has said what the plan would cost."""
    page.locator(PANEL + " button.main:enabled").click()


CHEAPEST = """() => {
    const price = (city) => Number(city.querySelector(".price text")?.textContent ?? Infinity);
    const open = [...document.querySelectorAll(".city.open")].filter((city) => price(city) < Infinity);
    return open.sort((a, b) => price(a) - price(b))[0]?.dataset.city ?? null;
}"""


def build_cheapest(page: Page) -> None:
    """Click the cheapest city that is offered, if there is one."""
    city = page.evaluate(CHEAPEST)
    if city is not None:
        page.locator(f'[data-city="{city}"]').click()
        page.locator(PANEL + " button.main:enabled").wait_for()


def play_to_the_end(page: Page, decisions: int = 400) -> None:
    """Answer every question until the game is over."""
    for _ in range(decisions):
        mine = f"{PANEL} button.main, {PANEL} button.card, {PANEL} .row button, .sheet h2"
        page.locator(mine).first.wait_for(timeout=60_000)
        if page.get_by_role("heading", name="The game is over").count():
            return
        before = page.locator(PANEL).inner_text()
        answer(page)
        page.wait_for_function("(before) => document.querySelector('section.panel').innerText !== before", arg=before)
    raise AssertionError("the game does not end")
