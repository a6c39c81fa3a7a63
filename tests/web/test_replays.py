"""A game is gone through again: step by step, by a link, and as a file."""

import re

from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import Visitor, settle, visit
from tests.web.conftest import House, Opening, needs_server
from tests.web.looking import expect_nothing, violations
from tests.web.setting_up import START
from tests.web.tables import Set, Staged, is_over, play

import kilowatt
from kilowatt import Headers, PlayerInfo


def at(page: Page, decision: int) -> None:
    """Wait until the replay is there."""
    expect(page.get_by_role("slider")).to_have_value(str(decision))


def replay(visitor: Visitor, house: House, query: str = "") -> Page:
    """The replay of the finished game."""
    visitor.sit(house.tables["ended"])
    return visitor.page(f"/replay/ended{query}", "[data-city]")


def test_a_replay_is_stepped_through_scrubbed_and_linked_to(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = replay(visitor, house, "?at=100")
        at(page, 100)
        page.get_by_role("button", name="One decision on").click()
        at(page, 101)
        page.get_by_role("button", name="One decision back").click()
        page.get_by_role("button", name="One decision back").click()
        at(page, 99)
        page.get_by_role("slider").first.fill("250")
        at(page, 250)
        expect(page).to_have_url(re.compile("at=250"))
        settle(page)
        players = page.locator(".players").first.inner_text()
        other = visitor.page(page.url.removeprefix(visitor.url), "[data-city]")
        at(other, 250)
        expect(other.locator(".players").first).to_have_text(players, use_inner_text=True)


def test_a_record_is_downloaded_and_opened_again(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        page = replay(visitor, house)
        with page.expect_download() as waiting:
            page.get_by_role("button", name=re.compile("record|Save", re.IGNORECASE)).first.click()
        text = waiting.value.path().read_text(encoding="utf-8")
        assert kilowatt.read_record(text).decisions == house.tables["ended"].decisions
        start = visitor.page()
        start.locator("input[type=file]").set_input_files(
            {"name": "evening.kw", "mimeType": "text/plain", "buffer": text.encode()}
        )
        start.wait_for_url("**/r/*")
        start.locator("[data-city]").first.wait_for()
        expect(start.get_by_role("slider")).to_have_attribute("max", str(house.tables["ended"].decisions))


def test_a_record_names_its_players_at_their_seats(house: House, browser: Browser) -> None:
    game = kilowatt.new_game("germany", 3, seed=1)
    players = (PlayerInfo("Анна", "person", rating=1650), PlayerInfo("Watt", "bot", "planner", "1.2"), PlayerInfo())
    game.headers = Headers(event="<b>Cup</b>", site="Wien", date="2026-11-17", players=players)
    with visit(browser, house.url) as visitor:
        start = visitor.page()
        start.locator("input[type=file]").set_input_files(
            {"name": "cup.kw", "mimeType": "text/plain", "buffer": game.record().encode()}
        )
        start.wait_for_url("**/r/*")
        names = start.locator(".players .name")
        expect(names).to_have_count(3)
        assert set(names.all_inner_texts()) == {"Анна", "Watt", "Green"}
        about = start.get_by_role("region", name="The game and its players")
        expect(about).to_have_text("<b>Cup</b> · Wien · November 17, 2026 Анна: rating 1650 Watt: bot Planner 1.2")
        expect_nothing(violations(start))


def test_the_end_leads_to_the_replay_and_to_a_rematch(house: House, browser: Browser) -> None:
    with visit(browser, house.url) as visitor:
        visitor.sit(house.tables["ended"])
        page = visitor.page("/t/ended", "[data-city]")
        page.get_by_role("link", name="Replay").first.click()
        page.wait_for_url("**/replay/ended*")
        page.go_back()
        expect(page.get_by_role("heading", name="The game is over").first).to_be_visible()
        expect(page.get_by_role("button", name="Rematch").first).to_be_enabled()


@needs_server
def test_the_rematch_of_one_is_offered_to_the_other(opened: Opening, browser: Browser) -> None:
    first_game = {"first_game": True}
    ann, bob = (Staged("over", players=2, until=is_over, persons=(seat,), options=first_game) for seat in (0, 1))
    both = Staged("over", players=2, until=is_over, persons=(0, 1), options=first_game)
    with opened([both]) as house, visit(browser, house.url) as here, visit(browser, house.url) as there:
        table = house.tables["over"]
        here.sit(Set(ann, (0,), table.decisions))
        there.sit(Set(bob, (1,), table.decisions))
        mine, theirs = (visitor.page("/t/over", "[data-city]") for visitor in (here, there))
        mine.get_by_role("button", name="Rematch").click()
        mine.wait_for_url(re.compile("/t/(?!over)"))
        theirs.get_by_role("button", name="To the rematch").click()
        theirs.wait_for_url(mine.url)
        mine.get_by_role("button", name=START).click()
        for page in (mine, theirs):
            expect(page.locator(".players li.mine")).to_have_count(1)


def test_the_analysis_shows_the_engines_choice_and_marks_what_cost_most(house: House, browser: Browser) -> None:
    game = play(Staged("short", players=2, seed=3, brain="novice", until=is_over, options={"first_game": True}))
    with visit(browser, house.url) as visitor:
        start = visitor.page()
        start.locator("input[type=file]").set_input_files(
            {"name": "short.kw", "mimeType": "text/plain", "buffer": game.record().encode()}
        )
        start.wait_for_url("**/r/*")
        start.get_by_role("button", name="Analyse the game").filter(visible=True).click()
        marks = start.get_by_role("button", name=re.compile("^Costly: decision"))
        marks.first.wait_for(timeout=120_000)
        number = str(marks.first.get_attribute("aria-label")).partition("decision ")[2].partition(",")[0]
        marks.first.click()
        at(start, int(number))
        engine = start.get_by_role("region", name="What the engine would have done").filter(visible=True)
        expect(engine).to_contain_text("points of winning chance")
        start.get_by_role("button", name="Analysis", exact=True).first.click()
        expect(start.get_by_role("heading", name="The costliest decisions")).to_be_visible()
        settle(start)
        expect_nothing(violations(start))
