"""The guided first game: each thing is explained once, when it is first asked for, and nothing of it stays."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import LAPTOP, PHONE, visit
from tests.web.conftest import House
from tests.web.keyboard import Keyboard
from tests.web.lessons import LESSONS, RARE
from tests.web.person import Person, Press, click

MOMENT = 700
"""Milliseconds after which the next lesson has appeared, and takes a press."""

SEEN = """(target) => {
    const box = (element) => element.getBoundingClientRect();
    const callout = box(document.querySelector("[data-guide]"));
    const ring = box(document.querySelector(".layer .ring"));
    const isIn = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
    const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const arrow = document.querySelector(".layer .arrow line");
    const pointedAt = [...document.querySelectorAll(target)].filter((element) => {
        const near = Math.abs(box(element).left - ring.left) < 10 && Math.abs(box(element).bottom - ring.bottom) < 10;
        return near && element.checkVisibility() && isIn(box(element), ring);
    });
    return {
        "points at what it explains": pointedAt.length > 0,
        "which is on the screen": isIn(box(pointedAt[0] ?? document.body), window),
        "and not under the lesson": !meets(callout, ring),
        "is on the screen itself": isIn(callout, window),
        "has a short arrow": arrow !== null && arrow.getTotalLength() <= 44,
        "leaves in sight whose turn it is": !meets(callout, box(document.querySelector("header .turn b"))),
    };
}"""


SETTLING = 40
"""How many times it is looked at, 50 ms apart, until all is in its place."""

MEETS = """() => {
    const [a, b] = ["[data-guide]", ".frame .card"].map((one) => document.querySelector(one).getBoundingClientRect());
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


def by_mouse(_: Page) -> Press:
    """As on a laptop."""
    return click


def by_finger(_: Page) -> Press:
    """As on a phone."""
    return lambda button: button.tap()


def by_keyboard(page: Page) -> Press:
    """Without either."""
    return Keyboard(page).press


@contextmanager
def guided(house: House, browser: Browser, language: str = "en", **options: Any) -> Iterator[Page]:
    """A page with a guided game that has begun."""
    with visit(browser, house.url, locale=language, **options) as visitor:
        visitor.context.clock.install()  # the game is played in its own time, the guide's moments pass at once
        page = visitor.page()
        page.locator(".ways button").first.click()
        page.wait_for_url("**/t/*")
        yield page


def lesson_at(page: Page) -> str | None:
    """The lesson that is shown, once the guide has made up its mind."""
    page.clock.fast_forward(MOMENT)
    page.locator("p[role=status][aria-busy=false]").wait_for(state="attached")
    if not page.locator("[data-guide]").count():
        return None
    page.locator("[data-guide].placed").wait_for()
    return page.locator("[data-guide]").get_attribute("data-guide")


def look_at(page: Page, name: str, asked: str | None) -> None:
    """A lesson belongs to what is asked, points at what it is about, and is short."""
    assert (asked in LESSONS[name].asked) if asked else not LESSONS[name].asked, f"{name} at {asked}"
    assert page.locator(".table").get_attribute("data-asked") == asked
    for _ in range(SETTLING):  # the ring follows what moves, as when the sheet of the end slides in, a frame later
        seen = page.evaluate(SEEN, LESSONS[name].target)
        if all(seen.values()):
            break
        page.wait_for_timeout(50)
    assert all(seen.values()), (name, seen)
    words = page.locator("[data-guide] p").inner_text()
    assert 40 < len(words) < 260
    shown = page.locator(".table").inner_text()
    assert not re.search(r"R\d+\.\d", shown), "a clause number is nothing for a beginner"


def play(page: Page, press: Press, language: str) -> tuple[list[str], set[str]]:
    """Play to the end and dismiss every lesson: the lessons, and the questions, in between."""
    person = Person(page, press, language)
    lessons: list[str] = []
    questions: set[str] = set()
    while True:
        question = person.wait()
        while (name := lesson_at(page)) is not None:
            look_at(page, name, question)
            lessons.append(name)
            page.clock.fast_forward(MOMENT)
            press(page.locator("[data-guide] button.main"))
            expect(page.locator(f"[data-guide={name}]")).to_have_count(0)
            if name == "over":
                return lessons, questions
        assert question is not None, "the end is explained, too"
        questions.add(question)
        person.answer(question)


@pytest.mark.parametrize(
    ("by", "language", "options"),
    [(by_mouse, "en", LAPTOP), (by_finger, "hu", PHONE), (by_keyboard, "ru", LAPTOP)],
    ids=["mouse", "finger", "keyboard"],
)
def test_every_lesson_comes_once_in_its_phase_and_points_at_what_it_explains(
    by: Callable[[Page], Press], language: str, options: dict[str, Any], house: House, browser: Browser
) -> None:
    with guided(house, browser, language, **options) as page:
        lessons, questions = play(page, by(page), language)
        assert len(lessons) == len(set(lessons)), "something is explained twice"
        never = {*(RARE - questions), *({"full"} if "scrap" not in questions else ())}
        assert set(lessons) | never >= set(LESSONS), "something is not explained"
        page.reload()
        page.locator("[data-city]").first.wait_for()
        assert lesson_at(page) is None


def test_a_lesson_that_is_not_dismissed_goes_when_the_player_has_decided(house: House, browser: Browser) -> None:
    with guided(house, browser) as page:
        person = Person(page)
        for _ in range(8):
            question = person.wait()
            name = lesson_at(page)
            if name is not None:
                look_at(page, name, question)
            if question == "run-plants":
                break
            person.answer(str(question))
        assert name == "run-plants"


def test_the_second_click_of_a_double_click_does_not_dismiss_the_next_lesson(house: House, browser: Browser) -> None:
    with guided(house, browser) as page:
        Person(page).wait()
        assert lesson_at(page) == "goal"
        page.clock.fast_forward(MOMENT)
        page.locator("[data-guide] button.main").dblclick()
        assert lesson_at(page) == "card"
        where = page.locator("[data-guide]").bounding_box()
        page.locator("[data-guide] p").hover()
        page.clock.fast_forward(10 * MOMENT)
        assert lesson_at(page) == "card"
        assert page.locator("[data-guide]").bounding_box() == where
        page.reload()
        assert lesson_at(page) == "card"


def test_a_lesson_goes_when_the_player_does_what_it_says(house: House, browser: Browser) -> None:
    with guided(house, browser) as page:
        person = Person(page)
        person.play(until=lambda question: question == "build-house")
        assert lesson_at(page) == "begin"
        page.locator(".city.open").first.click()
        expect(page.locator("[data-guide=begin]")).to_have_count(0)


def test_a_lesson_steps_aside_for_what_opens_in_its_place(house: House, browser: Browser) -> None:
    with guided(house, browser) as page:
        person = Person(page)
        person.play(until=lambda question: question == "build-house")
        assert lesson_at(page) == "begin"
        lesson = page.locator("[data-guide]")
        cities = page.locator(".city.open")
        hidden = 0
        for city in cities.all():
            city.hover(force=True)
            page.locator(".frame .card").wait_for()
            page.clock.run_for(50)
            meets = page.evaluate(MEETS)
            expect(lesson).to_have_css("opacity", "0" if meets else "1")
            hidden += meets
        assert hidden, "no city's prices are where the lesson is"
        page.locator("header h1").hover()
        expect(page.locator(".frame .card")).to_have_count(0)
        expect(lesson).to_have_css("opacity", "1")


def test_a_lesson_stays_on_the_screen_when_that_becomes_a_phone(house: House, browser: Browser) -> None:
    with guided(house, browser, **LAPTOP) as page:
        Person(page).wait()
        assert lesson_at(page) == "goal"
        page.set_viewport_size(PHONE["viewport"])
        expect(page.locator(".sheet.players")).to_be_visible()
        page.locator("[data-guide].placed").wait_for()
        seen = page.evaluate(SEEN, LESSONS["goal"].target)
        assert all(seen.values()), seen


def test_the_guide_can_be_sent_away(house: House, browser: Browser) -> None:
    with guided(house, browser) as page:
        person = Person(page)
        person.wait()
        assert lesson_at(page) == "goal"
        page.clock.fast_forward(MOMENT)
        page.locator("[data-guide] .leave").click()
        person.play(until=lambda question: question == "build-house")
        assert lesson_at(page) is None
