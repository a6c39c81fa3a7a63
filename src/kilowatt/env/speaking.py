"""Games in which decisions are said index by index: one of them, or many side by side."""

from typing import Any

from librt.strings import BytesWriter
from mypy_extensions import mypyc_attr

from kilowatt.env.observing import write_observation
from kilowatt.env.spelling import ACTIONS, Unspeakable, mask, say, understood, write_mask
from kilowatt.rules.actions import Action
from kilowatt.rules.game import Game
from kilowatt.rules.state import Ask


@mypyc_attr(acyclic=True)
class Talk:
    """A game and what has been said of the decision that is being made. ``turns`` counts the indices said."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.said: tuple[int, ...] = ()
        self.turns = 0

    def seat(self) -> int:
        """The seat to speak; -1 when the game is over."""
        return self.game.state.seat

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.state.question == Ask.NOTHING

    def mask(self) -> bytes:
        """What may be said now, one byte per index."""
        return mask(self.game.state, self.said)

    def say(self, index: int) -> bool:
        """Say one index; whether that completed a decision, which is then played. ``Unspeakable`` if it is masked."""
        return self._take(index, say(self.game.state, self.said, index))

    def say_allowed(self, index: int) -> bool:
        """As ``say``, for an index that the mask is known to allow."""
        return self._take(index, understood(self.game.state, self.said, index))

    def _take(self, index: int, action: Action | None) -> bool:
        self.turns += 1
        if action is None:
            self.said = (*self.said, index)
            return False
        self.said = ()
        self.game.play(action)
        return True

    def __reduce__(self) -> tuple[Any, ...]:
        return _talk, (self.game, self.said, self.turns)  # so that an environment can be copied and sent, compiled too


def _talk(game: Game, said: tuple[int, ...], turns: int) -> Talk:
    talk = Talk(game)
    talk.said = said
    talk.turns = turns
    return talk


class Choir:
    """Many games side by side, observed and answered together."""

    def __init__(self, talks: list[Talk]) -> None:
        self.talks = talks
        self.allowed = b""
        """The masks of all games, one after the other, as ``masks`` last told them."""

    def observations(self) -> bytes:
        """What the seat to speak in each game may know, one after the other; seat 0 where the game is over."""
        writer = BytesWriter()
        for talk in self.talks:
            state = talk.game.state
            write_observation(state, max(0, state.seat), talk.said, writer)
        return writer.getvalue()

    def masks(self) -> bytes:
        """What may be said in each game, one after the other."""
        writer = BytesWriter()
        for talk in self.talks:
            write_mask(talk.game.state, talk.said, writer)
        self.allowed = writer.getvalue()
        return self.allowed

    def say(self, indices: list[int]) -> None:
        """Say one index in each game; ``Unspeakable`` if one is masked, and then nothing is said in any."""
        allowed = self.allowed
        if len(indices) != len(self.talks) or len(allowed) != len(indices) * ACTIONS:
            message = f"Say one index for each of the {len(self.talks)} games, having asked for their masks."
            raise Unspeakable(message)
        for game in range(len(indices)):
            index = indices[game]
            if not 0 <= index < ACTIONS or not allowed[game * ACTIONS + index]:
                talk = self.talks[game]
                say(talk.game.state, talk.said, index)  # raises, and says why
        self.allowed = b""
        for game in range(len(indices)):
            self.talks[game].say_allowed(indices[game])

    def __reduce__(self) -> tuple[Any, ...]:
        return _choir, (self.talks, self.allowed)


def _choir(talks: list[Talk], allowed: bytes) -> Choir:
    choir = Choir(talks)
    choir.allowed = allowed
    return choir
