"""The table without a server: a folder of static files, played in a browser, offline, and through every loss."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Route, expect
from tests.web.browsing import FLAGS, LAPTOP, PHONE, STILL, find_browser, visit
from tests.web.person import MESSAGES, Person
from tests.web.setting_up import set_up
from tests.web.sites import StaticHost
from tests.web.test_games import is_ranked
from tests.web.test_guide import by_mouse
from tests.web.test_guide import play as play_with_lessons

import kilowatt

BLOCKED = "registration blocked"
SIX_MEGABYTES = 6_000_000
FILL = """async () => {
    const opening = indexedDB.open("something else", 1);
    const database = await new Promise((resolve) => {
        opening.onupgradeneeded = () => opening.result.createObjectStore("rubbish", { autoIncrement: true });
        opening.onsuccess = () => resolve(opening.result);
    });
    const add = (bytes) => new Promise((resolve) => {
        const transaction = database.transaction("rubbish", "readwrite");
        transaction.objectStore("rubbish").add(crypto.getRandomValues(new Uint8Array(bytes)));
        transaction.oncomplete = () => resolve(true);
        transaction.onabort = () => resolve(false);
    });
    for (let bytes = 65536; bytes >= 64; bytes /= 4) while (await add(bytes));
}"""
"""Fill the browser's storage to the brim."""


@pytest.fixture
def host(site_folder: Path) -> Iterator[StaticHost]:
    """A host of its own for every test: what a browser keeps belongs to a host."""
    host = StaticHost(site_folder)
    yield host
    host.stop()


def is_kept(page: Page) -> None:
    """Wait until the site is in the browser."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=60_000)


def quick_game(page: Page) -> Person:
    """Begin a game against three bots."""
    page.get_by_role("button", name="Play against three bots").click()
    page.wait_for_url("**/t/*")
    person = Person(page)
    person.wait()
    return person


def decisions(page: Page) -> int:
    """How many decisions of this table are in the browser's storage."""
    table = page.url.rpartition("/")[2]
    found: int = page.evaluate(
        """(table) => new Promise((resolve, reject) => {
            const opening = indexedDB.open("kilowatt");
            opening.onerror = () => reject(opening.error);
            opening.onsuccess = () => {
                const range = IDBKeyRange.bound([table, 0], [table, Infinity]);
                const counting = opening.result.transaction("entries").objectStore("entries").count(range);
                counting.onsuccess = () => (opening.result.close(), resolve(counting.result));
            };
        })""",
        table,
    )
    return found


def kill_workers(page: Page) -> None:
    """End the workers of a page, as a system does that is short of memory: nobody is told."""
    for worker in list(page.workers):
        with suppress(Error):  # those that another one has started end with it
            worker.evaluate("() => self.close()")


def test_a_guided_game_is_played_offline_after_the_first_visit(host: StaticHost, browser: Browser) -> None:
    with visit(browser, host.url) as visitor:
        page = visitor.page()
        is_kept(page)
        host.stop()
        visitor.context.clock.install()
        page = visitor.page()
        page.locator(".ways button").first.click()
        page.wait_for_url("**/t/*")
        lessons, _ = play_with_lessons(page, by_mouse(page), "en")
        assert len(lessons) == len(set(lessons)) > 10
        host.start()


def test_another_board_is_played_offline_and_goes_on_when_its_worker_is_killed(
    host: StaticHost, browser: Browser
) -> None:
    with visit(browser, host.url) as visitor:
        page = visitor.page()
        is_kept(page)
        host.stop()
        set_up(page, "italy", ["novice", "steady"], ["First game"])
        person = Person(page)
        person.play(until=lambda _: person.decisions == 4)
        before = decisions(page)
        kill_workers(page)
        person.play(until=lambda _: person.decisions == 8)
        assert decisions(page) > before
        page.reload()
        person.wait()
        assert decisions(page) > before
        person.play()
        assert is_ranked(page, 3)
        host.start()


def test_nothing_is_asked_of_anybody_else_and_six_megabytes_are_enough(host: StaticHost, browser: Browser) -> None:
    with visit(browser, host.url, expected=BLOCKED, service_workers="block") as visitor:
        asked: list[str] = []
        visitor.context.on("request", lambda request: asked.append(request.url))
        page = visitor.page()
        quick_game(page)
        assert {url for url in asked if not url.startswith((host.url, "blob:", "data:"))} == set()
        assert any(name.endswith("pyodide.asm.wasm") for name in host.asked)
        assert host.compressed_size() < SIX_MEGABYTES
        expect(page.locator("body")).not_to_contain_text("python")


def test_a_browser_without_room_says_so_and_hands_over_the_record(host: StaticHost, browser: Browser) -> None:
    with visit(browser, host.url, expected=f"{BLOCKED}|Quota", service_workers="block") as visitor:
        page = visitor.page()
        devtools = visitor.context.new_cdp_session(page)
        origin = host.url.partition("/games")[0]
        devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 3_000_000})
        person = quick_game(page)
        person.play(until=lambda _: person.decisions == 2)
        before = decisions(page)
        page.evaluate(FILL)
        question = person.wait()
        person.answer(str(question))
        expect(page.get_by_text(MESSAGES["ui.site.trouble"]).first).to_be_visible()
        with page.expect_download() as download:
            page.get_by_role("button", name=MESSAGES["ui.site.save"]).first.click()
        text = Path(download.value.path()).read_text(encoding="utf-8")
        assert kilowatt.read_record(text).decisions == before
        assert decisions(page) == before
        page.evaluate("() => indexedDB.deleteDatabase('something else') && undefined")
        devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin})
        page.reload()
        person.play(until=lambda _: person.decisions == 4)


