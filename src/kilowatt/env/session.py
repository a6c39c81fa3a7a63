"""Games played one action index at a time, singly or in a batch."""

from typing import Any

from librt.strings import BytesWriter
from mypy_extensions import mypyc_attr

from kilowatt.env.action_codec import ACTIONS, MaskedAction, decode, decode_allowed, mask, write_mask
from kilowatt.env.observation_codec import write_observation
from kilowatt.rules.actions import Action
from kilowatt.rules.game import Game


@mypyc_attr(acyclic=True)
class GameSession:
    """A game and the prefix of the decision being made. ``turns`` counts the indices played so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.prefix: tuple[int, ...] = ()
        self.turns = 0

    def seat(self) -> int:
        """Return the seat to act; -1 when the game is over."""
        return self.game.state.seat

    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.game.state.is_over

    def mask(self) -> bytes:
        """Return the mask of legal indices, one byte per index."""
        return mask(self.game.state, self.prefix)

    def step(self, index: int) -> bool:
        """Choose one index, and play the decision if that completes it; return whether it did.

        :raises MaskedAction: if the index is masked.
        """
        return self._take(index, decode(self.game.state, self.prefix, index))

    def step_allowed(self, index: int) -> bool:
        """Like ``step``, without checking the mask: for an index that is known to be allowed."""
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
        # Without this, compiled classes cannot be copied or pickled.
        return _session, (self.game, self.prefix, self.turns)


def _session(game: Game, prefix: tuple[int, ...], turns: int) -> GameSession:
    session = GameSession(game)
    session.prefix = prefix
    session.turns = turns
    return session


class SessionBatch:
    """Many games side by side, observed and stepped together."""

    def __init__(self, sessions: list[GameSession]) -> None:
        self.sessions = sessions
        self.allowed = b""
        """The masks of all games, concatenated, as last returned by ``masks``."""

    def observations(self) -> bytes:
        """Return each game's observation for its acting seat, or for seat 0 if the game is over, concatenated."""
        writer = BytesWriter()
        for session in self.sessions:
            state = session.game.state
            write_observation(state, max(0, state.seat), session.prefix, writer)
        return writer.getvalue()

    def masks(self) -> bytes:
        """Return the masks of all games, concatenated."""
        writer = BytesWriter()
        for session in self.sessions:
            write_mask(session.game.state, session.prefix, writer)
        self.allowed = writer.getvalue()
        return self.allowed

    def step(self, indices: list[int]) -> None:
        """Choose one index in each game.

        :raises MaskedAction: if any index is masked, in which case no game changes.
        """
        allowed = self.allowed
        if len(indices) != len(self.sessions) or len(allowed) != len(indices) * ACTIONS:
            message = f"Pass one index for each of the {len(self.sessions)} games, after calling masks()."
            raise MaskedAction(message)
        for game in range(len(indices)):
            index = indices[game]
            if not 0 <= index < ACTIONS or not allowed[game * ACTIONS + index]:
                session = self.sessions[game]
                decode(session.game.state, session.prefix, index)  # raises MaskedAction with the reason
        self.allowed = b""
        for game in range(len(indices)):
            self.sessions[game].step_allowed(indices[game])

    def __reduce__(self) -> tuple[Any, ...]:
        return _batch, (self.sessions, self.allowed)


def _batch(sessions: list[GameSession], allowed: bytes) -> SessionBatch:
    batch = SessionBatch(sessions)
    batch.allowed = allowed
    return batch
