"""A person who plays: reads the question, and presses what answers it. With a mouse, or with the keyboard alone."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page


def messages_in(language: str) -> dict[str, str]:
    """All that the page says in this language."""
    path = Path(__file__).parents[2] / "web" / "src" / "i18n" / f"{language}.json"
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


MESSAGES = messages_in("en")
PANEL = "section.panel[aria-busy=false]"
PATIENCE = 60_000
"""Milliseconds in which the bots have made up their minds."""

Press = Callable[[Locator], None]


def click(button: Locator) -> None:
    """As with a mouse."""
    button.click()


class Person:
    """Somebody at a page that shows a table."""

    def __init__(self, page: Page, press: Press = click, language: str = "en") -> None:
        self.page = page
        self.press = press
        self.messages = messages_in(language)
        self.questions = {
            text: key.removeprefix("asked.") for key, text in self.messages.items() if key.startswith("asked.")
        }
        self.questions[self.messages["ui.auction.must"]] = "open"  # the same question where passing is not possible
        self.decisions = 0

    @property
    def panel(self) -> Locator:
        """Where the page says what to do."""
        return self.page.locator(PANEL)

    def button(self, name: str) -> Locator:
        """A button of the panel by its name, or by how its name begins; only if it can be pressed."""
        named = self.panel.get_by_role("button", name=re.compile(f"^{re.escape(name)}"), disabled=False)
        return named.filter(visible=True).first

    def asked(self) -> str | None:
        """The question the page asks of us now, by the server's name for it; None if it asks nothing."""
        found = self.panel.locator(".asked").first
        return self.questions.get(found.inner_text().strip()) if found.count() else None

    def wait(self) -> str | None:
        """Wait for a question; it, or None when the game is over."""
        answers = [*self.questions, self.messages["ui.panel.over"]]
        self.page.wait_for_function(
            """([panel, answers]) => {
                const asked = document.querySelector(panel)?.querySelector(".asked");
                return asked != null && answers.includes(asked.innerText.trim());
            }""",
            arg=[PANEL, answers],
            timeout=PATIENCE,
        )
        return self.asked()

    def state(self) -> str:
        """All that changes when a decision is made, in words."""
        return self.panel.inner_text() + self.page.locator("header").first.inner_text()

    def play(self, until: Callable[[str], bool] = lambda _: False, decisions: int = 400) -> str | None:
        """Answer question after question: the one at which we stop, unanswered, or None when the game is over."""
        for _ in range(decisions):
            question = self.wait()
            if question is None or until(question):
                return question
            self.answer(question)
            self.decisions += 1
        raise AssertionError("the game does not end")

    def answer(self, question: str) -> None:
        """Answer what is asked: a plant at its number, fuel for one run, the two cheapest houses, the best run."""
        before = self.state()
        match question:
            case "open":
                self.open_auction()
            case "bid":
                self.press(self.button(self.messages["action.drop"]))
            case "scrap":
                self.press(self.panel.locator("button.card:not([aria-disabled=true])").first)
            case "pick-region" | "keep-fuel":
                self.press(self.panel.locator(".row button:enabled").first)
            case "buy-fuel":
                self.press(self.button(self.messages["ui.fuel.one-run"]))
                self.confirm()
            case "build-house":
                for _ in range(2):
                    self.plan_house()
                self.confirm()
            case "run-plants":
                self.confirm()
            case _:
                raise AssertionError(f"there is no answer for {question!r}")
        self.page.wait_for_function(
            """([before, panel]) => {
                const shown = document.querySelector(panel);
                return shown !== null && shown.innerText + document.querySelector("header").innerText !== before;
            }""",
            arg=[before, PANEL],
        )

    def open_auction(self) -> None:
        """Put a plant up for auction, at its number; pass if there is none that we may open."""
        cards = self.page.locator(".plants button.card:not([aria-disabled=true])").filter(visible=True)
        if cards.count():
            self.press(cards.first)
            # Where nobody can bid against it, the button says what the plant costs.
            self.press(self.panel.locator("button[type=submit]:enabled").filter(visible=True).first)
        else:
            self.press(self.button(self.messages["action.pass"]))

    def confirm(self) -> None:
        """Press the main button of the panel, once the server has said what the plan would cost."""
        self.press(self.panel.locator("button.main:enabled").filter(visible=True).first)
        anyway = self.button(self.messages["ui.waste.anyway"])
        if anyway.count():  # it would waste something, and asks once
            self.press(anyway)

    def plan_house(self) -> None:
        """Plan a house in the cheapest city that is offered, if there is one."""
        city = self.page.evaluate(CHEAPEST)
        if city is not None:
            self.press(self.page.locator(f'[data-city="{city}"]'))
            ways = self.page.get_by_role("group").locator(":scope.pinned button.main")
            if ways.count():  # by a connection, or as the start of a network
                self.press(ways.first)
            self.panel.locator("button.main:enabled").filter(visible=True).first.wait_for()


CHEAPEST = """() => {
    const price = (city) => Number(city.querySelector(".price text")?.textContent ?? Infinity);
    const open = [...document.querySelectorAll(".city.open")].filter((city) => price(city) < Infinity);
    return open.sort((a, b) => price(a) - price(b))[0]?.dataset.city ?? null;
}"""
