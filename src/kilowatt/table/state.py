"""What is known of a table: its row and seats, its game, ceilings, and the time of the current decision.

It is a cache of the journal, and changes only after the journal has.
"""

import contextlib
import logging
from collections import Counter, deque
from collections.abc import Mapping
from typing import Any

import msgspec

import kilowatt
from kilowatt.rules.actions import Action, Open, Pass, RunPlants, StopBuilding, StopBuying, action_from_json
from kilowatt.rules.errors import IllegalAction
from kilowatt.rules.events import Event, reveals
from kilowatt.rules.formats.record import RULES_VERSION
from kilowatt.rules.game import Game, LogEntry, begin_at
from kilowatt.rules.phases.auction import answer_by_ceiling, may_pass
from kilowatt.rules.state import Ask, State
from kilowatt.table.clock import Clock
from kilowatt.table.denials import Denied
from kilowatt.table.journal import Change, Stored
from kilowatt.table.rows import STAY_OUT, Agreement, Ceiling, EntryRow, MessageRow, SeatRow, TableRow

log = logging.getLogger("kilowatt.tables")

KEEP_DECISIONS = 64
"""A longer history is dropped as soon as none of it can be taken back. The journal keeps all of it."""

GRACE = 10.0
"""The fewest seconds left for a decision when a table is opened again, however long the server was down."""

RECENT = 32
"""Entries kept in memory for viewers that reconnect; older ones are read from the journal."""

RESCUE = 4.0
"""Seconds after which another worker takes over from one that has not acted: by a timer if it has the table open, and
otherwise because the journal says that the table is due."""


MOST_ENTRIES = 10_000
"""The most entries of a table. A long game between people has a tenth of that."""

MOST_UNDOS = 100
"""The most decisions that are taken back at a table before its game goes further than it has been."""


def seats_that_chat(messages: list[MessageRow]) -> list[int]:
    """Return the seats that have sent these messages, as often as they have."""
    return [message.seat for message in messages if message.kind == "chat" and message.seat is not None]


def is_postponed(wake_at: float, agreed: Agreement, now: float) -> bool:
    """Whether a table is to be woken later than it can be: the clock has been set back since that was stored."""
    return wake_at > now + max(RESCUE, agreed.seconds or 0.0) + 1.0


class EncodedEntry(msgspec.Struct, frozen=True):
    """An entry with its events, as it is sent: the JSON of ``messages.Entry``."""

    number: int
    text: bytes


