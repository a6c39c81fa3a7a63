"""Tables over HTTP, and the WebSocket endpoint of a table."""

import time
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post, websocket
from litestar.connection import WebSocket
from litestar.params import Parameter

from kilowatt.server.http.cookies import cookie, hashes_in, seat_cookie, secrets_in
from kilowatt.server.http.guards import AnyRequest, address_of, context_of, require_our_origin
from kilowatt.server.links import claim, make_link
from kilowatt.server.sockets.endpoint import COME_BACK, TOO_MUCH, SocketConversation
from kilowatt.store.tables import lobby, read_table
from kilowatt.table import Denied, JournalTrouble, NewTable, Table
from kilowatt.table.broadcast import held_seats, public_info
from kilowatt.table.keys import hashed
from kilowatt.table.messages import TableInfo
from kilowatt.table.rows import Look
from kilowatt.table.setup import BotName, Nickname

TableId = Annotated[str, Parameter(max_length=40, description="The table's ID, as in its link.")]
SeatNumber = Annotated[int, Parameter(ge=0, le=5, description="A seat, from 0.")]


class Seated(msgspec.Struct, frozen=True):
    """A table as this client sees it: ``seats`` are those that it holds, ``host`` whether it is the host.

    ``up`` is the seat whose turn it is, if somebody's is.
    """

    table: TableInfo
    seats: tuple[int, ...]
    host: bool
    up: int | None


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The nickname of a new player, and the seat and the look (colour and roof) they want; None is any free one.

    If the look is taken, they get the first that is free.
    """

    nickname: Nickname
    seat: int | None = None
    look: Look | None = None


class LetBotPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bot that is to play for a seat."""

    bot: BotName = "planner"


