"""Whether a worker can serve: its database answers in time, and what is written there fits on its disk."""

import asyncio
import secrets
import time

from sqlalchemy.engine import Connection

from kilowatt.store.database import Database, DatabaseTrouble
from kilowatt.store.schema import records

SECONDS = 2.0
"""Seconds in which the database must answer."""

FRESH = 1.0
"""Seconds for which an answer counts: however often a worker is asked, it asks the database once a second."""


class DatabaseHealth:
    """Asks the database whether it can be written."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._asking: asyncio.Task[bool] | None = None
        self._answered_at = 0.0

    async def is_good(self) -> bool:
        """Whether the database can be written, and says so in time. It is never asked twice at the same time."""
        asking = self._asking
        if asking is None or (asking.done() and time.monotonic() - self._answered_at > FRESH):
            asking = self._asking = asyncio.create_task(self._ask())
        done, _ = await asyncio.wait([asking], timeout=SECONDS)
        return bool(done) and asking.result()

    async def _ask(self) -> bool:
        try:
            await self._database.run(write_and_remove)
        except DatabaseTrouble:
            return False
        finally:
            self._answered_at = time.monotonic()
        return True

    async def close(self) -> None:
        """Stop asking."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait([self._asking])


def write_and_remove(connection: Connection) -> None:
    """Write something and remove it again, in one transaction: nobody sees it, but it has to fit on the disk."""
    values = {"id": f"health check {secrets.token_hex(8)}", "text": secrets.token_hex(5_000), "created_at": 0.0}
    connection.execute(records.insert(), values)
    connection.execute(records.delete().where(records.c.id == values["id"]))