class TableState:
    """The state of a table."""

    def __init__(self, stored: Stored, clock: Clock) -> None:
        self.row: TableRow = stored.row
        self.seats: list[SeatRow] = stored.seats
        self.last_message = stored.last_message
        """The number of the last message."""
        self.chatted: Counter[int] | None = None
        """How much each seat has said in the chat, if it has been counted."""
        self.game: Game | None = None
        self.number = 0
        """The number of entries, which is also the number of the next decision."""
        self.auction = -1
        """The number of the entry that opened the last auction."""
        self.ceilings: dict[int, Ceiling] = {}
        self.recent: deque[EncodedEntry] = deque(maxlen=RECENT)
        self._clock = clock
        self._asked_at = clock.monotonic()
        """When the current decision began, by the monotonic clock."""
        self._asked: deque[float] = deque(maxlen=KEEP_DECISIONS)
        """The same for earlier decisions."""
        self._progress = Progress()

    # Questions

    @property
    def agreed(self) -> Agreement:
        """The agreement: board, players, options."""
        return self.row.agreed

    @property
    def is_playing(self) -> bool:
        """Whether there is a decision to make."""
        if self.game is None or self.row.frozen is not None or self.row.archived:
            return False
        return not self.game.is_over and self.number < MOST_ENTRIES

    @property
    def up(self) -> int | None:
        """The seat whose turn it is."""
        return self.game.seat if self.game is not None and self.is_playing else None

    def require_game(self) -> Game:
        """Return the game; ``Denied`` if it has not started or cannot continue."""
        if self.row.frozen is not None:
            raise Denied("frozen", why=self.row.frozen)
        if self.game is None:
            raise Denied("not-started")
        return self.game

    def require_open(self) -> Game:
        """Return the game; ``Denied`` if there is no decision to make."""
        game = self.require_game()
        if game.is_over:
            raise Denied("over")
        if self.row.archived:
            raise Denied("archived")
        return game

    def require_room(self) -> None:
        """Raise ``Denied`` if the table has as many entries as it may have."""
        if self.number >= MOST_ENTRIES:
            raise Denied("too-long")

    def require_unarchived(self) -> None:
        """Raise ``Denied`` if the table is archived."""
        if self.row.archived:
            raise Denied("archived")

    def seat_at(self, seat: int) -> SeatRow:
        """Return the seat with this number; ``Denied`` if there is none."""
        if not 0 <= seat < len(self.seats):
            raise Denied("no-such-seat")
        return self.seats[seat]

    def ceiling_of(self, seat: int) -> int | None:
        """R4.11: the ceiling of this seat in the current auction."""
        left = self.ceilings.get(seat)
        if left is None or left.auction != self.auction or self.game is None or not self.game.state.bidding >> seat & 1:
            return None
        return left.amount

    def stays_out(self, seat: int) -> bool:
        """Whether the table drops and passes for this seat."""
        return self.ceilings.get(seat) == STAY_OUT

    def undo_seat(self) -> int | None:
        """Return the seat that may undo: the last to decide, if its decision revealed nothing hidden."""
        last = self.last_decision()
        if not self.is_playing or self.has_undone_enough or last is None or reveals(last.events):
            return None
        return last.seat

    @property
    def has_undone_enough(self) -> bool:
        """Whether so much has been taken back that the game must go on first."""
        return self._progress.undone >= MOST_UNDOS

    def last_decision(self) -> LogEntry | None:
        """Return the last decision that was not taken back, if it is still in memory."""
        return None if self.game is None else _last_of(self.game)

    # Whose turn it is, and when

    def basis(self) -> tuple[int, str | None, Ceiling | None]:
        """Return what an automatic decision rests on: its number, the bot of the seat and its ceiling."""
        seat = None if self.game is None else self.game.seat
        if seat is None:
            return self.number, None, None
        return self.number, self.seats[seat].bot, self.ceilings.get(seat)

    def seconds_left(self) -> float | None:
        """Return the time left for the decision, if it is limited."""
        if self.agreed.seconds is None or not self.is_playing:
            return None
        return max(0.0, self._asked_at + self.agreed.seconds - self._clock.monotonic())

    def answers_itself(self) -> bool:
        """Whether a bot or a ceiling, and not a person, makes the next decision."""
        return self.game is not None and _answers_itself(self.game, self.auction, self.seats, self.ceilings)

    def ceiling_answer(self) -> Action | None:
        """Return how the ceiling of the seat whose turn it is answers, if it does; it may be that of every auction."""
        if self.game is None or self.game.seat is None:
            return None
        return _answer_by(self.ceilings.get(self.game.seat), self.game.state, self.auction)

    @property
    def has_no_holder(self) -> bool:
        """Whether no person holds a seat: bots play for themselves alone."""
        return _nobody_holds(self.seats)

    def is_due(self) -> bool:
        """Whether a decision must be made now without a person: by a bot, by a ceiling, or because time is up."""
        return self.is_playing and (self.answers_itself() or self.seconds_left() == 0.0)

    def pause_left(self) -> float:
        """Return how long a bot still waits, so that a person can take back what they have just finished."""
        last = self.last_decision()
        if last is None or self.undo_seat() is None or self.seats[last.seat].bot is not None:
            return 0.0
        if not isinstance(last.action, StopBuying | StopBuilding | RunPlants):
            return 0.0
        return max(0.0, self._asked_at + self.agreed.pause - self._clock.monotonic())

    def wake_time(
        self,
        game: Game,
        entry: EntryRow | None = None,
        *,
        seats: list[SeatRow] | None = None,
        ceilings: Mapping[int, Ceiling | None] | None = None,
    ) -> float | None:
        """Return when a worker must check the table if nothing else happens; the caller stores it with the change.

        ``game`` is the game after the change, and ``entry``, ``seats`` and ``ceilings`` are about to be written.
        """
        if game.is_over or (self.number if entry is None else entry.number + 1) >= MOST_ENTRIES:
            return None
        auction = self._auction_after(game, entry)
        seats = self.seats if seats is None else seats
        if _nobody_holds(seats):
            return None  # bots play there while somebody watches
        if _answers_itself(game, auction, seats, self.ceilings if ceilings is None else ceilings):
            return self._clock.time() + RESCUE
        return None if self.agreed.seconds is None else self._clock.time() + self.agreed.seconds

    def _auction_after(self, game: Game, entry: EntryRow | None) -> int:
        return entry.number if entry is not None and entry.kind == "play" and _is_opening(game) else self.auction

    # Changes

    def begin(self, game: Game) -> None:
        """Start the game."""
        self.game = game
        self._asked_at = self._clock.monotonic()

    def apply(self, entry: EntryRow, game: Game, events: list[Event]) -> EncodedEntry:
        """Update the state with an entry that has been written, and the game after it; return the encoded entry."""
        self.auction = self._auction_after(game, entry)
        if entry.kind == "play":
            if game.decisions > KEEP_DECISIONS and reveals(events):
                game = begin_at(game.state, [], has_history=False)
            self._asked.append(self._asked_at)
            self._asked_at = self._clock.monotonic()
        elif self._asked:
            self._asked_at = self._asked.pop()  # taking back does not restore the time
        self.game = game
        self.number = entry.number + 1
        self._progress.note(entry)
        encoded = encode_entry(entry, events)
        self.recent.append(encoded)
        return encoded

    def take_over(self, change: Change) -> None:
        """Update row and ceilings with a change that has been written."""
        values = change.row if change.wake_at is msgspec.UNSET else {**change.row, "wake_at": change.wake_at}
        if values:
            self.row = msgspec.structs.replace(self.row, **values)
        if change.ceilings:
            after = {**self.ceilings, **change.ceilings}
            self.ceilings = {seat: ceiling for seat, ceiling in after.items() if ceiling is not None}

    def note_messages(self, new: list[MessageRow]) -> None:
        """Note the number of the last message, and who has said something."""
        if new:
            self.last_message = new[-1].number
        if self.chatted is not None:
            self.chatted.update(seats_that_chat(new))

    def follow(self, news: Stored) -> list[EncodedEntry]:
        """Update the state with what others have written; return the new entries. If that fails, the game freezes."""
        row, entries = news.row, news.entries
        if self.row.frozen is not None:  # we could not follow it, so it stays frozen here until it is reopened
            row, entries = msgspec.structs.replace(row, frozen=self.row.frozen), []
        self.row, self.seats, self.ceilings, self.last_message = row, news.seats, news.ceilings, news.last_message
        self.note_messages(news.messages)
        new: list[EncodedEntry] = []
        try:
            if self.game is None and row.chance is not None and row.frozen is None:
                self.begin(first_position(row))
            for entry in entries if self.game is not None else []:
                assert self.game is not None
                game = self.game.copy()
                new.append(self.apply(entry, game, _play_entry(game, entry)))
        except Exception:
            log.exception("table %s is frozen on this worker: it cannot follow another worker", row.id)
            self.freeze(f"This server cannot follow the moves made on another server. {UNHARMED}", None)
        return new

    def restore(self, stored: Stored, snapshot: tuple[int, str] | None) -> None:
        """Replay the game from the journal. The clock continues, with at least ``GRACE`` left.

        ``Frozen`` if the game does not replay.
        """
        game, happened = replay(stored.row, stored.entries, snapshot)
        self.ceilings = stored.ceilings
        for entry in reversed(stored.entries):
            if entry.kind == "play" and entry.action is not None and '"open"' in entry.action:
                self.auction = entry.number
                break
        pairs = list(zip(stored.entries, happened, strict=True))[-RECENT:]
        self.recent.extend([encode_entry(entry, events) for entry, events in pairs])
        if game.decisions > KEEP_DECISIONS and happened and reveals(happened[-1]):
            game = begin_at(game.state, [], has_history=False)
        self.game = game
        self.number = len(stored.entries)
        for entry in stored.entries:
            self._progress.note(entry)
        began = [self.row.changed_at]
        for entry in stored.entries:
            if entry.kind == "play":
                began.append(entry.at)
            else:
                began.pop()
        now, time_of_day = self._clock.monotonic(), self._clock.time()
        asked = [now - self._used(time_of_day - moment) for moment in began]
        self._asked_at = asked.pop()
        self._asked.extend(asked)

    def _used(self, seconds: float) -> float:
        """Return how much of the time for the decision is used: never all of it, since the clock may have jumped."""
        limit = self.agreed.seconds
        return 0.0 if limit is None else min(max(0.0, seconds), max(0.0, limit - GRACE))

    def freeze(self, why: str, snapshot: tuple[int, str] | None) -> None:
        """Show the last stored position, and allow no further play."""
        self.row = msgspec.structs.replace(self.row, frozen=why)
        if snapshot is not None:
            self.number = snapshot[0]
            with contextlib.suppress(Exception):  # the snapshot may no longer be readable
                self.game = kilowatt.from_snapshot(msgspec.json.decode(snapshot[1]))


