"""A browser that looks at the page: real Chromium, a real server, and nothing wrong on its console."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
from tests.web.scenes import Kept, Scene
from tests.web.tables import Set

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--host-resolver-rules=MAP in-the-house.test 127.0.0.1",
]
ROOT = Path(__file__).parents[2]
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
DESK: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PATIENCE = 20_000
"""Milliseconds in which a page has shown what it was asked for: on a site, Python is loaded again by a reload."""
expect.set_options(timeout=PATIENCE)
STILL: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce", "color_scheme": "dark"}
"""What every page of a test has unless it says otherwise: our English, no movement, night."""


def find_browser() -> str | None:
    """Where Chromium is, if it is installed."""
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), None)


@contextmanager
def running_browser() -> Iterator[Browser]:
    """A browser. It has a loop of its own: nothing else that is asynchronous runs in this thread."""
    program = find_browser()
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail("no Chromium was found, and CI plays in it", pytrace=False)
        pytest.skip("!!! no Chromium was found, so the page is not played in a browser !!!")
    page = Path(os.environ.get("KILOWATT_PAGE") or ROOT / "web" / "dist")
    if not (page / "index.html").exists():
        pytest.fail("the page is not built: ./test web does that", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


AT_ONCE = """try {
    const stored = JSON.parse(localStorage.getItem("kilowatt") ?? "{}");
    localStorage.setItem("kilowatt", JSON.stringify({ pace: "at-once", nickname: "Spark", ...stored }));
} catch { /* a page that keeps nothing */ }"""
"""Tests do not wait for the moves of bots to be watched, nor are they asked for a name, unless they chose otherwise."""


SITES: dict[str, Any] = {}
"""The sites of this run by address, each with the storage of a browser in which tables are."""

PUT = """(values) => new Promise((resolve, reject) => {
    const opening = indexedDB.open("kilowatt");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        if (opening.result.objectStoreNames.length === 0) return reject(new Error("the site has made no storage yet"));
        const transaction = opening.result.transaction([...opening.result.objectStoreNames], "readwrite");
        for (const [store, key, value] of values) transaction.objectStore(store).put(value, key);
        transaction.oncomplete = () => (opening.result.close(), resolve());
        transaction.onabort = () => reject(transaction.error);
    };
})"""


def put_in_storage(page: Page, url: str, values: list[list[Any]]) -> None:
    """Put values, each with its store and its key, into what the browser of this page keeps for a site."""
    page.goto(f"{url}/api/bots.json")  # where no page of the site runs
    page.evaluate(PUT, values)


def site_link(screen: str) -> str:
    """The address of a screen as a site writes it: ``?/card&board=italy`` for ``/card?board=italy``."""
    return f"?{screen.replace('?', '&')}"


def link_to(page: Page, screen: str) -> str:
    """What a link of this page to a screen has as its address, which is also how the address of the screen ends."""
    return site_link(screen) if page.url.startswith(tuple(SITES)) else screen


class Visitor:
    """Somebody with a browser of their own, cookies and all. Whatever is wrong on a console is noted."""

    def __init__(self, browser: Browser, url: str, kept: Kept = (), **options: Any) -> None:
        self.url = url.rstrip("/")
        self._is_site = self.url in SITES
        storage = SITES.get(self.url, {"cookies": [], "origins": [{"origin": self.url}]})
        (origin,) = storage["origins"]
        remembered = {**origin, "localStorage": [{"name": name, "value": value} for name, value in kept]}
        options["storage_state"] = {**storage, "origins": [remembered]}
        self.context: BrowserContext = browser.new_context(**{**LAPTOP, **STILL, **options})
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(AT_ONCE)
        self.wrong: list[str] = []
        self.context.on("page", self._listen)

    def _listen(self, page: Page) -> None:
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.wrong.append(f"{message.text} ({message.location['url']})")

    def page(self, path: str = "/", ready: str = "main") -> Page:
        """A new page at this address, once what makes it ready is seen."""
        page = self.context.new_page()
        page.goto(self.url + path)
        page.locator(ready).first.wait_for()
        return page

    def sit(self, table: Set) -> None:
        """Hold the seats of this table that are ours."""
        if not self._is_site:
            self.context.add_cookies(table.cookies(self.url))  # type: ignore[arg-type]
            return
        page = self.context.new_page()
        put_in_storage(page, self.url, [["keys", table.staged.name, json.dumps(table.keys)]])
        page.close()

    def close(self, expected: str | None = None) -> None:
        """Leave. Nothing was wrong on the console, but for what was expected."""
        self.context.close()
        wrong = [text for text in self.wrong if expected is None or not re.search(expected, text)]
        assert not wrong, "\n".join(wrong)


@contextmanager
def visit(browser: Browser, url: str, expected: str | None = None, **options: Any) -> Iterator[Visitor]:
    """A visitor, and a look at the console afterwards; ``expected`` is what may stand there."""
    visitor = Visitor(browser, url, **options)
    try:
        yield visitor
    except BaseException:
        visitor.context.close()
        raise
    visitor.close(expected)


@contextmanager
def at(browser: Browser, url: str, scene: Scene, tables: dict[str, Set], **options: Any) -> Iterator[Page]:
    """A page that shows this scene."""
    with visit(browser, url, scene.expected, kept=scene.kept, **options) as visitor:
        if scene.table is not None:
            visitor.sit(tables[scene.table])
        page = visitor.context.new_page()
        show(page, visitor.url, scene)
        yield page


def show(page: Page, url: str, scene: Scene) -> None:
    """Go to this scene, and open what is to be open there."""
    page.goto("about:blank")  # from the same address with a hash, the page would not be loaded again
    page.goto(url + scene.path)
    page.locator(scene.ready).first.wait_for()
    if scene.opens is not None:
        page.locator(scene.opens).click()
    settle(page)


QUIET = """() => new Promise((done) => {
    const wait = () => setTimeout(() => (watch.disconnect(), done()), 120);
    let timer = wait();
    const watch = new MutationObserver(() => (clearTimeout(timer), (timer = wait())));
    watch.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
})"""


def settle(page: Page) -> None:
    """Wait until nothing changes any more."""
    page.evaluate(QUIET)
