"""A table: everything that people do at it is a method here.

A change is checked by the rules or by ``seating``, the journal stores it, the state takes it over, and the audience is
told, but for a ceiling, which is secret. A writer holds the lock from the check until the change is stored.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Sequence

import msgspec

from kilowatt.rules.actions import Action
from kilowatt.rules.errors import IllegalAction
from kilowatt.rules.events import Event, reveals
from kilowatt.rules.formats.record import RULES_VERSION
from kilowatt.rules.game import Game
from kilowatt.rules.hidden.commitments import commitment
from kilowatt.rules.phases.auction import refuse_ceiling, refuse_staying_out
from kilowatt.table import planning, seating
from kilowatt.table.advisers import Adviser
from kilowatt.table.automatic_moves import Scheduler, decide
from kilowatt.table.broadcast import Audience, Viewer
from kilowatt.table.clock import Clock
from kilowatt.table.denials import Denied, denied_by_rules
from kilowatt.table.journal import Change, Conflict, Journal, JournalTrouble, SeatChange, Stored
from kilowatt.table.keys import clean_text, hashed, new_id, new_secret
from kilowatt.table.messages import PHRASES, Answer, Hint, Phrase
from kilowatt.table.rows import STAY_OUT, Ceiling, EntryRow, NewMessage, TableRow
from kilowatt.table.setup import chance_text, set_up
from kilowatt.table.state import RESCUE, EncodedEntry, Frozen, TableState, action_text, entries_since, replay

log = logging.getLogger("kilowatt.tables")

SNAPSHOT_EVERY = 32
"""A position is stored once per this many entries, to compare a replay with."""

MOST_MESSAGES = 500
"""The most earlier messages that a new viewer receives, since a chat may be long."""


class Overtaken(Exception):
    """Somebody else made this decision first."""


class Table:
    """A table that is open. Its state is changed only by these methods."""

    def __init__(self, stored: Stored, journal: Journal, clock: Clock, adviser: Adviser) -> None:
        self.id = stored.row.id
        self.state = TableState(stored, clock)
        self.audience = Audience(self.state, clock)
        self._journal = journal
        self._clock = clock
        self._adviser = adviser
        self._lock = asyncio.Lock()
        self._scheduler = Scheduler(clock, self._act, lambda: self.schedule(mine=True))
        self._seen: set[int] = set()
        self._used_at = clock.monotonic()

    @classmethod
    async def open(cls, table_id: str, journal: Journal, clock: Clock, adviser: Adviser) -> "Table":
        """Read a table from the journal. ``Denied`` if there is none."""
        stored = await journal.read(table_id)
        if stored is None:
            raise Denied("no-such-table")
        table = cls(stored, journal, clock, adviser)
        if stored.row.chance is not None:
            await table._restore(stored)
        table.schedule(mine=not journal.is_shared)
        return table

    async def _restore(self, stored: Stored) -> None:
        """Replay the game. Freeze it if it no longer replays; thaw it if it was frozen and replays again."""
        snapshot = await self._journal.read_snapshot(self.id)
        try:
            self.state.restore(stored, snapshot)
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
        message = NewMessage("chat", seat, {"text": cleaned, "key": key, **more})
        async with self._lock:
            change = Change(at=self._clock.time(), messages=[message], unless_repeated=True)
            await self._journal.append(self.id, change)
            await self._send_messages()

    def what_if(self, seat: int, decision: int, key: str, actions: Sequence[Action]) -> Answer:
        """Try actions without playing them."""
        return planning.what_if(self.state, seat, decision, key, actions)

    async def hint(self, seat: int, decision: int, key: str) -> Hint:
        """Ask a bot what it would do in the seat's place."""
        return await planning.hint(self.state, self._adviser, seat, decision, key)

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

    async def mute(self, seat: int, *, muted: bool) -> None:
        """Mute or unmute a seat in the chat."""
        await self._change_seat(lambda: seating.mute(self.state, seat, muted=muted))

    async def _change_seat(self, make: Callable[[], seating.Seating], denial: str = "stale") -> int:
        """Write a change of a seat and the new wake time, then tell of it; return the seat."""
        async with self._lock:
            await self._follow()
            moved, message = make()
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
        """Replay the game from the journal."""
        if self.state.row.chance is None:
            raise Denied("not-started")
        snapshot = await self._journal.read_snapshot(self.id)
        try:
            game, _ = replay(self.state.row, await self._journal.read_entries(self.id), snapshot)
        except Frozen as error:
            raise Denied("frozen", why=str(error)) from None
        return game

    # Following the journal

    async def catch_up(self) -> None:
        """Read what others have written about this table, and tell our viewers."""
        async with self._lock:
            await self._follow()

    async def _follow(self) -> None:
        """Like ``catch_up``, for a caller that already holds the lock. Also schedules what is then due."""
        state = self.state
        news = await self._journal.read(self.id, state.number, state.last_message)
        if news is None:
            return
        before, ceilings = state.shown(), state.ceilings
        was_begun = state.game is not None
        new = state.follow(news)
        begun = state.game is not None and not was_begun
        changed = bool(news.messages) or before != state.shown()
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

    async def welcome(self, viewer: Viewer, seen: int | None, heard: int) -> None:
        """Send a viewer what it has not seen and heard. From then on it is told of everything."""
        async with self._lock:  # nothing may happen between the welcome and the next update
            if self._journal.is_shared:
                await self._follow()
            entries = await self._missed_entries(seen)
            since = max(heard, self.state.last_message - MOST_MESSAGES)
            messages = await self._journal.read_messages(self.id, since)
            # Another worker may have written more by now. That is sent when we follow it, and must not be sent twice.
            messages = [message for message in messages if message.number <= self.state.last_message]
            self.audience.welcome(viewer, entries, messages)
        if viewer.seats:
            self._seen.update(viewer.seats)
            self.audience.send_table()

    async def _missed_entries(self, seen: int | None) -> list[EncodedEntry]:
        """Return the entries from this number on: from memory or, if there are many, from the journal."""
        state = self.state
        if seen is None or seen >= state.number or state.game is None or state.row.frozen is not None:
            return []
        kept = [entry for entry in state.recent if entry.number >= seen]
        if len(kept) == state.number - seen:
            return kept
        stored = await self._journal.read_entries(self.id)
        return entries_since(state.row, stored[: state.number], seen)

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
        if state.is_playing:
            seconds = (0.0 if mine else RESCUE) if state.answers_itself() else state.seconds_left()
        self._scheduler.run_in(seconds)

    async def _act(self) -> bool:
        """Make decisions until it is a person's turn; return False if that failed and must be tried again."""
        state = self.state
        try:
            while state.is_due() and state.game is not None:
                basis, game = state.basis(), state.game
                action, messages = await decide(state, game, self._adviser)
                if (pause := state.pause_left()) > 0:
                    await self._clock.sleep(pause)
                async with self._lock:
                    if state.basis() == basis and state.is_due():  # unless its player is back, or has changed a ceiling
                        after = game.copy()
                        events = after.play(action)
                        await self._write(game.state.seat, None, action_text(action), after, events, messages)
        except Overtaken:
            pass  # another worker was faster, and we have followed it
        except JournalTrouble as error:
            log.warning("table %s is waiting: %s", self.id, error)
            return False
        except Exception:
            log.exception("table %s could not act; it will be retried", self.id)
            return False
        return True

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
