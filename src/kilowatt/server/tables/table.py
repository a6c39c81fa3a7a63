"""A table in play, as one worker knows it: a cache of what the database says, and who is connected.

What is known changes only after the database has it. Whoever writes holds ``lock`` from the question to the rules until
the entry is on disk.
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
"""A position is stored this often, to compare a replay with."""

KEEP_DECISIONS = 64
"""More than this of the past is forgotten as soon as nothing of it can be taken back. The database has it all."""

GRACE = 10.0
"""Seconds that a decision has left at least when a table is opened again, however long the server was away."""

RECENT = 32
"""So many entries are kept for clients that come back; older ones are read from the database."""


class EncodedEntry(msgspec.Struct, frozen=True):
    """An entry with what happened, as it is told: the JSON of ``messages.Entry``."""

    number: int
    text: bytes


class Table:
    """A table in play."""

    def __init__(self, row: TableRow, seats: list[SeatRow]) -> None:
        self.row = row
        self.seats = seats
        self.game: Game | None = None
        self.number = 0
        """How many entries there are: the number of the decision asked for."""
        self.heard = 0
        """The number of the last message."""
        self.auction = -1
        """The number of the entry that opened the last auction."""
        self.ceilings: dict[int, Ceiling] = {}
        self.recent: deque[EncodedEntry] = deque(maxlen=RECENT)
        self.clients: set[Client] = set()
        self.lock = asyncio.Lock()
        self.asked_at = time.monotonic()
        """When the decision was asked, by the clock that never jumps."""
        self._asked: deque[float] = deque(maxlen=KEEP_DECISIONS)
        """The same for the decisions before."""
        self.timer: asyncio.TimerHandle | None = None
        self.acting: asyncio.Task[None] | None = None
        self.used_at = time.monotonic()

    @property
    def id(self) -> str:
        """The table's name in links."""
        return self.row.id

    @property
    def agreed(self) -> Agreement:
        """What was agreed on."""
        return self.row.agreed

    @property
    def is_playing(self) -> bool:
        """Whether a decision is asked for."""
        return self.game is not None and self.row.frozen is None and not self.row.archived and not self.game.is_over

    def ceiling_of(self, seat: int) -> int | None:
        """R4.11: what this seat has left for the auction that goes on."""
        left = self.ceilings.get(seat)
        if left is None or left.auction != self.auction or self.game is None or not self.game.state.bidding >> seat & 1:
            return None
        return left.amount

    def undo_seat(self) -> int | None:
        """The seat that may take its decision back: the last to decide, if that has shown nothing that was hidden."""
        last = self.last_decision()
        return last.seat if self.is_playing and last is not None and not reveals(last.events) else None

    def last_decision(self) -> LogEntry | None:
        """The last decision that stands, if we still have it."""
        return None if self.game is None else last_of(self.game)

    def answers_itself(
        self,
        game: Game,
        auction: int,
        *,
        seats: list[SeatRow] | None = None,
        ceilings: dict[int, Ceiling] | None = None,
    ) -> bool:
        """Whether the table, and no person, makes the next decision of this game: for a bot, or by a ceiling.

        Asked for seats or ceilings that are about to be written, it answers for those.
        """
        seat = game.seat
        if seat is None:
            return False
        if (self.seats if seats is None else seats)[seat].bot is not None:
            return True
        left = (self.ceilings if ceilings is None else ceilings).get(seat)
        return left is not None and left.auction == auction and game.state.question == Ask.BID

    def follow(self, entry: EntryRow, game: Game, events: list[Event]) -> EncodedEntry:
        """What the database has now: an entry, and the game after it."""
        if entry.kind == "play":
            if is_opening(game):
                self.auction = entry.number
            if game.decisions > KEEP_DECISIONS and reveals(events):
                game = begin_at(game.state, [], has_history=False)
            self._asked.append(self.asked_at)
            self.asked_at = time.monotonic()
        elif self._asked:
            self.asked_at = self._asked.pop()  # taking back does not give the time back
        self.game = game
        self.number = entry.number + 1
        told = EncodedEntry(entry.number, encode_entry(entry, events))
        self.recent.append(told)
        return told

    def begin(self, game: Game) -> None:
        """The game begins."""
        self.game = game
        self.asked_at = time.monotonic()

    def restore(
        self, game: Game, entries: list[EntryRow], happened: list[list[Event]], ceilings: dict[int, Ceiling]
    ) -> None:
        """The game as it was replayed from the database. The clock goes on from the last entry, with a little grace."""
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
        """How much of the time for the decision counts as used: never all of it, as the clock may have jumped."""
        limit = self.agreed.seconds
        return 0.0 if limit is None else min(max(0.0, seconds), max(0.0, limit - GRACE))

    def freeze(self, why: str, snapshot: tuple[int, str] | None) -> None:
        """Show the last position that was stored; it cannot be played on."""
        self.row = msgspec.structs.replace(self.row, frozen=why)
        if snapshot is not None:
            self.number = snapshot[0]
            with contextlib.suppress(Exception):  # or a snapshot that we cannot read any more
                self.game = kilowatt.from_snapshot(msgspec.json.decode(snapshot[1]))

    def is_idle(self, since: float) -> bool:
        """Whether nobody has used this table since then, and it is not busy. What is due later wakes it again."""
        busy = self.acting is not None or self.lock.locked()
        return not self.clients and not busy and self.used_at < since

    def touch(self) -> None:
        """Somebody has used this table just now."""
        self.used_at = time.monotonic()


