"""Connections are limited for each address, so that one client that opens thousands does not lock the others out."""

import socket
from pathlib import Path

import msgspec
import pytest
from tests.server.kit import Guest, RunningServer, me, run

from kilowatt.server.limits import NO_LIMITS, Connections, network_of

MOST = 8


def test_addresses_are_counted_each_and_ipv6_networks_as_one() -> None:
    connections = Connections(2)
    assert [connections.enter(number, "10.0.0.1") for number in range(3)] == [True, True, False]
    assert connections.enter("a", "10.0.0.2")
    connections.leave(0)
    connections.leave(0)
    connections.leave("never entered")
    assert connections.enter("b", "10.0.0.1")
    assert not connections.enter("c", "10.0.0.1")
    networks = ["2001:db8::1", "2001:db8::ffff", "2001:db8::2", "2001:db8:0:1::1"]
    assert [connections.enter(host, host) for host in networks] == [True, True, False, True]
    assert network_of("::ffff:10.0.0.1") == "10.0.0.1"


@pytest.mark.parametrize("proxy", ["10.1.2.3", "::1", ""])
def test_those_of_a_trusted_proxy_are_not_counted(proxy: str) -> None:
    connections = Connections(1, ["10.0.0.0/8", "::1"])
    assert [connections.enter(number, proxy) for number in range(5)] == 5 * [True]
    assert [connections.enter(str(number), "192.0.2.1") for number in range(2)] == [True, False]


def opened(server: RunningServer, address: str, number: int) -> list[socket.socket]:
    """Open idle connections from an address of this machine."""
    port = int(server.url.rpartition(":")[2])
    return [socket.create_connection(("127.0.0.1", port), 5, (address, 0)) for _ in range(number)]


def is_open(connection: socket.socket) -> bool:
    connection.settimeout(0.5)
    try:
        return connection.recv(1) != b""
    except TimeoutError:
        return True
    except ConnectionError:
        return False


def test_a_client_with_too_many_connections_gets_no_more_and_the_others_play(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(NO_LIMITS, connections=MOST)
    with RunningServer(f"sqlite:///{(tmp_path / 'table.sqlite').as_posix()}", limits=limits) as server:
        idle = opened(server, "127.0.0.2", MOST + 4)
        assert sum(is_open(connection) for connection in idle) == MOST

        async def evening() -> None:
            async with Guest(server.url) as ann:
                table = {"agreed": {"board": "germany", "players": 2}, "seats": [me("Ann")]}
                name = (await ann.post("/api/tables", table, expect=201))["table"]["id"]
                for _ in range(3 * MOST):  # a socket gives its place back, too
                    async with ann.at(name):
                        pass

        run(evening())
        for connection in idle:
            connection.close()
        again = opened(server, "127.0.0.2", MOST)
        assert all(is_open(connection) for connection in again)
        for connection in again:
            connection.close()