class Progress:
    """How far the game is, how far it has been, and how much has been taken back since it was there."""

    def __init__(self) -> None:
        self.decisions = 0
        self.most_decisions = 0
        self.undone = 0

    def note(self, entry: EntryRow) -> None:
        """Count an entry."""
        if entry.kind == "take-back":
            self.decisions -= 1
            self.undone += 1
            return
        self.decisions += 1
        if self.decisions > self.most_decisions:
            self.most_decisions = self.decisions
            self.undone = 0


def _nobody_holds(seats: list[SeatRow]) -> bool:
    return all(seat.secret is None for seat in seats)


def _answers_itself(game: Game, auction: int, seats: list[SeatRow], ceilings: Mapping[int, Ceiling | None]) -> bool:
    seat = game.seat
    if seat is None:
        return False
    return seats[seat].bot is not None or _answer_by(ceilings.get(seat), game.state, auction) is not None


def _answer_by(ceiling: Ceiling | None, position: State, auction: int) -> Action | None:
    """R4.11: how this ceiling answers for the seat whose turn it is; None if it does not."""
    if ceiling is None:
        return None
    if position.question == Ask.BID and (ceiling.auction == auction or ceiling == STAY_OUT):
        return answer_by_ceiling(position, ceiling.amount)
    if position.question == Ask.OPEN and ceiling == STAY_OUT and may_pass(position):
        return Pass()
    return None


