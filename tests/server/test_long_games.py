"""Long games: they are sent in pages, charged by their length, and replayed beside the event loop."""

import asyncio
import contextlib
import gc
import time
from collections.abc import Awaitable
from pathlib import Path
from random import Random

import msgspec
from tests.server.attacking import Laid, Shelf
from tests.server.hosts import context_in
from tests.server.kit import Data, Guest, RunningServer, run
from websockets.exceptions import ConnectionClosed

import kilowatt
from kilowatt.server.limits import ENTRIES, NO_LIMITS, Bucket, Limits
from kilowatt.store.database import parse_url, sync_engine
from kilowatt.store.entries import add_entries
from kilowatt.table import Table
from kilowatt.table.broadcast import Viewer
from kilowatt.table.rows import EntryRow
from kilowatt.table.state import MOST_ENTRIES, action_text, replay
from kilowatt.table.table import PAGE


def lay_long(shelf: Shelf, entries: int) -> Laid:
    """A table at which a decision was made and taken back again and again."""
    game = kilowatt.new_game("germany", players=2, seed=5, round_limit=100)
    table = shelf.lay(game)
    rng = Random(5)
    rows = []
    for number in range(entries // 2):
        action = action_text(game.legal_actions().sample(rng))
        rows.append(EntryRow(2 * number, game.state.seat, "play", action, None, 1e9))
        rows.append(EntryRow(2 * number + 1, game.state.seat, "take-back", None, None, 1e9))
    engine = sync_engine(parse_url(shelf.url))
    with engine.begin() as connection:
        add_entries(connection, table.id, rows)
    engine.dispose()
    return table


def test_a_long_game_is_sent_in_pages_that_count_against_what_may_be_unread(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    table = lay_long(shelf, 3_000)
    limits = msgspec.structs.replace(NO_LIMITS, unread_bytes=100_000)

    async def evening() -> None:
        with RunningServer(shelf.url, limits=limits) as server:
            async with Guest(server.url) as guest:
                async with guest.at(table.id, seen=0) as socket:
                    assert [entry["number"] for entry in socket.entries] == list(range(3_000))
                    kinds = [message["type"] for message in socket.received]
                    assert kinds == ["history"] * (len(kinds) - 1) + ["welcome"]
                    assert max(len(message["entries"]) for message in socket.received) <= PAGE
                async with guest.at(table.id, seen=2_950) as socket:
                    assert [message["type"] for message in socket.received] == ["welcome"]
                    assert [entry["number"] for entry in socket.entries] == list(range(2_950, 3_000))

    run(evening())


def test_what_happens_while_a_long_game_is_sent_is_told_once_and_in_order(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    laid = lay_long(shelf, 1_000)

    class Slow(Viewer):
        """A viewer that reads slowly: others decide meanwhile."""

        def __init__(self, table: Table) -> None:
            super().__init__()
            self.table = table
            self.entries: list[int] = []

        def send(self, text: bytes) -> None:
            message: Data = msgspec.json.decode(text)
            self.entries += [entry["number"] for entry in message.get("entries", [])]

        async def wait_until_read(self) -> None:
            for _ in range(20):  # more than are kept in memory, before the last page has been read
                number, game = self.table.state.number, self.table.state.game
                assert game is not None
                action = game.legal_actions().sample(Random(1))
                await self.table.play(game.state.seat, number, f"{number}", action)

    async def evening() -> None:
        async with context_in(tmp_path) as context:
            table = await context.registry.open(laid.id)
            viewer = Slow(table)
            table.attach(viewer)
            await table.welcome(viewer, 0, 0)
            assert table.state.number > 1_060
            assert viewer.entries == list(range(table.state.number))

    run(evening())


def test_the_replay_of_a_game_is_charged_by_its_length(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    tables = {entries: lay_long(shelf, entries) for entries in (20, 10 * ENTRIES, 20 * ENTRIES)}
    limits = Limits(requests_per_second=0.01, requests_at_once=60)

    async def replays(entries: int) -> int:
        with RunningServer(shelf.url, limits=limits) as server:
            async with Guest(server.url) as guest:
                for count in range(60):
                    if (await guest.http.get(f"/api/tables/{tables[entries].id}/replay")).status_code == 429:
                        return count
        raise AssertionError

    async def welcomes(entries: int) -> int:
        with RunningServer(shelf.url, limits=limits) as server:
            async with Guest(server.url) as guest:
                count = 0
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        async with guest.at(tables[entries].id, seen=0):
                            count += 1
                return count

    async def evening() -> None:
        # Opening the table costs as much as each of the replays that follow.
        assert [await replays(entries) for entries in tables] == [29, 4, 2]
        assert [await welcomes(entries) for entries in list(tables)[1:]] == [4, 2]

    run(evening())


def test_a_bucket_that_owes_gives_nothing_until_it_is_paid() -> None:
    bucket = Bucket(rate=0.0, most=10)
    assert bucket.owe(15)
    assert (bucket.filled, bucket.owe(1), bucket.take()) == (-5, False, False)
    bucket.filled = 0.5
    assert not bucket.owe(1)
    bucket.filled = 1
    assert bucket.owe(1_000)
    assert bucket.filled == -10


# Beside the event loop


async def longest_pause(work: Awaitable[object]) -> float:
    """The longest time for which others did not have the event loop while this was done."""
    longest = 0.0

    async def watch() -> None:
        nonlocal longest
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0)
            now = time.perf_counter()
            longest, last = max(longest, now - last), now

    watching = asyncio.create_task(watch())
    await asyncio.sleep(0)
    await work
    watching.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await watching
    return longest


def test_whatever_is_done_with_a_long_game_the_event_loop_goes_on(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    first, laid = lay_long(shelf, 100), lay_long(shelf, 4 * MOST_ENTRIES)  # longer than any, to be clear of chance

    class Silent(Viewer):
        def send(self, text: bytes) -> None:
            pass

    async def evening() -> None:
        async with context_in(tmp_path) as context:
            await context.registry.open(first.id)  # what is slow once
            pauses = {"open": await longest_pause(context.registry.open(laid.id))}
            table = await context.registry.open(laid.id)
            viewer = Silent()
            table.attach(viewer)
            pauses["hello"] = await longest_pause(table.welcome(viewer, 0, 0))
            pauses["replay"] = await longest_pause(table.whole_game())
            entries = await table._journal.read_entries(laid.id)
            began = time.perf_counter()
            replay(table.state.row, entries, None)
            whole = time.perf_counter() - began
            assert max(pauses.values()) < whole / 2, (pauses, whole)

    gc.collect()
    gc.freeze()  # as a server does
    try:
        run(evening())
    finally:
        gc.unfreeze()
