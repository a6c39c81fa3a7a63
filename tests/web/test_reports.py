"""Reporting a message or a table, and the announcement of a restart: what a server's operator and players exchange."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect
from tests.server.kit import RunningServer
from tests.web.browsing import PHONE, visit
from tests.web.setting_up import START, set_up

from kilowatt.cli.command import kilowatt_command


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with RunningServer(f"sqlite:///{(tmp_path / 'table.sqlite').as_posix()}") as running:
        yield running


def admin(server: RunningServer, *words: str) -> Any:
    done = CliRunner().invoke(kilowatt_command, ["admin", *words, "--database", server.settings.database, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def join(page: Page, name: str, button: str) -> None:
    page.locator("form input").first.fill(name)
    page.get_by_role("button", name=button).click()


def say(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Say something").fill(text)
    page.get_by_role("button", name="Send").click()


def test_a_message_is_reported_and_when_it_is_removed_nobody_sees_it_any_more(
    server: RunningServer, browser: Browser, tmp_path: Path
) -> None:
    with visit(browser, server.url) as ann, visit(browser, server.url, locale="de-DE", **PHONE) as bob:
        host = ann.page()
        set_up(host, "italy", [], strangers=1)
        guest = bob.page(host.url.removeprefix(server.url), "h1")
        join(guest, "Bob", "Platz nehmen")
        say(host, "You play like a fool")
        expect(host.get_by_role("button", name="Report this message")).to_have_count(0)  # nobody reports themselves
        guest.get_by_role("button", name="Diese Nachricht melden").click()
        dialog = guest.get_by_role("dialog", name="Diese Nachricht melden")
        expect(dialog.locator("blockquote")).to_have_text("Spark: You play like a fool")
        dialog.get_by_role("button", name="Melden").click()
        expect(dialog.get_by_text("Danke.")).to_have_count(0)  # a reason must be chosen
        dialog.get_by_label("Beleidigung oder Drohung").check()
        dialog.get_by_role("textbox").fill("Schon zum dritten Mal")
        guest.screenshot(path=tmp_path / "report-phone.png")
        dialog.get_by_role("button", name="Melden").click()
        expect(dialog.get_by_text("Danke.")).to_be_focused()
        dialog.get_by_role("button", name="Schließen").last.click()
        [report] = admin(server, "reports")
        assert (report["nickname"], report["text"]) == ("Spark", "You play like a fool")
        assert (report["reason"], report["comment"]) == ("insult", "Schon zum dritten Mal")
        host.get_by_role("button", name=START).click()
        for page in (host, guest):
            page.locator("[data-city]").first.wait_for()
            expect(page.locator("li.chat")).to_have_count(1)
        host.screenshot(path=tmp_path / "flag.png")
        guest.locator("[data-tab=log]").click()
        guest.screenshot(path=tmp_path / "flag-phone.png")
        admin(server, "remove", "message", report["table_id"], str(report["message"]), "--yes")
        for page, notice in ((host, "has removed a message"), (guest, "hat eine Nachricht entfernt")):
            expect(page.locator(".log li.message", has_text=notice)).to_have_count(1)
            expect(page.locator("li.chat")).to_have_count(0)


def test_a_table_is_reported_from_its_menu(server: RunningServer, browser: Browser, tmp_path: Path) -> None:
    with visit(browser, server.url) as ann, visit(browser, server.url) as bob:
        host = ann.page()
        set_up(host, "usa", [], strangers=1)
        guest = bob.page(host.url.removeprefix(server.url), "h1")
        join(guest, "Bob", "Sit down")
        host.get_by_role("button", name=START).click()
        guest.locator("[data-city]").first.wait_for()
        guest.get_by_role("button", name="Seats and table").click()
        guest.get_by_role("button", name="Report this table").click()
        dialog = guest.get_by_role("dialog", name="Report this table")
        dialog.get_by_label("A player’s name").check()
        guest.screenshot(path=tmp_path / "report-table.png")
        dialog.get_by_role("button", name="Report").click()
        expect(dialog.get_by_text("Thank you.")).to_be_visible()
        assert [(one["message"], one["reason"]) for one in admin(server, "reports")] == [(None, "name")]


def test_a_restart_is_announced_on_every_screen_in_the_readers_language(
    server: RunningServer, browser: Browser, tmp_path: Path
) -> None:
    with visit(browser, server.url) as ann, visit(browser, server.url, locale="hu-HU", **PHONE) as bob:
        host = ann.page()
        set_up(host, "germany", ["steady", "steady"])
        host.locator("[data-city]").first.wait_for()
        watcher = bob.page(host.url.removeprefix(server.url), "[data-city]")
        admin(server, "announce", "--in", "20m", "--text", "Version 2 comes.")
        for page, words in ((host, "The server restarts at"), (watcher, "A szerver ekkor újraindul")):
            notice = page.get_by_role("status").filter(has_text=words)
            expect(notice).to_contain_text("Version 2 comes.")
        host.screenshot(path=tmp_path / "restart.png")
        watcher.screenshot(path=tmp_path / "restart-phone.png")
        start = bob.page()
        expect(start.get_by_role("status").filter(has_text="A szerver ekkor újraindul")).to_be_visible()
        start.screenshot(path=tmp_path / "restart-start.png")
        host.locator(".restart").get_by_role("button", name="Close").click()
        expect(host.locator(".restart")).to_have_count(0)
        admin(server, "announce", "--cancel")
        expect(watcher.locator(".restart")).to_have_count(0)


def test_whoever_is_banned_reads_so(server: RunningServer, browser: Browser) -> None:
    with visit(browser, server.url, expected="403") as ann:
        host = ann.page()
        set_up(host, "usa", [], strangers=1)
        admin(server, "ban", "127.0.0.1", "--for", "7d")
        expect(
            host.get_by_text("You cannot play on this server at the moment. (Your address is banned")
        ).to_be_visible()
