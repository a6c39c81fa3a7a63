"""The audience of a table: viewers, each of whom is told what its seats may know, and nothing that is hidden from them.

A view is encoded once for all viewers that see the same, and only ``viewer`` differs. With hidden money, each seat has
its own view.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from kilowatt.rules.formats.figures import figures_of
from kilowatt.rules.formats.view import view_data
from kilowatt.rules.game import Game
from kilowatt.rules.phases.auction import refuse_staying_out
from kilowatt.rules.tables import SEAT_NAMES
from kilowatt.table.clock import Clock
from kilowatt.table.denials import Denied
from kilowatt.table.looks import looks_of
from kilowatt.table.messages import Outgoing, SeatInfo, TableInfo
from kilowatt.table.rows import MessageRow, SeatRow, TableRow
from kilowatt.table.state import EncodedEntry, TableState

HERE = 45.0
"""Seconds after which a holder last seen on another worker no longer counts as connected."""


class Viewer:
    """Somebody who looks at a table, with the secrets of some seats or of none. A subclass sends messages."""

    def __init__(self, hashes: frozenset[str] = frozenset()) -> None:
        self.hashes = hashes
        """The hashes of the secrets that this viewer has."""
        self.address = ""
        """Where it comes from, if that is known."""
        self.seats: tuple[int, ...] = ()
        self.is_host = False
        self.is_welcome = False
        """Whether it has sent hello. Nothing is broadcast to it before that."""

    def find_seats(self, state: TableState) -> None:
        """Note which seats this viewer holds, and whether it is the host."""
        self.seats = held_seats(state, self.hashes)
        self.is_host = state.row.host in self.hashes

    def send(self, text: bytes) -> None:
        """Send a message. It must not block: a viewer that does not read is dropped, and may come back."""
        raise NotImplementedError

    async def wait_until_read(self) -> None:
        """Wait until the viewer has received what was sent to it, before it is sent much more."""

    def charge(self, entries: int) -> None:
        """Charge whoever looks for a replay of this many entries. A subclass raises if they had too many."""

    def dismiss(self, denied: Denied) -> None:
        """Say why this viewer may no longer look at the table, and end the conversation, if there is one."""


def held_seats(state: TableState, hashes: frozenset[str]) -> tuple[int, ...]:
    """Return the seats whose secret is one of these, given as hashes."""
    return tuple([seat.seat for seat in state.seats if seat.secret in hashes])


_ENCODER = msgspec.json.Encoder(enc_hook=lambda value: value.to_data())
_ANYBODY = b'{"viewer":null,'
_POSITION = b'{"decision":%d,"view":%b,"figures":%b,"offers":%b,"undo":%b,"ceiling":%b,"staying_out":%b,"seconds":%b}'


def encode(message: Outgoing | dict[str, Any]) -> bytes:
    """Encode a message as it is sent to a viewer."""
    return _ENCODER.encode(message)


class Audience:
    """The viewers of one table."""

    def __init__(self, state: TableState, clock: Clock) -> None:
        self._state = state
        self._clock = clock
        self.viewers: set[Viewer] = set()

    @property
    def connected(self) -> set[int]:
        """The seats whose holders are connected."""
        return {seat for viewer in self.viewers for seat in viewer.seats}

    @property
    def address(self) -> str:
        """The address of somebody who plays here, or else of somebody who watches; empty if nobody does."""
        players = [viewer.address for viewer in self.viewers if viewer.seats]
        return min(players or [viewer.address for viewer in self.viewers], default="")

    def find_seats(self) -> None:
        """Update which seats each viewer holds."""
        for viewer in self.viewers:
            viewer.find_seats(self._state)

    def send_update(self, entries: Iterable[EncodedEntry]) -> None:
        """Send new entries and the current position to all viewers."""
        viewers = [viewer for viewer in self.viewers if viewer.is_welcome]
        if not viewers or self._state.game is None:
            return
        scene = Scene(self._state, self._state.game)
        head = b'{"type":"update","entries":[%b],"position":' % b",".join([entry.text for entry in entries])
        encoded: dict[tuple[int | None, int | None], bytes] = {}
        for viewer in viewers:
            sight = scene.sight_of(viewer)
            text = encoded.get(sight)
            if text is None:
                text = encoded[sight] = head + scene.position(*sight) + b"}"
            viewer.send(text)

    def send_table(self, messages: Iterable[MessageRow] = ()) -> None:
        """Send the state of the table and new messages to all viewers."""
        info = self.table_info()
        data = [_message_data(message) for message in messages]
        for viewer in self.viewers:
            if viewer.is_welcome:
                viewer.send(encode({"type": "table", "table": info, "seats": viewer.seats, "messages": data}))

    def send_history(self, viewer: Viewer, entries: Iterable[EncodedEntry]) -> None:
        """Send a ``messages.History`` to a viewer that is about to be welcomed."""
        viewer.send(b'{"type":"history","entries":[%b]}' % b",".join([entry.text for entry in entries]))

    def welcome(self, viewer: Viewer, entries: Iterable[EncodedEntry], messages: Iterable[MessageRow]) -> None:
        """Send the ``messages.Welcome`` to this viewer. From now on it is told of everything."""
        viewer.is_welcome = True
        data = {
            "type": "welcome",
            "table": self.table_info(),
            "seats": viewer.seats,
            "host": viewer.is_host,
            "entries": [msgspec.Raw(entry.text) for entry in entries],
            "messages": [_message_data(message) for message in messages],
            "position": self.position_for(viewer),
        }
        viewer.send(encode(data))

    def position_for(self, viewer: Viewer) -> msgspec.Raw | None:
        """Encode the position as this viewer may see it; None before the game."""
        if self._state.game is None:
            return None
        scene = Scene(self._state, self._state.game)
        return msgspec.Raw(scene.position(*scene.sight_of(viewer)))

    def table_info(self) -> TableInfo:
        """Return the public information about the table."""
        state = self._state
        return public_info(state.row, state.seats, state.number, self.connected, self._clock.time())


class Scene:
    """The position of a table at one moment, encoded once and shared by all viewers that receive it."""

    def __init__(self, state: TableState, game: Game) -> None:
        self.state = state
        self.game = game
        self._undo = state.undo_seat()
        self._seconds = state.seconds_left()
        self._shared: bytes | None = None
        self._figures: bytes | None = None
        self._offers: bytes | None = None

    def sight_of(self, viewer: Viewer) -> tuple[int | None, int | None]:
        """Return what decides what a viewer is shown: the seat that it sees as, and its seat that may undo.

        It sees as the seat to act if it holds that, else as its first seat; a spectator as None.
        """
        up = self.game.seat
        seat = up if up in viewer.seats else (viewer.seats[0] if viewer.seats else None)
        return seat, self._undo if self._undo in viewer.seats else None

    def position(self, seat: int | None, undo: int | None) -> bytes:
        """Encode the ``messages.Position`` of this seat; None is a spectator."""
        state, game = self.state, self.game
        up = seat is not None and seat == game.seat and state.is_playing
        ceiling = None if seat is None else state.ceiling_of(seat)
        return _POSITION % (
            state.number,
            self.view(seat),
            self.figures(),
            self.offers() if up else b"null",
            b"null" if undo is None else b"%d" % undo,
            b"null" if ceiling is None else b"%d" % ceiling,
            self.staying_out(seat),
            b"null" if self._seconds is None else b"%.1f" % self._seconds,
        )

    def staying_out(self, seat: int | None) -> bytes:
        """Encode whether the table drops and passes for this seat, if that is possible."""
        if seat is None or self.game.is_over or refuse_staying_out(self.game.state, seat) is not None:
            return b"null"
        return b"true" if self.state.stays_out(seat) else b"false"

    def view(self, seat: int | None) -> bytes:
        """Encode the view of this seat."""
        if self.game.setup.hidden_money:
            return _ENCODER.encode(view_data(self.game.state, seat))
        if self._shared is None:
            self._shared = _ENCODER.encode(view_data(self.game.state, None))
        return self._shared if seat is None else b'{"viewer":%d,%b' % (seat, self._shared[len(_ANYBODY) :])

    def figures(self) -> bytes:
        """Encode the figures, which are the same for everyone."""
        if self._figures is None:
            self._figures = _ENCODER.encode(figures_of(self.game.state))
        return self._figures

    def offers(self) -> bytes:
        """Encode the choices of the seat whose turn it is."""
        if self._offers is None:
            self._offers = _ENCODER.encode(self.game.offers())
        return self._offers


def public_info(row: TableRow, seats: list[SeatRow], decision: int, connected: set[int], at: float) -> TableInfo:
    """Return the public information about a table, from its rows, at this time of day."""
    return TableInfo(
        id=row.id,
        status=row.status,
        archived=row.archived,
        private=row.private,
        agreed=row.agreed,
        seats=tuple([_seat_info(seat, look, connected, at) for seat, look in zip(seats, looks_of(seats), strict=True)]),
        created_at=row.created_at,
        decision=decision,
        commitment=row.commitment,
        salt=row.salt if row.status == "finished" else None,
        frozen=row.frozen,
        next_table=row.next_table,
    )


def _seat_info(seat: SeatRow, look: int, connected: set[int], at: float) -> SeatInfo:
    return SeatInfo(
        seat=seat.seat,
        colour=SEAT_NAMES[seat.seat],
        look=look,
        nickname=seat.nickname,
        bot=seat.bot,
        held=seat.secret is not None,
        muted=seat.muted,
        here=seat.seat in connected or (seat.seen_at is not None and abs(at - seat.seen_at) < HERE),
    )


def _message_data(message: MessageRow) -> dict[str, Any]:
    """Return a message as it is sent: ``messages.Message``."""
    return {
        "number": message.number,
        "kind": message.kind,
        "seat": message.seat,
        "facts": message.facts,
        "at": message.at,
    }
