"""Hypothesis plays at tables: with conflicts, lost connections, lost answers and time, on every journal.

What must hold at all times: an acknowledged decision is in the journal once, in its place; every viewer that was told
of everything knows exactly what is in the journal; and whoever comes new sees what the others see.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from tests.server.kit import Data, decide
from tests.table.kit import House, Socket, until

from kilowatt.table import BotSeat, Denied, Journal, LocalAdviser, Me

SECONDS = 30
MakeJournals = Callable[[], Sequence[Journal]]


class Tables(RuleBasedStateMachine):
    """One table of three, its seats held by two guests or a bot, at one worker or two."""

    make_journals: MakeJournals

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.rng = Random(1)
        self.accepted: dict[tuple[int, str], int] = {}
        self.keys = 0

    def run(self, work: Any) -> Any:
        return self.runner.run(work)

    @initialize(bot=st.booleans(), hidden=st.booleans(), seed=st.integers(0, 99))
    def begin(self, bot: bool, hidden: bool, seed: int) -> None:
        self.run(self._begin(bot, hidden, seed))

    async def _begin(self, bot: bool, hidden: bool, seed: int) -> None:
        self.rng = Random(seed)
        self.house = House(*type(self).make_journals(), adviser=LocalAdviser(Random(seed)))
        self.guest = self.house.guest()
        third = BotSeat("random") if bot else Me("Cid")
        self.table = await self.guest.make(
            seats=[Me("Ann"), Me("Bob"), third], hidden_money=hidden, seconds=SECONDS, round_limit=3
        )
        await self.guest.start(self.table)
        self.sockets = [await self._connect(worker) for worker in range(len(self.house.workers))]

    async def _connect(self, worker: int, before: Socket | None = None) -> Socket:
        """Come in at this worker, with what an earlier connection has received."""
        self.guest.worker = worker
        socket = await self.guest.socket(self.table)
        if before is not None:
            socket.entries, socket.messages = before.entries, before.messages
        await socket.hello(seen=len(socket.entries), heard=len(socket.messages))
        return socket

    # What people do

    @rule(who=st.integers(0, 1), lose=st.sampled_from([None, None, None, "before", "after"]))
    def play(self, who: int, lose: str | None) -> None:
        """Somebody decides; if the answer is lost, they send the same message again."""
        socket = self.socket(who)
        assert socket.position is not None
        if not socket.is_up or socket.position["offers"] is None:
            return
        seat, action = socket.view["seat"], decide(socket.position, self.rng)
        self.house.journals[who % len(self.house.journals)].lose = lose
        self.send(socket, "play", seat=seat, action=action)

    @rule(who=st.integers(0, 1))
    def answer_twice_at_once(self, who: int) -> None:
        """Two devices answer the same decision with different messages."""
        one, other = self.socket(who), self.socket(who + 1)
        if not (one.is_up and other.is_up and one.decision == other.decision) or one is other:
            return
        seat, number = one.view["seat"], one.decision
        action = decide(one.position or {}, self.rng)

        async def both() -> tuple[Data, Data]:
            return await asyncio.gather(
                one.play(action, seat, decision=number, key=f"one-{number}"),
                other.play(action, seat, decision=number, key=f"other-{number}"),
            )

        answers = self.run(both())
        assert sorted(answer["type"] for answer in answers) == ["accepted", "refused"]
        for answer in answers:
            self.note(answer, seat)

    @rule(who=st.integers(0, 1))
    def undo(self, who: int) -> None:
        socket = self.socket(who)
        seat = (socket.position or {})["undo"]
        if seat is not None:
            self.send(socket, "undo", seat=seat)

    @rule(who=st.integers(0, 1), amount=st.integers(1, 60))
    def leave_ceiling(self, who: int, amount: int) -> None:
        socket = self.socket(who)
        for seat in socket.seats:
            self.run(socket.ask("ceiling", seat=seat, amount=amount))

    @rule(who=st.integers(0, 1), text=st.text(max_size=20))
    def chat(self, who: int, text: str) -> None:
        self.run(self.socket(who).ask("chat", seat=self.socket(who).seats[0], text=text or "?"))

    @rule(who=st.integers(0, 1), back=st.booleans())
    def step_out(self, who: int, back: bool) -> None:
        """A bot plays for a seat, or its holder takes it back."""

        async def change() -> None:
            self.guest.worker = who % len(self.house.workers)
            table = await self.guest.table(self.table)
            with contextlib.suppress(Denied):
                await (table.take_from_bot(0) if back else table.give_to_bot(0, "random"))

        self.run(change())

    # What happens to them

    @rule(seconds=st.sampled_from([0.5, 5.0, SECONDS + 1.0]))
    def pass_time(self, seconds: float) -> None:
        self.run(self.house.clock.pass_time(seconds))

    @rule(who=st.integers(0, 1))
    def reconnect(self, who: int) -> None:
        """A connection is lost; its owner comes back with what they know."""
        number = who % len(self.sockets)
        self.sockets[number].close()
        self.sockets[number] = self.run(self._connect(number, self.sockets[number]))

    @rule(who=st.integers(0, 1))
    def kill_worker(self, who: int) -> None:
        number = who % len(self.sockets)
        self.run(self.house.replace_worker(number))
        self.sockets[number] = self.run(self._connect(number, self.sockets[number]))

    @rule()
    def notify(self) -> None:
        self.run(self.catch_up())

    # How they do it

    def socket(self, who: int) -> Socket:
        return self.sockets[who % len(self.sockets)]

    def send(self, socket: Socket, kind: str, *, seat: int, **rest: Any) -> None:
        """Send a message until it is answered by more than trouble."""
        self.keys += 1
        key, number = f"key-{self.keys}", socket.decision
        for _ in range(3):
            answer = self.run(socket.ask(kind, seat=seat, key=key, decision=number, **rest))
            if answer.get("code") != "trouble":
                break
        self.note({"key": key, **answer}, seat)

    def note(self, answer: Data, seat: int) -> None:
        if answer["type"] == "accepted":
            self.accepted[seat, answer["key"]] = answer["decision"]

    async def catch_up(self) -> None:
        """Let bots decide until it is a person's turn or another worker's, and then tell everybody."""
        tables = [table for worker in self.house.workers for table in worker.tables.values()]
        await until(lambda: not any(table.is_acting for table in tables))
        for worker in self.house.workers:
            await worker.catch_up_with_all()

    @invariant()
    def everybody_knows_what_is_in_the_journal(self) -> None:
        if hasattr(self, "sockets"):
            self.run(self._compare())

    async def _compare(self) -> None:
        await self.catch_up()
        entries = await self.house.journal.read_entries(self.table)
        assert [entry.number for entry in entries] == list(range(len(entries)))
        placed = {(entry.seat, entry.key): entry.number for entry in entries if entry.key is not None}
        assert len(placed) == len([entry for entry in entries if entry.key is not None])
        for message, number in self.accepted.items():
            assert placed[message] == number
        kinds = [(entry.number, entry.seat, entry.kind) for entry in entries]
        messages = await self.house.journal.read_messages(self.table, 0)
        for socket in self.sockets:
            assert [(entry["number"], entry["seat"], entry["kind"]) for entry in socket.entries] == kinds
            assert [message["number"] for message in socket.messages] == [message.number for message in messages]
            assert socket.decision == len(entries)
        views = [socket.view for socket in self.sockets]
        assert all(view == views[0] for view in views)

    def teardown(self) -> None:
        if hasattr(self, "house"):
            newcomer = self.run(self._connect(0))
            assert newcomer.view == self.sockets[0].view
            assert newcomer.entries == self.sockets[0].entries
            self.run(self.house.close())
        self.runner.close()


def test_tables_with_conflicts_lost_connections_and_time(
    journals_of: MakeJournals, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda _: 7)  # Hypothesis plays the same game again to shorten it

    class OnThisJournal(Tables):
        make_journals = staticmethod(journals_of)

    examples = 40 if "memory" in request.node.name else 8
    run_state_machine_as_test(
        OnThisJournal, settings=settings(max_examples=examples, stateful_step_count=30, deadline=None)
    )
