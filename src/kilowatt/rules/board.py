"""A board as the rules see it: an atlas, a rulebook, and options of its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kilowatt.rules.atlas import Atlas, City, Region
from kilowatt.rules.rulebook import Rulebook


@dataclass(frozen=True)
class BoardOption:
    """An option that only one board has. The first of ``choices`` is the default; each changes the rulebook."""

    choices: Mapping[str, Callable[[Rulebook], Rulebook]]

    @property
    def default(self) -> str:
        """The choice used if none is given."""
        return next(iter(self.choices))


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """One of the boards: data first (``atlas``), then the points where its rules differ (``rules``).

    ``clause`` is the rules clause of this board (R2.6 for boards of other packages, which our rules do not cover).
    ``rule_sentences`` describes the rules that ``boards/differences.py`` does not find by itself, ``tips`` is advice
    for players: both are English sentences by code, and a language may translate a code.
    """

    key: str
    name: str
    atlas: Atlas
    rules: Rulebook
    options: Mapping[str, BoardOption] = field(default_factory=dict)
    clause: str = "R2.6"
    rule_sentences: Mapping[str, str] = field(default_factory=dict)
    tips: Mapping[str, str] = field(default_factory=dict)

    @property
    def regions(self) -> list[Region]:
        """The regions, each with ``id``, ``name`` and ``color``."""
        return self.atlas.regions

    @property
    def cities(self) -> list[City]:
        """The cities, each with ``id``, ``name``, ``region``, ``country``, ``lat``, ``lon`` and ``slots``."""
        return self.atlas.cities

    @property
    def connections(self) -> list[tuple[str, str, int]]:
        """The connections: two city ids and the cost."""
        return self.atlas.connections

    def __repr__(self) -> str:
        return f"<Board {self.key}: {len(self.cities)} cities in {len(self.regions)} regions>"
