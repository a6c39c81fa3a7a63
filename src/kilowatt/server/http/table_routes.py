"""Tables over HTTP, and the WebSocket endpoint of a table."""

import time
from typing import Annotated, Any, TypeVar

from litestar import Controller, Response, get, post, websocket
from litestar.connection import WebSocket
from litestar.params import Parameter

from kilowatt.server.http.cookies import caller_of, cookie
from kilowatt.server.http.guards import (
    AnyRequest,
    address_of,
    context_of,
    note_address,
    require_not_banned,
    require_our_host,
    require_our_origin,
)
from kilowatt.server.links import claim, make_link
from kilowatt.server.reports import add_report_from
from kilowatt.server.sockets.endpoint import COME_BACK, TOO_MUCH, SocketConversation
from kilowatt.service.reports import NewReport, Reported
from kilowatt.service.tables import (
    HOST,
    Join,
    Keys,
    LetBotPlay,
    Mute,
    Rematch,
    SeatClaim,
    Seated,
    SeatLink,
    TableService,
    seat_key,
)
from kilowatt.store.tables import lobby
from kilowatt.table import Denied, JournalTrouble, NewTable
from kilowatt.table.broadcast import encode, public_info
from kilowatt.table.keys import hashed
from kilowatt.table.messages import Closing, TableInfo

T = TypeVar("T")

TableId = Annotated[str, Parameter(max_length=40, description="The table's ID, as in its link.")]
SeatNumber = Annotated[int, Parameter(ge=0, le=5, description="A seat, from 0.")]


def _service(request: AnyRequest) -> TableService:
    return TableService(context_of(request).registry)