def last_of(game: Game) -> LogEntry | None:
    """The last decision of a game."""
    log = game.log
    return log[-1] if log else None


def is_opening(game: Game) -> bool:
    """Whether the last decision opened an auction."""
    last = last_of(game)
    return last is not None and type(last.action) is Open


def encode_entry(entry: EntryRow, events: list[Event]) -> bytes:
    """An entry as it is told."""
    action = None if entry.action is None else msgspec.Raw(entry.action)
    return _ENCODER.encode(_EntryOut(entry.number, entry.seat, entry.kind, action, events, entry.at))


class _EntryOut(msgspec.Struct):
    """``messages.Entry``, with its parts as we have them."""

    number: int
    seat: int
    kind: str
    action: msgspec.Raw | None
    events: list[Event]
    at: float


_ENCODER = msgspec.json.Encoder()


def first_position(row: TableRow) -> Game:
    """The game of a table before its first entry."""
    assert row.chance is not None
    chance: dict[str, Any] = msgspec.json.decode(row.chance)
    return kilowatt.new_game(**chance)


def apply_entry(game: Game, entry: EntryRow) -> list[Event]:
    """Let a game follow an entry; ``ValueError`` if the rules refuse it."""
    if entry.kind == "take-back":
        game.undo()
        return []
    assert entry.action is not None
    return game.play(action_from_json(entry.action), entry.seat)


UNHARMED = "Nothing of it is lost; the version of Kilowatt it was played on can go on with it."


class Frozen(Exception):
    """A stored game that no longer replays; the message says why."""


def replay(row: TableRow, entries: list[EntryRow], snapshot: tuple[int, str] | None) -> tuple[Game, list[list[Event]]]:
    """The game of these entries, with the events of each, compared with the position that was stored.

    ``Frozen`` if it cannot be had.
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
    except Exception as error:  # whatever it is: a game that we cannot follow must not be played on
        # Everybody reads this, so it must not quote what a refusal says: "You have 18" may be hidden.
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
    """An action as it is stored."""
    return _ENCODER.encode(action).decode()


def message_data(message: MessageRow) -> dict[str, Any]:
    """A message as it is told: ``messages.Message``."""
    return {
        "number": message.number,
        "kind": message.kind,
        "seat": message.seat,
        "facts": message.facts,
        "at": message.at,
    }
