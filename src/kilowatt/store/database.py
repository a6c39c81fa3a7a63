"""One interface to SQLite and PostgreSQL: a transaction is a function that takes a connection.

SQLite runs in the event loop itself: a commit takes a fraction of a millisecond, and a thread would have to wait for
the interpreter lock between statements. PostgreSQL is awaited.

Errors are raised as ``DatabaseTrouble`` with a sentence. A failed transaction changes nothing, unless the connection
was lost during the commit: then the outcome is unknown, and the caller has to read it back.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.engine.interfaces import IsolationLevel
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, NullPool, StaticPool

from kilowatt.rules.errors import BadInput
from kilowatt.table.journal import Conflict, JournalTrouble

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 10.0
"""Seconds for which a transaction is retried while the database is locked or unreachable."""


ANSWER = 4.0
"""Seconds in which PostgreSQL must have carried out one transaction. A server that hangs says nothing at all."""

DEADLINES = {"statement_timeout": 3000, "lock_timeout": 3000, "idle_in_transaction_session_timeout": 30_000}
"""The same for PostgreSQL itself, in milliseconds: it ends what nobody waits for any more."""


class DatabaseTrouble(JournalTrouble):
    """The database is full, or has been locked or unreachable for longer than ``PATIENCE``."""


class Database:
    """A database that runs transactions."""

    url: sa.URL
    dialect: str
    is_shared: bool
    """Whether other workers may use it too."""

    async def run(self, change: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function that takes a connection, as one transaction: all of it happens, or nothing.

        Raises ``Conflict`` if a row already exists, ``DatabaseTrouble`` if the database cannot be used.
        """
        started = time.monotonic()
        pause = 0.02
        while True:
            try:
                return await self._once(lambda connection: change(connection, *args, **kwargs))
            except (IntegrityError, sqlite3.IntegrityError) as error:
                raise Conflict from error
            except (DBAPIError, sqlite3.Error, sa.exc.TimeoutError, OSError) as error:
                if not _is_temporary(error) or time.monotonic() - started + pause > PATIENCE:
                    raise DatabaseTrouble(_in_words(error)) from error
            await asyncio.sleep(pause)
            pause = min(2 * pause, 0.5)

    async def _once(self, change: Callable[[Connection], T]) -> T:
        raise NotImplementedError

    def in_use(self) -> int:
        """Return how many connections are in use at the moment."""
        return 0

    def most(self) -> int:
        """Return how many connections may be open."""
        return 1

    async def close(self) -> None:
        """Close all connections."""
        raise NotImplementedError


class Sqlite(Database):
    """One file, one connection, one process."""

    dialect = "sqlite"
    is_shared = False

    def __init__(self, url: sa.URL) -> None:
        self.url = url
        self._engine = sqlite_engine(url, begin=None)
        self._connection: Connection | None = None
        self._driver: Any = None

    async def _once(self, change: Callable[[Connection], T]) -> T:
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._driver = self._connection.connection.driver_connection
        # The driver begins and commits: with SQLAlchemy's own transactions, committing one row took 50 % longer.
        self._driver.execute("BEGIN IMMEDIATE")
        try:
            result = change(self._connection)
            self._driver.execute("COMMIT")
        except BaseException:
            if self._driver.in_transaction:
                self._driver.execute("ROLLBACK")
            raise
        return result

    async def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._engine.dispose()


