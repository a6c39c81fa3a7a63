"""Sends positions and news to clients: each seat gets its own view and choices, and nothing that is hidden from it.

A view is encoded once for all clients that see the same, and only ``viewer`` differs. With hidden money, each seat has
its own view.
"""

import time
from collections.abc import Iterable
from typing import Any

import msgspec

from kilowatt.rules.formats.figures import figures_of
from kilowatt.rules.formats.view import view_data
from kilowatt.rules.game import Game
from kilowatt.rules.tables import SEAT_NAMES
from kilowatt.server.sockets.clients import Client
from kilowatt.server.sockets.messages import Outgoing, SeatInfo, TableInfo
from kilowatt.server.tables.table import EncodedEntry, Table, message_data
from kilowatt.store.rows import MessageRow, SeatRow, TableRow

HERE = 45.0
"""Seconds after which a holder last seen on another worker no longer counts as connected."""

_ENCODER = msgspec.json.Encoder(enc_hook=lambda value: value.to_data())
_ANYBODY = b'{"viewer":null,'


def encode(message: Outgoing | dict[str, Any]) -> bytes:
    """Encode a message as it is sent over the socket."""
    return _ENCODER.encode(message)


class Scene:
    """The position of a table at one moment, encoded once and shared by all clients that receive it."""

    def __init__(self, table: Table, game: Game) -> None:
        self.table = table
        self.game = game
        self._undo = table.undo_seat()
        self._shared: bytes | None = None
        self._figures: bytes | None = None
        self._offers: bytes | None = None

    def position(self, seat: int | None, undo: int | None) -> bytes:
        """Encode the ``messages.Position`` of this seat; None is a spectator."""
        table, game = self.table, self.game
        up = seat is not None and seat == game.seat and table.is_playing
        ceiling = None if seat is None else table.ceiling_of(seat)
        seconds = seconds_left(table)
        return b'{"decision":%d,"view":%b,"figures":%b,"offers":%b,"undo":%b,"ceiling":%b,"seconds":%b}' % (
            table.number,
            self.view(seat),
            self.figures(),
            self.offers() if up else b"null",
            b"null" if undo is None else b"%d" % undo,
            b"null" if ceiling is None else b"%d" % ceiling,
            b"null" if seconds is None else b"%.1f" % seconds,
        )

    def undo_of(self, client: Client) -> int | None:
        """Return the seat of this client, if any, that may take its decision back."""
        return self._undo if self._undo in client.seats else None

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


def seconds_left(table: Table) -> float | None:
    """Return the time left for the decision, if it is limited."""
    if table.agreed.seconds is None or not table.is_playing:
        return None
    return max(0.0, table.asked_at + table.agreed.seconds - time.monotonic())


def viewing_seat(table: Table, client: Client) -> int | None:
    """Return the seat whose view a client gets: the one to act if it holds it, else its first; None for a spectator."""
    up = table.game.seat if table.game is not None else None
    return up if up in client.seats else (client.seats[0] if client.seats else None)


def tell_entries(table: Table, entries: Iterable[EncodedEntry]) -> None:
    """Send new entries and the current position to all clients."""
    clients = [client for client in table.clients if client.is_welcome]
    if not clients or table.game is None:
        return
    scene = Scene(table, table.game)
    head = b'{"type":"update","entries":[%b],"position":' % b",".join([entry.text for entry in entries])
    encoded: dict[tuple[int | None, int | None], bytes] = {}
    for client in clients:
        sight = (viewing_seat(table, client), scene.undo_of(client))
        text = encoded.get(sight)
        if text is None:
            text = encoded[sight] = head + scene.position(*sight) + b"}"
        client.tell(text)


def tell_table(table: Table, messages: list[MessageRow]) -> None:
    """Send the state of the table and new messages to all clients."""
    info = table_info(table)
    data = [message_data(message) for message in messages]
    for client in table.clients:
        if client.is_welcome:
            client.tell(encode({"type": "table", "table": info, "seats": client.seats, "messages": data}))


def welcome(table: Table, client: Client, entries: Iterable[EncodedEntry], messages: list[MessageRow]) -> bytes:
    """Encode the ``messages.Welcome`` for this client."""
    data = {
        "type": "welcome",
        "table": table_info(table),
        "seats": client.seats,
        "host": client.is_host,
        "entries": [msgspec.Raw(entry.text) for entry in entries],
        "messages": [message_data(message) for message in messages],
        "position": position_for(table, client),
    }
    return encode(data)


def position_for(table: Table, client: Client) -> msgspec.Raw | None:
    """Encode the position as this client may see it; None before the game."""
    if table.game is None:
        return None
    scene = Scene(table, table.game)
    return msgspec.Raw(scene.position(viewing_seat(table, client), scene.undo_of(client)))


def table_info(table: Table) -> TableInfo:
    """Return the public information about an open table."""
    connected = {seat for client in table.clients for seat in client.seats}
    return public_info(table.row, table.seats, table.number, connected)


def public_info(row: TableRow, seats: list[SeatRow], decision: int, connected: set[int]) -> TableInfo:
    """Return the public information about a table, from its rows."""
    return TableInfo(
        id=row.id,
        status=row.status,
        archived=row.archived,
        private=row.private,
        agreed=row.agreed,
        seats=tuple([_seat_info(seat, connected) for seat in seats]),
        created_at=row.created_at,
        decision=decision,
        commitment=row.commitment,
        salt=row.salt if row.status == "finished" else None,
        frozen=row.frozen,
        next_table=row.next_table,
    )


def _seat_info(seat: SeatRow, connected: set[int]) -> SeatInfo:
    return SeatInfo(
        seat=seat.seat,
        colour=SEAT_NAMES[seat.seat],
        nickname=seat.nickname,
        bot=seat.bot,
        held=seat.secret is not None,
        muted=seat.muted,
        here=seat.seat in connected or (seat.seen_at is not None and abs(time.time() - seat.seen_at) < HERE),
    )
