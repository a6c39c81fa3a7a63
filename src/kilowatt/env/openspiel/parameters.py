"""The parameters of an OpenSpiel game, its first position, and a bound on its length."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import factorial
from typing import Any, Final

from kilowatt.boards import boards, find_board
from kilowatt.env.city_index import refuse_board
from kilowatt.env.config import BOARD, PLAYERS
from kilowatt.env.openspiel.chance import CARDS
from kilowatt.env.openspiel.positions import Decision, Position, UniformDraw, turn_order_draw
from kilowatt.env.rewards import reward_named
from kilowatt.rules.errors import InvalidSetup
from kilowatt.rules.events import Place
from kilowatt.rules.hidden.arranging import arrange_deck, arrange_order
from kilowatt.rules.setup import drawable_regions, plants_of_the_game
from kilowatt.rules.state import State
from kilowatt.rules.tables import FUELS, PAYMENTS, START_MONEY
from kilowatt.rules.text import shown
from kilowatt.start import new_game

ROUND_LIMIT: Final = 50
"""R8.9. Games between people last 8 to 15 rounds, between random players 16 to 40: this limit ends only games that
would never end, and it bounds the length of a game."""

DRAFT: Final = "draft"

DEFAULTS: Final[dict[str, Any]] = {
    "board": BOARD,
    "players": PLAYERS,
    "flux": False,
    "first_game": False,
    "hidden_money": False,
    "round_limit": ROUND_LIMIT,
    "regions": "",
    "reward": "win",
    **{name: "" for board in boards() for name in board.options},
}
"""The parameters of the game. ``regions`` is empty for a random draw, ``draft``, or ids joined by ``+``, since
OpenSpiel reserves the comma. An option of one board is empty for its default."""


class GameParameters:
    """The parameters of a game: board, players and options, with the position in which it begins."""

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        chosen = {**DEFAULTS, **parameters}
        self.parameters = dict(parameters)
        self.board = find_board(chosen.pop("board"))
        self.players: int = chosen.pop("players")
        self.utilities = reward_named(chosen.pop("reward"))
        self._regions: str = chosen.pop("regions")
        self._options = {name: value for name, value in chosen.items() if value != ""}
        misfit = refuse_board(self.board.atlas)
        if misfit is not None:
            raise InvalidSetup(misfit)
        opening = self._set_up(DRAFT, None)
        self._opening = arrange_order(opening, tuple(range(self.players)))  # not drawn yet
        self.setup = self._opening.setup
        self.first = self._first_position()

    def _set_up(self, regions: Sequence[str], order: tuple[int, ...] | None) -> State:
        """Return the first state of a game; no card of its deck is decided yet."""
        game = new_game(self.board.key, self.players, seed=0, regions=regions, order=order, **self._options)
        return arrange_deck(game.state, ())

    def _first_position(self) -> Position:
        if self._regions == DRAFT:
            return Decision(self._opening)
        if self._regions:
            return self._order_is_drawn(self._set_up(self._regions.split("+"), None).setup.regions)
        sets = self._region_sets()
        return UniformDraw(
            self._opening,
            "The regions are drawn.",
            [f"regions {' '.join(regions)}" for regions in sets],
            lambda index: self._order_is_drawn(sets[index]),
        )

    def _region_sets(self) -> list[tuple[str, ...]]:
        return drawable_regions(self.board.atlas, self.setup.rules, self.players)

    def _order_is_drawn(self, regions: tuple[str, ...]) -> Position:
        """Return the position in which the regions are known and the turn order is drawn."""
        table = self._opening.copy()
        table.settle(self.board.atlas.grid(regions))
        return turn_order_draw(table, "The turn order is drawn.", lambda order: Decision(self._set_up(regions, order)))

    def least_utility(self) -> float:
        """Return the reward of the last seat in a ranking without ties."""
        one_each = [Place((seat,), 0, 0, 0) for seat in range(self.players)]
        return min(self.utilities(one_each, self.players))

    def most_outcomes(self) -> int:
        """Return the most outcomes that a chance node can have."""
        return max(len(CARDS), factorial(self.players), len(self._region_sets()))

    def most_draws(self) -> int:
        """Return the most chance nodes in a game: regions, turn order, the Step 3 card, and each plant twice.

        A plant is drawn once from above the Step 3 card, and again if it went under the deck: after the Step 3 card
        nothing goes under (R8.4).
        """
        return 3 + 2 * len(plants_of_the_game(self.board.atlas, self.setup.rules))

    def longest_game(self) -> int:
        """Return an upper bound on the number of indices the seats choose in a game.

        Every bid raises a price that somebody pays, and every token and every house costs money, so money, which comes
        in once a round (R7.1), limits these indices. The others are counted per round: drops, passes, plants scrapped,
        fuel kept, two stops, and runs, with a count for each fuel.
        """
        players = self.players
        most = PAYMENTS[self.setup.rules.most_cities]
        money = players * (START_MONEY + most * (self.setup.round_limit - 1))
        drops = players * (players - 1) // 2
        others = players * (1 + 1 + len(FUELS) + 2 + 1 + len(FUELS))
        return self.setup.region_count + money + self.setup.round_limit * (drops + others)


_TYPES: Final = {bool: "True or False", int: "a whole number", str: "a text"}


def _refuse_type(name: str, value: object) -> None:
    """Refuse a value of the wrong type: a parameter of OpenSpiel has one type, so ``round_limit`` cannot be None."""
    kind = type(DEFAULTS[name])
    if type(value) is not kind:
        message = f"{name} is {_TYPES[kind]} here, not {shown(value)}."
        raise InvalidSetup(message)


@cache
def game_parameters(parameters: tuple[tuple[str, Any], ...]) -> GameParameters:
    """Return the game parameters; missing ones are as in ``DEFAULTS``. Built once."""
    return GameParameters(dict(parameters))


def plain_parameters(given: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Return these parameters sorted, without those at their default, as they appear in the name of a game."""
    for name in given:
        if name not in DEFAULTS:
            message = f"There is no parameter {name!r}. There are: {', '.join(DEFAULTS)}."
            raise InvalidSetup(message)
        _refuse_type(name, given[name])
    regions = given.get("regions", "").replace(" ", "").replace(",", "+")
    tidy = {**given, "regions": regions}
    return tuple(sorted((name, value) for name, value in tidy.items() if value != DEFAULTS[name]))