class Postgres(Database):
    """A PostgreSQL server, shared by any number of workers."""

    dialect = "postgresql"
    is_shared = True

    def __init__(self, url: sa.URL, connections: int) -> None:
        self.url = url
        self._abandoned: set[asyncio.Task[Any]] = set()
        deadlines = " ".join(f"-c {name}={value}" for name, value in DEADLINES.items())
        self._engine: AsyncEngine = create_async_engine(
            url,
            pool_size=connections,
            max_overflow=0,
            pool_timeout=ANSWER,
            connect_args={"connect_timeout": 5, "options": deadlines},
            hide_parameters=True,
        )
        self._most = connections

    def in_use(self) -> int:
        """Return how many connections are in use at the moment."""
        pool = self._engine.pool
        assert isinstance(pool, AsyncAdaptedQueuePool)
        return pool.checkedout()

    def most(self) -> int:
        """Return how many connections may be open."""
        return self._most

    async def _once(self, change: Callable[[Connection], T]) -> T:
        transaction = asyncio.create_task(self._transact(change))
        try:
            done, _ = await asyncio.wait([transaction], timeout=ANSWER)
        finally:
            self._abandon(transaction)
        if not done:
            raise TimeoutError
        return transaction.result()

    async def _transact(self, change: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(change)

    def _abandon(self, transaction: "asyncio.Task[Any]") -> None:
        """Cancel a transaction that has not ended, without waiting: if the server hangs, even that takes seconds.

        One that has failed in the moment in which its caller was cancelled is not worth a line in the log either.
        """
        transaction.cancel()
        self._abandoned.add(transaction)
        transaction.add_done_callback(self._forget)

    def _forget(self, transaction: "asyncio.Task[Any]") -> None:
        self._abandoned.discard(transaction)
        if not transaction.cancelled():
            transaction.exception()  # which nobody needs any more, or the caller has had

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()


def open_database(url: str, connections: int = 12) -> Database:
    """Open the database at this URL: ``sqlite:///file`` or ``postgresql://…``, with at most this many connections."""
    parsed = parse_url(url)
    return Sqlite(parsed) if parsed.get_backend_name() == "sqlite" else Postgres(parsed, connections)


def parse_url(url: str) -> sa.URL:
    """Parse a database URL and set our driver; ``BadInput`` if it is not SQLite or PostgreSQL."""
    wanted = "Give a database as sqlite:///FILE or postgresql://USER@HOST/NAME."
    try:
        parsed = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        raise BadInput(f"This is not the address of a database. {wanted}") from None
    name = parsed.drivername.partition("+")[0]
    if name == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise BadInput(f"A table must outlive its server, so SQLite needs a file. {wanted}")
        if parsed.query or parsed.database.startswith("file:"):
            raise BadInput(f"For SQLite, give the name of a file and nothing else. {wanted}")
        return parsed.set(drivername="sqlite")
    if name in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+psycopg")
    raise BadInput(f"{name!r} is not a database that Kilowatt can use. {wanted}")


def sync_engine(url: sa.URL, *, reading: bool = False) -> sa.Engine:
    """Make an engine for work outside the event loop: upgrading, exporting, importing.

    With ``reading``, it sees the database as it was when its transaction began, and does not block writers.
    """
    if url.get_backend_name() == "sqlite":
        return sqlite_engine(url, begin="BEGIN" if reading else "BEGIN IMMEDIATE", timeout=PATIENCE)
    level: IsolationLevel = "REPEATABLE READ" if reading else "READ COMMITTED"
    return sa.create_engine(
        url, isolation_level=level, poolclass=NullPool, connect_args={"connect_timeout": 5}, hide_parameters=True
    )


def sqlite_engine(url: sa.URL, begin: str | None = "BEGIN IMMEDIATE", timeout: float = 0.05) -> sa.Engine:
    """Make an engine whose commits are flushed to disk. Transactions start with ``begin``; None: by the caller."""
    # A logged error must not contain the values to be written: decks, salts, hashes of secrets.
    engine = sa.create_engine(url, poolclass=StaticPool, connect_args={"timeout": timeout}, hide_parameters=True)

    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we send BEGIN ourselves
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    sa.event.listen(engine, "connect", connected)
    if begin is not None:
        sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def _is_temporary(error: Exception) -> bool:
    """Whether this error may be temporary: locked or unreachable. A full disk is reported at once."""
    cause = _cause(error)
    if isinstance(cause, sqlite3.Error):
        return "locked" in str(cause) or "busy" in str(cause)
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or type(cause).__name__ in _AWAY
    return True  # no connection available: the server is unreachable, or all are in use


def _cause(error: Exception) -> BaseException:
    """Return the error of the driver."""
    return error.orig or error if isinstance(error, DBAPIError) else error


_AWAY = {
    "OperationalError", "AdminShutdown", "CannotConnectNow", "CrashShutdown", "ConnectionFailure", "InterfaceError",
    "DeadlockDetected", "SerializationFailure", "QueryCanceled", "LockNotAvailable",
}  # fmt: skip


def _in_words(error: Exception) -> str:
    words = str(_cause(error))
    if "full" in words or "No space" in words:
        return "The disk of the database is full. Nothing was changed; tell whoever runs this server."
    if "locked" in words or "busy" in words:
        return "The database is locked by another program. Nothing was changed; try again."
    return "The database cannot be reached at the moment. Try again in a while."
