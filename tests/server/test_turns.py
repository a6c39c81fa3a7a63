"""Bots have their turns: those that answer at once never wait behind those that think for long."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

import pytest

import kilowatt
from kilowatt.server.bots.bot_pool import BotPool
from kilowatt.server.bots.turns import LIGHT_IN_A_ROW, Turns
from kilowatt.table.advisers import Asker


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


class Asking:
    """Bots that ask for turns, and the order in which they get them."""

    def __init__(self, processes: int) -> None:
        self.turns = Turns(processes)
        self.order: list[str] = []
        self.shares: dict[str, float] = {}
        self._ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, address: str = "", table: str = "") -> None:
        """Ask for a turn; the bot is the first word of the name."""
        self._ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._have(name, Asker(address, table)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def _have(self, name: str, asker: Asker) -> None:
        async with self.turns.turn(name.partition(" ")[0], asker) as share:
            self.order.append(name)
            self.shares[name] = share
            await self._ends[name].wait()

    async def end(self, name: str) -> None:
        """The bot has answered."""
        self._ends[name].set()
        await self.tasks[name]
        for _ in range(3):
            await asyncio.sleep(0)


def test_light_bots_never_wait_behind_heavy_ones() -> None:
    async def evening() -> None:
        asking = Asking(1)
        for name in ("search 1", "search 2", "atlantis 3", "novice 4", "planner 5"):
            await asking.ask(name)
        assert asking.order == ["search 1", "novice 4"]
        await asking.end("novice 4")
        assert asking.order[2:] == ["planner 5"]
        await asking.end("planner 5")
        assert asking.order[3:] == []  # heavy ones wait for their own process
        await asking.end("search 1")
        assert asking.order[3:] == ["search 2"]

    run(evening())


def test_one_of_several_processes_is_never_given_to_heavy_bots() -> None:
    async def evening() -> None:
        asking = Asking(3)
        for name in ("search 1", "search 2", "search 3", "steady 4"):
            await asking.ask(name)
        assert asking.order == ["search 1", "search 2", "steady 4"]
        await asking.end("search 2")
        assert asking.order[-1] == "search 3"

    run(evening())


@pytest.mark.parametrize("bot", ["search", "planner"])
def test_addresses_have_their_turns_and_so_have_the_tables_of_each(bot: str) -> None:
    async def evening() -> None:
        asking = Asking(1)
        for number in range(2):  # one for each of the processes that either kind of bot may have
            await asking.ask(f"{bot} first {number}")
        for table in "abc":
            for number in (1, 2):
                await asking.ask(f"{bot} flood {table}{number}", "flood", table)
        await asking.ask(f"{bot} guest", "guest", "g")
        await asking.ask(f"{bot} other", "other", "o")
        began = len(asking.order)
        while len(asking.order) < 10:
            await asking.end(next(name for name in asking.order if not asking.tasks[name].done()))
        order = [name.removeprefix(f"{bot} ") for name in asking.order if "first" not in name]
        assert order == ["flood a1", "guest", "other", "flood b1", "flood c1", "flood a2", "flood b2", "flood c2"]
        assert began <= 2

    run(evening())


def test_only_heavy_bots_have_less_time_while_others_wait() -> None:
    async def evening() -> None:
        asking = Asking(1)
        await asking.ask("search alone", "guest", "g")
        for table in "abc":
            await asking.ask(f"search {table}", "flood", table)
        await asking.ask("search again", "guest", "g")
        for name in ("search alone", "search a", "search again"):
            await asking.end(name)
        await asking.ask("novice", "guest", "g")
        assert asking.shares == {
            "search alone": 1.0,
            "search a": 1 / 6,  # another address waits, and two tables of its own
            "search again": 1 / 2,  # another address waits, however many tables it has
            "search b": 1 / 2,
            "novice": 1.0,
        }

    run(evening())


def test_heavy_bots_have_a_turn_now_and_then_however_many_light_ones_come() -> None:
    async def evening() -> None:
        asking = Asking(1)
        for name in ("novice first", "novice second", "search"):
            await asking.ask(name)
        for number in range(2 * LIGHT_IN_A_ROW):
            await asking.ask(f"novice {number}")
        assert asking.order == ["novice first", "novice second"]
        while "search" not in asking.order:
            await asking.end(asking.order[-1])
        assert len(asking.order) == LIGHT_IN_A_ROW + 1

    run(evening())


@pytest.mark.parametrize(("bot", "processes"), [("novice", 2), ("search", 1)])
def test_whoever_stops_waiting_takes_no_turn_and_loses_none(bot: str, processes: int) -> None:
    async def evening() -> None:
        asking = Asking(1)
        for number in range(processes + 2):
            await asking.ask(f"{bot} {number}")
        running = list(asking.order)
        waiting = [name for name in asking.tasks if name not in running]
        asking.tasks[waiting[0]].cancel()
        await asyncio.sleep(0)
        await asking.end(running[0])
        assert asking.order == [*running, waiting[1]]
        # Cancelled just as its turn has come:
        await asking.ask(f"{bot} late")
        asking._ends[asking.order[-1]].set()
        await asyncio.sleep(0)
        asking.tasks[f"{bot} late"].cancel()
        await asyncio.sleep(0)
        await asking.ask(f"{bot} later")
        for _ in range(5):
            await asyncio.sleep(0)
        assert asking.order[-1] == f"{bot} later"

    run(evening())


@pytest.mark.load
def test_sixty_tables_of_search_do_not_make_a_person_wait_for_novice_or_search() -> None:
    game = kilowatt.new_game("germany", players=6, seed=5)
    view = game.view(game.seat)

    async def evening() -> None:
        pool = BotPool(1)
        await pool.advise("search", view, 0.1)  # its process is running
        flood = [asyncio.create_task(forever(pool, view, f"table {number}")) for number in range(60)]
        await asyncio.sleep(0.5)
        waits = {}
        for bot in ("novice", "planner", "search"):
            began = time.monotonic()
            await pool.advise(bot, view, 1.0, Asker("somebody else", "their table"))
            waits[bot] = time.monotonic() - began
        for task in flood:
            task.cancel()
        await asyncio.gather(*flood, return_exceptions=True)
        await pool.close()
        assert waits["novice"] < 2, waits
        assert waits["planner"] < 2, waits
        assert waits["search"] < 4, waits  # for one of the sixty, and for itself

    run(evening())


async def forever(pool: BotPool, view: kilowatt.View, table: str) -> None:
    while True:
        await pool.advise("search", view, 1.0, Asker("one address", table))
