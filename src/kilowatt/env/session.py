"""Games in which decisions are said index by index: one of them, or many side by side."""

from typing import Any

from librt.strings import BytesWriter
from mypy_extensions import mypyc_attr

from kilowatt.env.action_codec import ACTIONS, MaskedAction, decode, decode_allowed, mask, write_mask
from kilowatt.env.observation_codec import write_observation
from kilowatt.rules.actions import Action
from kilowatt.rules.game import Game
from kilowatt.rules.state import Ask


@mypyc_attr(acyclic=True)
class GameSession:
    """A game and what has been said of the decision that is being made. ``turns`` counts the indices said."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.prefix: tuple[int, ...] = ()
        self.turns = 0

    def seat(self) -> int:
        """The seat to speak; -1 when the game is over."""
        return self.game.state.seat

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.state.question == Ask.NOTHING

    def mask(self) -> bytes:
        """What may be said now, one byte per index."""
        return mask(self.game.state, self.prefix)

    def step(self, index: int) -> bool:
        """Say one index; whether that completed a decision, which is then played. ``MaskedAction`` if it is masked."""
        return self._take(index, decode(self.game.state, self.prefix, index))

    def step_allowed(self, index: int) -> bool:
        """As ``say``, for an index that the mask is known to allow."""
        return self._take(index, decode_allowed(self.game.state, self.prefix, index))

    def _take(self, index: int, action: Action | None) -> bool:
        self.turns += 1
        if action is None:
            self.prefix = (*self.prefix, index)
            return False
        self.prefix = ()
        self.game.play(action)
        return True

    def __reduce__(self) -> tuple[Any, ...]:
        return _session, (
            self.game,
            self.prefix,
            self.turns,
        )  # so that an environment can be copied and sent, compiled too


def _session(game: Game, prefix: tuple[int, ...], turns: int) -> GameSession:
    session = GameSession(game)
    session.prefix = prefix
    session.turns = turns
    return session


class SessionBatch:
    """Many games side by side, observed and answered together."""

    def __init__(self, sessions: list[GameSession]) -> None:
        self.sessions = sessions
        self.allowed = b""
        """The masks of all games, one after the other, as ``masks`` last told them."""

    def observations(self) -> bytes:
        """What the seat to speak in each game may know, one after the other; seat 0 where the game is over."""
        writer = BytesWriter()
        for session in self.sessions:
            state = session.game.state
            write_observation(state, max(0, state.seat), session.prefix, writer)
        return writer.getvalue()

    def masks(self) -> bytes:
        """What may be said in each game, one after the other."""
        writer = BytesWriter()
        for session in self.sessions:
            write_mask(session.game.state, session.prefix, writer)
        self.allowed = writer.getvalue()
        return self.allowed

    def step(self, indices: list[int]) -> None:
        """Say one index in each game; ``MaskedAction`` if one is masked, and then nothing is said in any."""
        allowed = self.allowed
        if len(indices) != len(self.sessions) or len(allowed) != len(indices) * ACTIONS:
            message = f"Say one index for each of the {len(self.sessions)} games, having asked for their masks."
            raise MaskedAction(message)
        for game in range(len(indices)):
            index = indices[game]
            if not 0 <= index < ACTIONS or not allowed[game * ACTIONS + index]:
                session = self.sessions[game]
                decode(session.game.state, session.prefix, index)  # raises, and says why
        self.allowed = b""
        for game in range(len(indices)):
            self.sessions[game].step_allowed(indices[game])

    def __reduce__(self) -> tuple[Any, ...]:
        return _batch, (self.sessions, self.allowed)


def _batch(sessions: list[GameSession], allowed: bytes) -> SessionBatch:
    batch = SessionBatch(sessions)
    batch.allowed = allowed
    return batch
