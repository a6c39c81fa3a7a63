"""Work in the background of an event loop."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger("kilowatt.background")


class BackgroundTasks:
    """Tasks that nobody waits for: they are kept until they end, and their errors are logged."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a background task failed", exc_info=error)

    def cancel(self) -> asyncio.Future[list[Any]]:
        """Cancel all tasks; return what ends when they have ended."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        return asyncio.gather(*tasks, return_exceptions=True)
