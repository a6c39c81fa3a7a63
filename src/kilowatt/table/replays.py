"""Replays of stored games, beside the event loop: however long a game is, the other tables go on."""

import asyncio
import sys
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

SHORT = 2_000
"""The most entries of a short game, whose replay never waits for that of a long one. Those between people are short."""

HAS_THREADS = sys.platform != "emscripten"
"""A browser has none. There, nobody waits but the player whose game it is."""


class Replays:
    """Runs replays in threads: one of a short game and one of a long game at a time."""

    def __init__(self) -> None:
        self._short = asyncio.Semaphore()
        self._long = asyncio.Semaphore()

    async def run(self, entries: int, work: Callable[[], T]) -> T:
        """Return the result of work that replays a game of this many entries."""
        if not HAS_THREADS:
            return work()
        async with self._short if entries <= SHORT else self._long:
            return await asyncio.to_thread(work)
