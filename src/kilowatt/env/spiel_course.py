"""How a game went: the position it has come to, and everything said on the way."""

from typing import Any

from kilowatt.env.spiel_positions import Position
from kilowatt.env.spiel_start import Agreement, agreed

Path = tuple["Path", int] | None
"""What was said, last index first: all games that share a beginning share it here too."""


class Course:
    """A game so far. It never changes, so a deep copy is itself; it is sent elsewhere as what was said.

    OpenSpiel copies and pickles whatever a state holds: this is all that ours does.
    """

    __slots__ = ("agreement", "path", "position")

    def __init__(self, agreement: Agreement, position: Position, path: Path) -> None:
        self.agreement = agreement
        self.position = position
        self.path = path

    def then(self, index: int) -> "Course":
        """The course with one more index said, by a seat or by chance."""
        return Course(self.agreement, self.position.after(index), (self.path, index))

    def __deepcopy__(self, memo: dict[int, Any]) -> "Course":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        said: list[int] = []
        path = self.path
        while path is not None:
            path, index = path
            said.append(index)
        said.reverse()
        return _replayed, (tuple(self.agreement.parameters.items()), said)


def beginning(agreement: Agreement) -> Course:
    """Nothing has been said yet."""
    return Course(agreement, agreement.first, None)


def _replayed(parameters: tuple[tuple[str, Any], ...], said: list[int]) -> Course:
    course = beginning(agreed(parameters))
    for index in said:
        course = course.then(index)
    return course
