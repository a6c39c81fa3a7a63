"""What a worker does because of ``kilowatt admin``, and what it tells it.

A worker writes every few seconds that it is there. It follows the audit log: once a second, and on PostgreSQL as soon
as it is notified. Then it reads the bans and the announcement again, tells its clients, and ends if it is to be
drained. It also removes what has expired.
"""

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import time
from collections.abc import Iterator

import msgspec
from sqlalchemy.engine import Connection

import kilowatt
from kilowatt.server.bans import Bans
from kilowatt.server.settings import Settings
from kilowatt.server.sockets.clients import Client
from kilowatt.store.admin.announcements import AnnouncedRestart, announced_restart
from kilowatt.store.admin.audit import last_audit, write_audit
from kilowatt.store.admin.bans import Ban, read_bans
from kilowatt.store.admin.expiry import Expired, expire_some
from kilowatt.store.admin.workers import BEAT, WorkerRow, is_draining, remove_worker, show_worker
from kilowatt.store.database import Database, DatabaseTrouble
from kilowatt.table import Denied, TableRegistry
from kilowatt.table.broadcast import encode
from kilowatt.table.messages import Announcement

log = logging.getLogger("kilowatt.administration")

LOOK_EVERY = 1.0
"""Seconds between two looks at the audit log. SQLite tells nobody of changes, and a notification may be lost."""

EXPIRE_EVERY = 3600.0
PAUSE = 0.1
"""Seconds between two removals of what has expired, in which players come first."""


class Orders(msgspec.Struct, frozen=True):
    """What the database says since the line of the audit log with the number ``last``."""

    last: int
    bans: list[Ban]
    restart: AnnouncedRestart | None
    draining: bool


class Administration:
    """The part of a worker that obeys ``kilowatt admin``."""

    def __init__(
        self, settings: Settings, database: Database, registry: TableRegistry, draining: asyncio.Event
    ) -> None:
        self.bans = Bans()
        self.restart: AnnouncedRestart | None = None
        self._retention = settings.retention
        self._database = database
        self._registry = registry
        self._draining = draining
        self._id = secrets.token_hex(3)
        self._started_at = time.time()
        self._last = -1
        self._woken = asyncio.Event()

    # Following the audit log

    async def follow(self) -> None:
        """Look at the audit log again and again."""
        while True:
            with contextlib.suppress(DatabaseTrouble):
                await self._look()
            self._woken.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._woken.wait()

    def wake(self) -> None:
        """Look at the audit log now."""
        self._woken.set()

    async def _look(self) -> None:
        orders = await self._database.run(_read_orders, self._id, self._last, time.time())
        if self.restart is not None and self.restart.restart_at < time.time():
            self.restart = None
        if orders is None:
            return
        is_first, self._last = self._last < 0, orders.last
        self.bans = Bans(orders.bans)
        self._dismiss_banned()
        if orders.restart != self.restart:
            self.restart = orders.restart
            for client in self._clients():
                if client.is_welcome:
                    client.send(encode(self.announcement()))
        if not self._database.is_shared and not is_first:
            await self._registry.catch_up_with_all()
        if orders.draining:
            log.info("worker %s is drained: its clients go elsewhere, and it ends", self._id)
            self._draining.set()

    def _dismiss_banned(self) -> None:
        for client in list(self._clients()):
            try:
                self.bans.require_allowed(client.address)
            except Denied as denied:
                client.dismiss(denied)

    def _clients(self) -> Iterator[Client]:
        for table in self._registry.tables.values():
            for viewer in table.audience.viewers:
                if isinstance(viewer, Client):
                    yield viewer

    # What clients are told

    def announcement(self) -> Announcement:
        """Return the announcement of a restart, or that there is none."""
        if self.restart is None:
            return Announcement(None, "")
        return Announcement(max(0.0, self.restart.restart_at - time.time()), self.restart.text)

    def greet(self, client: Client) -> None:
        """Tell a client that has just arrived of the restart that was announced before."""
        if self.restart is not None:
            client.send(encode(self.announcement()))

    # Signs of life

    async def live(self) -> None:
        """Write again and again that this worker is there."""
        while True:
            with contextlib.suppress(DatabaseTrouble):
                await self._database.run(show_worker, self._row())
            await asyncio.sleep(BEAT)

    def _row(self) -> WorkerRow:
        return WorkerRow(
            self._id,
            socket.gethostname(),
            os.getpid(),
            kilowatt.__version__,
            self._started_at,
            time.time(),
            sum(1 for _ in self._clients()),
            len(self._registry.tables),
        )

    async def close(self) -> None:
        """Write that this worker ends. If that takes long, others find out by themselves."""
        with contextlib.suppress(DatabaseTrouble, TimeoutError):
            async with asyncio.timeout(1.0):
                await self._database.run(remove_worker, self._id)

    # What has expired

    async def expire(self) -> None:
        """Remove what has expired, now and every hour."""
        while True:
            with contextlib.suppress(DatabaseTrouble):
                await self._expire_all()
            await asyncio.sleep(EXPIRE_EVERY)

    async def _expire_all(self) -> None:
        total = Expired()
        while (done := await self._database.run(expire_some, self._retention, time.time())) and done.counts():
            total.add(done)
            for table in done.tables:  # somebody may look at it here; other workers are notified
                await self._registry.notice(table)
            await asyncio.sleep(PAUSE)
        if counts := total.counts():
            log.info("removed what has expired: %s", counts)
            await self._database.run(write_audit, "server", "expire", time.time(), counts)


def _read_orders(connection: Connection, worker: str, known: int, now: float) -> Orders | None:
    """Return what is ordered, or None if nothing has been since the line with this number."""
    last = last_audit(connection)
    if last == known:
        return None
    restart = announced_restart(connection, now)
    return Orders(last, read_bans(connection, now), restart, is_draining(connection, worker))