class Mute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a seat is muted."""

    muted: bool


class SeatClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link to a seat."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class SeatLink(msgspec.Struct, frozen=True):
    """A link that gives a seat once: to open on another device, or to send to a player who has lost access."""

    link: str
    token: str


class Rematch(msgspec.Struct, frozen=True):
    """The table of the rematch."""

    id: str


async def _table(request: AnyRequest, table_id: str) -> Table:
    return await context_of(request).registry.visit(table_id)


def _seated(request: AnyRequest, table: Table, more: frozenset[str] = frozenset()) -> Seated:
    hashes, state = hashes_in(request) | more, table.state
    return Seated(table.audience.table_info(), held_seats(state, hashes), state.row.host in hashes, state.up)


def _is_host(request: AnyRequest, table: Table) -> bool:
    return table.state.row.host in hashes_in(request)


def _require_host(request: AnyRequest, table: Table) -> None:
    if not _is_host(request, table):
        raise Denied("not-the-host")


def _by_host(request: AnyRequest, table: Table, seat: int) -> bool:
    """Whether the request is the host's and not that of the seat's holder; ``Denied`` if it is neither."""
    if table.state.seat_at(seat).secret in hashes_in(request):
        return False
    if not _is_host(request, table):
        raise Denied("not-your-seat")
    return True


class Tables(Controller):
    """Tables."""

    path = "/api/tables"
    tags = ("tables",)

    @get("/", summary="The lobby: tables that are not private, waiting or being played")
    async def lobby(self, request: AnyRequest) -> list[TableInfo]:
        """The newest hundred tables."""
        found = await context_of(request).database.run(lobby)
        now = time.time()
        return [public_info(row, seats, 0, set(), now) for row, seats in found]

    @post("/", summary="Make a table")
    async def make(self, request: AnyRequest, data: NewTable) -> Response[Seated]:
        """Make a table. The secrets of your seats and of the host are set as cookies."""
        context = context_of(request)
        if not context.gate.tables.take(address_of(request)):
            raise Denied("too-many-tables")
        made = await context.registry.make(data)
        context.metrics.tables_made.inc()
        table = await context.registry.open(made.id)
        cookies = [cookie(request, made.id, "host", made.host)]
        cookies += [seat_cookie(request, made.id, seat, secret) for seat, secret in made.seats.items()]
        held = frozenset(hashed(secret) for secret in [made.host, *made.seats.values()])
        return Response(_seated(request, table, held), cookies=cookies)

    @get("/{table_id:str}", summary="A table")
    async def show(self, request: AnyRequest, table_id: TableId) -> Seated:
        """The public information about a table, and which of its seats are yours."""
        return _seated(request, await _table(request, table_id))

    @post("/{table_id:str}/join", summary="Take a seat")
    async def join(self, request: AnyRequest, table_id: TableId, data: Join) -> Response[Seated]:
        """Take a free seat. Its secret is set as a cookie."""
        table = await _table(request, table_id)
        seat, secret = await table.join(data.nickname, data.seat, data.look)
        seated = _seated(request, table, frozenset([hashed(secret)]))
        return Response(seated, cookies=[seat_cookie(request, table_id, seat, secret)])

    @post("/{table_id:str}/start", status_code=200, summary="Start the game")
    async def start(self, request: AnyRequest, table_id: TableId) -> Seated:
        """Start the game once all seats are taken. From then on the table has a ``commitment``."""
        table = await _table(request, table_id)
        _require_host(request, table)
        await table.start()
        return _seated(request, table)

    @post("/{table_id:str}/archive", status_code=200, summary="Archive the table")
    async def archive(self, request: AnyRequest, table_id: TableId) -> Seated:
        """Archive the table: it can still be viewed, but not played."""
        table = await _table(request, table_id)
        _require_host(request, table)
        await table.archive()
        return _seated(request, table)

    @post("/{table_id:str}/rematch", status_code=200, summary="Play again")
    async def rematch(self, request: AnyRequest, table_id: TableId) -> Response[Rematch]:
        """Play again with the same settings and seats. The first request makes the table; later ones return it."""
        table = await _table(request, table_id)
        if not _seated(request, table).seats and not _is_host(request, table):
            raise Denied("not-at-the-table")
        next_id = await table.rematch()
        found = await context_of(request).database.run(read_table, next_id)
        assert found is not None
        row, places = found
        cookies = []
        for secret in secrets_in(request):
            if hashed(secret) == row.host:
                cookies.append(cookie(request, next_id, "host", secret))
            cookies += [
                seat_cookie(request, next_id, place.seat, secret) for place in places if place.secret == hashed(secret)
            ]
        return Response(Rematch(next_id), cookies=cookies)

    @post("/{table_id:str}/claim", status_code=200, summary="Claim the seat of a link")
    async def claim(self, request: AnyRequest, table_id: TableId, data: SeatClaim) -> Response[Seated]:
        """Use a link to a seat. It works once; the device that held the seat loses it."""
        table = await _table(request, table_id)
        seat, secret = await claim(context_of(request).database, table, data.token)
        seated = _seated(request, table, frozenset([hashed(secret)]))
        cookies = [seat_cookie(request, table_id, seat, secret)]
        if table.state.row.host == hashed(secret):
            cookies.append(cookie(request, table_id, "host", secret))
        return Response(seated, cookies=cookies)

    @post("/{table_id:str}/seats/{seat:int}/leave", status_code=200, summary="Leave a seat")
    async def leave(self, request: AnyRequest, table_id: TableId, seat: SeatNumber) -> Response[Seated]:
        """Leave a seat. During a game a bot takes over."""
        table = await _table(request, table_id)
        if seat not in held_seats(table.state, hashes_in(request)):
            raise Denied("not-your-seat")
        await table.leave(seat)
        return Response(_seated(request, table), cookies=[seat_cookie(request, table_id, seat, None)])

    @post("/{table_id:str}/seats/{seat:int}/bot", status_code=200, summary="Let a bot play for a seat")
    async def give_to_bot(self, request: AnyRequest, table_id: TableId, seat: SeatNumber, data: LetBotPlay) -> Seated:
        """Let a bot play: for your own seat; as host, for a free seat or for a player who has been away for long."""
        table = await _table(request, table_id)
        by_host = _by_host(request, table, seat)
        await table.give_to_bot(seat, data.bot, by_host=by_host)
        return _seated(request, table)

    @post("/{table_id:str}/seats/{seat:int}/take-back", status_code=200, summary="Take a seat back from a bot")
    async def take_from_bot(self, request: AnyRequest, table_id: TableId, seat: SeatNumber) -> Seated:
        """Take your seat back from the bot; or, as host before the game, free a bot's seat."""
        table = await _table(request, table_id)
        by_host = _by_host(request, table, seat)
        await table.take_from_bot(seat, by_host=by_host)
        return _seated(request, table)

    @post("/{table_id:str}/seats/{seat:int}/mute", status_code=200, summary="Mute or unmute a seat")
    async def mute(self, request: AnyRequest, table_id: TableId, seat: SeatNumber, data: Mute) -> Seated:
        """Mute or unmute a seat in the chat. Only for the host."""
        table = await _table(request, table_id)
        _require_host(request, table)
        await table.mute(seat, muted=data.muted)
        return _seated(request, table)

    @post("/{table_id:str}/seats/{seat:int}/link", summary="A link that moves this seat to another device")
    async def link(self, request: AnyRequest, table_id: TableId, seat: SeatNumber) -> SeatLink:
        """For the holder; or for the host, if the holder has lost access: then the table's log records it."""
        table = await _table(request, table_id)
        by_host = _by_host(request, table, seat)
        mine = _seated(request, table)
        moving = mine.host and mine.seats == (seat,)  # with several seats, one may be meant for another person
        database = context_of(request).database
        token = await make_link(database, table, seat, by_host=by_host, with_host=moving)
        base = context_of(request).settings.public_url or str(request.base_url).rstrip("/")
        # In the fragment, which browsers do not send, so it is in no log.
        return SeatLink(f"{base}/t/{table_id}#seat={token}", token)


CONNECTING = 2
"""The cost, in requests, of opening a socket: a new client may receive the whole game."""


async def _reject(socket: "WebSocket[Any, Any, Any]", code: int, reason: str) -> None:
    """Accept the socket, then close it with a reason: browsers do not show why a handshake failed."""
    await socket.accept()
    await socket.close(code, reason)


@websocket("/api/tables/{table_id:str}/play")
async def play(socket: "WebSocket[Any, Any, Any]", table_id: str) -> None:
    """Play at a table, or watch. The messages are in ``kilowatt.table.messages``."""
    context = context_of(socket)
    address = address_of(socket)
    if not context.gate.requests.take(address, CONNECTING) or not context.gate.enter(address):
        await _reject(socket, TOO_MUCH, "too-many-sockets")
        return
    try:
        require_our_origin(socket)
        table = await context.registry.open(table_id)
        await socket.accept()
        await SocketConversation(context, table, socket, hashes_in(socket)).run()
    except Denied as denied:
        await _reject(socket, TOO_MUCH, denied.code)
    except JournalTrouble:
        await _reject(socket, COME_BACK, "trouble")
    finally:
        context.gate.leave(address)