def _with_cookies(request: AnyRequest, answer: T, keys: Keys) -> Response[T]:
    """Return an answer that sets the caller's new secrets as cookies."""
    cookies = [cookie(request, keys.table, name, secret) for name, secret in keys.secrets.items()]
    return Response(answer, cookies=cookies)


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
        if not await context.gate.may_make_table(address_of(request)):
            raise Denied("too-many-tables")
        seated, keys = await _service(request).make(caller_of(request), data)
        context.metrics.tables_made.inc()
        return _with_cookies(request, seated, keys)

    @get("/{table_id:str}", summary="A table")
    async def show(self, request: AnyRequest, table_id: TableId) -> Seated:
        """The public information about a table, and which of its seats are yours."""
        return await _service(request).show(caller_of(request), table_id)

    @post("/{table_id:str}/join", summary="Take a seat")
    async def join(self, request: AnyRequest, table_id: TableId, data: Join) -> Response[Seated]:
        """Take a free seat. Its secret is set as a cookie."""
        return _with_cookies(request, *await _service(request).join(caller_of(request), table_id, data))

    @post("/{table_id:str}/start", status_code=200, summary="Start the game")
    async def start(self, request: AnyRequest, table_id: TableId) -> Seated:
        """Start the game once all seats are taken. From then on the table has a ``commitment``."""
        return await _service(request).start(caller_of(request), table_id)

    @post("/{table_id:str}/archive", status_code=200, summary="Archive the table")
    async def archive(self, request: AnyRequest, table_id: TableId) -> Seated:
        """Archive the table: it can still be viewed, but not played."""
        return await _service(request).archive(caller_of(request), table_id)

    @post("/{table_id:str}/rematch", status_code=200, summary="Play again")
    async def rematch(self, request: AnyRequest, table_id: TableId) -> Response[Rematch]:
        """Play again with the same settings and seats. The first request makes the table; later ones return it."""
        return _with_cookies(request, *await _service(request).rematch(caller_of(request), table_id))

    @post("/{table_id:str}/claim", status_code=200, summary="Claim the seat of a link")
    async def claim(self, request: AnyRequest, table_id: TableId, data: SeatClaim) -> Response[Seated]:
        """Use a link to a seat. It works once; the device that held the seat loses it."""
        context = context_of(request)
        table = await context.registry.visit(table_id)
        seat, secret = await claim(context.database, table, data.token)
        is_host = table.state.row.host == hashed(secret)
        keys = Keys(table_id, {seat_key(seat): secret, **({HOST: secret} if is_host else {})})
        return _with_cookies(request, caller_of(request).with_keys(keys).seated(table), keys)

    @post("/{table_id:str}/report", summary="Report a message or the table")
    async def report(self, request: AnyRequest, table_id: TableId, data: NewReport) -> Reported:
        """Tell whoever runs this server what is wrong with a message, or with the table as a whole."""
        context = context_of(request)
        await context.registry.visit(table_id)
        return Reported(await add_report_from(context, address_of(request), table_id, data))

    @post("/{table_id:str}/seats/{seat:int}/leave", status_code=200, summary="Leave a seat")
    async def leave(self, request: AnyRequest, table_id: TableId, seat: SeatNumber) -> Response[Seated]:
        """Leave a seat. During a game a bot takes over."""
        return _with_cookies(request, *await _service(request).leave(caller_of(request), table_id, seat))

    @post("/{table_id:str}/seats/{seat:int}/bot", status_code=200, summary="Let a bot play for a seat")
    async def give_to_bot(self, request: AnyRequest, table_id: TableId, seat: SeatNumber, data: LetBotPlay) -> Seated:
        """Let a bot play: for your own seat; as host, for a free seat or for a player who has been away for long."""
        return await _service(request).give_to_bot(caller_of(request), table_id, seat, data)

    @post("/{table_id:str}/seats/{seat:int}/take-back", status_code=200, summary="Take a seat back from a bot")
    async def take_from_bot(self, request: AnyRequest, table_id: TableId, seat: SeatNumber) -> Seated:
        """Take your seat back from the bot; or, as host before the game, free a bot's seat."""
        return await _service(request).take_from_bot(caller_of(request), table_id, seat)

    @post("/{table_id:str}/seats/{seat:int}/mute", status_code=200, summary="Mute or unmute a seat")
    async def mute(self, request: AnyRequest, table_id: TableId, seat: SeatNumber, data: Mute) -> Seated:
        """Mute or unmute a seat in the chat. Only for the host."""
        return await _service(request).mute(caller_of(request), table_id, seat, data)

    @post("/{table_id:str}/seats/{seat:int}/link", summary="A link that moves this seat to another device")
    async def link(self, request: AnyRequest, table_id: TableId, seat: SeatNumber) -> SeatLink:
        """For the holder; or for the host, if the holder has been away for long: then the table's log records it."""
        context, caller = context_of(request), caller_of(request)
        table = await context.registry.visit(table_id)
        by_host = caller.acts_as_host(table, seat)
        if not context.gate.tables.take(address_of(request)):
            raise Denied("too-many-tables")
        mine = caller.seated(table)
        moving = mine.host and mine.seats == (seat,)  # with several seats, one may be meant for another person
        token = await make_link(context.database, table, seat, by_host=by_host, with_host=moving)
        base = context.settings.public_url or str(request.base_url).rstrip("/")
        # In the fragment, which browsers do not send, so it is in no log.
        return SeatLink(f"{base}/t/{table_id}#seat={token}", token)


CONNECTING = 2
"""The cost, in requests, of opening a socket. A client that then asks for a whole game is charged for that."""


async def _reject(socket: "WebSocket[Any, Any, Any]", code: int, reason: str, sentence: str = "") -> None:
    """Accept the socket, then close it with a reason: browsers do not show why a handshake failed."""
    await socket.accept()
    if sentence:
        await socket.send_text(encode(Closing(reason, sentence, come_back=False)).decode())
    await socket.close(code, reason)


@websocket("/api/tables/{table_id:str}/play")
async def play(socket: "WebSocket[Any, Any, Any]", table_id: str) -> None:
    """Play at a table, or watch. The messages are in ``kilowatt.table.messages``."""
    context = context_of(socket)
    address = note_address(socket)
    if not context.gate.requests.take(address, CONNECTING):
        await _reject(socket, TOO_MUCH, "too-many-messages")  # after which a client comes back
        return
    if not await context.gate.enter(address):
        await _reject(socket, TOO_MUCH, "too-many-sockets")
        return
    try:
        require_our_host(socket)
        require_our_origin(socket)
        require_not_banned(socket)
        table = await context.registry.open(table_id)
        await socket.accept()
        await SocketConversation(context, table, socket, caller_of(socket).hashes).run()
    except Denied as denied:
        await _reject(socket, TOO_MUCH, denied.code, denied.sentence)
    except JournalTrouble:
        await _reject(socket, COME_BACK, "trouble")
    finally:
        context.gate.leave(address)
