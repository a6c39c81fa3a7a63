"""A rolling restart: SIGHUP replaces the workers one after the other, nothing is lost, and nobody waits for long."""

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import psycopg
import pytest
from tests.server.kit import Guest, RunningServer, decide, eventually, metrics_address, run
from tests.server.postgres import PostgresServer, children_of, command_line
from tests.server.test_serving import Running, start, until
from websockets.exceptions import ConnectionClosed

__all__ = ["start"]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as only Linux shows them")

TABLES, PATIENCE = 12, 20.0
"""Players, and how long none of them may be left without an answer; `bench/crowd.py` measures how long it takes."""


def workers_of(server: RunningServer) -> set[int]:
    """The processes of its workers."""
    assert server.process is not None
    return {child for child in children_of(server.process.pid) if b"spawn_main" in command_line(child)}


class Player:
    """Plays both seats of a table, comes back whenever the server closes the socket, and remembers how long it took."""

    def __init__(self, url: str, seed: int) -> None:
        self.url = url
        self.rng = Random(seed)
        self.acknowledged = 0
        self.codes: list[int] = []
        self.longest = 0.0

    async def play(self, stopped: asyncio.Event) -> None:
        """Play until told to stop; then look at the whole table."""
        async with Guest(self.url) as guest:
            table = await guest.make()
            await guest.start(table)
            while not stopped.is_set():
                began = time.monotonic()
                with contextlib.suppress(ConnectionClosed):
                    await self._sit(guest, table, stopped, began)
            async with guest.at(table, seen=0) as socket:
                keys = [entry["number"] for entry in socket.entries]
                assert keys == list(range(len(keys)))
                assert len(keys) in (self.acknowledged, self.acknowledged + 1)  # the last answer may have been lost

    async def _sit(self, guest: Guest, table: str, stopped: asyncio.Event, began: float) -> None:
        socket = await guest.socket(table)
        try:
            await socket.hello(seen=0)
            self.longest = max(self.longest, time.monotonic() - began)
            assert len(socket.entries) >= self.acknowledged  # everything that was acknowledged is there
            self.acknowledged = len(socket.entries)
            while not stopped.is_set() and not socket.view["over"]:
                began = time.monotonic()
                assert socket.position is not None
                answer = await socket.play(decide(socket.position, self.rng))
                assert answer["type"] == "accepted", answer
                self.acknowledged += 1
                await socket.caught_up(answer["decision"] + 1)
                self.longest = max(self.longest, time.monotonic() - began)
                await asyncio.sleep(0.05)
        except ConnectionClosed:
            self.codes.append(socket.connection.close_code or 0)
            raise
        finally:
            await socket.close()


@pytest.mark.load
def test_all_workers_are_replaced_and_no_decision_is_lost(postgres: PostgresServer, tmp_path: Path) -> None:
    async def evening() -> None:
        running = RunningServer(postgres.database(), workers=2, metrics=metrics_address())
        with running.log_to(tmp_path / "log") as server:
            before = workers_of(server)
            players = [Player(server.url, seed) for seed in range(TABLES)]
            stopped = asyncio.Event()
            playing = asyncio.gather(*[player.play(stopped) for player in players])
            await asyncio.sleep(2)
            assert server.process is not None
            server.process.send_signal(signal.SIGHUP)
            for _ in range(600):
                await asyncio.sleep(0.1)
                if len(workers_of(server)) == 2 and not workers_of(server) & before:
                    break
            assert not workers_of(server) & before
            await asyncio.sleep(1)
            stopped.set()
            await playing
            codes = [code for player in players for code in player.codes]
            assert len(codes) >= TABLES
            assert set(codes) == {1012}
            assert max(player.longest for player in players) < PATIENCE
            made = sum(player.acknowledged for player in players)
            eventually(lambda: server.metric("kilowatt_decisions_total") >= made)
            assert server.stop() == 0
        assert "Traceback" not in (tmp_path / "log").read_text()
        assert "All workers have been replaced." in (tmp_path / "log").read_text()

    run(evening())


def test_if_a_new_worker_cannot_start_the_old_ones_stay(
    start: Callable[..., Running], postgres: PostgresServer, tmp_path: Path
) -> None:
    switch = tmp_path / "broken"
    running = start(
        "serve", "--port", "0", "--workers", "2", "--database", postgres.database(), TINY_APP="make_unless",
        TINY_BROKEN=str(switch),
    )  # fmt: skip
    running.wait_until_open()
    before = running.workers()
    switch.touch()
    running.process.send_signal(signal.SIGHUP)
    until(lambda: "A new worker could not start: The cards are not there. The old ones stay." in running.words())
    until(lambda: running.workers() == before, running.words)
    assert running.ask()["process"] in before
    switch.unlink()
    running.process.send_signal(signal.SIGHUP)
    until(lambda: "All workers have been replaced." in running.words(), running.words)
    assert not running.workers() & before
    os.kill(min(running.workers()), signal.SIGKILL)  # as before, one that dies is replaced
    until(lambda: "A new one starts in 0.5 s." in running.words(), running.words)
    until(lambda: len(running.workers()) == 2, running.words)
    assert running.end() == 0


def test_a_new_version_with_another_schema_waits_for_a_whole_restart(postgres: PostgresServer, tmp_path: Path) -> None:
    url = postgres.database()
    with RunningServer(url, workers=2).log_to(tmp_path / "log") as server:
        before = workers_of(server)
        with psycopg.connect(url) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '0001'")
        assert server.process is not None
        server.process.send_signal(signal.SIGHUP)
        eventually(
            lambda: "needs an upgrade, which a restart of the whole server does." in (tmp_path / "log").read_text()
        )
        eventually(lambda: workers_of(server) == before)
