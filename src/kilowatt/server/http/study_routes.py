"""Statistics and analysis of finished games, over HTTP."""

import asyncio
from collections.abc import Awaitable, Callable

from litestar import Controller, MediaType, Response, get, post

import kilowatt
from kilowatt.review import Chronicle, chronicle
from kilowatt.rules.game import Game
from kilowatt.server.http.guards import AnyRequest, address_of, context_of
from kilowatt.server.http.record_routes import UPLOAD, WHOLE_GAME, RecordId, charge, text_of
from kilowatt.server.http.table_routes import TableId
from kilowatt.server.reviews.review_queue import Analysis
from kilowatt.table import Denied


class Studies(Controller):
    """Statistics and analysis of finished games. For a running game they could reveal secrets or help a player."""

    path = "/api"
    tags = ("records",)

    @get("/tables/{table_id:str}/chronicle", summary="Statistics of a finished game")
    async def chronicle(self, request: AnyRequest, table_id: TableId) -> Chronicle:
        """The standing of each seat at the end of every round, and how it spent its money."""
        charge(request, WHOLE_GAME)
        return await asyncio.to_thread(chronicle, await _of_table(request, table_id))

    @get("/records/{record_id:str}/chronicle", summary="Statistics of an uploaded game")
    async def uploaded_chronicle(self, request: AnyRequest, record_id: RecordId) -> Chronicle:
        """The same for an uploaded game, if it is over."""
        charge(request, UPLOAD)
        return await asyncio.to_thread(chronicle, await _of_record(request, record_id))

    @post("/tables/{table_id:str}/review", status_code=200, summary="Analyse a finished game")
    async def review(self, request: AnyRequest, table_id: TableId) -> Response[Analysis]:
        """Start the analysis if needed, and return its progress. Repeat the request until ``review`` is not null."""
        return await _analysed(request, f"table {table_id}", WHOLE_GAME, lambda: _of_table(request, table_id))

    @post("/records/{record_id:str}/review", status_code=200, summary="Analyse an uploaded game")
    async def uploaded_review(self, request: AnyRequest, record_id: RecordId) -> Response[Analysis]:
        """The same for an uploaded game, if it is over."""
        return await _analysed(request, f"record {record_id}", UPLOAD, lambda: _of_record(request, record_id))


async def _analysed(
    request: AnyRequest, key: str, cost: int, load: Callable[[], Awaitable[Game]]
) -> Response[Analysis]:
    """Return the progress of the analysis. Only the request that starts it is charged extra."""
    reviews = context_of(request).reviews
    job = reviews.find(key)
    if job is None:
        charge(request, cost)
        game = await load()
        job = reviews.begin(key, address_of(request), game.record(), game.decisions)
    # The worker process has already encoded the review.
    return Response(job.answer(), media_type=MediaType.JSON)  # type: ignore[arg-type]


async def _of_table(request: AnyRequest, table_id: str) -> Game:
    table = await context_of(request).registry.visit(table_id)
    return _over(await table.whole_game())


async def _of_record(request: AnyRequest, record_id: str) -> Game:
    text = await text_of(request, record_id)
    return _over(await asyncio.to_thread(kilowatt.read_record, text))


def _over(game: Game) -> Game:
    if not game.is_over:
        raise Denied("not-finished")
    return game
