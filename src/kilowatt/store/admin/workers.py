"""The workers that use a database: each writes every few seconds that it is there."""

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.schema import workers

BEAT = 5.0
"""Seconds between two signs of life."""

GONE = 60.0
"""Seconds without a sign of life after which a worker counts as gone."""


class WorkerRow(msgspec.Struct, frozen=True):
    """A worker: a process on a machine, since when, with how many sockets and open tables."""

    id: str
    host: str
    process: int
    version: str
    started_at: float
    seen_at: float
    sockets: int
    tables: int
    draining: bool = False


def show_worker(connection: Connection, worker: WorkerRow) -> None:
    """Write that a worker is there. Whether it is to be drained stays as it is. Those that are gone are removed."""
    values = msgspec.structs.asdict(worker)
    del values["draining"]
    if not connection.execute(workers.update().where(workers.c.id == worker.id).values(**values)).rowcount:
        connection.execute(workers.insert(), {**values, "draining": False})
        connection.execute(workers.delete().where(workers.c.seen_at < worker.seen_at - GONE))


def remove_worker(connection: Connection, worker: str) -> None:
    """Write that a worker has ended."""
    connection.execute(workers.delete().where(workers.c.id == worker))


def read_workers(connection: Connection, now: float) -> list[WorkerRow]:
    """Return the workers that are there, by machine and age."""
    query = sa.select(workers).where(workers.c.seen_at > now - GONE)
    return [WorkerRow(*row) for row in connection.execute(query.order_by(workers.c.host, workers.c.started_at))]


def drain_worker(connection: Connection, worker: str) -> bool:
    """Ask a worker to send its clients elsewhere and end; return whether there is such a worker."""
    return bool(connection.execute(workers.update().where(workers.c.id == worker).values(draining=True)).rowcount)


def is_draining(connection: Connection, worker: str) -> bool:
    """Whether this worker is asked to end."""
    return bool(connection.execute(sa.select(workers.c.draining).where(workers.c.id == worker)).scalar())
