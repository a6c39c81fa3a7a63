"""A referee for records: a second, slow, independent reading of docs/rules.md that checks the engine's games."""

from .foul import Foul
from .referee import Referee, check

__all__ = ["Foul", "Referee", "check"]
