"""Everything about tables that is not live, over HTTP."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post, websocket
from litestar.connection import WebSocket
from litestar.params import Parameter

from kilowatt.server.denials import Denied
from kilowatt.server.http.guards import (
    AnyRequest,
    address_of,
    cookie,
    hashes_in,
    holds,
    is_host,
    registry_of,
    require_our_origin,
    seat_cookie,
    secrets_in,
)
from kilowatt.server.sockets.broadcast import public_info, table_info
from kilowatt.server.sockets.endpoint import COME_BACK, TOO_MUCH, Conversation
from kilowatt.server.sockets.messages import TableInfo
from kilowatt.server.tables import lifecycle, seating
from kilowatt.server.tables.keys import hashed
from kilowatt.server.tables.lifecycle import BotName, NewTable, Nickname
from kilowatt.server.tables.table import Table
from kilowatt.store.database import DatabaseTrouble
from kilowatt.store.tables import lobby, read_table

TableId = Annotated[str, Parameter(max_length=40, description="The table's name in its link.")]
SeatNumber = Annotated[int, Parameter(ge=0, le=5, description="A seat, from 0.")]


class Seated(msgspec.Struct, frozen=True):
    """A table, as its newest guest finds it: ``seats`` are those that this client holds."""

    table: TableInfo
    seats: tuple[int, ...]
    host: bool


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to sit down, and where; None: anywhere."""

    nickname: Nickname
    seat: int | None = None


class LetBotPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bot that is to play."""

    bot: BotName = "planner"


class Mute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a seat is muted."""

    muted: bool


class InstanceLock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The word of a link that gives a seat."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class SeatLink(msgspec.Struct, frozen=True):
    """A link that gives a seat, once: to be opened on another device, or sent to whoever lost theirs."""

    link: str
    token: str


class Rematch(msgspec.Struct, frozen=True):
    """The table of the rematch."""

    id: str


async def _table(request: AnyRequest, table_id: str) -> Table:
    return await registry_of(request).visit(table_id)


def _seated(request: AnyRequest, table: Table, more: frozenset[str] = frozenset()) -> Seated:
    hashes = hashes_in(request) | more
    held = tuple([place.seat for place in table.seats if place.secret in hashes])
    return Seated(table_info(table), held, is_host(table, hashes))


def _require_host(request: AnyRequest, table: Table) -> None:
    if not is_host(table, hashes_in(request)):
        raise Denied("not-the-host")


def _by_host(request: AnyRequest, table: Table, seat: int) -> bool:
    """Whether it is the host who asks, and not the holder of the seat; ``Denied`` if neither does."""
    seating.at(table, seat)
    hashes = hashes_in(request)
    if holds(table, hashes, seat):
        return False
    if not is_host(table, hashes):
        raise Denied("not-your-seat")
    return True


