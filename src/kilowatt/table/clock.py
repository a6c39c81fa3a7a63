"""The clock of a table. Tests give it another one."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that is due later."""

    def cancel(self) -> None:
        """Do not make the call."""


class Clock:
    """The time of day, a clock that never jumps, and timers in the running event loop."""

    def time(self) -> float:
        """Return the seconds since 1970. This clock may jump."""
        return time.time()

    def monotonic(self) -> float:
        """Return seconds from an unknown start. This clock never jumps."""
        return time.monotonic()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call a function after this many seconds."""
        return asyncio.get_running_loop().call_later(seconds, callback)

    async def sleep(self, seconds: float) -> None:
        """Wait for this many seconds."""
        await asyncio.sleep(seconds)
