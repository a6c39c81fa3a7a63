"""A table in play, as one worker knows it: a cache of the database, and the connected clients.

The cache changes only after the database has. A writer holds ``lock`` from the check by the rules until the entry is on
disk.
"""

import asyncio
import contextlib
import time
from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec

import kilowatt
from kilowatt.rules.actions import Action, Open, action_from_json
from kilowatt.rules.errors import IllegalAction
from kilowatt.rules.events import Event, reveals
from kilowatt.rules.formats.record import RULES_VERSION
from kilowatt.rules.game import Game, LogEntry, begin_at
from kilowatt.rules.state import Ask
from kilowatt.store.rows import Agreement, Ceiling, EntryRow, MessageRow, SeatRow, TableRow

if TYPE_CHECKING:
    from kilowatt.server.sockets.clients import Client

SNAPSHOT_EVERY = 32
"""A position is stored once per this many entries, to compare a replay with."""

KEEP_DECISIONS = 64
"""A longer history is dropped as soon as none of it can be taken back. The database keeps all of it."""

GRACE = 10.0
"""The fewest seconds left for a decision when a table is opened again, however long the server was down."""

RECENT = 32
"""Entries kept in memory for clients that reconnect; older ones are read from the database."""


class EncodedEntry(msgspec.Struct, frozen=True):
    """An entry with its events, as it is sent: the JSON of ``messages.Entry``."""

    number: int
    text: bytes


class Table:
    """A table in play."""

    def __init__(self, row: TableRow, seats: list[SeatRow]) -> None:
        self.row = row
        self.seats = seats
        self.game: Game | None = None
        self.number = 0
        """The number of entries, which is also the number of the next decision."""
        self.heard = 0
        """The number of the last message."""
        self.auction = -1
        """The number of the entry that opened the last auction."""
        self.ceilings: dict[int, Ceiling] = {}
        self.recent: deque[EncodedEntry] = deque(maxlen=RECENT)
        self.clients: set[Client] = set()
        self.lock = asyncio.Lock()
        self.asked_at = time.monotonic()
        """When the current decision began, by the monotonic clock."""
        self._asked: deque[float] = deque(maxlen=KEEP_DECISIONS)
        """The same for earlier decisions."""
        self.timer: asyncio.TimerHandle | None = None
        self.acting: asyncio.Task[None] | None = None
        self.used_at = time.monotonic()

    @property
    def id(self) -> str:
        """The table's ID, as in links."""
        return self.row.id

    @property
    def agreed(self) -> Agreement:
        """The agreement: board, players, options."""
        return self.row.agreed

    @property
    def is_playing(self) -> bool:
        """Whether there is a decision to make."""
        return self.game is not None and self.row.frozen is None and not self.row.archived and not self.game.is_over

    def ceiling_of(self, seat: int) -> int | None:
        """R4.11: the ceiling of this seat in the current auction."""
        left = self.ceilings.get(seat)
        if left is None or left.auction != self.auction or self.game is None or not self.game.state.bidding >> seat & 1:
            return None
        return left.amount

    def undo_seat(self) -> int | None:
        """Return the seat that may undo: the last to decide, if its decision revealed nothing hidden."""
        last = self.last_decision()
        return last.seat if self.is_playing and last is not None and not reveals(last.events) else None

    def last_decision(self) -> LogEntry | None:
        """Return the last decision that was not taken back, if it is still in memory."""
        return None if self.game is None else last_of(self.game)

    def answers_itself(
        self,
        game: Game,
        auction: int,
        *,
        seats: list[SeatRow] | None = None,
        ceilings: dict[int, Ceiling] | None = None,
    ) -> bool:
        """Whether a bot or a ceiling, and not a person, makes the next decision of this game.

        ``seats`` and ``ceilings`` are those about to be written, if they change.
        """
        seat = game.seat
        if seat is None:
            return False
        if (self.seats if seats is None else seats)[seat].bot is not None:
            return True
        left = (self.ceilings if ceilings is None else ceilings).get(seat)
        return left is not None and left.auction == auction and game.state.question == Ask.BID

    def follow(self, entry: EntryRow, game: Game, events: list[Event]) -> EncodedEntry:
        """Update the table with an entry that has been written, and the game after it; return the encoded entry."""
        if entry.kind == "play":
            if is_opening(game):
                self.auction = entry.number
            if game.decisions > KEEP_DECISIONS and reveals(events):
                game = begin_at(game.state, [], has_history=False)
            self._asked.append(self.asked_at)
            self.asked_at = time.monotonic()
        elif self._asked:
            self.asked_at = self._asked.pop()  # taking back does not restore the time
        self.game = game
        self.number = entry.number + 1
        encoded = EncodedEntry(entry.number, encode_entry(entry, events))
        self.recent.append(encoded)
        return encoded

    def begin(self, game: Game) -> None:
        """Start the game."""
        self.game = game
        self.asked_at = time.monotonic()

    def restore(
        self, game: Game, entries: list[EntryRow], happened: list[list[Event]], ceilings: dict[int, Ceiling]
    ) -> None:
        """Restore a game replayed from the database. The clock continues, with at least ``GRACE`` left."""
        self.ceilings = ceilings
        for entry in reversed(entries):
            if entry.kind == "play" and entry.action is not None and '"open"' in entry.action:
                self.auction = entry.number
                break
        pairs = list(zip(entries, happened, strict=True))[-RECENT:]
        self.recent.extend([EncodedEntry(entry.number, encode_entry(entry, events)) for entry, events in pairs])
        if game.decisions > KEEP_DECISIONS and happened and reveals(happened[-1]):
            game = begin_at(game.state, [], has_history=False)
        self.game = game
        self.number = len(entries)
        began = [self.row.changed_at]
        for entry in entries:
            if entry.kind == "play":
                began.append(entry.at)
            else:
                began.pop()
        self.asked_at = time.monotonic() - self._used(time.time() - began[-1])

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

    def is_idle(self, since: float) -> bool:
        """Whether nobody has used this table since then, and it is not busy. It is reopened when something is due."""
        busy = self.acting is not None or self.lock.locked()
        return not self.clients and not busy and self.used_at < since

    def touch(self) -> None:
        """Note that the table has just been used."""
        self.used_at = time.monotonic()


