"""No acknowledged move is lost, whatever is killed: the server, one of its workers, or the database."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from sqlalchemy.engine import Connection
from sqlalchemy.exc import OperationalError
from tests.server.hosts import until
from tests.server.killing import Crowd, crowd, read_game, steady_port, workers_of
from tests.server.kit import Guest, RunningServer, bot, decide, me, run
from tests.server.postgres import PostgresServer

from kilowatt.boards import BOARDS
from kilowatt.server.links import claim, make_link
from kilowatt.store.database import PATIENCE, Sqlite, parse_url
from kilowatt.store.journal import SqlJournal
from kilowatt.store.tables import mark_seen
from kilowatt.store.upgrading import upgrade
from kilowatt.table import LocalAdviser, Me, NewTable, Table, TableRegistry
from kilowatt.table.keys import hashed
from kilowatt.table.rows import Agreement
from kilowatt.table.safe_move import safe_move

T = TypeVar("T")

pytestmark = pytest.mark.load

Moment = Callable[[], Coroutine[Any, Any, None]]
Kill = Callable[[Moment], Coroutine[Any, Any, None]]
"""Waits for the moment, kills at once, and lets what was killed come back."""

TABLES = 6


def moments(everybody: Crowd, rng: Random) -> Moment:
    """Random moments, many of them just when somebody has said something and waits for the answer."""

    async def moment() -> None:
        await asyncio.sleep(rng.uniform(0.2, 1.0))
        if rng.random() < 0.7:
            await everybody.until_somebody_speaks()
            await asyncio.sleep(rng.uniform(0, 0.003))

    return moment


def server_killed(server: RunningServer, _: Random) -> Kill:
    """Kill all of a server, and start it again."""

    async def kill(moment: Moment) -> None:
        await moment()
        server.kill()
        await asyncio.to_thread(server.start)

    return kill


def workers_killed(server: RunningServer, rng: Random) -> Kill:
    """Kill a worker; every tenth time everything, since the parent waits longer from time to time."""
    times = 0

    async def kill(moment: Moment) -> None:
        nonlocal times
        times += 1
        if times % 10 == 0:
            await server_killed(server, rng)(moment)
            return
        await moment()
        while len(workers := workers_of(server)) < 2:  # noqa: ASYNC110 – until their parent has replaced those killed
            await asyncio.sleep(0.1)
        victim = rng.choice(workers)
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)

    return kill


def database_killed(postgres: PostgresServer, rng: Random) -> Kill:
    """Stop PostgreSQL in order, stop it at once, and kill it, in turn; start it again after a while.

    The ninth time this takes longer than the workers wait for it.
    """
    times = 0

    async def kill(moment: Moment) -> None:
        nonlocal times
        end = [lambda: postgres.stop("fast"), lambda: postgres.stop("immediate"), postgres.kill][times % 3]
        times += 1
        await moment()
        end()
        await asyncio.sleep(PATIENCE + 2.0 if times == 9 else rng.uniform(0, 0.5))
        await asyncio.to_thread(postgres.start)

    return kill


def crowded_evening(
    database: str,
    log: Path,
    seed: int,
    kills: int,
    make_kill: Callable[[RunningServer, Random], Kill],
    workers: int = 1,
) -> None:
    """A crowd plays while something is killed again and again; then all books are compared."""

    async def evening() -> None:
        rng = Random(seed)
        with RunningServer(database, workers=workers, port=steady_port()).log_to(log) as server:
            async with crowd(server, seed, TABLES) as everybody:
                kill, moment = make_kill(server, rng), moments(everybody, rng)
                for _ in range(kills):
                    await kill(moment)
                await asyncio.sleep(0.5)
                await everybody.settled()
                await everybody.check()
            print(f"seed {seed}: {kills} kills, {everybody.count()}")  # noqa: T201 – shown when the test fails

    run(evening())
    assert "Traceback" not in log.read_text()


def sqlite_in(folder: Path) -> str:
    return f"sqlite:///{(folder / 'table.sqlite').as_posix()}"


def test_no_accepted_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    crowded_evening(sqlite_in(tmp_path), tmp_path / "log", 1, 4, server_killed)


def test_no_accepted_move_is_lost_when_workers_are_killed(postgres: PostgresServer, tmp_path: Path) -> None:
    crowded_evening(postgres.database(), tmp_path / "log", 2, 5, workers_killed, workers=3)


def test_no_accepted_move_is_lost_when_the_database_is_killed(postgres: PostgresServer, tmp_path: Path) -> None:
    url, log = postgres.database(), tmp_path / "log"
    crowded_evening(url, log, 3, 3, lambda _, rng: database_killed(postgres, rng), workers=2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 104))
def test_no_accepted_move_is_lost_when_the_server_is_killed_many_times(tmp_path: Path, seed: int) -> None:
    crowded_evening(sqlite_in(tmp_path), tmp_path / "log", seed, 12, server_killed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 204))
def test_no_accepted_move_is_lost_when_workers_are_killed_many_times(
    postgres: PostgresServer, tmp_path: Path, seed: int
) -> None:
    crowded_evening(postgres.database(), tmp_path / "log", seed, 20, workers_killed, workers=3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(300, 304))
def test_no_accepted_move_is_lost_when_the_database_is_killed_many_times(
    postgres: PostgresServer, tmp_path: Path, seed: int
) -> None:
    url, log = postgres.database(), tmp_path / "log"
    crowded_evening(url, log, seed, 9, lambda _, rng: database_killed(postgres, rng), workers=2)


async def entries_to_come(server: RunningServer, table: str, number: int) -> None:
    """Wait until the database has more than so many entries, while nobody is connected."""
    async with asyncio.timeout(20):
        while len(read_game(server.settings.database, table)[0]) <= number:  # noqa: ASYNC110 – it does not tell
            await asyncio.sleep(0.1)


def test_a_bot_killed_in_the_middle_of_a_thought_decides_though_nobody_comes_back(database_url: str) -> None:
    async def evening() -> None:
        rng = Random(5)
        with RunningServer(database_url, port=steady_port()) as server:
            async with Guest(server.url) as ann:
                table = await ann.make(seats=[me("Ann"), bot(), bot("novice")])
                await ann.start(table)
                async with ann.at(table, seen=0) as socket:
                    bots_think = False
                    while not bots_think:
                        if socket.is_up:
                            assert socket.position is not None
                            await socket.play(decide(socket.position, rng))
                            bots_think = socket.view["seat"] != 0
                        else:
                            await socket.hear()
                    server.kill()
                known = len(read_game(database_url, table)[0])
                assert known == len(socket.entries)
                await asyncio.to_thread(server.start)
                await entries_to_come(server, table, known)

    run(evening())


def test_a_ceiling_left_just_before_a_kill_bids_though_nobody_comes_back(database_url: str) -> None:
    async def evening() -> None:
        with RunningServer(database_url, port=steady_port()) as server:
            async with Guest(server.url) as ann:
                table = await ann.make(seats=[me("Ann"), me("Bob")])
                await ann.start(table)
                async with ann.at(table, seen=0) as socket:
                    assert socket.position is not None
                    plant = next(plant for plant in socket.position["offers"]["plants"] if plant["refusal"] is None)
                    await socket.play({"do": "open", "plant": plant["plant"], "bid": plant["lowest"]})
                    await socket.caught_up(1)
                    assert socket.view["asked"] == "bid"
                    answer = await socket.ask("ceiling", seat=socket.view["seat"], amount=50)
                    server.kill()
                assert answer["type"] == "accepted"
                await asyncio.to_thread(server.start)
                await entries_to_come(server, table, 1)
            entry = read_game(database_url, table)[0][1]
            assert (entry.key, entry.action) == (None, f'{{"do":"bid","amount":{plant["lowest"] + 1}}}')

    run(evening())


def whole_game(database: str, folder: Path, board: str, most: int, workers: int = 1) -> int:
    """Two people and two bots play a game to its end; how many kills there were, each after at most so many answers."""
    seed = sum(board.encode())
    kills = 0

    async def evening() -> None:
        nonlocal kills
        rng = Random(seed)
        with RunningServer(database, workers=workers, port=steady_port()).log_to(folder / "log") as server:
            async with crowd(server, seed, 1, whims=0.2, board=board) as everybody:
                kill = workers_killed(server, rng) if workers > 1 else server_killed(server, rng)
                while not everybody.is_over:
                    await kill(lambda: everybody.answered(rng.randint(1, most)))
                    kills += 1
                await everybody.settled()
                await everybody.check()
                player = everybody.players[0]
                record = (await player.guest.http.get(f"/api/tables/{player.table}/record")).text
            print(f"seed {seed}: {board}, {kills} kills, {everybody.count()}")  # noqa: T201 – shown when the test fails
        file = folder / "game.kw"
        file.write_text(record)

    run(evening())
    command = [sys.executable, "-m", "kilowatt.cli", "check", str(folder / "game.kw")]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "wins." in checked.stdout or "share the victory." in checked.stdout
    assert "The deck is the one promised at the start." in checked.stdout
    assert "Traceback" not in (folder / "log").read_text()
    return kills


def test_a_game_is_finished_though_the_server_is_killed_again_and_again(tmp_path: Path) -> None:
    assert whole_game(sqlite_in(tmp_path), tmp_path, "germany", 30) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("workers", [1, 2])
def test_games_on_all_boards_are_finished_though_they_are_killed(
    request: pytest.FixtureRequest, tmp_path: Path, board: str, workers: int
) -> None:
    if workers == 1:
        url = sqlite_in(tmp_path)
    else:
        postgres: PostgresServer = request.getfixturevalue("postgres")
        url = postgres.database()
    assert whole_game(url, tmp_path, board, 50, workers) >= 1


class Forgetful(Sqlite):
    """A database that does what it is asked, and whose every answer is lost the first time, with the connection."""

    def __init__(self, url: str) -> None:
        super().__init__(parse_url(url))
        self._times = 0

    async def _once(self, change: Callable[[Connection], T]) -> T:
        answer = await super()._once(change)
        self._times += 1
        if self._times % 2:
            raise OperationalError("COMMIT", None, Exception("gone"), connection_invalidated=True)
        return answer


def test_whatever_was_written_when_the_connection_broke_has_happened_once(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        assert table.state.game is not None
        assert table.state.game.seat is not None
        action = safe_move(table.state.game)
        number = table.state.number
        assert await table.play(table.state.game.seat, number, f"key {number}", action) == number

    async def evening() -> None:
        url = sqlite_in(tmp_path)
        upgrade(parse_url(url))
        database = Forgetful(url)
        registry = TableRegistry(SqlJournal(database), LocalAdviser())
        agreed = Agreement("germany", 2, round_limit=1)
        made = await registry.make(NewTable(agreed, [Me("Ann")]))
        table = await registry.open(made.id)
        seat, secret = await table.join("Bob")
        assert table.state.seats[seat].secret == hashed(secret)
        await database.run(mark_seen, {(made.id, 1)}, 0.0)  # Bob has been away for long
        seat, secret = await claim(database, table, await make_link(database, table, 1, by_host=True))
        assert table.state.seats[seat].secret == hashed(secret)
        await table.start()
        await table.chat(0, "key", "Good luck!")
        await play(table)
        assert table.state.game is not None
        assert table.state.game.seat is not None
        assert await table.undo(1 - table.state.game.seat, 1, "key") == 1
        await play(table)
        await table.leave_ceiling(table.state.game.seat, 3, 50)
        await until(lambda: table.state.number == 4)
        while not table.state.game.is_over:
            await play(table)
        assert await table.rematch() == await table.rematch()
        await registry.close()
        await database.close()
        entries, messages = read_game(url, made.id)
        assert [entry.number for entry in entries] == list(range(table.state.number))
        assert [(entry.kind, entry.key) for entry in entries[:4]] == [
            ("play", "key 0"), ("take-back", "key"), ("play", "key 2"), ("play", None),
        ]  # fmt: skip
        said = [message.kind for message in messages]
        assert said == ["made", "joined", "link-sent", "moved", "started", "chat", "rematch"]

    run(evening())
