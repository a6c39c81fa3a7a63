"""The limits of several workers, counted once for all of them in PostgreSQL.

New tables are counted there, each in one statement. So are the sockets of an address that already has several.
Requests, messages and connections are too many for that: each worker counts its own, and once a second they are added
up. An address may therefore exceed these limits for a second, and then waits the longer. Addresses that use little
are not written down at all.
"""

import asyncio
import contextlib
from collections.abc import Mapping

import msgspec
from sqlalchemy.engine import Connection

from kilowatt.server.limits import LIGHT_USE, Buckets, Connections, Gate, Limits
from kilowatt.store.database import Database, DatabaseTrouble
from kilowatt.store.usage import Rate, add_used, forget_usage, open_one, renew_open, take_one
from kilowatt.table.keys import new_id

EVERY = 1.0
"""Seconds between two exchanges with the other workers."""

FORGET_EVERY = 60
"""Exchanges between two searches for addresses that no longer count."""


class _Usage(msgspec.Struct, frozen=True):
    """What one worker tells the others."""

    used: Mapping[str, tuple[Mapping[str, float], Rate]]
    open: Mapping[str, Mapping[str, int]]


class SharedGate(Gate):
    """What each address has used of its limits on all workers of a database."""

    def __init__(
        self, limits: Limits, database: Database, connections: Connections, draining: asyncio.Event | None = None
    ) -> None:
        super().__init__(limits)
        self._database = database
        self._worker = new_id()
        self._draining = draining or asyncio.Event()
        self._rates: dict[str, Buckets] = {"requests": self.requests, "messages": self.messages}
        self._open = {"sockets": self.sockets, "connections": connections.counts}
        for buckets in self._rates.values():
            buckets.collect_used(EVERY)  # from now on they remember what is used

    async def may_make_table(self, address: str) -> bool:
        """Count a new table in the database, in the same bucket for all workers."""
        return await self._database.run(take_one, "tables", address, _rate_of(self.tables))

    async def enter(self, address: str) -> bool:
        """Count a new socket: here, and in the database if this address has several."""
        if not self.sockets.enter(address):
            return False
        has_entered = False
        try:
            has_entered = await self._has_room(address)
        finally:
            if not has_entered:
                self.sockets.leave(address)
        return has_entered

    async def _has_room(self, address: str) -> bool:
        count, most = self.sockets.here(address), self.sockets.most
        if count <= LIGHT_USE * most:
            return True
        try:
            return await self._database.run(open_one, "sockets", self._worker, address, count, most)
        except DatabaseTrouble:
            return True  # whoever opens the socket will find out

    async def keep(self) -> None:
        """Exchange what was used with the other workers, until cancelled. A worker that drains gives up its sockets."""
        number = 0
        while True:
            with contextlib.suppress(DatabaseTrouble):  # then the limits of this worker alone hold
                await self.exchange(forget=number % FORGET_EVERY == 0)
            number += 1
            if self._draining.is_set():
                await asyncio.sleep(EVERY)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._draining.wait()

    async def exchange(self, *, forget: bool = False) -> None:
        """Tell the database what was used here, and learn what was used elsewhere."""
        usage = _Usage(
            {kind: (buckets.collect_used(EVERY), _rate_of(buckets)) for kind, buckets in self._rates.items()},
            {kind: {} if self._draining.is_set() else counts.heavy() for kind, counts in self._open.items()},
        )
        levels, elsewhere = await self._database.run(_exchange, self._worker, usage, forget=forget)
        for kind, buckets in self._rates.items():
            buckets.correct(levels.get(kind, {}))
        for kind, counts in self._open.items():
            counts.elsewhere = elsewhere[kind]


def _rate_of(buckets: Buckets) -> Rate:
    return Rate(buckets.rate, buckets.most)


def _exchange(
    connection: Connection, worker: str, usage: _Usage, *, forget: bool
) -> tuple[dict[str, dict[str, float]], dict[str, dict[str, int]]]:
    """In one transaction: the levels of what was used here, by kind, and what is open at the others."""
    levels = {kind: add_used(connection, kind, used, rate) for kind, (used, rate) in usage.used.items() if used}
    elsewhere = {kind: renew_open(connection, kind, worker, counts) for kind, counts in usage.open.items()}
    if forget:
        forget_usage(connection)
    return levels, elsewhere
