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
from tests.laws.common import tries
from tests.server.kit import Data, decide
from tests.table.kit import House, Socket, until

from kilowatt.bots import Advice, Limit
from kilowatt.rules.formats.view import View
from kilowatt.table import BotSeat, Denied, Journal, LocalAdviser, Me
from kilowatt.table.advisers import NOBODY, Asker

SECONDS = 30
GUESTS = 3
GUEST = st.integers(0, GUESTS - 1)
MakeJournals = Callable[[], Sequence[Journal]]


class ThinkingAdviser(LocalAdviser):
    """Asks bots here; others may do something while a bot thinks."""

    async def advise(self, bot: str, view: View, limit: Limit, asker: Asker = NOBODY) -> Advice:
        for _ in range(3):
            await asyncio.sleep(0)
        return await super().advise(bot, view, limit, asker)


class Tables(RuleBasedStateMachine):
    """One table of three, at one worker or two. Three devices hold the same seats, and a bot may play for some."""

    make_journals: MakeJournals

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.rng = Random(1)
        self.accepted: dict[tuple[int, str], int] = {}
        self.keys = 0
        self.away: set[int] = set()
        """Who has lost the connection: their sockets are told of nothing."""

    def run(self, work: Any) -> Any:
        return self.runner.run(work)

    @initialize(bot=st.booleans(), hidden=st.booleans(), seed=st.integers(0, 99))
    def begin(self, bot: bool, hidden: bool, seed: int) -> None:
        self.run(self._begin(bot, hidden, seed))

    async def _begin(self, bot: bool, hidden: bool, seed: int) -> None:
        self.rng = Random(seed)
        self.house = House(*type(self).make_journals(), adviser=ThinkingAdviser(Random(seed)))
        for journal in self.house.journals:
            journal.takes_time = True
        self.guest = self.house.guest()
        third = BotSeat("random") if bot else Me("Cid")
        self.table = await self.guest.make(
            seats=[Me("Ann"), Me("Bob"), third], hidden_money=hidden, seconds=SECONDS, round_limit=3
        )
        await self.guest.start(self.table)
        self.sockets = [await self._connect(number) for number in range(GUESTS)]

    async def _connect(self, number: int, before: Socket | None = None) -> Socket:
        """Come in, with what an earlier connection has received. With two workers, two of three meet at the first."""
        self.guest.worker = number % len(self.house.workers)
        socket = await self.guest.socket(self.table)
        if before is not None:
            socket.entries, socket.messages = before.entries, before.messages
        await socket.hello(seen=len(socket.entries), heard=len(socket.messages))
        return socket

    # What people do

    @rule(who=GUEST, lose=st.sampled_from([None, None, None, "before", "after"]))
    def play(self, who: int, lose: str | None) -> None:
        """Somebody decides; if the answer is lost, they send the same message again."""
        socket = self.socket(who)
        assert socket.position is not None
        if not socket.is_up or socket.position["offers"] is None:
            return
        seat, action = socket.view["seat"], decide(socket.position, self.rng)
        self.house.journals[self.sockets.index(socket) % len(self.house.journals)].lose = lose
        assert self.send(socket, "play", seat=seat, action=action)["type"] == "accepted"

    @rule(who=GUEST, other=GUEST)
    def answer_twice_at_once(self, who: int, other: int) -> None:
        """Two devices answer the same decision with different messages."""
        one, two = self.socket(who), self.socket(other)
        if not one.is_up or one is two:
            return
        seat, number = one.view["seat"], one.decision
        action = decide(one.position or {}, self.rng)

        async def both() -> tuple[Data, Data]:
            return await asyncio.gather(
                one.play(action, seat, decision=number, key=f"one-{number}"),
                two.play(action, seat, decision=number, key=f"two-{number}"),
            )

        answers = self.run(both())
        assert sorted(answer.get("code", "accepted") for answer in answers) == ["accepted", "stale"]
        for answer in answers:
            self.note(answer, seat)

    @rule(who=GUEST)
    def undo(self, who: int) -> None:
        socket = self.socket(who)
        seat = (socket.position or {})["undo"]
        if seat is not None:
            assert self.send(socket, "undo", seat=seat)["type"] == "accepted"

    @rule(who=GUEST, amount=st.integers(1, 60))
    def leave_ceiling(self, who: int, amount: int) -> None:
        socket = self.socket(who)
        for seat in socket.seats:
            self.run(socket.ask("ceiling", seat=seat, amount=amount))

    @rule(who=GUEST, on=st.booleans())
    def stay_out(self, who: int, on: bool) -> None:
        socket = self.socket(who)
        self.run(socket.ask("stay-out", seat=socket.seats[0], on=on))

    @rule(who=GUEST, text=st.text(max_size=20))
    def chat(self, who: int, text: str) -> None:
        self.run(self.socket(who).ask("chat", seat=self.socket(who).seats[0], text=text or "?"))

    @rule(who=GUEST, seat=st.integers(0, 1), back=st.booleans())
    def step_out(self, who: int, seat: int, back: bool) -> None:
        """A bot plays for a seat, or its holder takes it back."""

        async def change() -> None:
            self.guest.worker = who % len(self.house.workers)
            table = await self.guest.table(self.table)
            with contextlib.suppress(Denied):
                await (table.take_from_bot(seat) if back else table.give_to_bot(seat, "random"))

        self.run(change())

    @rule(who=GUEST)
    def play_while_the_bot_thinks(self, who: int) -> None:
        """Somebody lets a bot play, and decides themselves nevertheless: either may be first."""
        socket = self.socket(who)
        seat, position = socket.view["seat"], socket.position
        if not socket.is_up or position is None or position["offers"] is None:
            return

        async def both() -> tuple[None, Data]:
            giving = socket.at.give_to_bot(seat, "random")
            return await asyncio.gather(giving, socket.play(decide(position, self.rng), seat))

        _, answer = self.run(both())
        assert answer["type"] == "accepted" or answer["code"] == "stale"
        self.note(answer, seat)

    # What happens to them

    @rule(seconds=st.sampled_from([0.5, 5.0, SECONDS + 1.0]))
    def pass_time(self, seconds: float) -> None:
        self.run(self.house.clock.pass_time(seconds))

    @rule(number=GUEST)
    def lose_connection(self, number: int) -> None:
        if len(self.away) < GUESTS - 1:
            self.sockets[number].close()
            self.away.add(number)

    @rule(number=GUEST)
    def reconnect(self, number: int) -> None:
        """Come back, with what was known before."""
        self.sockets[number].close()
        self.sockets[number] = self.run(self._connect(number, self.sockets[number]))
        self.away.discard(number)

    @rule(number=GUEST, who=GUEST)
    def reconnect_while_somebody_plays(self, number: int, who: int) -> None:
        """Nobody is told of anything twice, or not at all, for coming in at the same moment."""
        playing, coming = self.socket(who), self.sockets[number]
        seat, position = playing.view["seat"], playing.position
        if playing is coming or not playing.is_up or position is None or position["offers"] is None:
            return
        coming.close()

        async def both() -> tuple[Data, Data, Socket]:
            chat = playing.ask("chat", seat=seat, text=f"after {playing.decision}")
            return await asyncio.gather(playing.play(decide(position, self.rng)), chat, self._connect(number, coming))

        answer, _, self.sockets[number] = self.run(both())
        assert answer["type"] == "accepted"
        self.note(answer, seat)
        self.away.discard(number)

    @rule(worker=st.integers(0, 1))
    def kill_worker(self, worker: int) -> None:
        worker %= len(self.house.workers)
        self.run(self.house.replace_worker(worker))
        for number in range(worker, GUESTS, len(self.house.workers)):
            self.sockets[number] = self.run(self._connect(number, self.sockets[number]))
            self.away.discard(number)

    @rule()
    def notify(self) -> None:
        self.run(self.catch_up())

    # How they do it

    def socket(self, who: int) -> Socket:
        """The socket of this guest or, if they are away, of another one."""
        there = [number for number in range(GUESTS) if number not in self.away]
        return self.sockets[there[who % len(there)]]

    def send(self, socket: Socket, kind: str, *, seat: int, **rest: Any) -> Data:
        """Send a message until it is answered by more than trouble; the answer."""
        self.keys += 1
        key, number = f"key-{self.keys}", socket.decision
        for _ in range(3):
            answer: Data = self.run(socket.ask(kind, seat=seat, key=key, decision=number, **rest))
            if answer.get("code") != "trouble":
                break
        self.note(answer, seat)
        return answer

    def note(self, answer: Data, seat: int) -> None:
        if answer["type"] == "accepted":
            self.accepted[seat, answer["key"]] = answer["decision"]

    async def catch_up(self) -> None:
        """Let bots decide until it is a person's turn or another worker's, and then tell everybody."""
        tables = [table for worker in self.house.workers for table in worker.tables.values()]
        is_acting = True
        while is_acting:  # whoever catches up may find that a decision is due, and then the others have to again
            await until(lambda: not any(table.is_acting for table in tables))
            for worker in self.house.workers:
                await worker.catch_up_with_all()
            is_acting = any(table.is_acting for table in tables)

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
        there = [socket for number, socket in enumerate(self.sockets) if number not in self.away]
        for socket in there:
            assert [(entry["number"], entry["seat"], entry["kind"]) for entry in socket.entries] == kinds
            assert [message["number"] for message in socket.messages] == [message.number for message in messages]
            assert (socket.decision, socket.table["frozen"]) == (len(entries), None)
        assert all(socket.view == there[0].view for socket in there)

    def teardown(self) -> None:
        if hasattr(self, "house"):
            newcomer, other = self.run(self._connect(0)), self.socket(0)
            assert newcomer.view == other.view
            assert newcomer.entries == other.entries
            self.run(self.house.close())
        self.runner.close()


def test_tables_with_conflicts_lost_connections_and_time(
    journals_of: MakeJournals, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda _: 7)  # Hypothesis plays the same game again to shorten it

    class OnThisJournal(Tables):
        make_journals = staticmethod(journals_of)

    share = 0.4 if "memory" in request.node.name else 0.08
    run_state_machine_as_test(OnThisJournal, settings=settings(tries(share), stateful_step_count=30))
