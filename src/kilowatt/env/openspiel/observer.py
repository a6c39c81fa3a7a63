"""What a seat sees of an OpenSpiel state, as a tensor or as text."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from kilowatt.env.arrays import Floats, named, observation
from kilowatt.env.observation_codec import OBSERVATION
from kilowatt.env.openspiel.text import position_in_words
from kilowatt.rules.errors import BadInput
from kilowatt.rules.state import State
from kilowatt.rules.text import shown

if TYPE_CHECKING:
    from kilowatt.env.openspiel.game import KilowattState


class Observer:
    """An observer as in OpenSpiel's Python games: ``set_from`` fills ``tensor``, ``dict`` has views of its parts.

    Only hidden money is private (R8.7). With perfect recall an observation is the public history of the game, as text
    only. The tensor is the flat vector of every environment, and shows what one seat sees: there is no tensor of
    private money alone, or of what spectators see where money is hidden.
    """

    def __init__(self, wanted: Any, params: dict[str, Any] | None, *, hidden_money: bool) -> None:
        if params:
            message = f"The observer has no parameters; given: {', '.join(params)}."
            raise BadInput(message)
        self._recalls: bool = wanted.perfect_recall
        self._public: bool = wanted.public_info
        self._private = wanted.private_info
        self._hidden_money = hidden_money
        is_of_a_seat = self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER or not hidden_money
        self.tensor: Floats | None = None
        self.dict: dict[str, Floats] = {}
        if self._public and is_of_a_seat and not self._recalls:
            self.tensor = np.zeros(OBSERVATION, np.float32)
            self.dict = named(self.tensor)

    def set_from(self, state: "KilowattState", player: int) -> None:
        """Fill the tensor with what this seat sees."""
        _refuse_unknown(state, player)
        if self.tensor is not None:
            position = state.course.position
            self.tensor[:] = observation(position.state, player, position.prefix)

    def string_from(self, state: "KilowattState", player: int) -> str:
        """Return what this seat sees as text; with perfect recall, the history of the game."""
        _refuse_unknown(state, player)
        position = state.course.position
        private = self._private_part(position.state, player)
        if not self._public:
            return private
        if self._recalls:
            return "\n".join([part for part in (state.history_str(), private) if part])
        viewer = player if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER else None
        words = position_in_words(position, viewer)
        return f"{words}\n{private}" if private and viewer is None else words

    def _private_part(self, state: State, player: int) -> str:
        """Return the money that others do not see."""
        if not self._hidden_money or state.is_over:
            return ""
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return f"Your money: {state.money[player]}."
        if self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return f"Money: {' '.join(map(str, state.money))}."
        return ""


def _refuse_unknown(state: "KilowattState", player: object) -> None:
    if not isinstance(player, int) or not 0 <= player < state.num_players():
        message = f"There is no seat {shown(player)}: seats are numbered from 0 to {state.num_players() - 1}."
        raise BadInput(message)
