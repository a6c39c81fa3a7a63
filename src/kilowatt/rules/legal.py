"""The legal actions of a position: iterate, count, test and sample, listing them only where needed."""

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from kilowatt.rules.actions import Action
from kilowatt.rules.engine import question_of, refuse
from kilowatt.rules.state import State

if TYPE_CHECKING:
    from kilowatt.rules.game import Game


# The free list: one is made at every decision, and each new one reuses the memory of the last.
@mypyc_attr(acyclic=True, free_list_len=1)
class LegalActions:
    """What the acting player may do: supports iteration, ``len``, ``in`` and ``sample``.

    It is valid only for the position it was made for: once the game has changed, every use raises ``RuntimeError``.
    """

    def __init__(self, game: "Game") -> None:
        self._state = game.state
        self._game = game
        self._made = game.changes

    def _current(self) -> State:
        if self._game.changes != self._made:
            message = "The game has changed since these legal actions were made: call game.legal_actions() again."
            raise RuntimeError(message)
        return self._state

    def __contains__(self, action: object) -> bool:
        return refuse(self._current(), action) is None

    def __iter__(self) -> Iterator[Action]:
        state = self._current()
        return iter(question_of(state).list_actions(state))

    def __len__(self) -> int:
        state = self._current()
        return question_of(state).count_actions(state)

    def sample(self, rng: Random) -> Action:
        """Return a random legal action: pick a kind of action uniformly, then each of its arguments uniformly.

        The arguments are: a plant, then a bid; a fuel, then an amount; a house; plants to run, then what they burn.

        Only ``rng.random()`` is called. Raises ``IndexError`` if the game is over.
        """
        state = self._current()
        return question_of(state).sample_action(state, rng)

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions>"

    def __reduce__(self) -> tuple[object, ...]:
        message = "Legal actions belong to their game: send list(legal_actions), or the game."
        raise TypeError(message)