def _last_of(game: Game) -> LogEntry | None:
    log = game.log
    return log[-1] if log else None


def _is_opening(game: Game) -> bool:
    """Whether the last decision opened an auction."""
    last = _last_of(game)
    return last is not None and type(last.action) is Open


# Entries, as they are stored and sent


def encode_entry(entry: EntryRow, events: list[Event]) -> EncodedEntry:
    """Encode an entry as it is sent."""
    action = None if entry.action is None else msgspec.Raw(entry.action)
    text = _ENCODER.encode(_EntryOut(entry.number, entry.seat, entry.kind, action, events, entry.at))
    return EncodedEntry(entry.number, text)


class _EntryOut(msgspec.Struct):
    """``messages.Entry``, with an encoded action and typed events."""

    number: int
    seat: int
    kind: str
    action: msgspec.Raw | None
    events: list[Event]
    at: float


_ENCODER = msgspec.json.Encoder()


def action_text(action: Action) -> str:
    """Encode an action as it is stored."""
    return _ENCODER.encode(action).decode()


def entries_since(row: TableRow, stored: list[EntryRow], since: int) -> list[EncodedEntry]:
    """Encode the entries from this number on. The game is replayed, since only decisions are stored, not events."""
    game = first_position(row)
    happened = [_play_entry(game, entry) for entry in stored]
    return [encode_entry(entry, events) for entry, events in zip(stored, happened, strict=True)][since:]


# Replaying


def first_position(row: TableRow) -> Game:
    """Return the game of a table before its first entry."""
    assert row.chance is not None
    chance: dict[str, Any] = msgspec.json.decode(row.chance)
    return kilowatt.new_game(**chance)


def _play_entry(game: Game, entry: EntryRow) -> list[Event]:
    """Play or take back as an entry says; ``ValueError`` if the rules refuse it."""
    if entry.kind == "take-back":
        game.undo()
        return []
    assert entry.action is not None
    return game.play(action_from_json(entry.action), entry.seat)


UNHARMED = "Nothing of it is lost; the version of Kilowatt it was played on can go on with it."


class Frozen(Exception):
    """A stored game that no longer replays; the message says why."""


def replay(row: TableRow, entries: list[EntryRow], snapshot: tuple[int, str] | None) -> tuple[Game, list[list[Event]]]:
    """Replay entries; return the game and the events of each entry. The stored position is compared on the way.

    ``Frozen`` if the game does not replay.
    """
    if row.rules is not None and row.rules > RULES_VERSION:
        raise Frozen(
            f"This game is played by version {row.rules} of the rules, and this server knows them up to "
            f"{RULES_VERSION}. It goes on once the server is as new as the one it was played on."
        )
    happened: list[list[Event]] = []
    try:
        game = first_position(row)
        for entry in entries:
            if snapshot is not None and entry.number == snapshot[0]:
                _compare(game, snapshot)
            happened.append(_play_entry(game, entry))
    except Frozen:
        raise
    except Exception as error:  # of any kind: a game that does not replay must not be continued
        # Everyone can read this, so it must not quote a refusal: "You have 18" may be hidden.
        why = f"{error.clause} refuses it" if isinstance(error, IllegalAction) else type(error).__name__
        raise Frozen(
            f"By the rules of this server, entry {len(happened)} of this game is not possible ({why}). {UNHARMED}"
        ) from error
    return game, happened


def _compare(game: Game, snapshot: tuple[int, str]) -> None:
    number, position = snapshot
    if msgspec.json.decode(position) != msgspec.json.decode(msgspec.json.encode(game.snapshot())):
        raise Frozen(
            "By the rules of this server this game comes out otherwise than it was played: the position after "
            f"{number} entries is not the one stored. {UNHARMED}"
        )
