"""Requests to a host that is none, or not ours, are refused before anything is written."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from tests.server.kit import Guest, RunningServer, me, run
from websockets.asyncio.client import connect

from kilowatt.cli.command import kilowatt_command
from kilowatt.rules.errors import BadInput

TABLE = {"agreed": {"board": "germany", "players": 2}, "seats": [me("Ann")]}


def serving(folder: Path, *names: str) -> RunningServer:
    return RunningServer(f"sqlite:///{(folder / 'table.sqlite').as_posix()}", host_names=names).log_to(folder / "log")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("names")
    with serving(folder) as running:
        yield running
    assert "Traceback" not in (folder / "log").read_text()


@pytest.mark.parametrize("host", ["x:abc", "x:", "", "a b", "x:123456", "[::1", "x/y"])
def test_a_host_that_is_none_is_refused_before_a_table_is_made(server: RunningServer, host: str) -> None:
    answer = httpx.post(f"{server.url}/api/tables", json=TABLE, headers={"host": host})
    assert answer.status_code == 400
    assert answer.json()["code"] in {"no-such-host", "not-understood"}
    assert httpx.get(f"{server.url}/api/tables").json() == []


def test_only_requests_to_the_names_of_a_server_are_answered_if_it_has_some(tmp_path: Path) -> None:
    with serving(tmp_path, "tables.example.org", "127.0.0.1") as server:
        port = server.url.rpartition(":")[2]
        for host, status in [
            ("tables.example.org", 201),
            (f"TABLES.example.org:{port}", 201),
            (f"127.0.0.1:{port}", 201),
            (f"evil.example:{port}", 400),
            ("localhost", 400),
        ]:
            answer = httpx.post(f"{server.url}/api/tables", json=TABLE, headers={"host": host})
            assert answer.status_code == status, host
        assert len(httpx.get(f"{server.url}/api/tables").json()) == 3

        async def evening() -> None:
            async with Guest(server.url) as ann:
                table = (await ann.post("/api/tables", TABLE, expect=201))["table"]["id"]
                address = f"ws://evil.example:{port}/api/tables/{table}/play"
                async with connect(address, host="127.0.0.1", port=int(port)) as socket:
                    await socket.wait_closed()
                    assert (socket.close_code, socket.close_reason) == (1008, "no-such-host")

        run(evening())


@pytest.mark.parametrize("names", ["tables.example.org:80", "https://a.example", "a b", ","])
def test_names_that_are_none_are_refused_on_the_command_line(names: str) -> None:
    with pytest.raises(BadInput, match="--host-names"):
        CliRunner().invoke(
            kilowatt_command.commands["serve"], ["--host-names", names], catch_exceptions=False, standalone_mode=False
        )
