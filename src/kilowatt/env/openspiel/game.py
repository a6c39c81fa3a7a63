"""Kilowatt as an OpenSpiel game, ``python_kilowatt``: sequential, with explicit chance nodes.

Importing this module registers the game, so ``pyspiel.load_game("python_kilowatt(board=usa,players=4)")`` finds it;
``load_game`` takes the same parameters as arguments. See ``docs/openspiel.md``.
"""

from collections.abc import Sequence
from typing import Any, Final

from kilowatt.extras import missing

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error, "The OpenSpiel game", "research") from error

from kilowatt.env.action_codec import ACTIONS, meaning
from kilowatt.env.config import BOARD, PLAYERS
from kilowatt.env.openspiel.history import beginning
from kilowatt.env.openspiel.observer import Observer
from kilowatt.env.openspiel.parameters import DEFAULTS, ROUND_LIMIT, game_parameters, plain_parameters
from kilowatt.env.openspiel.positions import OVER
from kilowatt.env.openspiel.text import position_in_words
from kilowatt.rules.phases.scoring import ranking
from kilowatt.rules.tables import FEWEST_PLAYERS, MOST_PLAYERS

NAME: Final = "python_kilowatt"


def _game_type(*, hidden_money: bool) -> Any:
    """Describe the game to OpenSpiel. With hidden money a seat does not see everything (R8.7)."""
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Kilowatt",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hidden_money else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=FEWEST_PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=DEFAULTS,
    )


class KilowattGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with fixed parameters, and the properties that OpenSpiel asks for."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters = plain_parameters(params or {})
        self.parameters = game_parameters(parameters)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=self.parameters.most_outcomes(),
            num_players=self.parameters.players,
            min_utility=self.parameters.least_utility(),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.parameters.longest_game(),
        )
        game_type = _game_type(hidden_money=self.parameters.setup.hidden_money)
        super().__init__(game_type, info, dict(parameters))
        self.course = beginning(self.parameters)

    def new_initial_state(self) -> "KilowattState":
        """Return the state at the beginning of the game."""
        return KilowattState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the most chance nodes that a game can have."""
        return self.parameters.most_draws()

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """Return an observer for this game; see ``Observer``."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(wanted, params, hidden_money=self.parameters.setup.hidden_money)


class KilowattState(pyspiel.State):  # type: ignore[misc]
    """A game being played. Its only attribute is an immutable history, which ``apply_action`` replaces."""

    def __init__(self, game: KilowattGame) -> None:
        super().__init__(game)
        self.course = game.course

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's id for chance or a terminal state."""
        return self.course.position.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.course.position.player == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes with their probabilities, in a new list, as searches shuffle it."""
        return list(self.course.position.odds())

    def returns(self) -> list[float]:
        """Return the reward of every seat; 0 until the game is over."""
        if self.is_terminal():
            return self.course.parameters.utilities(ranking(self.course.position.state), self.num_players())
        return [0.0] * self.num_players()

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - OpenSpiel asks for the acting seat only
        return self.course.position.legal()

    def _apply_action(self, action: int) -> None:
        self.course = self.course.then(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return meaning(action) if player >= 0 else self.course.position.outcome_in_words(action)

    def __str__(self) -> str:
        position = self.course.position
        return f"{position_in_words(position, None)}\nMoney: {' '.join(map(str, position.state.money))}."


def load_game(
    board: str = BOARD,
    players: int = PLAYERS,
    *,
    flux: bool = False,
    first_game: bool = False,
    hidden_money: bool = False,
    round_limit: int = ROUND_LIMIT,
    regions: str | Sequence[str] = "",
    reward: str = "win",
    **board_options: str,
) -> Any:
    """Load a ``pyspiel.Game`` with these parameters, which are those of ``kilowatt.new_game``.

    :param regions: a list of region ids fixes them, ``"draft"`` lets the players pick; if empty, chance draws them.
    :param reward: ``"win"`` or ``"place"``, as in every environment.
    :param board_options: options of one board: ``first_pass="anyone"`` on Russia (R9.6).
    :raises BadInput: ``UnknownBoard`` or ``InvalidSetup``, if a parameter is wrong.
    """
    return KilowattGame(
        {
            "board": board,
            "players": players,
            "flux": flux,
            "first_game": first_game,
            "hidden_money": hidden_money,
            "round_limit": round_limit,
            "regions": "+".join(map(str, regions)) if isinstance(regions, list | tuple) else regions,
            "reward": reward,
            **board_options,
        }
    )


pyspiel.register_game(_game_type(hidden_money=False), KilowattGame)
