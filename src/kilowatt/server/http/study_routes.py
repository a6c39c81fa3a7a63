"""Statistics and analysis of finished games, over HTTP."""

import asyncio
from collections.abc import Awaitable, Callable

from litestar import Controller, MediaType, Response, get, post

import kilowatt
from kilowatt.review import Chronicle, chronicle
from kilowatt.rules.game import Game
from kilowatt.server.http.guards import AnyRequest, address_of, context_of
from kilowatt.server.http.record_routes import RecordId, table_to_replay, text_to_replay
from kilowatt.server.http.table_routes import TableId
from kilowatt.service.records import finished
from kilowatt.service.reviews import Analysis


class Studies(Controller):
    """Statistics and analysis of finished games. For a running game they could reveal secrets or help a player."""

    path = "/api"
    tags = ("records",)

    @get("/tables/{table_id:str}/chronicle", summary="Statistics of a finished game")
    async def chronicle(self, request: AnyRequest, table_id: TableId) -> Chronicle:
        """The standing of each seat at the end of every round, and how it spent its money."""
        table = await table_to_replay(request, table_id)
        return await table.study(lambda game: chronicle(finished(game)))

    @get("/records/{record_id:str}/chronicle", summary="Statistics of an uploaded game")
    async def uploaded_chronicle(self, request: AnyRequest, record_id: RecordId) -> Chronicle:
        """The same for an uploaded game, if it is over."""
        text = await text_to_replay(request, record_id)
        return await asyncio.to_thread(lambda: chronicle(finished(kilowatt.read_record(text))))

    @post("/tables/{table_id:str}/review", status_code=200, summary="Analyse a finished game")
    async def review(self, request: AnyRequest, table_id: TableId) -> Response[Analysis]:
        """Start the analysis if needed, and return its progress. Repeat the request until ``review`` is not null."""
        return await _analysed(request, f"table {table_id}", lambda: _of_table(request, table_id))

    @post("/records/{record_id:str}/review", status_code=200, summary="Analyse an uploaded game")
    async def uploaded_review(self, request: AnyRequest, record_id: RecordId) -> Response[Analysis]:
        """The same for an uploaded game, if it is over."""
        return await _analysed(request, f"record {record_id}", lambda: _of_record(request, record_id))


async def _analysed(request: AnyRequest, key: str, load: Callable[[], Awaitable[Game]]) -> Response[Analysis]:
    """Return the progress of the analysis. Only the request that starts it is charged extra, by ``load``."""
    reviews = context_of(request).reviews
    job = reviews.find(key)
    if job is None:
        game = await load()
        job = reviews.begin(key, address_of(request), game)
    # The worker process has already encoded the review.
    return Response(job.answer(), media_type=MediaType.JSON)  # type: ignore[arg-type]


async def _of_table(request: AnyRequest, table_id: str) -> Game:
    return await (await table_to_replay(request, table_id)).study(finished)


async def _of_record(request: AnyRequest, record_id: str) -> Game:
    text = await text_to_replay(request, record_id)
    return await asyncio.to_thread(lambda: finished(kilowatt.read_record(text)))
