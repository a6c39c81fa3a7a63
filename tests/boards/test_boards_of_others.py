"""Boards of other packages: they are in the list with ours, and nothing in the rules counts on the numbers of ours."""

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

from click.testing import CliRunner

import kilowatt
from kilowatt import BuildHouse, StopBuilding
from kilowatt.boards import BOARDS
from kilowatt.boards.differences import own_rules
from kilowatt.cli.command import kilowatt_command
from kilowatt.drawing import board_svg
from kilowatt.drawing.board_map import board_map
from kilowatt.drawing.geometry import Box
from kilowatt.drawing.map_labels import MARK
from kilowatt.options import compose
from kilowatt.rules.atlas import Atlas
from kilowatt.rules.board import Board
from kilowatt.rules.game import start_game
from kilowatt.rules.plants import PLANTS
from kilowatt.rules.rulebook import STANDARD, EnteringRule
from kilowatt.rules.setup import make_setup
from kilowatt.rules.state import Ask, State
from kilowatt.rules.tables import read_data
from kilowatt.testing import pins
from kilowatt.wording.board_rules import sentence


def game_on(board: Board, **chosen: Any) -> kilowatt.Game:
    """A game of two on a board that is not registered anywhere."""
    rules, options = compose(board, chosen)
    return start_game(make_setup(board, rules, 2, options=options, rng=Random(1)))


# In the one list


def test_an_installed_board_is_the_last_of_the_list_and_one_that_is_broken_is_left_out(atlantis: str) -> None:
    keys = [board.key for board in kilowatt.boards()]
    assert keys == [*BOARDS, atlantis]
    assert kilowatt.boards()[-1] is kilowatt.find_board(atlantis)


def test_without_its_package_a_board_is_gone_from_the_list() -> None:
    assert [board.key for board in kilowatt.boards()] == list(BOARDS)


def test_an_installed_board_is_described_and_drawn_like_ours(atlantis: str) -> None:
    board = kilowatt.find_board(atlantis)
    codes = [rule.code for rule in own_rules(board)]
    assert codes[-2:] == ["gods-of-the-sea", "ferries"]
    assert "resupply" in codes
    assert [sentence(rule, board) for rule in own_rules(board)][-1].startswith("You may start another network")
    runner = CliRunner()
    assert f"{atlantis} " in runner.invoke(kilowatt_command, ["boards"], catch_exceptions=False).output
    shown = runner.invoke(kilowatt_command, ["boards", atlantis], catch_exceptions=False).output
    assert "The gods of the sea refuse" in shown
    assert "Tip: Learn to swim." in shown
    assert "Gardens 7</text>" in board_svg(board)


def test_the_plain_map_of_a_board_has_all_that_the_page_draws(atlantis: str) -> None:
    board = kilowatt.find_board(atlantis)
    drawn = board_map(board)
    frame = Box(0, 0, drawn.width, drawn.height)
    assert [(city.id, city.name, city.region) for city in drawn.cities] == [
        (city.id, city.name, city.region) for city in board.cities
    ]
    assert [(road.a, road.b, road.cost) for road in drawn.connections] == board.connections
    assert [(region.id, region.lines) for region in drawn.regions] == [(r.id, [r.name.upper()]) for r in board.regions]
    assert all(region.path.startswith("M") for region in drawn.regions)
    marks = [Box.around((city.x, city.y), *MARK) for city in drawn.cities]
    assert all(frame.holds(mark) for mark in marks)
    assert not [1 for one, other in combinations(marks, 2) if one.overlap(other)]
    rows = {city.region: city.y for city in drawn.cities}
    assert list(rows) == sorted(rows, key=lambda region: rows[region]), "from north to south, as its coordinates are"


def test_a_plain_map_is_drawn_even_where_all_cities_lie_in_one_place() -> None:
    data = read_data("maps/germany.json")
    for city in data["cities"]:
        city["lat"], city["lon"] = 50.0, 10.0
    drawn = board_map(Board("heap", "Heap", Atlas(data), STANDARD))
    assert len({(city.x, city.y) for city in drawn.cities}) == len(data["cities"])


# What its numbers may be


@pins("R6.4")
def test_a_slot_may_cost_less_than_ten_where_the_board_says_so() -> None:
    data = read_data("maps/germany.json")
    for city in data["cities"]:
        city["slots"] = [[5, 1], [6, 2]]
    game = game_on(Board("cheap", "Cheap", Atlas(data), STANDARD))
    state = game.state
    state.phase, state.question, state.money[state.seat] = 4, Ask.BUILD, 6
    offered = {BuildHouse(offer.city) for offer in game.offers().cities if offer.refusal is None}
    assert set(game.legal_actions()) == offered | {StopBuilding()}
    assert len(offered) == state.grid.size


class Counting(EnteringRule):
    """Remembers the plants that entered the market."""

    def __init__(self) -> None:
        self.seen: list[int | str] = []

    def entered(self, state: State, plant: Any, events: list[kilowatt.Event]) -> None:  # noqa: ARG002 - as it is asked
        self.seen.append(plant.name)


@pins("R10.2")
def test_the_flux_generator_adds_to_what_a_board_says_of_entering_plants() -> None:
    counting = Counting()
    germany = kilowatt.find_board("germany")
    board = Board("counting", "Counting", germany.atlas, replace(STANDARD, entering=counting))
    game = game_on(board, flux=True)
    game.state.deck = (PLANTS["flux"], PLANTS[20], *game.state.deck)
    game.play(kilowatt.Open(3, 3))
    game.play(kilowatt.Drop())
    assert counting.seen == ["flux", 20]
