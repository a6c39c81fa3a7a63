"""Bots think in processes of their own: whatever one does there, the table goes on, and so does the next question."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import assume, given
from tests.laws.common import tries
from tests.playing import play_at_random

import kilowatt
from kilowatt import Game, View
from kilowatt.bots import Advice, Limit, Misbehaviour, UnknownBot, Work, ask, load
from kilowatt.server.bots import bot_pool as bot_pool_module
from kilowatt.server.bots.bot_pool import BotPool
from kilowatt.testing import strategies as kw

T = TypeVar("T")

ROGUES = "tests.server.rogue_bots"

LONG = 60.0
"""Seconds that no bot here needs, however busy the machine is."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="these rogues need Unix")


@pytest.fixture(autouse=True)
def _less_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool_module, "MARGIN", 0.3)


@pytest.fixture
def game() -> Game:
    game = kilowatt.new_game("germany", players=3, seed=5, hidden_money=True)
    play_at_random(game, seed=5, decisions=40)
    return game


@pytest.fixture
def view(game: Game) -> View:
    return game.view(game.seat)


class Table:
    """An event loop with thinkers that outlive what happens to each of them."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.bot_pool = BotPool()

    def do(self, work: Callable[[BotPool], Coroutine[Any, Any, T]]) -> T:
        return self.runner.run(work(self.bot_pool))


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    table = Table()
    with table.runner:
        yield table
        table.do(BotPool.close)


def with_thinkers(work: Callable[[BotPool], Awaitable[T]], processes: int = 1) -> T:
    """Do this in a fresh event loop, and leave no process behind."""

    async def run() -> T:
        bot_pool = BotPool(processes)
        try:
            return await work(bot_pool)
        finally:
            await bot_pool.close()

    return asyncio.run(run())


async def witness(bot_pool: BotPool, view: View, limit: Limit = 2.0) -> dict[str, Any]:
    """What a bot says of its process."""
    [reason] = (await bot_pool.advise(f"{ROGUES}:Witness", view, limit)).reasons
    return dict(reason.facts)


def is_running(process: int) -> bool:
    """Whether there is such a process, and it is more than an entry that nobody has read."""
    status = Path(f"/proc/{process}/stat")
    if status.parent.parent.joinpath("self").exists():
        try:
            return status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "ZX"
        except OSError:
            return False
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


async def first_process(bot_pool: BotPool) -> "subprocess.Popen[bytes]":
    """The first process of the pool, once it has been started."""
    async with asyncio.timeout(LONG):
        while not (started := [child.program.process for child in bot_pool._children if child.program.process]):  # noqa: ASYNC110 – no event
            await asyncio.sleep(0.01)
    return started[0]


def ends(process: int, within: float = 20.0) -> bool:
    """Whether the process ends within so many seconds."""
    deadline = time.monotonic() + within
    while is_running(process):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


# What travels


def test_a_bot_gives_the_same_advice_in_its_process_as_here(table: Table, game: Game, view: View) -> None:
    async def ask_all(bot_pool: BotPool) -> None:
        for limit in (Work(30), 2.0):
            for seed in (3, 2**100, "dice"):
                for bot in ("random", "planner"):
                    advice = await bot_pool.advise(bot, view, limit, seed=seed)
                    assert advice == ask(load(bot), game, Random(seed), limit)
                assert advice.reasons
                assert advice.values

    table.do(ask_all)


def test_the_bot_is_given_the_view_that_was_sent_and_the_limit(table: Table, game: Game, view: View) -> None:
    facts = table.do(lambda bot_pool: witness(bot_pool, view, Work(7)))
    assert facts["view"] == repr(view)
    assert facts["limit"] == "Work(steps=7)"
    assert [player.money for player in view.players].count(None) == game.players - 1


def test_what_the_server_is_told_in_secret_is_not_told_to_bots(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KILOWATT_DATABASE", "postgresql://me:swordfish@localhost/table")
    monkeypatch.setenv("HARMLESS", "yes")
    environment = with_thinkers(lambda bot_pool: witness(bot_pool, view))["environment"]
    assert environment["HARMLESS"] == "yes"
    assert "swordfish" not in str(environment)


@given(kw.positions(most_decisions=300))
@tries(0.5)
def test_a_view_survives_the_journey_and_deals_a_game_that_gives_it_again(game: Game) -> None:
    assume(not game.is_over)
    view = game.view(game.seat)
    arrived = msgspec.json.decode(msgspec.json.encode(view), type=View)
    assert arrived == view
    assert kilowatt.sample_game(arrived, Random(0)).view(game.seat) == view


def test_only_the_seat_to_act_is_asked_and_with_its_own_view(game: Game) -> None:
    assert game.seat is not None
    other = game.view((game.seat + 1) % game.players)
    with pytest.raises(ValueError, match="with the view of that seat"):
        with_thinkers(lambda bot_pool: bot_pool.advise("novice", other, 1.0))


# Misbehaviour


@pytest.mark.parametrize(
    ("rogue", "kind", "words"),
    [
        ("Crasher", "crash", "crashed: LookupError: out of ideas."),
        ("Breaker", "crash", "crashed: KeyboardInterrupt."),
        ("Quitter", "crash", "ended its process (exit code 3)."),
        ("Killed", "crash", "ended its process (SIGKILL)."),
        ("Mute", "crash", "broke the pipe to its process."),
        ("Sleeper", "slow", "did not answer within 2.0 s."),
        ("Stubborn", "slow", "did not answer within 2.3 s and could not be interrupted."),
        ("Selfish", "slow", "did not answer within 2.3 s and could not be interrupted."),
        ("Illegal", "illegal", "chose Bid(amount=100000)."),
        ("Rubbish", "illegal", "advised <object object"),
        ("Odd", "illegal", "gave reasons or values of the wrong type for an Advice."),
        ("Unsure", "illegal", "gave reasons or values of the wrong type for an Advice."),
        ("Wordy", "illegal", "gave 1500"),
    ],
)
def test_a_bot_that_misbehaves_is_named_and_the_next_question_is_answered(
    table: Table, view: View, monkeypatch: pytest.MonkeyPatch, rogue: str, kind: str, words: str
) -> None:
    # A bot that is slow never answers, so a limit of a second is enough. The others have all the time they need.
    limit = 1.0 if kind == "slow" else LONG
    if rogue == "Sleeper":
        monkeypatch.setattr(bot_pool_module, "MARGIN", LONG)  # a busy machine may interrupt it late

    async def ask_both(bot_pool: BotPool) -> tuple[Misbehaviour, Advice]:
        with pytest.raises(Misbehaviour) as caught:
            await bot_pool.advise(f"{ROGUES}:{rogue}", view, limit)
        return caught.value, await bot_pool.advise("novice", view, LONG)

    error, advice = table.do(ask_both)
    assert (error.bot, error.kind) == (f"{ROGUES}:{rogue}", kind)
    assert error.what.startswith(words)
    assert advice.action in kilowatt.sample_game(view, Random(0)).legal_actions()


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux")
def test_a_bot_that_wants_too_much_memory_does_not_get_it(table: Table, view: View) -> None:
    with pytest.raises(Misbehaviour, match="crashed: MemoryError"):
        table.do(lambda bot_pool: bot_pool.advise(f"{ROGUES}:Hungry", view, 1.0))


def test_what_a_bot_prints_is_never_taken_for_an_answer(table: Table, game: Game, view: View) -> None:
    advice = table.do(lambda bot_pool: bot_pool.advise(f"{ROGUES}:Talker", view, 5.0, seed=1))
    assert advice.action == game.legal_actions().sample(Random(1))


def test_an_answer_that_comes_twice_is_not_taken_for_the_next_one(game: Game, view: View) -> None:
    async def ask_again(bot_pool: BotPool) -> None:
        await bot_pool.advise(f"{ROGUES}:Twin", view, 2.0)
        await asyncio.sleep(0.2)  # the twin answers, too
        there = await bot_pool.advise("planner", view, Work(5), seed=1)
        assert there == ask(load("planner"), game, Random(1), Work(5))

    with_thinkers(ask_again)


def test_a_bot_that_nobody_knows_costs_no_process(table: Table, view: View) -> None:
    async def ask_around(bot_pool: BotPool) -> None:
        before = await witness(bot_pool, view)
        with pytest.raises(UnknownBot, match=r"There is no bot 'novize'\. Did you mean 'novice'"):
            await bot_pool.advise("novize", view, 1.0)
        with pytest.raises(UnknownBot, match="cannot be loaded: ModuleNotFoundError"):
            await bot_pool.advise("no.such.module:Bot", view, 1.0)
        assert (await witness(bot_pool, view))["process"] == before["process"]

    table.do(ask_around)


def test_a_bot_whose_process_cannot_be_started_has_crashed(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(Misbehaviour, match="was not given a process: FileNotFoundError") as caught:
        with_thinkers(lambda bot_pool: bot_pool.advise("novice", view, 1.0))
    assert caught.value.kind == "crash"


# Processes


def test_processes_start_when_asked_and_are_modest_and_deaf_to_ctrl_c(view: View) -> None:
    async def look(bot_pool: BotPool) -> None:
        assert not bot_pool._children
        first = await witness(bot_pool, view)
        os.kill(first["process"], signal.SIGINT)
        assert first["parent"] == os.getpid()
        assert os.getsid(first["process"]) != os.getsid(0)  # a terminal's Ctrl-C goes to its own session
        assert first["niceness"] == min(19, os.nice(0) + 5)
        assert first["ignores_ctrl_c"]
        assert (await witness(bot_pool, view))["process"] == first["process"]
        os.kill(first["process"], signal.SIGKILL)
        assert ends(first["process"])
        second = await witness(bot_pool, view)
        assert second["process"] != first["process"]
        await bot_pool.close()
        assert not is_running(second["process"])

    with_thinkers(look)


def test_two_processes_think_at_the_same_time_and_a_third_question_waits(view: View) -> None:
    async def ask_three(bot_pool: BotPool) -> list[int]:
        await asyncio.gather(witness(bot_pool, view), witness(bot_pool, view))  # both start
        order: list[int] = []

        async def nap(number: int) -> None:
            await bot_pool.advise(f"{ROGUES}:Napper", view, 2.0)
            order.append(number)

        naps = [asyncio.ensure_future(nap(number)) for number in range(3)]
        await asyncio.sleep(0.1)  # now all three have asked
        assert len(bot_pool._children) == 2
        assert not bot_pool._idle
        await asyncio.wait(naps)
        assert len(bot_pool._idle) == 2
        return order

    order = with_thinkers(ask_three, processes=3)  # one of them is for bots that answer at once
    assert order[0] != 2  # it begins when one of the others is done
    assert sorted(order) == [0, 1, 2]


def test_the_event_loop_stays_awake_while_a_bot_thinks(view: View) -> None:
    async def tick_meanwhile(bot_pool: BotPool) -> float:
        thought = asyncio.ensure_future(bot_pool.advise(f"{ROGUES}:Selfish", view, 0.1))
        gaps = [0.0]
        while not thought.done():
            before = time.perf_counter()
            await asyncio.sleep(0.001)
            gaps.append(time.perf_counter() - before)
        with pytest.raises(Misbehaviour):
            await thought
        assert len(gaps) > 50
        return max(gaps)

    assert with_thinkers(tick_meanwhile) < 0.5


def test_a_caller_that_stops_waiting_leaves_nothing_behind(view: View) -> None:
    async def give_up(bot_pool: BotPool) -> None:
        before = await witness(bot_pool, view)
        thinking = asyncio.ensure_future(bot_pool.advise(f"{ROGUES}:Napper", view, 2.0))
        waiting = asyncio.ensure_future(bot_pool.advise("search", view, 2.0))
        await asyncio.sleep(0)  # now both have asked, and the second waits for the first
        waiting.cancel()
        await asyncio.wait([waiting])
        assert is_running(before["process"])
        await thinking
        assert (await witness(bot_pool, view))["process"] == before["process"]

    with_thinkers(give_up)


@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.4])
def test_a_thought_that_is_given_up_is_ended_and_answers_nobody(view: View, seconds: float) -> None:
    async def give_up(bot_pool: BotPool) -> None:
        thought = asyncio.ensure_future(bot_pool.advise(f"{ROGUES}:Sleeper", view, 60.0))
        await asyncio.sleep(seconds)  # before the process starts, while it does, and in the middle of the thought
        process = next((child.program.process for child in bot_pool._children), None)
        thought.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thought
        assert not bot_pool._children
        assert process is None or ends(process.pid)
        assert (await witness(bot_pool, view))["process"]

    with_thinkers(give_up)


def test_after_closing_nobody_is_asked_and_whoever_waits_is_told(view: View) -> None:
    async def close_early(bot_pool: BotPool) -> None:
        thought = asyncio.ensure_future(bot_pool.advise(f"{ROGUES}:Stubborn", view, 60.0))
        waiting = asyncio.ensure_future(bot_pool.advise("search", view, 60.0))
        process = await first_process(bot_pool)
        await asyncio.sleep(0.4)  # usually it is thinking by then
        await bot_pool.close()
        assert not is_running(process.pid)
        with pytest.raises(RuntimeError, match="closed before the bot had answered"):
            await thought
        for late in (waiting, bot_pool.advise("novice", view, 1.0)):
            with pytest.raises(RuntimeError, match="bot pool is closed"):
                await late
        assert not bot_pool._children

    with_thinkers(close_early)


def test_there_is_at_least_one_process() -> None:
    with pytest.raises(ValueError, match="give 1 or more, not 0"):
        BotPool(0)


PARENT = """
import asyncio, sys
from kilowatt import new_game
from kilowatt.server.bots.bot_pool import BotPool

