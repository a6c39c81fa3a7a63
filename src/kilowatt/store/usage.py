"""What each address uses, counted once for all workers in PostgreSQL.

Rates (tables, requests, messages) are one leaky bucket for each address: its level falls by ``rate`` a second. What is
open (sockets, connections) is a row for each worker, which counts while the worker renews it. All times are those of
the database, so the clocks of several machines do not matter.

The table is not part of the schema: nothing in it outlives the servers, it is not flushed to disk, and SQLite, with its
one worker, has none.
"""

from collections.abc import Mapping

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from kilowatt.store.opening import changing

STALE = 3.0
"""Seconds after which what a worker has open no longer counts, unless it was renewed."""

KEPT = 3600.0
"""Seconds for which an address is remembered after its last use: until the longest bucket has run empty."""


USAGE_TABLE = "address_usage"

_CREATE = f"""
CREATE UNLOGGED TABLE IF NOT EXISTS {USAGE_TABLE} (
    kind text NOT NULL,  -- tables, requests, messages, sockets, connections
    address text NOT NULL,
    worker text NOT NULL,  -- who has them open; empty for what all workers count together
    amount double precision NOT NULL,
    at double precision NOT NULL,
    PRIMARY KEY (kind, address, worker)
)
"""


class Rate(msgspec.Struct, frozen=True):
    """A leaky bucket: what an address may use at once, and how much of it is given back each second."""

    per_second: float
    at_once: float


_NOW = "extract(epoch FROM clock_timestamp())"
_LEVEL = f"greatest(u.amount - ({_NOW} - u.at) * CAST(:rate AS double precision), 0)"
_EACH = (
    "FROM unnest(CAST(:addresses AS text[]), CAST(:amounts AS double precision[])) AS used(address, amount) "
    "ORDER BY address"  # the same order in all workers, so that they do not wait for each other in a circle
)

_TAKE = sa.text(
    f"INSERT INTO address_usage AS u (kind, address, worker, amount, at) VALUES (:kind, :address, '', 1, {_NOW}) "  # noqa: S608 – our own text
    f"ON CONFLICT (kind, address, worker) DO UPDATE SET amount = {_LEVEL} + 1, at = {_NOW} "
    f"WHERE {_LEVEL} + 1 <= :most RETURNING amount"
)

_ADD = sa.text(
    "INSERT INTO address_usage AS u (kind, address, worker, amount, at) "
    f"SELECT :kind, address, '', amount, {_NOW} {_EACH} "
    "ON CONFLICT (kind, address, worker) "
    f"DO UPDATE SET amount = least({_LEVEL} + excluded.amount, 2 * :most), at = {_NOW} "
    "RETURNING address, amount"
)

_RENEW = sa.text(
    "INSERT INTO address_usage (kind, address, worker, amount, at) "
    f"SELECT :kind, address, :worker, amount, {_NOW} {_EACH} "
    "ON CONFLICT (kind, address, worker) DO UPDATE SET amount = excluded.amount, at = excluded.at"
)

_CLOSED = sa.text(
    "DELETE FROM address_usage WHERE kind = :kind AND worker = :worker AND address <> ALL(CAST(:addresses AS text[]))"
)

_OTHERS = sa.text(
    "SELECT address, sum(amount) FROM address_usage "  # noqa: S608 – our own text
    f"WHERE kind = :kind AND worker <> :worker AND worker <> '' AND at > {_NOW} - {STALE} GROUP BY address"
)

_OTHERS_OF_ONE = sa.text(
    "SELECT coalesce(sum(amount), 0) FROM address_usage "  # noqa: S608 – our own text
    f"WHERE kind = :kind AND address = :address AND worker <> :worker AND at > {_NOW} - {STALE}"
)

_FORGET = sa.text(f"DELETE FROM address_usage WHERE at < {_NOW} - CASE worker WHEN '' THEN {KEPT} ELSE {STALE} END")  # noqa: S608 – our own text

_LOCK = sa.text("SELECT pg_advisory_xact_lock(hashtext(:kind), hashtext(:address))")


def prepare_usage(url: sa.URL) -> None:
    """Create the table on PostgreSQL, unless it exists."""
    if url.get_backend_name() == "postgresql":
        with changing(url) as connection:
            connection.execute(sa.text(_CREATE))


def take_one(connection: Connection, kind: str, address: str, rate: Rate) -> bool:
    """Take one from the bucket of an address; return whether there was one left."""
    found = connection.execute(
        _TAKE, {"kind": kind, "address": address, "rate": rate.per_second, "most": rate.at_once}
    ).first()
    return found is not None


def add_used(connection: Connection, kind: str, used: Mapping[str, float], rate: Rate) -> dict[str, float]:
    """Add what addresses have used here to their buckets; return the levels, which include all workers."""
    values = {**_arrays(used), "kind": kind, "rate": rate.per_second, "most": rate.at_once}
    return {row.address: row.amount for row in connection.execute(_ADD, values)}


def renew_open(connection: Connection, kind: str, worker: str, counts: Mapping[str, int]) -> dict[str, int]:
    """Replace what addresses have open at this worker; return what they have open at the others."""
    values = {**_arrays(counts), "kind": kind, "worker": worker}
    connection.execute(_CLOSED, values)
    if counts:
        connection.execute(_RENEW, values)
    return {address: int(amount) for address, amount in connection.execute(_OTHERS, values)}


def open_one(connection: Connection, kind: str, worker: str, address: str, count: int, most: int) -> bool:
    """Replace what one address has open at this worker, if that is not too much with the others; return whether."""
    values = {"kind": kind, "worker": worker, "address": address}
    connection.execute(_LOCK, values)  # two workers would each see the other before the new one
    if count + connection.execute(_OTHERS_OF_ONE, values).scalar_one() > most:
        return False
    connection.execute(_RENEW, {**_arrays({address: count}), **values})
    return True


def forget_usage(connection: Connection) -> int:
    """Delete what no longer counts, and so the addresses; return the number of rows."""
    return connection.execute(_FORGET).rowcount


def _arrays(amounts: Mapping[str, float]) -> dict[str, object]:
    return {"addresses": list(amounts), "amounts": [float(amount) for amount in amounts.values()]}
