"""A finished game looked at again, over HTTP: its figures, and what an engine would have done."""

import asyncio
from collections.abc import Awaitable, Callable

from litestar import Controller, MediaType, Response, get, post

import kilowatt
from kilowatt.review import Chronicle, chronicle
from kilowatt.rules.game import Game
from kilowatt.server.denials import Denied
from kilowatt.server.http.guards import AnyRequest, address_of, registry_of
from kilowatt.server.http.record_routes import UPLOAD, WHOLE_GAME, RecordId, charge, text_of
from kilowatt.server.http.table_routes import TableId
from kilowatt.server.reviews.review_queue import Analysis
from kilowatt.server.tables.history import whole_game


class Studies(Controller):
    """Figures and analysis of finished games. Of one that goes on they would tell what is hidden, or help a player."""

    path = "/api"
    tags = ("records",)

    @get("/tables/{table_id:str}/chronicle", summary="A finished game in figures")
    async def chronicle(self, request: AnyRequest, table_id: TableId) -> Chronicle:
        """How each seat stood at the end of every round, and what became of its money."""
        charge(request, WHOLE_GAME)
        return await asyncio.to_thread(chronicle, await _of_table(request, table_id))

    @get("/records/{record_id:str}/chronicle", summary="An uploaded game in figures")
    async def uploaded_chronicle(self, request: AnyRequest, record_id: RecordId) -> Chronicle:
        """The same of a game that was brought along, if it is over."""
        charge(request, UPLOAD)
        return await asyncio.to_thread(chronicle, await _of_record(request, record_id))

    @post("/tables/{table_id:str}/review", status_code=200, summary="Analyse a finished game")
    async def review(self, request: AnyRequest, table_id: TableId) -> Response[Analysis]:
        """Begin, if nobody has, and say how far it is; ask again until ``review`` is there."""
        return await _analysed(request, f"table {table_id}", WHOLE_GAME, lambda: _of_table(request, table_id))

    @post("/records/{record_id:str}/review", status_code=200, summary="Analyse an uploaded game")
    async def uploaded_review(self, request: AnyRequest, record_id: RecordId) -> Response[Analysis]:
        """The same of a game that was brought along, if it is over."""
        return await _analysed(request, f"record {record_id}", UPLOAD, lambda: _of_record(request, record_id))


async def _analysed(
    request: AnyRequest, key: str, cost: int, load: Callable[[], Awaitable[Game]]
) -> Response[Analysis]:
    """How far the analysis of this game is. To ask again costs no more than any request."""
    reviews = registry_of(request).reviews
    job = reviews.find(key)
    if job is None:
        charge(request, cost)
        game = await load()
        job = reviews.begin(key, address_of(request), game.record(), game.decisions)
    # A review has been encoded already, where it was made.
    return Response(job.answer(), media_type=MediaType.JSON)  # type: ignore[arg-type]


async def _of_table(request: AnyRequest, table_id: str) -> Game:
    table = await registry_of(request).visit(table_id)
    return _over(await whole_game(registry_of(request), table))


async def _of_record(request: AnyRequest, record_id: str) -> Game:
    text = await text_of(request, record_id)
    return _over(await asyncio.to_thread(kilowatt.read_record, text))


def _over(game: Game) -> Game:
    if not game.is_over:
        raise Denied("not-finished")
    return game
