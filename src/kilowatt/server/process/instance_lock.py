"""One SQLite file, one server: a lock on ``FILE.lock``, which also says where that server is.

The system gives the lock back however the process ends, so nothing is left to clear up after a crash.
"""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from kilowatt.locking import try_lock
from kilowatt.rules.errors import BadInput

PATIENCE = 2.0
"""Seconds in which a server that has just taken the lock will have said where it is."""


class AlreadyServed(BadInput):
    """Another server has this file. ``address`` is where it is; empty, if it has not said so."""

    def __init__(self, file: Path, address: str) -> None:
        where = f"by the server at {address}" if address else "by another process"
        super().__init__(f"The table in {file} is open already, {where}. Stop that one first, or use another database.")
        self.address = address


class InstanceLock:
    """The right to serve a file."""

    def __init__(self, lock: IO[str]) -> None:
        self._lock = lock

    def announce(self, address: str) -> None:
        """Let others know where the server of this file is."""
        self._lock.seek(0)
        self._lock.truncate()
        self._lock.write(address)
        self._lock.flush()


@contextlib.contextmanager
def locked_instance(file: Path) -> Iterator[InstanceLock]:
    """Have a file to oneself; ``AlreadyServed`` if somebody else does."""
    path = file.with_name(file.name + ".lock")
    try:
        lock = path.open("a+", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"Cannot use the database {file}: {path} cannot be written ({error.strerror}).") from None
    with lock:
        if not try_lock(lock.fileno()):
            raise AlreadyServed(file, _announced(path))
        claim = InstanceLock(lock)
        claim.announce("")  # what a server that crashed has left
        try:
            yield claim
        finally:
            claim.announce("")


def _announced(path: Path) -> str:
    """What the holder of the lock says about itself. It may only just be starting."""
    deadline = time.monotonic() + PATIENCE
    while not (words := path.read_text(encoding="utf-8")) and time.monotonic() < deadline:
        time.sleep(0.05)
    return words
