"""Many games at once, with batched observations and masks."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kilowatt.extras import missing

try:
    from gymnasium.error import ResetNeeded
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing(error, "This environment", "research") from error

from kilowatt.bots import Limit
from kilowatt.env.arrays import Mask, masks_of, scaled
from kilowatt.env.config import BOARD, OPPONENTS, PLAYERS, SEEDS, EnvConfig, checked_switch, refuse_reset_options
from kilowatt.env.observation_codec import observe
from kilowatt.env.opponents import THOUGHT, Opponent, Opponents
from kilowatt.env.reward_shaping import parts_of
from kilowatt.env.session import GameSession, SessionBatch
from kilowatt.env.spaces import action_space, observation_space, shaped
from kilowatt.rules.errors import BadInput
from kilowatt.rules.game import Game
from kilowatt.rules.text import shown
from kilowatt.runs.entrants import check_limit


class KilowattVectorEnv(VectorEnv[Any, NDArray[np.int64], NDArray[Any]]):
    """Many games side by side; a game that is over is replaced by a new one in the same step.

    >>> envs = KilowattVectorEnv(8, players=4, opponents=None)
    >>> observations, info = envs.reset(seed=1)
    >>> observations.shape, info["action_mask"].shape
    ((8, 1273), (8, 385))

    :param num_envs: the number of games.
    :param opponents: as for ``KilowattEnv``: one learning seat, drawn for each game, against these bots. None, for
        self-play: the caller plays all seats, and each game shows the seat whose turn it is, ``info["seat"]``.

    The other settings are those of ``KilowattEnv``; the reward ``"lead"`` and ``skip_forced`` need opponents.
    ``info["action_mask"]`` has a row per game. Where a game has ended, the reward is that of the seat that acted last,
    or of the learner; ``info["utilities"]`` has the reward of every seat, ``info["final_obs"]`` what the seat saw at
    the end, and ``info["final_info"]`` which seat it was, as in Gymnasium's vector environments; with ``results``, also
    ``info["ranking"]`` and ``info["record"]``. A masked index raises ``MaskedAction`` (a ``ValueError``), and no game
    changes.
    """

    metadata = {  # noqa: RUF012 - Gymnasium declares it so
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        num_envs: int = 64,
        board: str | Sequence[str] = BOARD,
        players: int = PLAYERS,
        opponents: Opponent | Sequence[Opponent] | None = OPPONENTS,
        *,
        limit: Limit | str = THOUGHT,
        reward: str = "win",
        skip_forced: bool = False,
        observation: str = "flat",
        results: bool = False,
        **options: Any,
    ) -> None:
        if type(num_envs) is not int or num_envs < 1:
            message = f"num_envs is the number of games, 1 or more, not {shown(num_envs)}."
            raise BadInput(message)
        self.num_envs = num_envs
        final, self.standing = parts_of(reward)
        if opponents is None and (self.standing is not None or skip_forced):
            message = f"The reward {reward!r} and skip_forced are for a learner against opponents: name them."
            raise BadInput(message)
        self.skip_forced = checked_switch("skip_forced", skip_forced)
        self.setting = EnvConfig(board, players, options, reward=final, observation=observation, results=results)
        limit = check_limit(limit)
        self.opponents = None if opponents is None else Opponents(opponents, players, limit)
        self.single_observation_space = observation_space(observation)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rng, _ = seeding.np_random(None)
        self.batch = SessionBatch([])
        self.learners = np.zeros(num_envs, np.int64)
        self.bot_rngs = [Random(0)] * num_envs
        self.stood = np.zeros(num_envs)

    @property
    def games(self) -> list[Game]:
        """The games being played, to look at; a game that is over has been replaced. Do not play on them."""
        return [session.game for session in self.batch.sessions]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a new game in every place."""
        refuse_reset_options(options)
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self.batch = SessionBatch([self._new_game(place) for place in range(self.num_envs)])
        return self._seen(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Choose one index in every game."""
        batch = self.batch
        self._refuse_before_reset()
        acted = self.acting_seats() if self.opponents is None else self.learners.copy()
        indices = np.asarray(actions)
        if indices.shape != (self.num_envs,) or indices.dtype.kind not in "iu":
            message = f"Pass {self.num_envs} indices, whole numbers, one for each game, not {shown(actions)}."
            raise BadInput(message)
        batch.step(indices.tolist())
        if self.opponents is not None:
            for place in range(self.num_envs):
                self._play_on(batch.sessions[place], place)
        rewards = self._changes()
        ended = np.array([session.is_over() for session in batch.sessions])
        info = self._end_games(ended, acted, rewards) if ended.any() else {}
        return self._seen(), rewards, ended, np.zeros(self.num_envs, np.bool_), {**self._info(), **info}

    def _refuse_before_reset(self) -> None:
        if not self.batch.sessions:
            message = "There are no games yet: call reset() first."
            raise ResetNeeded(message)

    def _new_game(self, place: int) -> GameSession:
        seed = int(self._rng.integers(SEEDS))
        session = GameSession(self.setting.new_game(seed))
        if self.opponents is not None:
            self.bot_rngs[place] = Random(seed)
            self.learners[place] = self.setting.seat_of(seed)
            self._play_on(session, place)
            self.stood[place] = self._stands(session, place)
        return session

    def _play_on(self, session: GameSession, place: int) -> None:
        """Play up to the learner's next decision, or the end."""
        assert self.opponents is not None
        self.opponents.play_on(session, int(self.learners[place]), self.bot_rngs[place], self.skip_forced)

    def _changes(self) -> NDArray[np.float64]:
        """Return the dense reward of this step in each game; 0 if the reward is only given at the end."""
        if self.standing is None:
            return np.zeros(self.num_envs)
        before = self.stood.copy()
        for place, session in enumerate(self.batch.sessions):
            self.stood[place] = self._stands(session, place)
        return self.stood - before

    def _stands(self, session: GameSession, place: int) -> float:
        return 0.0 if self.standing is None else self.standing(session.game.state, int(self.learners[place]))

    def _end_games(
        self, ended: NDArray[np.bool_], acted: NDArray[np.int64], rewards: NDArray[np.float64]
    ) -> dict[str, Any]:
        """Reward the games that are over and start new ones in their places."""
        utilities = np.zeros((self.num_envs, self.setting.players))
        final = np.empty(self.num_envs, object)
        results = {name: np.empty(self.num_envs, object) for name in ("ranking", "record") if self.setting.results}
        for place in np.flatnonzero(ended):
            game = self.batch.sessions[place].game
            utilities[place] = self.setting.rewards(game)
            seat = int(acted[place])
            rewards[place] += utilities[place, seat]
            for name, result in self.setting.final_info(game).items():
                results[name][place] = result
            final[place] = shaped(scaled(observe(game.state, seat))[0], self.setting.observation)
            self.batch.sessions[place] = self._new_game(int(place))
        got = {"utilities": utilities, "_utilities": ended}
        for name, column in results.items():
            got |= {name: column, f"_{name}": ended}
        last = {**got, "seat": acted, "_seat": ended}
        return {**got, "final_obs": final, "_final_obs": ended, "final_info": last, "_final_info": ended}

    def _seen(self) -> Any:
        return shaped(scaled(self.batch.observations()), self.setting.observation)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.acting_seats()}

    def action_masks(self) -> Mask:
        """Return the mask of legal indices, a row per game."""
        self._refuse_before_reset()
        return masks_of(self.batch.masks())

    def acting_seats(self) -> NDArray[np.int64]:
        """Return the seat to act in each game."""
        return np.array([session.seat() for session in self.batch.sessions])
