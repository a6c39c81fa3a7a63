"""Records over HTTP: those of games played here, and uploaded ones."""

import asyncio
import time
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.params import Body, Parameter

import kilowatt
from kilowatt.rules.formats.headers import fit_header
from kilowatt.rules.game import Game
from kilowatt.server.http.guards import AnyRequest, address_of, context_of
from kilowatt.server.http.table_routes import TableId
from kilowatt.server.limits import cost_of
from kilowatt.service.records import Upload, Uploaded, read_upload
from kilowatt.store.links import add_record, read_record
from kilowatt.table import Denied, Table
from kilowatt.table.history import Positions, Replay, positions_from, record_of, replay_at
from kilowatt.table.keys import may_be_id, new_id

RecordId = Annotated[str, Parameter(max_length=40, description="The record's ID, as in its link.")]
At = Annotated[
    int | None, Parameter(ge=0, le=1_000_000, description="The number of decisions played; by default all of them.")
]

First = Annotated[int, Parameter(ge=0, le=1_000_000, description="The number of decisions before the first position.")]

_ENCODER = msgspec.json.Encoder(enc_hook=lambda value: value.to_data())


def charge(request: AnyRequest, *, entries: int = 0, characters: int = 0) -> None:
    """Count a request that replays a game as several, by the length of the game. It has been counted once already."""
    if not context_of(request).gate.requests.owe(address_of(request), cost_of(entries, characters) - 1):
        raise Denied("too-many-messages")


async def table_to_replay(request: AnyRequest, table_id: str) -> Table:
    """Return a table whose game is about to be replayed, and charge for that."""
    table = await context_of(request).registry.visit(table_id)
    charge(request, entries=table.state.number)
    return table


def encoded(answer: msgspec.Struct) -> bytes:
    """Encode a long answer, in the thread that has made it."""
    return _ENCODER.encode(answer)


def as_json(answer: bytes) -> Response[Any]:
    """Return an answer that has been encoded already."""
    return Response(answer, media_type=MediaType.JSON)


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
        table = await table_to_replay(request, table_id)
        public_url = context_of(request).settings.public_url
        site = fit_header(urlsplit(public_url).hostname or "") if public_url is not None else ""

        def record(game: Game) -> str:
            game.headers = msgspec.structs.replace(game.headers, site=site)
            return record_of(table.state.row, game)

        return _as_file(await table.study(record), f"{table.state.agreed.board}-{table_id}")

    @get("/tables/{table_id:str}/replay", summary="A game to step through")
    async def replay(self, request: AnyRequest, table_id: TableId, at: At = None) -> Response[Replay]:
        """All decisions, and the position after ``at`` of them, as a spectator sees it."""
        table = await table_to_replay(request, table_id)
        return as_json(await table.study(lambda game: encoded(replay_at(game, at))))

    @get("/tables/{table_id:str}/positions", summary="Positions of a game in a row")
    async def positions(self, request: AnyRequest, table_id: TableId, first: First = 0) -> Response[Positions]:
        """The position after ``first`` decisions, as a spectator sees it, and up to 49 that follow."""
        table = await table_to_replay(request, table_id)
        return as_json(await table.study(lambda game: encoded(positions_from(game, first))))

    @post("/records", summary="Upload a record")
    async def upload(
        self, request: AnyRequest, data: Annotated[Upload, Body(description="A record, as text.")]
    ) -> Uploaded:
        """Store a record, if every line of it is valid."""
        charge(request, characters=len(data.record))
        await asyncio.to_thread(read_upload, data.record)  # up to a second for a malicious upload
        if not await context_of(request).gate.may_make_table(address_of(request)):
            raise Denied("too-many-records")
        record = new_id()
        await context_of(request).database.run(add_record, record, data.record, time.time())
        return Uploaded(record)

    @get("/records/{record_id:str}", media_type=MediaType.TEXT, summary="An uploaded record")
    async def uploaded(self, request: AnyRequest, record_id: RecordId) -> Response[str]:
        """The text as it was uploaded."""
        return _as_file(await text_of(request, record_id), record_id)

    @get("/records/{record_id:str}/replay", summary="An uploaded game to step through")
    async def uploaded_replay(self, request: AnyRequest, record_id: RecordId, at: At = None) -> Response[Replay]:
        """All decisions, and the position after ``at`` of them."""
        text = await text_to_replay(request, record_id)
        return as_json(await asyncio.to_thread(lambda: encoded(replay_at(kilowatt.read_record(text), at))))

    @get("/records/{record_id:str}/positions", summary="Positions of an uploaded game in a row")
    async def uploaded_positions(
        self, request: AnyRequest, record_id: RecordId, first: First = 0
    ) -> Response[Positions]:
        """The position after ``first`` decisions, and up to 49 that follow."""
        text = await text_to_replay(request, record_id)
        return as_json(await asyncio.to_thread(lambda: encoded(positions_from(kilowatt.read_record(text), first))))


async def text_to_replay(request: AnyRequest, record_id: str) -> str:
    """Return the text of an uploaded record that is about to be replayed, and charge for that."""
    text = await text_of(request, record_id)
    charge(request, characters=len(text))
    return text


async def text_of(request: AnyRequest, record_id: str) -> str:
    """Return the text of an uploaded record; ``Denied`` if there is none."""
    if not may_be_id(record_id):
        raise Denied("no-such-record")
    text = await context_of(request).database.run(read_record, record_id)
    if text is None:
        raise Denied("no-such-record")
    return text
