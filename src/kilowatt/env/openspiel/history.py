"""How a game went: the position it has come to, and everything said on the way."""

from typing import Any

from kilowatt.env.openspiel.parameters import GameParameters, agreed
from kilowatt.env.openspiel.positions import Position

Path = tuple["Path", int] | None
"""What was said, last index first: all games that share a beginning share it here too."""


class History:
    """A game so far. It never changes, so a deep copy is itself; it is sent elsewhere as what was said.

    OpenSpiel copies and pickles whatever a state holds: this is all that ours does.
    """

    __slots__ = ("agreement", "path", "position")

    def __init__(self, agreement: GameParameters, position: Position, path: Path) -> None:
        self.agreement = agreement
        self.position = position
        self.path = path

    def then(self, index: int) -> "History":
        """The course with one more index said, by a seat or by chance."""
        return History(self.agreement, self.position.after(index), (self.path, index))

    def __deepcopy__(self, memo: dict[int, Any]) -> "History":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        prefix: list[int] = []
        path = self.path
        while path is not None:
            path, index = path
            prefix.append(index)
        prefix.reverse()
        return _replayed, (tuple(self.agreement.parameters.items()), prefix)


def beginning(agreement: GameParameters) -> History:
    """Nothing has been said yet."""
    return History(agreement, agreement.first, None)


def _replayed(parameters: tuple[tuple[str, Any], ...], prefix: list[int]) -> History:
    course = beginning(agreed(parameters))
    for index in prefix:
        course = course.then(index)
    return course
