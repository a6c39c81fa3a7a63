"""One server per SQLite file: a lock on ``FILE.lock``, which also contains the address of the server.

The operating system releases the lock however the process ends, so there is nothing to clean up after a crash.
"""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from kilowatt.locking import try_lock
from kilowatt.rules.errors import BadInput

PATIENCE = 2.0
"""Seconds to wait for the address of a server that has just taken the lock."""


class AlreadyServed(BadInput):
    """Another server is using this file. ``address`` is its address; empty if unknown."""

    def __init__(self, file: Path, address: str) -> None:
        where = f"by the server at {address}" if address else "by another process"
        super().__init__(f"The table in {file} is open already, {where}. Stop that one first, or use another database.")
        self.address = address


class InstanceLock:
    """A lock that is held on a database file."""

    def __init__(self, lock: IO[str]) -> None:
        self._lock = lock

    def announce(self, address: str) -> None:
        """Write the address of the server into the lock file."""
        self._lock.seek(0)
        self._lock.truncate()
        self._lock.write(address)
        self._lock.flush()


@contextlib.contextmanager
def locked_instance(file: Path) -> Iterator[InstanceLock]:
    """Lock a database file; ``AlreadyServed`` if another server holds the lock."""
    path = file.with_name(file.name + ".lock")
    try:
        lock = path.open("a+", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"Cannot use the database {file}: {path} cannot be written ({error.strerror}).") from None
    with lock:
        if not try_lock(lock.fileno()):
            raise AlreadyServed(file, _announced(path))
        instance = InstanceLock(lock)
        instance.announce("")  # remove what a crashed server has left
        try:
            yield instance
        finally:
            instance.announce("")


def _announced(path: Path) -> str:
    """Read the address of the server that holds the lock, waiting a little if it is just starting."""
    deadline = time.monotonic() + PATIENCE
    while not (address := path.read_text(encoding="utf-8")) and time.monotonic() < deadline:
        time.sleep(0.05)
    return address
