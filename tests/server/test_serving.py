"""Starting the server, finding it, and how it ends: real processes, with a tiny app."""

import contextlib
import http.client
import json
import os
import pickle
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from click.testing import CliRunner, Result
from tests.server.postgres import PostgresServer, children_of, command_line
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from kilowatt.cli import serve as serve_module
from kilowatt.cli.command import kilowatt_command
from kilowatt.cli.limits import read_limits
from kilowatt.extras import install_command
from kilowatt.rules.errors import BadInput
from kilowatt.server.limits import Limits
from kilowatt.server.process.instance_lock import AlreadyServed, locked_instance
from kilowatt.server.settings import Settings, default_database

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as only Linux shows them")

ROOT = Path(__file__).parents[2]
OPEN = re.compile(r"open at (http://[^\s;]+)")


class Running:
    """A ``kilowatt`` command that runs in another process, and what it says."""

    def __init__(self, folder: Path, *arguments: str, **variables: str) -> None:
        folder.mkdir(exist_ok=True)
        self.said = folder / "said"
        environment = {**os.environ, "XDG_DATA_HOME": str(folder), "KILOWATT_NO_BROWSER": "1", **variables}
        # A shell lowers the limit of open files, so that it can be seen to be raised.
        command = ["/bin/sh", "-c", 'ulimit -Sn 200; exec "$@"', "sh", sys.executable, "-m", "tests.server.tiny"]
        with self.said.open("wb") as said:
            self.process = subprocess.Popen(
                [*command, *arguments], cwd=ROOT, env=environment, stdout=said, stderr=said, start_new_session=True
            )
        self.address = ""

    def words(self) -> str:
        """All that it has said."""
        return self.said.read_text(encoding="utf-8")

    def wait_until_open(self) -> str:
        """The address, once it is said."""
        until(lambda: OPEN.search(self.words()) is not None or self.process.poll() is not None, self.words)
        found = OPEN.search(self.words())
        assert found is not None, self.words()
        self.address = found[1]
        return self.address

    def ask(self, path: str = "/", **headers: str) -> Any:
        """What the tiny app tells."""
        return ask(self.address, path, **headers)

    def workers(self) -> set[int]:
        """The processes of its workers."""
        children = children_of(self.process.pid)
        return {child for child in children if b"spawn_main" in command_line(child)}

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal; the exit code."""
        self.process.send_signal(number)
        return self.process.wait(15)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Start commands that do not outlive the test; ``place`` gives one a home of its own."""
    with contextlib.ExitStack() as stack:

        def start(*arguments: str, place: str = "home", **variables: str) -> Running:
            running = Running(tmp_path / place, *arguments, **variables)
            stack.callback(kill_all, running)
            return running

        yield start


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server on SQLite that several tests ask."""
    running = Running(
        tmp_path_factory.mktemp("table"), "serve", "--port", "0", "--behind-proxy", "10.0.0.0/8,127.0.0.1"
    )
    try:
        running.wait_until_open()
        yield running
    finally:
        kill_all(running)


def kill_all(running: Running) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(running.process.pid, signal.SIGKILL)
    running.process.wait()


def until(condition: Callable[[], bool], words: Callable[[], str] = str) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, words()
        time.sleep(0.02)


def ask(address: str, path: str = "/", **headers: str) -> Any:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        return json.loads(connection.getresponse().read())


def is_closed(address: str) -> bool:
    try:
        ask(address)
    except OSError:
        return True
    return False


def run(*arguments: str) -> Result:
    return CliRunner().invoke(kilowatt_command, list(arguments))


# One server


def test_the_app_is_told_the_port_that_was_taken(table: Running) -> None:
    assert table.ask()["port"] == urlsplit(table.address).port


def test_the_server_may_open_as_many_files_as_the_system_lets_it(table: Running) -> None:
    soft, hard = table.ask()["files"]
    assert soft == hard > 200


def test_a_proxy_is_believed_where_it_was_named(table: Running, start: Callable[..., Running]) -> None:
    told = {"X_Forwarded_For": "203.0.113.7", "X_Forwarded_Proto": "https"}
    about = table.ask(**told)
    assert (about["client"], about["scheme"]) == ("203.0.113.7", "https")
    alone = start("serve", "--port", "0")
    alone.wait_until_open()
    about = alone.ask(**told)
    assert (about["client"], about["scheme"]) == ("127.0.0.1", "http")


@pytest.mark.parametrize("head", [b"GET / HTTP/1.1\r\nA: %s", b"GET /%s", b"GET / HTTP/1.1\r\n%s"])
def test_a_request_whose_head_does_not_end_is_refused(table: Running, head: bytes) -> None:
    parts = urlsplit(table.address)
    much = b"A: b\r\n" * 200_000 if head.endswith(b"\n%s") else b"a" * 1_000_000
    with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=10) as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(head % much)
        with contextlib.suppress(ConnectionError):
            assert line.recv(100).startswith(b"HTTP/1.1 400 ")
    assert table.ask()["port"] == parts.port


def test_who_says_nothing_is_not_waited_for(table: Running) -> None:
    parts = urlsplit(table.address)
    for beginning in (b"", b"GET / HTTP/1.1\r\nHost: "):
        with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=10) as line:
            line.sendall(beginning)
            assert line.recv(100) == b""


def test_a_socket_stays_open_until_a_message_is_too_long(table: Running) -> None:
    with connect(table.address.replace("http", "ws"), compression=None) as line:
        time.sleep(1)  # twice as long as a request may take to say what it wants
        line.send("a" * 60_000)
        assert line.recv() == "a" * 60_000
        line.send("a" * 70_000)
        with pytest.raises(ConnectionClosedError, match="message too big"):
            line.recv()


def test_the_log_is_lines_of_json_if_wanted(start: Callable[..., Running]) -> None:
    running = start("serve", "--port", "0", "--log-format", "json")
    running.wait_until_open()
    assert running.end() == 0
    lines = [json.loads(line) for line in running.words().splitlines()]
    assert [line["level"] for line in lines] == ["info", "info"]
    assert lines[1]["message"] == f"The table at {running.address} is closed."


def test_ctrl_c_ends_the_server_quietly(start: Callable[..., Running]) -> None:
    running = start("serve", "--port", "0", "--log-level", "warning", "--workers", "1")
    lock = running.said.with_name("kilowatt") / "table.sqlite.lock"
    until(lambda: lock.exists() and lock.read_text().startswith("http"), running.words)
    until(lambda: not is_closed(lock.read_text()), running.words)
    assert running.end(signal.SIGINT) == 130
    assert running.words() == ""


def test_an_app_that_cannot_be_made_is_told_in_one_line(
    start: Callable[..., Running], postgres: PostgresServer
) -> None:
    for arguments in ((), ("--workers", "2", "--database", postgres.database())):
        running = start("serve", "--port", "0", *arguments, TINY_APP="make_nothing")
        assert running.process.wait(20) == 2
        assert running.words() == "kilowatt: The cards are not there.\n"


# One SQLite file, one server


def test_a_second_server_on_the_same_file_is_told_where_the_first_is(start: Callable[..., Running]) -> None:
    first = start("serve", "--port", "0")
    first.wait_until_open()
    second = start("serve", "--port", "0")
    assert second.process.wait(20) == 2
    assert f"is open already, by the server at {first.address}. Stop that one first" in second.words()
    assert second.words().count("\n") == 1


def test_a_killed_server_starts_again_at_once_on_its_file_and_port(start: Callable[..., Running]) -> None:
    first = start("serve", "--port", "0")
    port = str(urlsplit(first.wait_until_open()).port)
    assert first.ask()["port"] == int(port)
    first.end(signal.SIGKILL)
    again = start("serve", "--port", port)
    assert again.wait_until_open() == first.address


def test_a_claim_is_given_back_and_holds_no_old_address(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite"
    with locked_instance(file) as claim:
        claim.announce("http://127.0.0.1:1")
        with pytest.raises(AlreadyServed) as refused, locked_instance(file):
            pass
        assert refused.value.address == "http://127.0.0.1:1"
    with locked_instance(file):
        assert (tmp_path / "table.sqlite.lock").read_text() == ""


def test_a_thread_that_does_not_end_does_not_delay_the_end(start: Callable[..., Running], tmp_path: Path) -> None:
    running = start("serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/stuck.sqlite")
    parts = urlsplit(running.wait_until_open())
    with socket.create_connection((parts.hostname or "", parts.port or 0)) as line:
        line.sendall(b"GET /stuck HTTP/1.1\r\nHost: a\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 200 ")
        began = time.monotonic()
        assert running.end() == 0
        assert 4 < time.monotonic() - began < 10


# Several workers


def test_a_worker_that_dies_is_replaced_and_sigterm_ends_them_all(
    start: Callable[..., Running], postgres: PostgresServer
) -> None:
    running = start("serve", "--port", "0", "--workers", "2", "--database", postgres.database())
    running.wait_until_open()
    first = running.workers()
    assert len(first) == 2
    assert running.ask()["process"] in first
    dead = min(first)
    os.kill(dead, signal.SIGKILL)
    until(lambda: dead not in running.workers() and len(running.workers()) == 2, running.words)
    assert running.ask()["process"] in running.workers()
    assert f"Worker {dead} stopped: it exited with code -9. A new one starts in 0.5 s." in running.words()
    workers = running.workers()
    parts = urlsplit(running.address)
    with socket.create_connection((parts.hostname or "", parts.port or 0)) as line:
        line.sendall(b"GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 200 ")  # its answer has begun
        began = time.monotonic()
        assert running.end() == 0
        assert 4 < time.monotonic() - began < 10  # the request was waited for, but not for ever
    assert not [worker for worker in workers if Path(f"/proc/{worker}/exe").exists()]


def test_workers_do_not_outlive_a_parent_that_is_killed(
    start: Callable[..., Running], postgres: PostgresServer
) -> None:
    running = start("serve", "--port", "0", "--workers", "2", "--database", postgres.database())
    running.wait_until_open()
    workers = running.workers()
    assert len(workers) == 2
    running.end(signal.SIGKILL)
    until(lambda: not [worker for worker in workers if Path(f"/proc/{worker}/exe").exists()], running.words)
    assert is_closed(running.address)


def test_ctrl_c_ends_several_workers_quietly(start: Callable[..., Running], postgres: PostgresServer) -> None:
    running = start("serve", "--port", "0", "--workers", "2", "--database", postgres.database())
    running.wait_until_open()
    os.killpg(running.process.pid, signal.SIGINT)  # as a terminal does, to all of them
    assert running.process.wait(15) == 130
    assert running.words().count("\n") == 1  # that the table was open


# Your own table


def test_without_arguments_your_table_is_opened_and_a_second_time_found(start: Callable[..., Running]) -> None:
    first = start()
    address = first.wait_until_open()
    assert first.words() == f"Your table is open at {address}\nCtrl-C closes it; the games are kept.\n"
    folder = first.said.with_name("kilowatt")
    assert (folder / "table.sqlite").exists()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    second = start("play")
    assert second.process.wait(20) == 0
    assert second.words() == f"Your table is open already, at {address}\n"
    assert first.end(signal.SIGINT) == 130


def test_the_browser_goes_to_the_table_at_the_next_free_port(start: Callable[..., Running], tmp_path: Path) -> None:
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {seen}\n')
    browser.chmod(0o755)
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # or somebody else has it already
            stack.enter_context(socket.create_server(("127.0.0.1", 8421)))
        running = start("play", KILOWATT_NO_BROWSER="0", BROWSER=f"{browser} %s")
        assert (urlsplit(running.wait_until_open()).port or 0) > 8421
        until(seen.exists)
        until(lambda: seen.read_text() == f"{running.address}\n")


def test_a_table_is_kept_where_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KILOWATT_DATABASE", "sqlite:///elsewhere.sqlite")
    assert default_database() == "sqlite:///elsewhere.sqlite"


def test_a_folder_that_cannot_be_made_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    result = run("play")
    assert result.exit_code == 2
    assert f"Cannot make the folder {tmp_path}/file/kilowatt for your table: Not a directory." in result.stderr


# Settings, and what is wrong with them


def test_settings_reach_another_process_as_they_are() -> None:
    settings = Settings(database="sqlite:///a.sqlite", trusted_proxies=("10.0.0.0/8",), public_url="https://a.example")
    assert pickle.loads(pickle.dumps(settings)) == settings  # noqa: S301 – our own


def test_limits_come_from_the_command_line_and_from_variables() -> None:
    variables = {"KILOWATT_LIMIT_SOCKETS": "5", "KILOWATT_LIMIT_REQUESTS_PER_SECOND": "0.5", "KILOWATT_OTHER": "x"}
    limits = read_limits(["sockets=7", "Tables_per-Hour=9"], variables)
    assert limits == Limits(sockets=7, tables_per_hour=9, requests_per_second=0.5)
    for field in msgspec.structs.fields(Limits):
        assert getattr(read_limits([f"{field.name}=3"], {}), field.name) == 3
    with pytest.raises(BadInput, match=r"KILOWATT_LIMIT_SOCKS: there is no such limit\. There are connections, "):
        read_limits([], {"KILOWATT_LIMIT_SOCKS": "1"})


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("serve --port 70000", "Ports are numbered up to 65535: there is no port 70000."),
        ("serve --port high", "it must be a whole number from 0 on, not 'high'."),
        ("serve --workers 0", "it must be a whole number from 1 on, not '0'."),
        ("serve --host no.such.host.invalid --database sqlite:///{folder}/a", "There is no address 'no.such.host.inv"),
        ("serve --public-url tables.example.org", "--public-url is a scheme and a host, as in https://tables."),
        ("serve --public-url https://a.example:port", "--public-url is a scheme and a host"),
        ("serve --public-url https://a.example/tables", "--public-url is a scheme and a host"),
        ("serve --behind-proxy everybody", "--behind-proxy takes addresses and networks, as in 10.0.0.5,172.16.0.0/12"),
        ("serve --limit sockets", "--limit takes a name and a number, as in sockets=200, not 'sockets'."),
        (
            "serve --limit socks=3",
            "--limit socks: there is no such limit. There are connections, sockets, tables-per-hour,",
        ),
        ("serve --limit sockets=0", "--limit sockets: it must be a whole number from 1 on, not '0'."),
        ("serve --limit sockets=2.5", "--limit sockets: it must be a whole number from 1 on, not '2.5'."),
        ("serve --limit hello-seconds=inf", "--limit hello-seconds: it must be a number above 0, not 'inf'."),
        ("serve --limit hello-seconds=nan", "--limit hello-seconds: it must be a number above 0, not 'nan'."),
        (
            "serve --metrics everywhere",
            "--metrics is a port, or an address and a port, as in 10.0.0.5:9421, not 'every",
        ),
        ("serve --metrics :0", "--metrics is a port, or an address and a port"),
        ("serve --metrics 99999", "Ports are numbered up to 65535: there is no port 99999."),
        ("serve --log-format xml", "'xml' is not one of 'text', 'json'."),
        (
            "serve --database sqlite:///{folder}/a --workers 2",
            "SQLite supports only one worker. For several, give a Postgre",
        ),
        ("serve --database mysql://a:secret@b/c", "'mysql' is not a database that Kilowatt can use."),
        ("serve --database sqlite:///{folder}/none/a", "/none/a.lock cannot be written (No such file or directory)."),
        ("serve --database sqlite:///{folder}/text", "/text is not an SQLite database. Give another file."),
        ("serve --database postgresql://a:secret@127.0.0.1:1/c", "Cannot use PostgreSQL at 127.0.0.1:1: "),
        ("serve --database postgresql://a@127.0.0.1:1/c?password=secret", "Cannot use PostgreSQL at 127.0.0.1:1: "),
        ("serve --database postgresql://a:secret@127.0.0.1:x/c", "not the address of a database."),
        ("play --port 70000", "there is no port 70000."),
    ],
)
def test_what_is_wrong_is_said_in_one_line_without_secrets(line: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("This is no database, but a text that is long enough to tell.\n" * 20)
    result = run(*line.format(folder=tmp_path).split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert "secret" not in result.stderr


def test_a_port_that_is_taken_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = run("serve", "--port", str(port), "--database", f"sqlite:///{tmp_path}/a")
        mine = run("play", "--port", str(port))
    for end in (result, mine):
        assert end.exit_code == 2
        assert f"Cannot listen at port {port} of 127.0.0.1: Address already in use." in end.stderr


def test_packages_that_are_missing_are_named_with_what_brings_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve_module, "find_spec", lambda name: None if name in ("litestar", "psycopg") else name)
    for command in ("serve", "play"):
        result = run(command)
        assert result.exit_code == 2
        assert f"The table server needs litestar, psycopg: {install_command('server')}." in result.stderr
