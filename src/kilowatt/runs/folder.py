"""The folder of a run, open for writing."""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from kilowatt.locking import try_lock
from kilowatt.rules.errors import BadInput


class RunFolder:
    """A folder that one process at a time writes to; as a context manager it holds the lock."""

    writer = "process"
    """What writes to such a folder, in messages."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damaged = 0
        """How much of an earlier run was missing or damaged, and is made again."""
        self.files = ExitStack()
        """The files that are open until the end."""

    def __enter__(self) -> Self:
        try:
            with self.files:
                self._open()
                self.files = self.files.pop_all()
        except BadInput:
            raise
        except (OSError, ValueError) as error:  # ValueError: a null character in the name
            raise BadInput(f"Cannot write to {self.path}: {getattr(error, 'strerror', None) or error}.") from None
        return self

    def __exit__(self, *_: object) -> None:
        self.files.close()

    def _open(self) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        lock = self.files.enter_context((self.path / ".lock").open("ab"))
        if not try_lock(lock.fileno()):
            raise BadInput(f"Another {self.writer} is writing to {self.path}.")
        self.take_over()

    def take_over(self) -> None:
        """Keep what an earlier run has finished; refuse the folder of another one."""
        raise NotImplementedError


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file atomically: a reader sees the old file or the whole new one."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(data)
    draft.replace(path)
