"""Kilowatt as a game of OpenSpiel, ``python_kilowatt``: sequential, with everything that chance decides as a node.

Importing this module registers the game, so ``pyspiel.load_game("python_kilowatt(board=usa,players=4)")`` finds it;
``load_game`` here takes the same parameters as arguments. Docs: the page on OpenSpiel.
"""

from collections.abc import Sequence
from typing import Any, Final

try:
    import pyspiel
except ModuleNotFoundError as error:
    _MESSAGE = "The game of OpenSpiel needs pyspiel: pip install 'kilowatt[research]'."
    raise ModuleNotFoundError(_MESSAGE, name=error.name) from error

from kilowatt.env.action_codec import ACTIONS, meaning
from kilowatt.env.openspiel.history import beginning
from kilowatt.env.openspiel.observer import Observer
from kilowatt.env.openspiel.parameters import DEFAULTS, ROUND_LIMIT, agreed, plain_parameters
from kilowatt.env.openspiel.positions import OVER
from kilowatt.env.openspiel.text import position_in_words
from kilowatt.rules.phases.scoring import ranking
from kilowatt.rules.tables import FEWEST_PLAYERS, MOST_PLAYERS

NAME: Final = "python_kilowatt"


def _game_type(*, hidden_money: bool) -> Any:
    """What OpenSpiel wants to know of every such game. With hidden money a seat does not see everything (R8.7)."""
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
    """A way to play, with everything that OpenSpiel asks about it."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters = plain_parameters(params or {})
        self.agreement = agreed(parameters)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=self.agreement.most_outcomes(),
            num_players=self.agreement.players,
            min_utility=self.agreement.least_utility(),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.agreement.longest_game(),
        )
        game_type = _game_type(hidden_money=self.agreement.setup.hidden_money)
        super().__init__(game_type, info, dict(parameters))
        self.course = beginning(self.agreement)

    def new_initial_state(self) -> "KilowattState":
        """A game at its beginning."""
        return KilowattState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance is asked at most."""
        return self.agreement.most_draws()

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """What a seat sees of a state; see ``Observer``."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(wanted, params, hidden_money=self.agreement.setup.hidden_money)


class KilowattState(pyspiel.State):  # type: ignore[misc]
    """A game being played. All it holds is its course, which never changes: ``apply_action`` puts another there."""

    def __init__(self, game: KilowattGame) -> None:
        super().__init__(game)
        self.course = game.course

    def current_player(self) -> int:
        """The seat that is asked, or one of OpenSpiel's: chance, or nobody."""
        return self.course.position.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.course.position.player == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may give, with the odds that everybody knows; a list to keep, as searches shuffle it."""
        return list(self.course.position.odds())

    def returns(self) -> list[float]:
        """The reward of every seat: of the result once the game is over, 0 before."""
        if self.is_terminal():
            return self.course.agreement.utilities(ranking(self.course.position.state), self.num_players())
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
    board: str = "germany",
    players: int = 3,
    *,
    flux: bool = False,
    first_game: bool = False,
    hidden_money: bool = False,
    round_limit: int = ROUND_LIMIT,
    regions: str | Sequence[str] = "",
    reward: str = "win",
    **board_options: str,
) -> Any:
    """A ``pyspiel.Game`` with these parameters, which are those of ``kilowatt.new_game``.

    :param regions: a list of region ids fixes them, ``"draft"`` lets the players pick; empty: chance draws them.
    :param reward: ``"win"`` or ``"place"``, as in every environment.
    :param board_options: options of one board: ``first_pass="anyone"`` on Russia (R9.6).
    :raises BadInput: ``UnknownBoard`` or ``InvalidSetup``, with a sentence that says what is wrong.
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