class Tables(Controller):
    """Tables."""

    path = "/api/tables"
    tags = ("tables",)

    @get("/", summary="The lobby: tables that are not private, waiting or being played")
    async def lobby(self, request: AnyRequest) -> list[TableInfo]:
        """The newest hundred."""
        found = await registry_of(request).database.run(lobby)
        return [public_info(row, seats, 0, set()) for row, seats in found]

    @post("/", summary="Make a table")
    async def make(self, request: AnyRequest, data: NewTable) -> Response[Seated]:
        """Make a table. The secrets of the seats that are yours, and that of the host, come as cookies."""
        registry = registry_of(request)
        if not registry.gate.tables.take(address_of(request)):
            raise Denied("too-many-tables")
        made = await lifecycle.make_table(registry, data)
        table = await registry.open(made.id)
        cookies = [cookie(request, made.id, "host", made.host)]
        cookies += [seat_cookie(request, made.id, seat, secret) for seat, secret in made.seats.items()]
        held = frozenset(hashed(secret) for secret in [made.host, *made.seats.values()])
        return Response(_seated(request, table, held), cookies=cookies)

    @get("/{table_id:str}", summary="A table")
    async def show(self, request: AnyRequest, table_id: TableId) -> Seated:
        """What all may know of a table, and which of its seats are yours."""
        return _seated(request, await _table(request, table_id))

    @post("/{table_id:str}/join", summary="Sit down")
    async def join(self, request: AnyRequest, table_id: TableId, data: Join) -> Response[Seated]:
        """Sit down in a free seat. Its secret comes as a cookie."""
        table = await _table(request, table_id)
        seat, secret = await seating.join(registry_of(request), table, data.nickname, data.seat)
        seated = _seated(request, table, frozenset([hashed(secret)]))
        return Response(seated, cookies=[seat_cookie(request, table_id, seat, secret)])

    @post("/{table_id:str}/start", status_code=200, summary="Begin the game")
    async def start(self, request: AnyRequest, table_id: TableId) -> Seated:
        """Begin, once all seats are taken. From now on the table shows its promise, ``commitment``."""
        table = await _table(request, table_id)
        _require_host(request, table)
        await lifecycle.start(registry_of(request), table)
        return _seated(request, table)

    @post("/{table_id:str}/archive", status_code=200, summary="Put the table away")
    async def archive(self, request: AnyRequest, table_id: TableId) -> Seated:
        """Put the table away: it can be looked at, and nobody can play on."""
        table = await _table(request, table_id)
        _require_host(request, table)
        await lifecycle.archive(registry_of(request), table)
        return _seated(request, table)

    @post("/{table_id:str}/rematch", status_code=200, summary="Play again")
    async def rematch(self, request: AnyRequest, table_id: TableId) -> Response[Rematch]:
        """The same again, made by the first who asks; the others follow by asking too."""
        registry = registry_of(request)
        table = await _table(request, table_id)
        if not _seated(request, table).seats and not is_host(table, hashes_in(request)):
            raise Denied("not-at-the-table")
        next_id = await lifecycle.rematch(registry, table)
        found = await registry.database.run(read_table, next_id)
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

    @post("/{table_id:str}/claim", status_code=200, summary="Take the seat that a link gives")
    async def claim(self, request: AnyRequest, table_id: TableId, data: InstanceLock) -> Response[Seated]:
        """Use a link to a seat. It works once; the device that had the seat until now has it no more."""
        table = await _table(request, table_id)
        seat, secret = await seating.claim(registry_of(request), table, data.token)
        seated = _seated(request, table, frozenset([hashed(secret)]))
        cookies = [seat_cookie(request, table_id, seat, secret)]
        if table.row.host == hashed(secret):
            cookies.append(cookie(request, table_id, "host", secret))
        return Response(seated, cookies=cookies)

    @post("/{table_id:str}/seats/{seat:int}/leave", status_code=200, summary="Stand up")
    async def leave(self, request: AnyRequest, table_id: TableId, seat: SeatNumber) -> Response[Seated]:
        """Stand up. In a game a bot plays on."""
        table = await _table(request, table_id)
        if not holds(table, hashes_in(request), seat):
            raise Denied("not-your-seat")
        await seating.leave(registry_of(request), table, seat)
        return Response(_seated(request, table), cookies=[seat_cookie(request, table_id, seat, None)])

    @post("/{table_id:str}/seats/{seat:int}/bot", status_code=200, summary="Let a bot play for a seat")
    async def give_to_bot(self, request: AnyRequest, table_id: TableId, seat: SeatNumber, data: LetBotPlay) -> Seated:
        """Let a bot play: for your own seat; as host for a free one, or for someone long absent."""
        table = await _table(request, table_id)
        by_host = _by_host(request, table, seat)
        await seating.give_to_bot(registry_of(request), table, seat, data.bot, by_host=by_host)
        return _seated(request, table)

    @post("/{table_id:str}/seats/{seat:int}/take-back", status_code=200, summary="Play again oneself")
    async def take_from_bot(self, request: AnyRequest, table_id: TableId, seat: SeatNumber) -> Seated:
        """Take your seat back from the bot; or, as host before the game, free a bot's seat."""
        table = await _table(request, table_id)
        by_host = _by_host(request, table, seat)
        await seating.take_from_bot(registry_of(request), table, seat, by_host=by_host)
        return _seated(request, table)

    @post("/{table_id:str}/seats/{seat:int}/mute", status_code=200, summary="Mute a seat, or let it speak again")
    async def mute(self, request: AnyRequest, table_id: TableId, seat: SeatNumber, data: Mute) -> Seated:
        """For the host."""
        table = await _table(request, table_id)
        _require_host(request, table)
        await seating.mute(registry_of(request), table, seat, muted=data.muted)
        return _seated(request, table)

    @post("/{table_id:str}/seats/{seat:int}/link", summary="A link that gives this seat to another device")
    async def link(self, request: AnyRequest, table_id: TableId, seat: SeatNumber) -> SeatLink:
        """For the holder; or for the host, when the holder has lost theirs: then the log of the table says so."""
        table = await _table(request, table_id)
        by_host = _by_host(request, table, seat)
        mine = _seated(request, table)
        moving = mine.host and mine.seats == (seat,)  # of several seats, one may be for somebody else
        token = await seating.make_link(registry_of(request), table, seat, by_host=by_host, with_host=moving)
        base = registry_of(request).settings.public_url or str(request.base_url).rstrip("/")
        # After the hash sign: browsers do not send that part, so it is in nobody's logs.
        return SeatLink(f"{base}/t/{table_id}#seat={token}", token)


CONNECTING = 2
"""As many requests a socket counts for: whoever comes in is told the whole game."""


async def _turn_away(socket: "WebSocket[Any, Any, Any]", code: int, reason: str) -> None:
    """Say why; a browser is not shown the reason of a handshake that fails."""
    await socket.accept()
    await socket.close(code, reason)


@websocket("/api/tables/{table_id:str}/play")
async def play(socket: "WebSocket[Any, Any, Any]", table_id: str) -> None:
    """Play at a table, or watch: see ``messages`` for what is said."""
    registry = registry_of(socket)
    address = address_of(socket)
    if not registry.gate.requests.take(address, CONNECTING) or not registry.gate.enter(address):
        await _turn_away(socket, TOO_MUCH, "too-many-sockets")
        return
    try:
        require_our_origin(socket)
        table = await registry.open(table_id)
        await socket.accept()
        await Conversation(registry, table, socket, hashes_in(socket)).run()
    except Denied as denied:
        await _turn_away(socket, TOO_MUCH, denied.code)
    except DatabaseTrouble:
        await _turn_away(socket, COME_BACK, "trouble")
    finally:
        registry.gate.leave(address)
