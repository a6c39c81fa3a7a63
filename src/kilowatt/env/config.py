"""The settings of an environment: boards, players, options, observation and reward."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from inspect import signature
from typing import Any

from kilowatt.boards import find_board
from kilowatt.env.city_index import refuse_board
from kilowatt.env.rewards import reward_named, with_last
from kilowatt.rules.errors import BadInput, InvalidSetup
from kilowatt.rules.game import Game
from kilowatt.rules.tables import FEWEST_PLAYERS, MOST_PLAYERS
from kilowatt.rules.text import shown
from kilowatt.start import new_game

BOARD = "germany"
PLAYERS = 2
OPPONENTS = "novice"
"""The defaults of every environment."""
OBSERVATIONS = ("flat", "named")
SEEDS = 2**31
"""Game seeds are drawn from 0 up to this number."""


_OWNERS = {
    **dict.fromkeys(("opponents", "limit", "skip_forced"), "the Gymnasium environments, gymnasium.make and make_vec"),
    "seat": "the Gymnasium environment of one game, gymnasium.make",
    "render_mode": "the environments of one game, gymnasium.make and kilowatt_v0",
    "num_envs": "the environment of many games, gymnasium.make_vec",
}
"""Settings that only some environments have, and which."""
_SETTINGS = ("board", "players", "reward", "observation", "results", *_OWNERS)
_GAME_OPTIONS = tuple(
    name for name, option in signature(new_game).parameters.items() if option.kind != option.VAR_KEYWORD
)


def checked_switch(name: str, value: object) -> bool:
    """Return the value of a setting that is True or False; ``BadInput`` if it is neither."""
    if not isinstance(value, bool):
        message = f"{name} must be True or False, not {shown(value)}."
        raise BadInput(message)
    return value


def refuse_reset_options(options: object) -> None:
    """Refuse settings that are passed to ``reset``, where nothing would heed them."""
    names = list(options) if isinstance(options, Mapping) else []
    for name in names:
        if name != "options":  # PettingZoo's own tests pass this one
            message = f"reset takes no options, and {shown(name)} was passed: settings are those of the environment."
            raise BadInput(message)


def _keys(board: object) -> tuple[str, ...]:
    if isinstance(board, str):
        return (board,)
    if isinstance(board, Sequence):
        return tuple(board)
    message = f"board is the key of a board, or a list of keys, not {shown(board)}."
    raise BadInput(message)


def _refuse_misspelt(options: Iterable[str], board_options: Iterable[str]) -> None:
    """Refuse an option that looks like another one, or like a setting; the rules refuse what else is unknown."""
    known = [*_GAME_OPTIONS, *board_options]
    for name in options:
        near = get_close_matches(name, [*_SETTINGS, *known], n=1, cutoff=0.75)
        if name not in known and near:
            message = f"There is no setting {shown(name)}. Did you mean {near[0]!r}?"
            raise InvalidSetup(message, f"option {name}")


class EnvConfig:
    """The settings of an environment. With several boards, the seed of each game selects one of them."""

    def __init__(
        self,
        board: str | Sequence[str],
        players: int,
        options: dict[str, Any],
        *,
        reward: str = "win",
        observation: str = "flat",
        results: bool = False,
    ) -> None:
        self.boards = _keys(board)
        self.players = players
        self.options = options
        self.utilities = reward_named(reward)
        self.observation = observation
        self.results = checked_switch("results", results)
        if observation not in OBSERVATIONS:
            message = f"observation is one of {', '.join(OBSERVATIONS)}, not {shown(observation)}."
            raise BadInput(message)
        if type(players) is not int or not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
            message = f"The game is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {shown(players)}."
            raise InvalidSetup(message, "seats")
        if "seed" in options:
            message = "Pass the seed to reset: an environment plays many games."
            raise BadInput(message)
        for name in options:
            if name in _OWNERS:
                message = f"{name} is a setting of {_OWNERS[name]}, not of this one."
                raise BadInput(message)
        if not self.boards:
            message = "Name at least one board."
            raise BadInput(message)
        for key in self.boards:
            too_large = refuse_board(find_board(key).atlas)
            if too_large is not None:
                raise BadInput(too_large)
            _refuse_misspelt(options, find_board(key).options)
            new_game(key, players, seed=0, **options)  # raises if an option is wrong

    def new_game(self, seed: int) -> Game:
        """Start the game with this seed."""
        return new_game(self.boards[seed % len(self.boards)], self.players, seed=seed, **self.options)

    def seat_of(self, seed: int) -> int:
        """Return the learner's seat in the game with this seed; every seat comes up on every board."""
        return seed // len(self.boards) % self.players

    def rewards(self, game: Game) -> list[float]:
        """Return the reward of each seat in a game that is over."""
        return self.utilities(game.ranking, self.players)

    def final_info(self, game: Game, offender: int | None = None) -> dict[str, Any]:
        """Return what the last ``info`` of a game has on top, if results are asked for: its ranking and its record.

        An ``offender``, whose masked index ended the game, is last in the ranking.
        """
        if not self.results:
            return {}
        ranking = game.ranking if offender is None else with_last(game.ranking, offender)
        return {"ranking": ranking, "record": game.record()}
