"""Attacks of one stranger on a server, and what somebody else at the same server feels of them.

The stranger and the others have addresses of their own, as on the internet, and processes of their own:
``python -m tests.server.attacks NAME URL TABLE`` attacks until it is killed. ``bench/attacks.py`` measures the same.
"""

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random

import httpx
from tests.server.kit import ROOT, Data, Guest, Socket, bot, decide, me
from websockets.exceptions import WebSocketException

STRANGER, SOMEBODY = "127.0.0.2", "127.0.0.3"

Attack = Callable[[Guest, str], Awaitable[None]]
"""What a stranger does until it is cancelled, also with a table that has very many entries."""


class Felt:
    """What somebody else felt, in seconds: the answers to pings, and the waits for ``novice``."""

    def __init__(self) -> None:
        self.pings: list[float] = []
        self.bots: list[float] = []


@asynccontextmanager
async def somebody_plays(url: str) -> AsyncIterator[list[Felt]]:
    """Somebody plays with ``novice``. What they feel is added to the last of the list."""
    felt = [Felt()]

    async def play() -> None:
        rng = Random(5)
        async with Guest(url, SOMEBODY) as guest:
            while True:
                table = await guest.make(seats=[me("Ann"), bot("novice")])
                await guest.start(table)
                async with guest.at(table) as socket:
                    while not socket.view["over"]:
                        await feel(socket, rng, felt)

    playing = asyncio.create_task(play())
    try:
        yield felt
        if playing.done():
            playing.result()
    finally:
        playing.cancel()
        await asyncio.wait([playing])


async def feel(socket: Socket, rng: Random, felt: list[Felt]) -> None:
    """Ping, decide, and wait for the bot; a tenth of a second in all if nothing is slow."""
    began = time.monotonic()
    await socket.say("ping")
    await socket.until(lambda message: message["type"] == "pong")
    felt[-1].pings.append(time.monotonic() - began)
    if socket.is_up and socket.position is not None and socket.position["offers"] is not None:
        answer = await socket.play(decide(socket.position, rng))
        assert answer["type"] == "accepted", answer
        await socket.caught_up(answer["decision"] + 1)
    began = time.monotonic()
    while not socket.is_up and not socket.view["over"]:
        await socket.hear()
        felt[-1].bots.append(time.monotonic() - began)
        began = time.monotonic()
    await asyncio.sleep(0.1)


@contextlib.contextmanager
def refusals_expected() -> Iterator[None]:
    """The server hangs up, or does not answer: that is what it should do."""
    with contextlib.suppress(OSError, WebSocketException, httpx.HTTPError, TimeoutError, AssertionError, KeyError):
        yield


async def many(count: int, work: Callable[[int], Awaitable[None]]) -> None:
    """Do this so many times at once, again and again."""

    async def again(number: int) -> None:
        while True:
            with refusals_expected():
                await work(number)
            await asyncio.sleep(0.01)

    await asyncio.gather(*[again(number) for number in range(count)])


# The attacks


async def play_and_take_back(guest: Guest, _: str) -> None:
    """Decide, take it back, and decide again, at four tables."""
    tables = [await guest.make() for _ in range(4)]
    for table in tables:
        await guest.start(table)

    async def work(number: int) -> None:
        async with guest.at(tables[number]) as socket:
            while True:
                up = socket.view["seat"]
                assert socket.position is not None
                await socket.play(decide(socket.position, Random(1)))
                await socket.ask("undo", seat=up)

    await many(4, work)


async def whole_games(guest: Guest, table: str) -> None:
    """Come in and ask for all of a long game."""

    async def work(_: int) -> None:
        async with guest.at(table, seen=0):
            pass

    await many(10, work)


async def replays(guest: Guest, table: str) -> None:
    """Ask for everything that needs a long game to be replayed."""

    async def work(number: int) -> None:
        what = ("replay", "record", "positions?first=10", "chronicle")[number % 4]
        await guest.http.get(f"/api/tables/{table}/{what}")

    await many(12, work)


async def make_bot_tables(guest: Guest, count: int, tables: list[str]) -> None:
    """Add tables of six ``search``, all of them begun, as fast as the limits allow."""
    while len(tables) < count:
        with refusals_expected():
            table = await guest.make(seats=[bot("search")] * 6)
            await guest.post(f"/api/tables/{table}/start", expect=200)
            tables.append(table)
        if len(tables) % 20 == 19:
            await asyncio.sleep(0.5)


async def bots_alone(guest: Guest, _: str) -> None:
    """Let sixty tables of bots play, and watch none of them."""
    await make_bot_tables(guest, 60, [])
    await asyncio.Event().wait()


async def bots_watched(guest: Guest, _: str) -> None:
    """Let sixty tables of bots play, and watch all of them."""
    tables: list[str] = []
    making = asyncio.create_task(make_bot_tables(guest, 60, tables))

    async def work(number: int) -> None:
        while number >= len(tables):  # noqa: ASYNC110 – until it has been made
            await asyncio.sleep(0.1)
        async with guest.at(tables[number]) as socket:
            while True:
                await socket.hear()

    await many(60, work)
    await making


async def idle_connections(guest: Guest, _: str) -> None:
    """Open as many connections as can be, and say nothing."""
    url = httpx.URL(guest.url)

    async def work(_: int) -> None:
        reader, writer = await asyncio.open_connection(url.host, url.port, local_addr=(STRANGER, 0))
        try:
            await reader.read()
        finally:
            writer.transport.abort()

    await many(600, work)


async def chatter(guest: Guest, _: str) -> None:
    """Say as much as can be said, and let a bot play and not play."""
    table = await guest.make()

    async def work(number: int) -> None:
        if number % 2:
            await guest.post(f"/api/tables/{table}/seats/0/{'bot' if number % 4 == 1 else 'take-back'}", {})
            return
        async with guest.at(table) as socket, AsyncExitStack():
            while True:
                await socket.ask("chat", seat=number // 2 % 2, text="\N{HIGH VOLTAGE SIGN}" * 500)

    await many(8, work)


async def questions(guest: Guest, _: str) -> None:
    """Ask what would be, with as many actions as may be asked at once, and for hints."""
    table = await guest.make()
    await guest.start(table)

    async def work(number: int) -> None:
        async with guest.at(table) as socket:
            question: Data = {"seat": socket.view["seat"]}
            while True:
                if number % 2:
                    await socket.ask("hint", **question)
                else:
                    await socket.ask("what-if", **question, actions=[{"do": "open", "plant": 3, "bid": 3}] * 60)

    await many(6, work)


ATTACKS: dict[str, Attack] = {
    "play and take back": play_and_take_back,
    "hello, all of a long game": whole_games,
    "replays of a long game": replays,
    "tables of search, unwatched": bots_alone,
    "tables of search, watched": bots_watched,
    "idle connections": idle_connections,
    "chat and seats": chatter,
    "what-if and hints": questions,
}


@contextlib.contextmanager
def attacked(name: str, url: str, table: str) -> Iterator[None]:
    """A stranger attacks, in a process of its own."""
    command = [sys.executable, "-m", "tests.server.attacks", name, url, table]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        try:
            yield
        finally:
            has_ended = process.poll() is not None
            process.kill()
    assert not has_ended, "the attack failed"


async def main(name: str, url: str, table: str) -> None:
    """Attack until killed."""
    print("ready", flush=True)  # noqa: T201 – for the one who waits
    async with Guest(url, STRANGER) as guest:
        await ATTACKS[name](guest, table)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
