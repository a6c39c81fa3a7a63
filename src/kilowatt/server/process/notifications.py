"""Notifications between workers: one connection to PostgreSQL that listens, and reconnects when it is lost.

A notification names a table and, for an entry, its number. Workers that have the table open read the rest from the
database. After reconnecting, they read everything they missed in the same way, so notifications need not be stored.
"""

import asyncio
import logging
from collections.abc import Callable

import psycopg
import sqlalchemy as sa

from kilowatt.store.admin.audit import NOTICE
from kilowatt.store.database import DatabaseTrouble
from kilowatt.store.messages import CHANNEL
from kilowatt.table import TableRegistry

log = logging.getLogger("kilowatt.notifications")

PAUSE = 0.5
"""Seconds before reconnecting after a lost connection."""


async def listen(url: sa.URL, registry: TableRegistry, on_admin: Callable[[], None]) -> None:
    """Follow the changes of other workers until cancelled; ``on_admin`` is called when the audit log has grown."""
    address = plain_url(url)
    while True:
        try:
            await _listen_once(registry, address, on_admin)
        except (psycopg.Error, OSError) as error:
            log.warning("lost the notification connection to the database (%s); reconnecting", type(error).__name__)
        except DatabaseTrouble as error:
            log.warning("database error: %s", error)
        except Exception:
            log.exception("could not follow the changes of another worker")
        await asyncio.sleep(PAUSE)


async def _listen_once(registry: TableRegistry, address: str, on_admin: Callable[[], None]) -> None:
    connection = await psycopg.AsyncConnection.connect(
        address, autocommit=True, connect_timeout=5, keepalives_idle=10, keepalives_interval=5, keepalives_count=3
    )
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        await registry.catch_up_with_all()
        try:
            async with asyncio.TaskGroup() as following:  # a table that takes its time does not hold up the others
                async for notice in connection.notifies():
                    if notice.payload == NOTICE:
                        on_admin()
                    else:
                        following.create_task(registry.notice(notice.payload))
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from None


def plain_url(url: sa.URL) -> str:
    """Return the URL of the database in the form that libpq accepts."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)
