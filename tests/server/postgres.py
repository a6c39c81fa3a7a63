"""A PostgreSQL of our own for tests: a cluster in a folder that goes away.

``python -m tests.server.postgres`` ends with 0 where PostgreSQL is installed, else with 1.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg

PROGRAMS = ("initdb", "postgres")
USER = "kilowatt"
PATIENCE = 60.0

# Ends when our process has ended, however that came: then nobody needs the server any more, nor its folder.
GUARD = """
read -r _
test -f data/postmaster.pid && kill -QUIT "$(head -n 1 data/postmaster.pid)" && sleep 1
cd / && rm -rf "$1"
"""


PLENTY = 8e9
"""Bytes of memory that must be free for a cluster to be put there."""


class NoPostgres(Exception):
    """There is no PostgreSQL on this machine, or it does not start."""


def find_programs() -> Path | None:
    """The folder with PostgreSQL's programs, if it is installed: on the path, or where Debian and others put it."""
    if sys.platform == "win32":
        return None  # where it is started otherwise
    candidates = []
    if found := shutil.which("postgres"):
        candidates.append(Path(found).resolve().parent)
    candidates += sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: folder.parent.name.zfill(3), reverse=True
    )
    if config := shutil.which("pg_config"):
        asked = subprocess.run([config, "--bindir"], capture_output=True, encoding="utf-8", check=False)
        candidates.append(Path(asked.stdout.strip()))
    return next((folder for folder in candidates if all((folder / name).exists() for name in PROGRAMS)), None)


def memory_disk() -> Path | None:
    """A folder in memory, if there is plenty of it: tests make hundreds of databases, and disks are slow to forget."""
    folder = Path("/dev/shm")  # noqa: S108 – the cluster has a folder of its own there
    return folder if folder.is_dir() and shutil.disk_usage(folder).free > PLENTY else None


class PostgresServer:
    """A server with a cluster of its own, at a free port of 127.0.0.1. Everybody on this machine may connect.

    It can be stopped, restarted and killed, and keeps its port and its data until it is closed.
    """

    def __init__(self, programs: Path, place: Path | None = None) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="kilowatt-postgres-", dir=place))
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self._user: int | None = None
        self._group: int | None = None
        if os.geteuid() == 0:  # as which PostgreSQL refuses to run
            self._user, self._group = unprivileged_user()
            os.chown(self.folder, self._user, self._group)
        command = ["/bin/sh", "-c", GUARD, "guard", str(self.folder)]
        self._guard = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.PIPE, start_new_session=True)
        try:
            self._run("initdb", "-D", "data", "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        except BaseException:
            self.close()
            raise

    def url(self, database: str = "postgres") -> str:
        """The address of one of its databases."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"table_{next(self._numbers)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        for _ in range(5):
            self.port = self.port or free_port()
            if self._start_once():
                return
            if "Address already in use" not in self.log():
                break
            self.port = 0  # somebody was faster
        raise NoPostgres(f"PostgreSQL does not start:\n{self.log()}")

    def stop(self, mode: str = "fast") -> None:
        """Stop the server: ``fast``, with everything in its place, or ``immediate``, as if it had crashed."""
        self._end({"fast": signal.SIGINT, "immediate": signal.SIGQUIT}[mode])

    def restart(self, mode: str = "fast") -> None:
        """Stop the server and start it again, at the same port."""
        self.stop(mode)
        self.start()

    def kill(self) -> None:
        """Kill the server and every process of it, as the loss of power would."""
        assert self._process is not None
        children = children_of(self._process.pid)
        self._end(signal.SIGKILL)
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        while any(Path(f"/proc/{child}/exe").exists() for child in children):
            time.sleep(0.01)  # a new server would not start while one of them has the old one's memory

    @contextlib.contextmanager
    def hanging(self) -> Iterator[None]:
        """Let it hang: connections stay open, and nothing is answered."""
        assert self._process is not None
        processes = [self._process.pid, *children_of(self._process.pid)]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)

    def close(self) -> None:
        """Stop the server for good. Its folder goes away."""
        if self._process is not None:
            self.stop("immediate")
        (self.folder / "data/postmaster.pid").unlink(missing_ok=True)  # of a killed one; the guard is to kill nobody
        self._guard.communicate()

    def log(self) -> str:
        """What the server last said."""
        file = self.folder / "log"
        return "\n".join(file.read_text(encoding="utf-8", errors="replace").splitlines()[-20:]) if file.exists() else ""

    def _start_once(self) -> bool:
        options = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "shared_buffers": "16MB",
            "timezone": "UTC",
        }
        arguments = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                [self.programs / "postgres", "-D", "data", *arguments],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the tests, which then stop it
                user=self._user,
                group=self._group,
            )
        deadline = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < deadline:
            with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.url(), connect_timeout=2):
                return True
            time.sleep(0.05)
        self._end(signal.SIGQUIT)
        return False

    def _end(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)
        self._process.wait(PATIENCE)
        self._process = None

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        done = subprocess.run(
            command,
            cwd=self.folder,
            capture_output=True,
            encoding="utf-8",
            user=self._user,
            group=self._group,
            check=False,
        )
        if done.returncode:
            raise NoPostgres(f"{program} failed:\n{done.stdout}{done.stderr}")


def unprivileged_user() -> tuple[int, int]:
    """Somebody who is not root, and their group."""
    import pwd  # noqa: PLC0415 – which Windows does not have

    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            found = pwd.getpwnam(name)
            return found.pw_uid, found.pw_gid
    raise NoPostgres("PostgreSQL does not run as root, and there is no user 'postgres' or 'nobody' to run it as.")


def children_of(process: int) -> list[int]:
    """The processes that a process has started. Where there is no /proc, PostgreSQL's soon end by themselves."""
    children = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            words = status.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            if int(words[1]) == process:
                children.append(int(status.parent.name))
    return children


def command_line(process: int) -> bytes:
    """What a process was started with; nothing if it is gone."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def free_port() -> int:
    """A port that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    sys.exit(find_programs() is None)
