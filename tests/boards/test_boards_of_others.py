"""Boards of other packages: nothing in the rules counts on the numbers of ours."""

from dataclasses import replace
from random import Random
from typing import Any

import kilowatt
from kilowatt import BuildHouse, StopBuilding
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


def game_on(board: Board, **chosen: Any) -> kilowatt.Game:
    """A game of two on a board that is not registered anywhere."""
    rules, options = compose(board, chosen)
    return start_game(make_setup(board, rules, 2, options=options, rng=Random(1)))


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
