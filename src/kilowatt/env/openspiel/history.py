"""The history of a game: its current position, and every index chosen on the way."""

from typing import Any

from kilowatt.env.openspiel.parameters import GameParameters, game_parameters
from kilowatt.env.openspiel.positions import Position

Path = tuple["Path", int] | None
"""The indices chosen, last one first: games with a common beginning share its storage."""


class History:
    """A game so far. It is immutable, so a deep copy is the object itself; it is pickled as its list of indices.

    OpenSpiel copies and pickles all attributes of a state: ours has only this one.
    """

    __slots__ = ("parameters", "path", "position")

    def __init__(self, parameters: GameParameters, position: Position, path: Path) -> None:
        self.parameters = parameters
        self.position = position
        self.path = path

    def then(self, index: int) -> "History":
        """Return the history with one more index, chosen by a seat or by chance."""
        return History(self.parameters, self.position.after(index), (self.path, index))

    def __deepcopy__(self, memo: dict[int, Any]) -> "History":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        indices: list[int] = []
        path = self.path
        while path is not None:
            path, index = path
            indices.append(index)
        indices.reverse()
        return _replayed, (tuple(self.parameters.parameters.items()), indices)


def beginning(parameters: GameParameters) -> History:
    """Return the history of a game that is about to begin."""
    return History(parameters, parameters.first, None)


def _replayed(parameters: tuple[tuple[str, Any], ...], indices: list[int]) -> History:
    history = beginning(game_parameters(parameters))
    for index in indices:
        history = history.then(index)
    return history
