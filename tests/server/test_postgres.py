"""The PostgreSQL that tests are run on does what a test asks of it."""

import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from tests.server.postgres import PostgresServer, children_of, find_programs

ROOT = Path(__file__).parents[2]


def write(url: str, number: int) -> None:
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (number integer)")
        connection.execute("INSERT INTO kept VALUES (%s)", (number,))


def read(url: str) -> list[int]:
    with psycopg.connect(url) as connection:
        return [row[0] for row in connection.execute("SELECT number FROM kept ORDER BY number").fetchall()]


def test_every_database_is_new_and_empty(postgres: PostgresServer) -> None:
    one, other = postgres.database(), postgres.database()
    write(one, 1)
    with pytest.raises(psycopg.errors.UndefinedTable):
        read(other)


def test_what_was_committed_survives_restart_and_kill(postgres: PostgresServer) -> None:
    url = postgres.database()
    write(url, 1)
    postgres.restart()
    write(url, 2)
    postgres.restart("immediate")
    write(url, 3)
    assert postgres._process is not None
    processes = [postgres._process.pid, *children_of(postgres._process.pid)]
    postgres.kill()
    with pytest.raises(psycopg.OperationalError):
        read(url)
    assert not any(Path(f"/proc/{process}/exe").exists() for process in processes)
    postgres.start()
    assert read(url) == [1, 2, 3]


def test_it_writes_to_disk_as_a_real_one_does(postgres: PostgresServer) -> None:
    with psycopg.connect(postgres.url()) as connection:
        assert connection.execute("SHOW fsync").fetchone() == ("on",)


def test_a_database_is_given_of_either_kind(database_url: str, request: pytest.FixtureRequest) -> None:
    assert database_url.startswith(f"{request.node.callspec.params['database_url']}://")


def test_no_server_outlives_the_process_that_started_it() -> None:
    programs = find_programs()
    if programs is None:
        pytest.skip("there is no PostgreSQL")
    script = f"""
import os, signal
from pathlib import Path
from tests.server.postgres import PostgresServer
server = PostgresServer(Path({str(programs)!r}))
server.start()
print(server.url(), server.folder, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, check=False, timeout=60)
    url, folder = done.stdout.decode().split()
    deadline = time.monotonic() + 20
    while Path(folder).exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(folder).exists()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)
