"""What a bot's stand-in did is never shown as the bot's own play."""

import json
from pathlib import Path

import msgspec
import pytest

from kilowatt.arena.report import NOTHING, Page
from kilowatt.arena.schedule import TournamentPlan
from kilowatt.arena.store import read_run
from kilowatt.arena.summary import BotFigures
from kilowatt.arena.tables import brief_sheet, money_sheet, play_sheet
from kilowatt.arena.tournament import Tournament
from kilowatt.runs.entrants import read_entrants

CRASHER, QUITTER = "tests.arena.rogues:Crasher", "tests.arena.rogues:Quitter"


def page_of(folder: Path, bots: str, players: int) -> Page:
    plan = TournamentPlan(
        entrants=read_entrants(bots),
        players=players,
        boards=("germany",),
        options={"germany": {"round_limit": 6}},
        fallback="random",
    )
    Tournament(plan, players, folder, workers=1).run()
    return Page(*read_run(folder), folder, folder / "report.html")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    return page_of(tmp_path_factory.mktemp("arena") / "run", f"random,random@work:2,{CRASHER}", 3)


def figures(page: Page, bot: str) -> BotFigures:
    return page.figures[bot]


def test_means_are_over_the_seats_that_the_bot_played_itself(page: Page) -> None:
    failed = figures(page, CRASHER)
    assert (failed.seats, failed.out) == (3, 3)
    assert {failed.powered, failed.cities, failed.money, failed.income, failed.for_plants} == {None}
    others = [seat for entry in page.entries for seat in entry.result.seats if seat.bot == "random"]
    assert figures(page, "random").cities == pytest.approx(sum([seat.cities for seat in others]) / 3)
    for sheet in (play_sheet(page.summary), money_sheet(page.summary)):
        [row] = [row for row in sheet.rows if row[0] == CRASHER]
        assert "–" in row


def test_one_seat_that_is_out_does_not_hide_the_others(page: Page) -> None:
    first = page.entries[0]
    seats = first.result.seats
    number = next(number for number, seat in enumerate(seats) if seat.bot == "random")
    out = msgspec.structs.replace(seats[number], is_out=True)
    changed = msgspec.structs.replace(first.result, seats=(*seats[:number], out, *seats[number + 1 :]))
    entry = msgspec.structs.replace(first, result=changed)
    again = Page(page.manifest, [entry, *page.entries[1:]], page.folder, page.path)
    rest = [seat for entry in page.entries[1:] for seat in entry.result.seats if seat.bot == "random"]
    assert figures(again, "random").cities == pytest.approx(sum([seat.cities for seat in rest]) / 2)
    assert figures(again, "random").out == 1


def test_only_the_decisions_that_the_bot_was_asked_about_are_counted(page: Page) -> None:
    seats = [seat for entry in page.entries for seat in entry.result.seats if seat.bot == CRASHER]
    answered = sum([seat.asked - seat.by_fallback for seat in seats])
    assert answered > 0
    assert figures(page, CRASHER).asked == answered + 3 < sum([seat.asked for seat in seats])  # one crash in each game


def test_plots_of_play_leave_out_a_bot_that_always_failed(page: Page) -> None:
    plots = (page.by_round("cities_by_round", ""), page.spending(), page.lost.curves("cities_by_round", ""))
    for plot in (*plots, page.lost.table(), page.lost.plants()):
        assert "Crasher" not in plot
        assert "random" in plot
    assert page.lost.lists().count("Crasher") == 1  # its losses are listed,
    assert page.lost.lists().count('<td class="">out</td><td class="">–</td>') == 3  # without cities of another bot


def test_a_run_in_which_every_bot_failed_has_a_report_and_no_winner(tmp_path: Path) -> None:
    page = page_of(tmp_path / "run", f"{CRASHER},{QUITTER}", 2)
    for entry in page.entries:
        assert [(seat.place, seat.win, seat.is_out) for seat in entry.result.seats] == [(2, 0.0, True)] * 2
    for bot in page.summary.bots:
        assert (bot.wins, bot.win_share.value) == (0.0, 0.0)
        assert bot.rating is not None
        assert bot.rating.value == pytest.approx(1500)
    assert [row[-1] for row in brief_sheet(page.summary).rows] == ["1500", "1500"]  # an interval of no width is none
    assert page.ladder().count(">1500</text>") >= 2
    assert page.html().count(NOTHING) == 4
    assert page.lost.lists().count("nobody") == 4
    data = json.loads(page.lost.data(page.folder, page.path))
    assert {seat["out"] for game in data["games"].values() for seat in game["seats"]} == {True}
