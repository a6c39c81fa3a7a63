"""How workers hear of each other: one connection to PostgreSQL that listens, and comes back when it was lost.

A notice names a table and, for an entry, its number. Whoever has the table open reads the rest from the database.
After a break in the connection everything that was missed is read in the same way, so no notice needs to be kept.
"""

import asyncio
import logging
from typing import TYPE_CHECKING

import psycopg
import sqlalchemy as sa

from kilowatt.store.database import DatabaseTrouble
from kilowatt.store.messages import CHANNEL

if TYPE_CHECKING:
    from kilowatt.server.tables.registry import TableRegistry

log = logging.getLogger("kilowatt.channel")

PAUSE = 0.5
"""Seconds before a lost connection is tried again."""


async def listen(registry: "TableRegistry") -> None:
    """Follow the other workers for as long as we run."""
    address = plain_url(registry.database.url)
    while True:
        try:
            await _listen_once(registry, address)
        except (psycopg.Error, OSError) as error:
            log.warning("the channel to the database is lost (%s); trying again", type(error).__name__)
        except DatabaseTrouble as error:
            log.warning("the database is in trouble: %s", error)
        except Exception:
            log.exception("what another worker has written could not be followed")
        await asyncio.sleep(PAUSE)


async def _listen_once(registry: "TableRegistry", address: str) -> None:
    connection = await psycopg.AsyncConnection.connect(
        address, autocommit=True, connect_timeout=5, keepalives_idle=10, keepalives_interval=5, keepalives_count=3
    )
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        await registry.catch_up_with_all()
        async for notice in connection.notifies():
            await registry.notice(notice.payload)


def plain_url(url: sa.URL) -> str:
    """The address of the database as libpq takes it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)
