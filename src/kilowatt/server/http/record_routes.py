"""Records over HTTP: those of games played here, and uploaded ones."""

import asyncio
import time
from typing import Annotated

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.params import Body, Parameter

import kilowatt
from kilowatt.rules.game import Game
from kilowatt.server.http.guards import AnyRequest, address_of, context_of
from kilowatt.server.http.table_routes import TableId
from kilowatt.store.links import add_record, read_record
from kilowatt.table import Denied
from kilowatt.table.history import Positions, Replay, positions_from, record_of, replay_at
from kilowatt.table.keys import may_be_id, new_id

RecordId = Annotated[str, Parameter(max_length=40, description="The record's ID, as in its link.")]
At = Annotated[
    int | None, Parameter(ge=0, le=1_000_000, description="The number of decisions played; by default all of them.")
]

First = Annotated[int, Parameter(ge=0, le=1_000_000, description="The number of decisions before the first position.")]

WHOLE_GAME, UPLOADED_PART, UPLOAD = 5, 10, 20
"""The cost, in requests, of replaying a game played here, part of an uploaded game, and all of an uploaded game."""

MOST_DECISIONS = 10_000
"""The most decisions of an uploaded game; the longest played here have a tenth of that."""

LARGEST = 500_000
"""The most characters of a record; those of the longest games have a tenth of that."""


class Upload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record, as text."""

    record: Annotated[str, msgspec.Meta(max_length=LARGEST)]


class Uploaded(msgspec.Struct, frozen=True):
    """The ID of an uploaded record."""

    id: str


def charge(request: AnyRequest, cost: int) -> None:
    """Count a request as several, since it takes more work than others. It has already been counted once."""
    if not context_of(request).gate.requests.take(address_of(request), cost - 1):
        raise Denied("too-many-messages")


def _read(text: str) -> Game:
    game = kilowatt.read_record(text)
    if game.decisions > MOST_DECISIONS:
        raise Denied("wrong-input", why=f"This game has {game.decisions:,} decisions; the limit is {MOST_DECISIONS:,}.")
    return game


def _as_file(text: str, name: str) -> Response[str]:
    headers = {"content-disposition": f'attachment; filename="{name}.kw"'}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


class Records(Controller):
    """Records and replays."""

    path = "/api"
    tags = ("records",)

    @get("/tables/{table_id:str}/record", media_type=MediaType.TEXT, summary="The record of a game")
    async def record(self, request: AnyRequest, table_id: TableId) -> Response[str]:
        """The game as text that ``kilowatt check`` verifies. In a running game, hidden information is resampled."""
        charge(request, WHOLE_GAME)
        table = await context_of(request).registry.visit(table_id)
        game = await table.whole_game()
        return _as_file(record_of(table.state.row, game), f"{table.state.agreed.board}-{table_id}")

    @get("/tables/{table_id:str}/replay", summary="A game to step through")
    async def replay(self, request: AnyRequest, table_id: TableId, at: At = None) -> Replay:
        """All decisions, and the position after ``at`` of them, as a spectator sees it."""
        charge(request, WHOLE_GAME)
        table = await context_of(request).registry.visit(table_id)
        return replay_at(await table.whole_game(), at)

    @get("/tables/{table_id:str}/positions", summary="Positions of a game in a row")
    async def positions(self, request: AnyRequest, table_id: TableId, first: First = 0) -> Positions:
        """The position after ``first`` decisions, as a spectator sees it, and up to 49 that follow."""
        charge(request, WHOLE_GAME)
        table = await context_of(request).registry.visit(table_id)
        return await asyncio.to_thread(positions_from, await table.whole_game(), first)

    @post("/records", summary="Upload a record")
    async def upload(
        self, request: AnyRequest, data: Annotated[Upload, Body(description="A record, as text.")]
    ) -> Uploaded:
        """Store a record, if every line of it is valid."""
        charge(request, UPLOAD)
        await asyncio.to_thread(_read, data.record)  # up to a second for a malicious upload
        if not context_of(request).gate.tables.take(address_of(request)):
            raise Denied("too-many-records")
        record = new_id()
        await context_of(request).database.run(add_record, record, data.record, time.time())
        return Uploaded(record)

    @get("/records/{record_id:str}", media_type=MediaType.TEXT, summary="An uploaded record")
    async def uploaded(self, request: AnyRequest, record_id: RecordId) -> Response[str]:
        """The text as it was uploaded."""
        return _as_file(await text_of(request, record_id), record_id)

    @get("/records/{record_id:str}/replay", summary="An uploaded game to step through")
    async def uploaded_replay(self, request: AnyRequest, record_id: RecordId, at: At = None) -> Replay:
        """All decisions, and the position after ``at`` of them."""
        charge(request, UPLOAD)
        text = await text_of(request, record_id)
        return await asyncio.to_thread(lambda: replay_at(kilowatt.read_record(text), at))

    @get("/records/{record_id:str}/positions", summary="Positions of an uploaded game in a row")
    async def uploaded_positions(self, request: AnyRequest, record_id: RecordId, first: First = 0) -> Positions:
        """The position after ``first`` decisions, and up to 49 that follow."""
        charge(request, UPLOADED_PART)
        text = await text_of(request, record_id)
        return await asyncio.to_thread(lambda: positions_from(kilowatt.read_record(text), first))


async def text_of(request: AnyRequest, record_id: str) -> str:
    """Return the text of an uploaded record; ``Denied`` if there is none."""
    if not may_be_id(record_id):
        raise Denied("no-such-record")
    text = await context_of(request).database.run(read_record, record_id)
    if text is None:
        raise Denied("no-such-record")
    return text
