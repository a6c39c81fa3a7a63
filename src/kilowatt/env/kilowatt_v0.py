"""The game as a PettingZoo environment: agents take turns, each with an observation and an action mask.

``env`` is the environment with PettingZoo's usual wrappers, ``raw_env`` the one without. Importing this module
registers ``kilowatt_v0`` with PettingZoo versions that have a registry:
``pettingzoo.make("aec", "kilowatt_v0", players=3)``.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from kilowatt.extras import missing

try:
    import pettingzoo
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise missing(error, "This environment", "research") from error

from kilowatt.env.action_codec import ACTIONS, masked_sentence
from kilowatt.env.arrays import mask_of, observation
from kilowatt.env.config import BOARD, PLAYERS, SEEDS, EnvConfig, refuse_reset_options
from kilowatt.env.render_modes import RENDER_MODES, Renderer
from kilowatt.env.session import GameSession
from kilowatt.env.spaces import action_space, index_of, mask_space, observation_space, shaped
from kilowatt.rules.errors import BadInput
from kilowatt.rules.game import Game
from kilowatt.rules.text import shown

NAME = "kilowatt_v0"


def env(
    board: str | Sequence[str] = BOARD,
    players: int = PLAYERS,
    *,
    reward: str = "win",
    observation: str = "flat",
    results: bool = False,
    render_mode: str | None = None,
    **options: Any,
) -> AECEnv:
    """Make the environment with PettingZoo's wrappers: a masked index ends the game with reward -1 for its agent.

    The settings are those of ``raw_env``.
    """
    raw = raw_env(
        board, players, reward=reward, observation=observation, results=results, render_mode=render_mode, **options
    )
    wrapped = ForfeitWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class ForfeitWrapper(wrappers.TerminateIllegalWrapper):  # type: ignore[misc] # it has no types
    """PettingZoo's wrapper, which ends the game at a masked index; the last ``info`` then says why, and the results."""

    def step(self, action: Any) -> None:
        """Choose an index; a masked one ends the game."""
        raw, agent = self.unwrapped, self.agent_selection
        was_over = raw.terminations[agent]
        super().step(action)
        if not was_over and raw.terminations.get(agent) and not raw.session.is_over():
            raw.forfeit(agent, action)


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 - it has no types, and this is the name it gives
    """The game for two to six agents, ``seat_0`` to ``seat_5``.

    :param board: the key of a board, or several keys: then the seed of each game selects one of them.
    :param players: 2 to 6.
    :param reward: ``"win"`` or ``"place"``, see ``kilowatt.env.rewards``; given when the game is over.
    :param observation: ``"flat"`` for one vector, ``"named"`` for its parts.
    :param results: the last ``info`` of a game has its ``"ranking"``, as ``Game.ranking``, and its ``"record"``.
    :param render_mode: ``"human"``, ``"rgb_array"`` or ``"ansi"``; the picture shows what a spectator may know.
    :param options: those of ``kilowatt.new_game``: ``flux``, ``hidden_money``, ``round_limit``, ``regions`` …
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": RENDER_MODES,
        "name": NAME,
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        board: str | Sequence[str] = BOARD,
        players: int = PLAYERS,
        *,
        reward: str = "win",
        observation: str = "flat",
        results: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.setting = EnvConfig(board, players, options, reward=reward, observation=observation, results=results)
        self.canvas = Renderer(render_mode)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        space = spaces.Dict({"observation": observation_space(observation), "action_mask": mask_space()})
        self._observation_space = space
        self._action_space = action_space()
        self._rng, _ = seeding.np_random(None)
        self.session: GameSession

    @property
    def game(self) -> Game:
        """The game being played, to look at: its view, legal actions, log, ranking and record. Do not play on it.

        With the wrappers of ``env``: ``env.unwrapped.game``.
        """
        return self._started().game

    def observation_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002 - the same for all
        """A dictionary of the observation and the mask."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002 - the same for all
        """The indices of the encoding."""
        return self._action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game: with a seed, always the same one; without, the next from the last seeded generator."""
        refuse_reset_options(options)
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self.session = GameSession(self.setting.new_game(int(self._rng.integers(SEEDS))))
        self.forfeited = False
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what this agent may know, and its action mask: all 0 unless it is the agent's turn."""
        if agent not in self.possible_agents:
            message = f"There is no agent {shown(agent)}. There are: {', '.join(self.possible_agents)}."
            raise BadInput(message)
        seat = self.possible_agents.index(agent)
        session = self._started()
        flat = observation(session.game.state, seat, session.prefix)
        acts = seat == session.seat() and not self.forfeited
        allowed = mask_of(session.game.state, session.prefix) if acts else np.zeros(ACTIONS, np.int8)
        return {"observation": shaped(flat, self.setting.observation), "action_mask": allowed}

    def step(self, action: int | None) -> None:
        """Choose one index for the agent whose turn it is; ``MaskedAction`` (a ``ValueError``) if it is masked."""
        session = self._started()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        session.step(index_of(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if session.is_over():
            self._finish()
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _started(self) -> GameSession:
        """Return the game; ``BadInput`` before the first ``reset``."""
        if not hasattr(self, "session"):
            message = "No game has begun: call reset() first."
            raise BadInput(message)
        return self.session

    def _go_on(self) -> None:
        """Select the agent to act and put its mask in ``infos``."""
        session = self.session
        if not session.is_over():
            self.infos = {agent: {} for agent in self.agents}
            self.agent_selection = self.possible_agents[session.seat()]
            self.infos[self.agent_selection] = {"action_mask": mask_of(session.game.state, session.prefix)}

    def _finish(self) -> None:
        rewards = self.setting.rewards(self.session.game)
        final = self.setting.final_info(self.session.game)
        for agent, reward in zip(self.possible_agents, rewards, strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = True
            self.infos[agent] = {"action_mask": np.zeros(ACTIONS, np.int8), **final}

    def forfeit(self, agent: str, action: int) -> None:
        """Note that this agent's masked index has ended the game: it is last, and its ``info`` has the reason."""
        self.forfeited = True
        seat = self.possible_agents.index(agent)
        final = self.setting.final_info(self.session.game, seat)
        self.infos = {other: {"action_mask": np.zeros(ACTIONS, np.int8), **final} for other in self.agents}
        self.infos[agent]["illegal"] = masked_sentence(index_of(action))

    def render(self) -> Any:
        """Render the table as a spectator sees it: an array, text, or a window, according to ``render_mode``."""
        return self.canvas.render(self._started().game.view(None))

    def close(self) -> None:
        """Close the window, if there is one."""
        self.canvas.close()


if hasattr(pettingzoo, "register") and "kilowatt-v0" not in pettingzoo.aec_registry:  # older versions have no registry
    pettingzoo.register("aec", NAME, entry_point="kilowatt.env.kilowatt_v0:env")
