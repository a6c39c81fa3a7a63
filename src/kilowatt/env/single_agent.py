"""The game as a Gymnasium environment: one learning seat against bots."""

from collections.abc import Sequence
from random import Random
from typing import Any, Literal

import numpy as np

from kilowatt.extras import missing

try:
    import gymnasium
    from gymnasium.error import ResetNeeded
except ModuleNotFoundError as error:
    raise missing(error, "This environment", "research") from error

from kilowatt.bots import Limit
from kilowatt.env.action_codec import ACTIONS, MaskedAction
from kilowatt.env.arrays import Mask, mask_of, observation
from kilowatt.env.config import BOARD, OPPONENTS, PLAYERS, SEEDS, EnvConfig, checked_switch, refuse_reset_options
from kilowatt.env.opponents import THOUGHT, Opponent, Opponents
from kilowatt.env.render_modes import RENDER_MODES, Renderer
from kilowatt.env.reward_shaping import parts_of
from kilowatt.env.session import GameSession
from kilowatt.env.spaces import action_space, index_of, observation_space, shaped
from kilowatt.rules.errors import BadInput
from kilowatt.rules.game import Game
from kilowatt.rules.text import shown

ILLEGAL = -1.0


class KilowattEnv(gymnasium.Env[Any, int]):
    """One seat of the game; the others are bots. ``gymnasium.make("kilowatt.env:Kilowatt-v0", board="germany")``.

    :param board: the key of a board, or several keys: then the seed of each game selects one of them.
    :param players: 2 to 6.
    :param opponents: a bot for all other seats, by name (see ``kilowatt bots``) or as an object; or one for each seat,
        starting at the learner's left.
    :param seat: the learner's seat, or ``"any"`` to draw it for each game.
    :param limit: how long a bot may think: seconds, or ``Work`` for games that can be repeated; or as on the command
        line, ``"work:20"``.
    :param reward: ``"win"`` or ``"place"``, see ``kilowatt.env.rewards``, given when the game is over; or ``"lead"``,
        see ``kilowatt.env.reward_shaping``, given at every step.
    :param skip_forced: skip the steps at which the learner has only one legal index.
    :param observation: ``"flat"`` for one vector, ``"named"`` for its parts.
    :param results: the last ``info`` of a game has its ``"ranking"``, as ``Game.ranking``, and its ``"record"``.
    :param render_mode: ``"human"``, ``"rgb_array"`` or ``"ansi"``; the picture shows what the learner may know.
    :param options: those of ``kilowatt.new_game``: ``flux``, ``hidden_money``, ``round_limit``, ``regions`` …

    >>> env = KilowattEnv("germany", 2, "novice")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
    >>> observation.shape, reward, terminated, env.game
    ((1273,), 0.0, False, <Game of germany, 2 players, round 1, phase 2, seat 1 to act>)

    The mask is in ``info["action_mask"]`` and in ``action_masks()``, which MaskablePPO calls. A masked index ends the
    game with reward -1, and ``info["illegal"]`` has the reason; ``info["ranking"]`` then has the learner last. What is
    no index at all raises ``MaskedAction`` (a ``ValueError``). A step after the end raises Gymnasium's ``ResetNeeded``.
    """

    metadata = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": RENDER_MODES,
        "render_fps": 4,
    }

    def __init__(
        self,
        board: str | Sequence[str] = BOARD,
        players: int = PLAYERS,
        opponents: Opponent | Sequence[Opponent] = OPPONENTS,
        *,
        seat: int | Literal["any"] = "any",
        limit: Limit | str = THOUGHT,
        reward: str = "win",
        skip_forced: bool = False,
        observation: str = "flat",
        results: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        final, self.standing = parts_of(reward)
        self.setting = EnvConfig(board, players, options, reward=final, observation=observation, results=results)
        self.opponents = Opponents(opponents, players, limit)
        if seat != "any" and (type(seat) is not int or not 0 <= seat < players):
            message = f'seat is a number from 0 to {players - 1}, or "any", not {shown(seat)}.'
            raise BadInput(message)
        self.seat = seat
        self.skip_forced = checked_switch("skip_forced", skip_forced)
        self.canvas = Renderer(render_mode)
        self.render_mode = render_mode
        self.observation_space = observation_space(observation)
        self.action_space = action_space()

    @property
    def game(self) -> Game:
        """The game being played, to look at: its view, legal actions, log, ranking and record. Do not play on it.

        With the wrappers of ``gymnasium.make``: ``env.unwrapped.game``.
        """
        return self._started().game

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a new game and play it up to the learner's first decision."""
        refuse_reset_options(options)
        super().reset(seed=seed, options=options)
        number = int(self.np_random.integers(SEEDS))
        self.bot_rng = Random(number)
        self.learner = self.setting.seat_of(number) if self.seat == "any" else self.seat
        self.session = GameSession(self.setting.new_game(number))
        self.forfeited = False
        self._play_on()
        self.stood = self._stands()
        if self.render_mode == "human":
            self.render()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Choose one index; the others play until it is the learner's turn again, or the game is over.

        :raises MaskedAction: if it is not in the action space at all; the game continues.
        """
        session = self._started()
        if self.forfeited or session.is_over():
            message = "The game is over: call reset() to start the next."
            raise ResetNeeded(message)
        index = index_of(action)
        try:
            session.step(index)
        except MaskedAction as error:
            self.forfeited = True
            final = self.setting.final_info(session.game, self.learner)
            return self._seen(), ILLEGAL, True, False, {**self._info(), **final, "illegal": str(error)}
        self._play_on()
        over = session.is_over()
        if self.render_mode == "human":
            self.render()
        final = self.setting.final_info(session.game) if over else {}
        return self._seen(), self._reward(), over, False, {**self._info(), **final}

    def _started(self) -> GameSession:
        """Return the game; ``ResetNeeded`` before the first ``reset``."""
        if not hasattr(self, "session"):
            message = "There is no game yet: call reset() first."
            raise ResetNeeded(message)
        return self.session

    def _play_on(self) -> None:
        """Play up to the learner's next decision, or the end."""
        self.opponents.play_on(self.session, self.learner, self.bot_rng, self.skip_forced)

    def _reward(self) -> float:
        before, self.stood = self.stood, self._stands()
        final = self.setting.rewards(self.session.game)[self.learner] if self.session.is_over() else 0.0
        return final + self.stood - before

    def _stands(self) -> float:
        return 0.0 if self.standing is None else self.standing(self.session.game.state, self.learner)

    def _seen(self) -> Any:
        flat = observation(self.session.game.state, self.learner, self.session.prefix)
        return shaped(flat, self.setting.observation)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.learner}

    def action_masks(self) -> Mask:
        """Return the mask of the learner's legal indices: all 0 once the game is over."""
        session = self._started()
        return np.zeros(ACTIONS, np.int8) if self.forfeited else mask_of(session.game.state, session.prefix)

    def render(self) -> Any:
        """Render the table as the learner sees it: an array, text, or a window, according to ``render_mode``."""
        return self.canvas.render(self._started().game.view(self.learner))

    def close(self) -> None:
        """Close the window, if there is one."""
        self.canvas.close()
