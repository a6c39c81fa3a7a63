"""A file lock that the operating system releases when the process ends, however it ends.

filelock takes 40 ms to import, and on Windows locks the first byte of the file, where a server writes its address.
"""

import os
import sys

if sys.platform == "win32":
    import msvcrt

    def try_lock(file: int) -> bool:
        """Take the lock unless another process has it. A locked byte cannot be read, so lock one far past the text."""
        os.lseek(file, 2**20, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def try_lock(file: int) -> bool:
        """Take the lock unless another process has it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
