"""A table: everything that people do at it is a method here.

A change is checked by the rules or by ``seating``, the journal stores it, the state takes it over, and the audience is
told, but for a ceiling, which is secret. A writer holds the lock from the check until the change is stored.
"""

import asyncio
import contextlib
import logging
import secrets
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from kilowatt.rules.actions import Action
from kilowatt.rules.errors import IllegalAction
from kilowatt.rules.events import Event, reveals
from kilowatt.rules.formats.record import RULES_VERSION
from kilowatt.rules.game import Game
from kilowatt.rules.hidden.commitments import commitment
from kilowatt.rules.phases.auction import refuse_ceiling, refuse_staying_out
from kilowatt.table import planning, seating
from kilowatt.table.advisers import Adviser, Asker
from kilowatt.table.automatic_moves import Scheduler, decide
from kilowatt.table.broadcast import Audience, Viewer
from kilowatt.table.clock import Clock
from kilowatt.table.denials import Denied, denied_by_rules
from kilowatt.table.headers import table_headers
from kilowatt.table.history import record_of
from kilowatt.table.journal import Change, Conflict, EntryNotice, Journal, JournalTrouble, SeatChange, Stored
from kilowatt.table.keys import clean_text, hashed, new_id, new_secret
from kilowatt.table.messages import PHRASES, Answer, Hint, Phrase
from kilowatt.table.replays import Replays
from kilowatt.table.rows import STAY_OUT, Ceiling, EntryRow, MessageRow, NewMessage, TableRow
from kilowatt.table.setup import chance_text, set_up
from kilowatt.table.state import (
    RESCUE,
    EncodedEntry,
    Frozen,
    TableState,
    action_text,
    entries_since,
    replay,
)

log = logging.getLogger("kilowatt.tables")

T = TypeVar("T")

SNAPSHOT_EVERY = 32
"""A position is stored once per this many entries, to compare a replay with."""

MOST_MESSAGES = 100
"""The most earlier messages that a new viewer receives: a chat may be long, and a message 2 kB."""

PAGE = 200
"""The most entries of one message to a viewer that has missed many, about 50 kB."""


MOST_CHAT, MOST_CHAT_OF_SEAT = 5_000, 1_000
"""The most messages that are said at a table, and from one seat: nobody keeps the others from talking."""

CHAT_AT_ONCE, CHAT_SECONDS = 10, 20.0
"""The most messages that a seat may send within these seconds."""

CHANGES_AT_ONCE, CHANGES_SECONDS = 60, 60.0
"""The most changes of a seat, such as joining, leaving and giving it to a bot, within these seconds."""

MOST_MADE = 20_000
"""The most messages of a table, with those about its seats: after that, nobody comes or goes."""


class Overtaken(Exception):
    """Somebody else made this decision first."""


