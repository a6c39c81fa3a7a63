"""Two people in two browsers: reloads, a killed server, answers that are lost; and nothing else is."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from tests.server.kit import RunningServer
from tests.web.browsing import Visitor
from tests.web.person import Person
from tests.web.setting_up import START, join, set_up

BROKEN = "WebSocket connection|ERR_CONNECTION_REFUSED"
"""What a browser writes to its console when a server is gone; this cannot be turned off."""
OFFLINE = "Offline"


class Pair:
    """Ann and Bob at one table, and the server between them."""

    def __init__(self, server: RunningServer, browser: Browser) -> None:
        self.server = server
        self.visitors = [Visitor(browser, server.url) for _ in range(2)]
        ann = self.visitors[0].page()
        set_up(ann, "germany", [], ["First game"], people=1, strangers=1)
        self.table = ann.url.rpartition("/")[2]
        bob = self.visitors[1].page(f"/t/{self.table}")
        join(bob, "Bob")
        ann.get_by_role("button", name=START).click()
        self.people = [Person(ann), Person(bob)]
        for person in self.people:
            person.page.locator("[data-city]").first.wait_for()

    def close(self) -> None:
        """All go home, and nothing was wrong but for what a killed server leaves on a console."""
        for visitor in self.visitors:
            visitor.close(BROKEN)

    def decisions(self) -> list[dict[str, Any]]:
        """What the server has of the game, in the order it was decided."""
        found = self.people[0].page.request.get(f"{self.server.url}/api/tables/{self.table}/replay").json()
        decisions: list[dict[str, Any]] = found["decisions"]
        return decisions

    def up(self) -> tuple[Person, str]:
        """Whoever is asked, and what."""
        for _ in range(200):
            for person in self.people:
                question = person.asked()
                if question is not None:
                    return person, question
            self.people[0].page.wait_for_timeout(50)
        raise AssertionError("nobody is asked anything")

    def play_on(self, decisions: int = 1) -> None:
        """Answer this many questions, whoever is asked."""
        for _ in range(decisions):
            person, question = self.up()
            person.answer(question)

    def play_to_the_end(self) -> None:
        """Play on until the game is over for both."""
        while not all(person.page.get_by_role("heading", name="The game is over").count() for person in self.people):
            self.people[0].page.wait_for_timeout(50)
            for person in self.people:
                question = person.asked()
                if question is not None:
                    person.answer(question)

    def play_to(self, wanted: str) -> Person:
        """Play on until this is asked; of whom."""
        for _ in range(60):
            person, question = self.up()
            if question == wanted:
                return person
            person.answer(question)
        raise AssertionError(f"nobody is ever asked {wanted}")


@pytest.fixture
def pair(tmp_path: Path, browser: Browser) -> Iterator[Pair]:
    """Two people who have just begun."""
    with RunningServer(f"sqlite:///{(tmp_path / 'table.sqlite').as_posix()}") as server:
        found = Pair(server, browser)
        yield found
        found.close()


def whole(page: Page) -> dict[str, Any]:
    """What the page shows of the game, as words."""
    page.locator("[data-city]").first.wait_for()
    parts = {"panel": "section.panel .asked", "header": "header", "players": ".players"}
    return {name: page.locator(selector).first.inner_text() for name, selector in parts.items()}


def test_a_whole_game_survives_a_reload_in_every_phase_and_a_killed_server(pair: Pair) -> None:
    for question in ("open", "buy-fuel", "build-house", "run-plants"):
        person = pair.play_to(question)
        before, made = whole(person.page), pair.decisions()
        person.page.reload()
        assert person.wait() == question
        assert whole(person.page) == before
        assert pair.decisions() == made
        person.answer(question)
    made = pair.decisions()
    pair.server.kill()
    pair.server.start()
    pair.play_to_the_end()
    assert pair.decisions()[: len(made)] == made


def test_a_killed_server_is_reported_and_loses_nothing(pair: Pair) -> None:
    person = pair.play_to("build-house")
    before, made = whole(person.page), pair.decisions()
    pair.server.kill()
    for other in pair.people:
        expect(other.page.get_by_text(OFFLINE).first).to_be_visible()
        assert other.page.locator("[data-city]").count() > 15, "the board is gone"
    assert whole(person.page)["players"] == before["players"]
    person.confirm()  # it waits for the server
    pair.server.start()
    for other in pair.people:
        expect(other.page.get_by_text(OFFLINE).first).not_to_be_visible()
    pair.play_on(6)
    after = pair.decisions()
    assert after[: len(made)] == made
    assert after[len(made)]["action"] == {"do": "stop-building"}
    assert after[len(made) + 1]["seat"] != after[len(made)]["seat"], "it was done twice"


def test_an_action_whose_answer_was_lost_is_sent_again_and_happens_once(pair: Pair) -> None:
    person = pair.play_to("open")
    sent: list[str] = []
    person.page.route_web_socket("**/play", lambda socket: lose_the_first_answer(socket, sent))
    person.page.reload()
    assert person.wait() == "open"
    made = len(pair.decisions())
    person.open_auction()
    other = next(other for other in pair.people if other is not person)
    assert other.wait() == "bid"
    expect(person.panel.locator(".asked").first).not_to_have_text("Open an auction or pass")
    for _ in range(100):
        if len(sent) < 2:
            person.page.wait_for_timeout(50)  # the page comes back after a while
    assert len(sent) == 2
    assert sent[0] == sent[1], "the same message, with the same key"
    assert len(pair.decisions()) == made + 1
    pair.play_on(4)


def lose_the_first_answer(socket: WebSocketRoute, sent: list[str]) -> None:
    """Stand between page and server, and hang up when the first decision is acknowledged."""
    server = socket.connect_to_server()

    def from_page(message: str | bytes) -> None:
        if '"type":"play"' in str(message):
            sent.append(str(message))
        server.send(message)

    def from_server(message: str | bytes) -> None:
        if '"type":"accepted"' in str(message) and len(sent) == 1:
            socket.close(code=1012)
        else:
            socket.send(message)

    socket.on_message(from_page)
    server.on_message(from_server)
