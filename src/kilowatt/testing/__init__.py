"""The test kit: for tests of Kilowatt itself, and for authors of boards and bots."""

from collections.abc import Callable
from typing import Any, TypeVar

from kilowatt.testing.bots import BotFault, BotReport, check_bot
from kilowatt.testing.scenario import Scenario, scenario

__all__ = ["BotFault", "BotReport", "Scenario", "check_bot", "pins", "scenario"]

Test = TypeVar("Test", bound=Callable[..., Any])


def pins(*clauses: str) -> Callable[[Test], Test]:
    """Mark a test as the one that pins these clauses of the rules (``"R4.7"``) or worked examples (``"example 11"``).

    ``tests/docs/test_clauses.py`` fails while a clause or an example has no such test.
    """

    def mark(test: Test) -> Test:
        test.pins = (*getattr(test, "pins", ()), *clauses)  # type: ignore[attr-defined]
        return test

    return mark