class Table:
    """A table that is open. Its state is changed only by these methods."""

    def __init__(self, stored: Stored, journal: Journal, clock: Clock, adviser: Adviser, replays: Replays) -> None:
        self.id = stored.row.id
        self.state = TableState(stored, clock)
        self.audience = Audience(self.state, clock)
        self._journal = journal
        self._clock = clock
        self._adviser = adviser
        self._replays = replays
        self._lock = asyncio.Lock()
        self._scheduler = Scheduler(clock, self._act, lambda: self.schedule(mine=True))
        self._seen: set[int] = set()
        self._done_at: dict[tuple[str, int], deque[float]] = {}
        """When each seat last chatted and changed."""
        self._failed: set[str] = set()
        self._used_at = clock.monotonic()

    @classmethod
    async def open(cls, table_id: str, journal: Journal, clock: Clock, adviser: Adviser, replays: Replays) -> "Table":
        """Read a table from the journal. ``Denied`` if there is none."""
        stored = await journal.read(table_id)
        if stored is None:
            raise Denied("no-such-table")
        table = cls(stored, journal, clock, adviser, replays)
        if stored.row.chance is not None:
            await table._restore(stored)
        table.schedule(mine=not journal.is_shared)
        return table

    async def _restore(self, stored: Stored) -> None:
        """Replay the game. Freeze it if it no longer replays; thaw it if it was frozen and replays again."""
        snapshot = await self._journal.read_snapshot(self.id)
        try:
            await self._replays.run(len(stored.entries), lambda: self.state.restore(stored, snapshot))
        except Frozen as error:
            await self._freeze(str(error), snapshot)
            return
        if stored.row.frozen is not None:
            assert self.state.game is not None
            await self._mark_frozen(None, self.state.wake_time(self.state.game))

    async def _freeze(self, why: str, snapshot: tuple[int, str] | None) -> None:
        """Freeze a game that cannot continue: show the last stored position and the reason, and change nothing."""
        log.error("table %s is frozen: %s", self.id, why)
        if self.state.row.frozen is None:
            await self._mark_frozen(why, None)
        self.state.freeze(why, snapshot)

    async def _mark_frozen(self, why: str | None, wake_at: float | None) -> None:
        change = Change(at=self._clock.time(), row={"frozen": why}, wake_at=wake_at)
        await self._journal.append(self.id, change)
        self.state.take_over(change)

    # Decisions

    async def play(self, seat: int, decision: int, key: str, action: Action) -> int:
        """Make a decision for a seat; return the number of its entry. A repeat of the message changes nothing."""

        def change() -> tuple[Game, list[Event]]:
            game = self.state.require_open().copy()
            try:
                return game, game.play(action, seat)
            except IllegalAction as error:
                raise denied_by_rules(error.refusal) from None

        return await self._decide_once(seat, decision, key, action_text(action), change)

    async def undo(self, seat: int, decision: int, key: str) -> int:
        """Take back the last decision; return the number of the entry that records it.

        It must be the seat's own, it must have revealed nothing hidden, and nobody else may have decided since.
        """

        def change() -> tuple[Game, list[Event]]:
            last = self.state.last_decision()
            if last is None:
                raise Denied("nothing-to-undo")
            if last.seat != seat:
                raise Denied("somebody-acted")
            if reveals(last.events):
                raise Denied("revealed")
            if self.state.has_undone_enough:
                raise Denied("undone-enough")
            game = self.state.require_open().copy()
            game.undo()
            return game, []

        return await self._decide_once(seat, decision, key, None, change)

    async def _decide_once(
        self, seat: int, decision: int, key: str, action: str | None, make: Callable[[], tuple[Game, list[Event]]]
    ) -> int:
        """Write the entry that answers a decision, once however often its message arrives."""
        async with self._lock:
            if await self._is_repeat(seat, decision, key):
                return decision
            self.state.require_room()
            game, events = make()
            try:
                await self._write(seat, key, action, game, events)
            except Overtaken:
                if not await self._is_repeat(seat, decision, key):
                    raise Denied("stale") from None
                return decision
            self.schedule(mine=True)
            return decision

    async def _is_repeat(self, seat: int, decision: int, key: str) -> bool:
        """Whether this message has been carried out already.

        ``Denied`` if another message has made the decision, or if there is no decision to make.
        """
        state = self.state
        state.require_game()
        if decision > state.number and self._journal.is_shared:
            await self._follow()
        if decision > state.number:
            raise Denied("unknown-decision", decision=decision, number=state.number)
        if decision < state.number:
            entry = await self._journal.read_entry(self.id, decision)
            if entry is not None and entry.key == key and entry.seat == seat:
                return True
            raise Denied("stale")
        state.require_open()
        return False

    async def _write(
        self,
        seat: int,
        key: str | None,
        action: str | None,
        after: Game,
        events: list[Event],
        messages: Sequence[NewMessage] = (),
    ) -> None:
        """Store the next entry and tell of it. The caller holds the lock. ``Overtaken`` if its number is taken."""
        state = self.state
        at = self._clock.time()
        entry = EntryRow(state.number, seat, "take-back" if action is None else "play", action, key, at)
        snapshot = None
        if entry.number % SNAPSHOT_EVERY == 0 and entry.number:
            assert state.game is not None
            snapshot = msgspec.json.encode(state.game.snapshot()).decode()
        change = Change(
            at=at,
            entry=entry,
            snapshot=snapshot,
            messages=messages,
            row={"status": "finished", "changed_at": at} if after.is_over else {},
            wake_at=self._unless_same(state.wake_time(after, entry)),
        )
        try:
            await self._journal.append(self.id, change)
        except Conflict:
            await self._follow()
            raise Overtaken from None
        encoded = state.apply(entry, after, events)
        state.take_over(change)
        self.audience.send_update([encoded])
        if messages or after.is_over:
            await self._send_messages()

    def _unless_same(self, wake_at: float | None) -> float | msgspec.UnsetType | None:
        """Return the wake time to store; unset if it is stored already."""
        return msgspec.UNSET if wake_at == self.state.row.wake_at else wake_at

    async def leave_ceiling(self, seat: int, decision: int, amount: int | None) -> None:
        """R4.11: leave a ceiling for the current auction, or remove it. If it is the seat's turn, it bids at once."""
        async with self._lock:
            if self._journal.is_shared:
                await self._follow()
            state = self.state
            game = state.require_open()
            if decision < state.auction:
                raise Denied("stale")  # it was meant for an earlier auction
            refusal = refuse_ceiling(game.state, seat, amount or 0)
            if refusal is not None:
                raise denied_by_rules(refusal)
            await self._set_ceiling(game, seat, None if amount is None else Ceiling(state.auction, amount))

    async def stay_out(self, seat: int, *, on: bool) -> None:
        """Drop and pass for this seat in all auctions until it takes that back. This replaces its ceiling."""
        async with self._lock:
            if self._journal.is_shared:
                await self._follow()
            game = self.state.require_open()
            refusal = refuse_staying_out(game.state, seat) if on else None
            if refusal is not None:
                raise denied_by_rules(refusal)
            if on or self.state.stays_out(seat):  # otherwise a ceiling would be removed
                await self._set_ceiling(game, seat, STAY_OUT if on else None)

    async def _set_ceiling(self, game: Game, seat: int, ceiling: Ceiling | None) -> None:
        """Store a ceiling, and answer at once if it is the seat's turn. The caller holds the lock."""
        state = self.state
        after = {**state.ceilings, seat: ceiling}
        # If this worker stops before the ceiling has bid, another takes over.
        wake_at = state.wake_time(game, ceilings=after) if game.seat == seat else msgspec.UNSET
        change = Change(at=self._clock.time(), ceilings={seat: ceiling}, wake_at=wake_at)
        await self._journal.append(self.id, change)
        state.take_over(change)  # and nobody is told: a ceiling is its owner's secret
        self.schedule(mine=True)

    # Talking and planning

    async def say_phrase(self, seat: int, key: str, phrase: Phrase) -> None:
        """Send one of the phrases to everyone at the table, with its name, by which it is translated."""
        await self.chat(seat, key, PHRASES[phrase], phrase=phrase)

    async def chat(self, seat: int, key: str, text: str, **more: str) -> None:
        """Send a chat message to everyone at the table. A repeat with the same key is ignored."""
        if self.state.seat_at(seat).muted:
            raise Denied("muted")
        cleaned = clean_text(text)
        if not cleaned:
            raise Denied("bad-text")
        self._limit("chat", seat, CHAT_AT_ONCE, CHAT_SECONDS)
        message = NewMessage("chat", seat, {"text": cleaned, "key": key, **more})
        async with self._lock:
            await self._require_room_to_chat(seat)
            change = Change(at=self._clock.time(), messages=[message], unless_repeated=True)
            await self._journal.append(self.id, change)
            await self._send_messages()

    async def _require_room_to_chat(self, seat: int) -> None:
        """Raise ``Denied`` if as much has been said as may be, here or by this seat. The caller holds the lock."""
        if self.state.chatted is None:
            self.state.chatted = Counter(await self._journal.count_chat(self.id))
        if self.state.chatted.total() >= MOST_CHAT or self.state.chatted[seat] >= MOST_CHAT_OF_SEAT:
            raise Denied("chat-full")

    def _limit(self, what: str, seat: int, most: int, seconds: float) -> None:
        """Raise ``Denied`` if a seat does this too often in a short time; otherwise note that it does it."""
        now = self._clock.monotonic()
        done = self._done_at.setdefault((what, seat), deque(maxlen=most))
        if len(done) == most and now - done[0] < seconds:
            raise Denied("too-many-messages")
        done.append(now)

    def what_if(self, seat: int, decision: int, key: str, actions: Sequence[Action]) -> Answer:
        """Try actions without playing them."""
        return planning.what_if(self.state, seat, decision, key, actions)

    async def hint(self, seat: int, decision: int, key: str) -> Hint:
        """Ask a bot what it would do in the seat's place."""
        return await planning.hint(self.state, self._adviser, self._asker, seat, decision, key)

    # Seats

    async def join(self, nickname: str, seat: int | None = None, look: int | None = None) -> tuple[int, str]:
        """Take a free seat, this one or the first, with this look if it is free; return the seat and its secret."""
        secret = new_secret()

        def change() -> seating.Seating:
            return seating.join(self.state, nickname, seat, look, hashed(secret), self._clock.time())

        taken = await self._change_seat(change, denial="seat-taken")
        return taken, secret

    async def leave(self, seat: int) -> None:
        """Leave a seat; during a game a bot takes over."""
        await self._change_seat(lambda: seating.leave(self.state, seat))

    async def give_to_bot(self, seat: int, bot: str, *, by_host: bool = False) -> None:
        """Let a bot play for this seat. Its holder can take it back; the host may do this for an absent player."""

        def change() -> seating.Seating:
            connected, at = self.audience.connected, self._clock.time()
            return seating.give_to_bot(self.state, seat, bot, by_host=by_host, connected=connected, at=at)

        await self._change_seat(change)

    async def take_from_bot(self, seat: int, *, by_host: bool = False) -> None:
        """Take a seat back from a bot; before the game, the host can free a bot's seat."""
        await self._change_seat(lambda: seating.take_from_bot(self.state, seat, by_host=by_host))

    async def require_absent(self, seat: int) -> None:
        """Raise ``Denied`` if somebody holds this seat and has not been away for long: the host may not have it."""
        await self.catch_up()  # when somebody was last seen is in the journal alone
        seating.require_absent(self.state, seat, self.audience.connected, self._clock.time())

    async def mute(self, seat: int, *, muted: bool) -> None:
        """Mute or unmute a seat in the chat."""
        await self._change_seat(lambda: seating.mute(self.state, seat, muted=muted))

    async def _change_seat(self, make: Callable[[], seating.Seating], denial: str = "stale") -> int:
        """Write a change of a seat and the new wake time, then tell of it; return the seat."""
        async with self._lock:
            await self._follow()
            moved, message = make()
            self._limit("change", moved.after.seat, CHANGES_AT_ONCE, CHANGES_SECONDS)
            if self.state.last_message >= MOST_MADE:
                raise Denied("chat-full")
            change = Change(
                at=self._clock.time(),
                messages=[message],
                seat=moved,
                only_if={"status": self.state.row.status},  # what may become of a seat depends on it
                wake_at=self._unless_same(self._wake_time_after(moved)),
            )
            try:
                await self._journal.append(self.id, change)
                changed = True
            except Conflict:
                changed = False
            await self._follow()
            now = msgspec.structs.replace(self.state.seats[moved.after.seat], seen_at=moved.after.seen_at)
            if not changed and now != moved.after:  # otherwise we did change it, and the response was lost
                raise Denied(denial)
            self.schedule(mine=True)
            return moved.after.seat

    def _wake_time_after(self, change: SeatChange) -> float | None:
        state = self.state
        if not state.is_playing or state.game is None:
            return state.row.wake_at
        seats = [change.after if place.seat == change.after.seat else place for place in state.seats]
        return state.wake_time(state.game, seats=seats)

    # Start, end, and play again

    async def start(self) -> None:
        """Start the game: everything random is drawn now, and the table commits to it with a hash."""
        async with self._lock:
            await self._follow()
            state = self.state
            state.require_unarchived()
            if state.row.status != "open":
                raise Denied("started")
            if any(place.is_free for place in state.seats):
                raise Denied("seats-free")
            game = set_up(state.agreed)
            salt = secrets.token_hex(32)
            at = self._clock.time()
            values = {
                "status": "playing",
                "changed_at": at,
                "rules": RULES_VERSION,
                "chance": chance_text(game),
                "salt": salt,
                "commitment": commitment(game.setup, salt),
            }
            change = Change(
                at=at,
                messages=[NewMessage("started")],
                row=values,
                beginning=[
                    EntryRow(number, entry.seat, "play", action_text(entry.action), None, at)
                    for number, entry in enumerate(game.log)
                ],
                wake_at=state.wake_time(game),
                only_if={"status": "open"},
                only_if_seats=state.seats,
            )
            await self._append_or_follow(change)
            if state.row.salt != salt:  # otherwise we did start it, even if the response was lost
                raise Denied("stale")
            self.schedule(mine=True)

    async def rematch(self) -> str:
        """Make a table with the same settings, people and bots, once however often it is requested; return its ID.

        The secrets of the seats are the same at both tables.
        """
        async with self._lock:
            await self._follow()
            old = self.state.row
            if old.status != "finished":
                raise Denied("not-finished")
            if old.next_table is None:
                at = self._clock.time()
                row = TableRow(new_id(), "open", old.private, old.agreed, old.host, at, at)
                seats = [seating.play_again(place) for place in self.state.seats]
                message = NewMessage("rematch", None, {"table": row.id})
                with contextlib.suppress(Conflict):  # somebody else was first, and that is the rematch
                    await self._journal.add_rematch(old.id, row, seats, message)
                await self._follow()
        assert self.state.row.next_table is not None
        return self.state.row.next_table

    async def archive(self) -> None:
        """Archive the table: it can still be viewed, but not played."""
        async with self._lock:
            at = self._clock.time()
            values = {"archived": True, "changed_at": at}
            change = Change(
                at=at, messages=[NewMessage("archived")], row=values, wake_at=None, only_if={"archived": False}
            )
            await self._append_or_follow(change)
            self.schedule(mine=False)

    async def _append_or_follow(self, change: Change) -> None:
        """Store a change unless somebody else was first; either way, follow the journal."""
        with contextlib.suppress(Conflict):
            await self._journal.append(self.id, change)
        await self._follow()

    async def whole_game(self) -> Game:
        """Replay the game from the journal, with its players named in the headers."""
        return await self.study(lambda game: game)

    async def study(self, work: Callable[[Game], T]) -> T:
        """Replay the game from the journal, and return what ``work`` makes of it, both beside the event loop."""
        row = self.state.row
        if row.chance is None:
            raise Denied("not-started")
        snapshot = await self._journal.read_snapshot(self.id)
        entries = await self._journal.read_entries(self.id)
        headers = table_headers(row, self.state.seats)

        def replayed() -> T:
            game, _ = replay(row, entries, snapshot)
            game.headers = headers
            return work(game)

        try:
            return await self._replays.run(len(entries), replayed)
        except Frozen as error:
            raise Denied("frozen", why=str(error)) from None

    # Following the journal

    async def catch_up(self) -> None:
        """Read what others have written about this table, and tell our viewers."""
        async with self._lock:
            await self._follow()

    async def _follow(self) -> None:
        """Like ``catch_up``, for a caller that already holds the lock. Also schedules what is then due."""
        news = await self._journal.read(self.id, self.state.number, self.state.last_message)
        if news is None:  # whoever runs this server has removed it
            raise Denied("no-such-table")
        self._adopt(news)

    async def follow_entry(self, notice: EntryNotice) -> None:
        """Follow an entry of another worker without reading it, unless we have missed something before it."""
        async with self._lock:
            state, entry = self.state, notice.entry
            if entry.number > state.number or (entry.number == state.number and state.game is None):
                await self._follow()
            elif entry.number == state.number:
                row = state.row
                if notice.wake_at is not msgspec.UNSET:
                    row = msgspec.structs.replace(row, wake_at=notice.wake_at)
                self._adopt(Stored(row, state.seats, [entry], state.ceilings, [], state.last_message))

    def note_seen(self, seats: set[int], at: float) -> None:
        """Note that the holders of these seats were connected at this time, perhaps to another worker."""
        before = self.audience.table_info()
        self.state.seats = [
            msgspec.structs.replace(place, seen_at=at) if place.seat in seats and place.secret else place
            for place in self.state.seats
        ]
        if self.audience.table_info() != before:
            self.audience.send_table()

    def _adopt(self, news: Stored) -> None:
        """Take over what another worker has written, and tell our viewers."""
        state = self.state
        before, ceilings = self.audience.table_info(), state.ceilings
        was_begun = state.game is not None
        new = state.follow(news)
        begun = state.game is not None and not was_begun
        # Neither entries, which are told below, nor a ceiling or when somebody was last seen, which are not told.
        after = self.audience.table_info()
        changed = bool(news.messages) or msgspec.structs.replace(before, decision=after.decision) != after
        if changed:
            self.audience.find_seats()
            self.audience.send_table(news.messages)
        if new or begun:
            self.audience.send_update(new)
        if new or changed or ceilings != state.ceilings:
            self.schedule(mine=False)

    async def _send_messages(self) -> None:
        """Tell of the table and its new messages, read from the journal."""
        new = await self._journal.read_messages(self.id, self.state.last_message)
        self.state.note_messages(new)
        self.audience.send_table(new)

    # Viewers

    def attach(self, viewer: Viewer) -> None:
        """Add a viewer. It is told of nothing before it is welcomed."""
        viewer.find_seats(self.state)
        self.audience.viewers.add(viewer)
        if self.state.has_no_holder:
            self.schedule(mine=True)

    async def welcome(self, viewer: Viewer, seen: int | None, heard: int) -> None:
        """Send a viewer what it has not seen and heard. From then on it is told of everything.

        If it has missed many entries, most of them are sent before the welcome, as fast as the viewer reads them.
        """
        missed: list[EncodedEntry] = []
        while True:
            async with self._lock:  # nothing may happen between the welcome and the next update
                if self._journal.is_shared:
                    await self._follow()
                newest = self._entries_in_memory(None if seen is None else seen + len(missed))
                if newest is not None:
                    self.audience.welcome(viewer, [*missed, *newest], await self._missed_messages(heard))
                    break
            assert seen is not None
            missed = await self._replay_entries(viewer, seen)
            while len(missed) > PAGE:
                seen += PAGE
                self.audience.send_history(viewer, missed[:PAGE])
                missed = missed[PAGE:]
                await viewer.wait_until_read()
        if viewer.seats:
            self._seen.update(viewer.seats)
            self.audience.send_table()

    def _entries_in_memory(self, since: int | None) -> list[EncodedEntry] | None:
        """Return the entries from this number on, or None if some of them are no longer in memory."""
        state = self.state
        if since is None or since >= state.number or state.game is None or state.row.frozen is not None:
            return []
        kept = [entry for entry in state.recent if entry.number >= since]
        return kept if len(kept) == state.number - since else None

    async def _replay_entries(self, viewer: Viewer, since: int) -> list[EncodedEntry]:
        """Return the entries from this number on, from the journal. The viewer is charged for the whole game."""
        row, number = self.state.row, self.state.number
        viewer.charge(number)
        stored = (await self._journal.read_entries(self.id))[:number]
        return await self._replays.run(number, lambda: entries_since(row, stored, since))

    async def _missed_messages(self, heard: int) -> list[MessageRow]:
        """Return the messages after this number, or the latest of them. The caller holds the lock."""
        last = self.state.last_message
        messages = await self._journal.read_messages(self.id, max(heard, last - MOST_MESSAGES))
        # Another worker may have written more by now. That is sent when we follow it, and must not be sent twice.
        return [message for message in messages if message.number <= last]

    def detach(self, viewer: Viewer) -> None:
        """Remove a viewer."""
        self.audience.viewers.discard(viewer)
        self.touch()
        self._seen.update(viewer.seats)
        if viewer.seats and not self._scheduler.is_closed:
            self.audience.send_table()

    def take_seen(self) -> set[int]:
        """Return the seats whose holders came or went since this was last asked."""
        seen, self._seen = self._seen, set()
        return seen

    # Automatic decisions

    def schedule(self, *, mine: bool) -> None:
        """Schedule the next decision, if no person is to make it. ``mine``: this worker should make it now."""
        state = self.state
        seconds = None
        if state.is_playing and not self._is_left_alone:
            seconds = (0.0 if mine else RESCUE) if state.answers_itself() else state.seconds_left()
        self._scheduler.run_in(seconds)

    @property
    def _is_left_alone(self) -> bool:
        """Whether bots play for themselves alone, and nobody watches: they go on when somebody does."""
        return self.state.has_no_holder and not self.audience.viewers

    @property
    def _asker(self) -> Asker:
        return Asker(self.audience.address, self.id)

    async def _act(self) -> bool:
        """Make decisions until it is a person's turn; return False if that failed and must be tried again."""
        state = self.state
        try:
            while state.is_due() and state.game is not None and not self._is_left_alone:
                basis, game = state.basis(), state.game
                action, messages = await decide(state, game, self._adviser, self._asker)
                for message in messages:
                    if message.kind == "bot-failed":
                        await self._log_position(str(message.facts["bot"]))
                if (pause := state.pause_left()) > 0:
                    await self._clock.sleep(pause)
                async with self._lock:
                    if state.basis() == basis and state.is_due():  # unless its player is back, or has changed a ceiling
                        after = game.copy()
                        events = after.play(action)
                        await self._write(game.state.seat, None, action_text(action), after, events, messages)
        except (Overtaken, Denied):
            pass  # another worker was faster, and we have followed it; or the table has been removed
        except JournalTrouble as error:
            log.warning("table %s is waiting: %s", self.id, error)
            return False
        except Exception:
            log.exception("table %s could not act; it will be retried", self.id)
            return False
        return True

    async def renew_wake_time(self) -> None:
        """Store when the table must be looked at again, because the clock was set back since that was last stored."""
        async with self._lock:
            state = self.state
            wake_at = state.wake_time(state.game) if state.game is not None and state.is_playing else None
            change = Change(at=self._clock.time(), wake_at=wake_at)
            await self._journal.append(self.id, change)
            state.take_over(change)

    async def _log_position(self, bot: str) -> None:
        """Log the game up to where a bot has failed as a record to repeat it with, once for each bot."""
        if bot in self._failed:
            return
        self._failed.add(bot)
        with contextlib.suppress(Denied, JournalTrouble):
            game = await self.whole_game()
            facts = {"game_record": record_of(self.state.row, game), "bot": bot, "decision": game.decisions}
            log.warning("table %s: the game in which %s failed", self.id, bot, extra=facts)

    # Opening and closing

    @property
    def is_acting(self) -> bool:
        """Whether automatic decisions are being made at this moment."""
        return self._scheduler.task is not None

    def touch(self) -> None:
        """Note that the table has just been used."""
        self._used_at = self._clock.monotonic()

    def is_idle(self, since: float) -> bool:
        """Whether nobody has used this table since then, and it is not busy. It is reopened when something is due."""
        busy = self.is_acting or self._lock.locked()
        return not self.audience.viewers and not busy and self._used_at < since

    def close(self) -> asyncio.Task[None] | None:
        """Close the table; the journal keeps it. Return the task that is being cancelled, if there is one."""
        self._scheduler.close()
        return self._scheduler.task
