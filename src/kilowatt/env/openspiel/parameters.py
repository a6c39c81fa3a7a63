"""What is agreed before a game of OpenSpiel begins: its parameters, the first position, and how long it can last."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import factorial
from typing import Any, Final

from kilowatt.boards import BOARDS, find_board
from kilowatt.env.city_index import refuse_board
from kilowatt.env.openspiel.chance import CARDS
from kilowatt.env.openspiel.positions import Decision, Lot, Position, order_lot
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
"""R8.9. Games of people last 8 to 15 rounds, those of players who say anything that the mask allows 16 to 40: this
limit ends only games that would go on for ever, and it is what bounds the length of a game."""

DRAFT: Final = "draft"

DEFAULTS: Final[dict[str, Any]] = {
    "board": "germany",
    "players": 3,
    "flux": False,
    "first_game": False,
    "hidden_money": False,
    "round_limit": ROUND_LIMIT,
    "regions": "",
    "reward": "win",
    **{name: "" for board in BOARDS.values() for name in board.options},
}
"""The parameters of the game. ``regions``: empty for a draw by lot, ``draft``, or ids with ``+`` between them, since
OpenSpiel keeps the comma for itself. An option of one board: empty for its default."""


class GameParameters:
    """One way to play: board, players and options, with the position in which every such game begins."""

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
        self._opening = arrange_order(opening, tuple(range(self.players)))  # none is drawn yet
        self.setup = self._opening.setup
        self.first = self._first_position()

    def _set_up(self, regions: Sequence[str], order: tuple[int, ...] | None) -> State:
        """The first state of a game, its deck as ``stacked`` lays it: no card of it is dealt."""
        game = new_game(self.board.key, self.players, seed=0, regions=regions, order=order, **self._options)
        return arrange_deck(game.state, ())

    def _first_position(self) -> Position:
        if self._regions == DRAFT:
            return Decision(self._opening)
        if self._regions:
            return self._order_is_drawn(self._set_up(self._regions.split("+"), None).setup.regions)
        sets = self._region_sets()
        return Lot(
            self._opening,
            "The regions are drawn.",
            [f"regions {' '.join(regions)}" for regions in sets],
            lambda index: self._order_is_drawn(sets[index]),
        )

    def _region_sets(self) -> list[tuple[str, ...]]:
        return drawable_regions(self.board.atlas, self.setup.rules, self.players)

    def _order_is_drawn(self, regions: tuple[str, ...]) -> Position:
        """The regions lie there; nobody is asked anything yet."""
        table = self._opening.copy()
        table.settle(self.board.atlas.grid(regions))
        return order_lot(table, "The turn order is drawn.", lambda order: Decision(self._set_up(regions, order)))

    def least_utility(self) -> float:
        """What the last of a ranking gets in which everybody has another place."""
        one_each = [Place((seat,), 0, 0, 0) for seat in range(self.players)]
        return min(self.utilities(one_each, self.players))

    def most_outcomes(self) -> int:
        """How many things chance may choose from at most."""
        return max(len(CARDS), factorial(self.players), len(self._region_sets()))

    def most_draws(self) -> int:
        """How often chance is asked at most: regions, turn order, the Step 3 card, and each plant twice.

        A plant is drawn from above the Step 3 card once, and once more if it has gone under the deck: after the Step 3
        card nothing goes under (R8.4).
        """
        return 3 + 2 * len(plants_of_the_game(self.board.atlas, self.setup.rules))

    def longest_game(self) -> int:
        """How many indices the seats can say in a game at most.

        Every bid raises a price that is paid, every token and every house costs something: so many of the indices there
        can be as there is money, which comes in once a round (R7.1). The others are counted by round: drops, passes,
        plants scrapped, fuel kept, two stops, and runs, with a count for each fuel.
        """
        players = self.players
        most = PAYMENTS[self.setup.rules.most_cities]
        money = players * (START_MONEY + most * (self.setup.round_limit - 1))
        drops = players * (players - 1) // 2
        others = players * (1 + 1 + len(FUELS) + 2 + 1 + len(FUELS))
        return self.setup.region_count + money + self.setup.round_limit * (drops + others)


_TYPES: Final = {bool: "True or False", int: "a whole number", str: "a text"}


def _refuse_type(name: str, value: object) -> None:
    """OpenSpiel knows parameters of one type each. No limit of rounds is none of them: a game has a greatest length."""
    kind = type(DEFAULTS[name])
    if type(value) is not kind:
        message = f"{name} is {_TYPES[kind]} here, not {shown(value)}."
        raise InvalidSetup(message)


@cache
def agreed(parameters: tuple[tuple[str, Any], ...]) -> GameParameters:
    """The agreement with these parameters, those left out as in ``DEFAULTS``; made once."""
    return GameParameters(dict(parameters))


def plain_parameters(given: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """These parameters in order, without those that have their default: so they read in the name of a game."""
    for name in given:
        if name not in DEFAULTS:
            message = f"There is no parameter {name!r}. There are: {', '.join(DEFAULTS)}."
            raise InvalidSetup(message)
        _refuse_type(name, given[name])
    regions = given.get("regions", "").replace(" ", "").replace(",", "+")
    tidy = {**given, "regions": regions}
    return tuple(sorted((name, value) for name, value in tidy.items() if value != DEFAULTS[name]))