def last_of(game: Game) -> LogEntry | None:
    """Return the last decision of a game."""
    log = game.log
    return log[-1] if log else None


def is_opening(game: Game) -> bool:
    """Whether the last decision opened an auction."""
    last = last_of(game)
    return last is not None and type(last.action) is Open


def encode_entry(entry: EntryRow, events: list[Event]) -> bytes:
    """Encode an entry as it is sent."""
    action = None if entry.action is None else msgspec.Raw(entry.action)
    return _ENCODER.encode(_EntryOut(entry.number, entry.seat, entry.kind, action, events, entry.at))


class _EntryOut(msgspec.Struct):
    """``messages.Entry``, with an encoded action and typed events."""

    number: int
    seat: int
    kind: str
    action: msgspec.Raw | None
    events: list[Event]
    at: float


_ENCODER = msgspec.json.Encoder()


def first_position(row: TableRow) -> Game:
    """Return the game of a table before its first entry."""
    assert row.chance is not None
    chance: dict[str, Any] = msgspec.json.decode(row.chance)
    return kilowatt.new_game(**chance)


def apply_entry(game: Game, entry: EntryRow) -> list[Event]:
    """Apply an entry to a game; ``ValueError`` if the rules refuse it."""
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
            happened.append(apply_entry(game, entry))
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


def action_text(action: Action) -> str:
    """Encode an action as it is stored."""
    return _ENCODER.encode(action).decode()


def message_data(message: MessageRow) -> dict[str, Any]:
    """Return a message as it is sent: ``messages.Message``."""
    return {
        "number": message.number,
        "kind": message.kind,
        "seat": message.seat,
        "facts": message.facts,
        "at": message.at,
    }