def test_two_tabs_show_the_same_game(host: StaticHost, browser: Browser) -> None:
    with visit(browser, host.url) as visitor:
        page = visitor.page()
        person = quick_game(page)
        person.play(until=lambda _: person.decisions == 2)
        other = visitor.context.new_page()
        other.goto(page.url)
        second = Person(other)
        second.play(until=lambda _: second.decisions == 2)
        person.wait()
        person.play(until=lambda _: person.decisions == 4)
        page.wait_for_timeout(500)
        second.wait()
        logs = [each.locator(".log").first.inner_text() for each in (page, other)]
        assert logs[0] == logs[1]
        page.close()
        second.play(until=lambda _: second.decisions == 4)


def test_a_private_window_without_storage_plays_and_says_that_nothing_is_kept(
    host: StaticHost, browser: Browser
) -> None:
    with visit(browser, host.url, expected=BLOCKED, service_workers="block") as visitor:
        forget_storage(visitor.context)
        page = visitor.page()
        person = quick_game(page)
        person.play(until=lambda _: person.decisions == 2)
        expect(page.get_by_text(MESSAGES["ui.site.not-kept"]).first).to_be_visible()


def forget_storage(context: BrowserContext) -> None:
    """Take IndexedDB away from the table worker."""

    def without(route: Route) -> None:
        response = route.fetch()
        gone = "Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('', 'SecurityError'); } });"
        route.fulfill(response=response, body=gone + response.text())

    context.route("**/assets/tableWorker-*.js", without)


def test_a_browser_that_denies_all_storage_plays_and_says_that_nothing_is_kept(
    host: StaticHost, browser: Browser, tmp_path: Path
) -> None:
    settings = {"profile": {"default_content_setting_values": {"cookies": 2}}}  # what people call blocking cookies
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(settings), encoding="utf-8")
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=find_browser(), args=FLAGS, **LAPTOP, **STILL
    )
    page = context.new_page()
    page.goto(host.url)
    page.get_by_role("button", name="Play against three bots").click()
    page.get_by_role("button", name=MESSAGES["ui.hello.go"]).click()
    person = Person(page)
    person.play(until=lambda _: person.decisions == 2)
    expect(page.get_by_text(MESSAGES["ui.site.not-kept"]).first).to_be_visible()
    context.close()


def test_a_game_goes_on_after_its_tab_has_crashed(host: StaticHost, browser: Browser) -> None:
    with visit(browser, host.url, expected="ERR_FAILED|preload|dynamically") as visitor:
        page = visitor.page()
        is_kept(page)
        person = quick_game(page)
        person.play(until=lambda _: person.decisions == 2)
        address, before = page.url, decisions(page)
        with page.expect_event("crash"), suppress(Error):
            page.goto("chrome://crash")
        # The service worker may have died with it, so that files cannot be loaded for a moment.
        page = visitor.context.new_page()
        page.goto(address)
        person = Person(page)
        person.wait()
        assert decisions(page) >= before
        person.play(until=lambda _: person.decisions == 2)


def test_a_new_version_waits_until_the_player_agrees(host: StaticHost, browser: Browser, tmp_path: Path) -> None:
    with visit(browser, host.url) as visitor:
        page = visitor.page()
        is_kept(page)
        person = quick_game(page)
        person.play(until=lambda _: person.decisions == 2)
        old = host.build
        host.publish(tmp_path / "new", "f" * len(old))
        page.evaluate("() => navigator.serviceWorker.getRegistration().then((found) => found.update())")
        table = page.url
        person.play(until=lambda _: person.decisions == 4)
        assert build_of(page) == old
        before = decisions(page)
        page.get_by_role("link", name="Settings").click()
        page.get_by_role("button", name=MESSAGES["ui.update.now"]).click()
        page.wait_for_function("(old) => !document.head.innerHTML.includes(old)", arg=old)
        page.goto(table)
        person.wait()
        assert decisions(page) >= before
        person.play(until=lambda _: person.decisions == 6)


def build_of(page: Page) -> str:
    found: str = page.evaluate("() => JSON.parse(document.querySelector('meta[name=kilowatt]').dataset.site).build")
    return found


def test_it_installs_as_an_app(host: StaticHost, browser: Browser) -> None:
    with visit(browser, host.url, **PHONE) as visitor:
        page = visitor.page()
        is_kept(page)
        devtools = visitor.context.new_cdp_session(page)
        manifest = devtools.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert json.loads(manifest["data"])["start_url"] == "./"
        errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


def test_python_that_cannot_be_loaded_is_told_and_tried_again(host: StaticHost, browser: Browser) -> None:
    with visit(
        browser, host.url, expected=f"{BLOCKED}|ERR_FAILED|Failed|instantiation", service_workers="block"
    ) as visitor:
        visitor.context.route("**/pyodide.asm.wasm", lambda route: route.abort())
        page = visitor.page()
        again = page.get_by_role("button", name=MESSAGES["ui.again"]).first
        again.wait_for()
        visitor.context.unroute_all()
        again.click()
        quick_game(page)