async def main():
    bot_pool = BotPool()
    view = new_game("germany", 3, seed=1, order=[0, 1, 2]).view(0)
    thought = asyncio.ensure_future(bot_pool.advise(sys.argv[1], view, 60.0))
    await asyncio.sleep(0.4)
    [child] = bot_pool._children
    while child.program.process is None:
        await asyncio.sleep(0.01)
    print(child.program.process.pid, flush=True)
    await thought
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.parametrize(
    "bot",
    [
        "novice",  # has answered by then
        f"{ROGUES}:Stubborn",
        pytest.param(
            f"{ROGUES}:Selfish", marks=pytest.mark.skipif(sys.platform != "linux", reason="needs Linux' SIGIO")
        ),
    ],
)
def test_a_parent_that_is_killed_leaves_no_process_behind(bot: str) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", PARENT, bot]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert is_running(child)
        parent.kill()
    assert ends(child)


def test_uvloop_serves_as_well(game: Game, view: View) -> None:
    uvloop = pytest.importorskip("uvloop")

    async def ask_twice() -> Advice:
        bot_pool = BotPool()
        with pytest.raises(Misbehaviour, match="SIGKILL"):
            await bot_pool.advise(f"{ROGUES}:Killed", view, 1.0)
        advice = await bot_pool.advise("novice", view, Work(1), seed=1)
        await bot_pool.close()
        return advice

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(ask_twice()) == ask(load("novice"), game, Random(1), Work(1))
