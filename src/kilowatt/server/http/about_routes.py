"""Routes about the server itself: its boards and bots, its health, and a plain page for a browser."""

import asyncio
import html
import time
from typing import Annotated, Any

import msgspec
from litestar import HttpMethod, MediaType, Response, get, route
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

import kilowatt
from kilowatt.boards import find_board
from kilowatt.drawing.board_map import BoardMap, board_map
from kilowatt.rules.tables import FEWEST_PLAYERS, MOST_PLAYERS
from kilowatt.server.http.guards import AnyRequest, context_of
from kilowatt.service import catalog
from kilowatt.service.catalog import BoardInfo, BotInfo
from kilowatt.service.summary_card import SummaryCard, summary_card
from kilowatt.store.tables import count_tables, lobby
from kilowatt.table.messages import Announcement

BoardKey = Annotated[str, Parameter(max_length=80, description="The board's key.")]
Players = Annotated[int, Parameter(ge=FEWEST_PLAYERS, le=MOST_PLAYERS, description="The number of players.")]
FirstGame = Annotated[bool, Parameter(description="With the option of that name (R11.1).")]


class Health(msgspec.Struct, frozen=True):
    """Whether this worker can serve."""

    ok: bool
    version: str
    database: str


@get("/api/boards", tags=["about"], summary="The boards")
async def board_list() -> list[BoardInfo]:
    """All boards that can be played here."""
    return catalog.board_list()


@get("/api/boards/{key:str}/card", tags=["about"], summary="The summary card of a board")
async def card(key: BoardKey, players: Players = 4, first_game: FirstGame = False) -> SummaryCard:
    """The numbers of a game on this board for this number of players, and what is often forgotten."""
    return summary_card(find_board(key), players, first_game=first_game)


@get("/api/boards/{key:str}/map", tags=["about"], summary="The map of a board")
async def plain_map(key: BoardKey) -> BoardMap:
    """A plain map of this board, drawn from the coordinates of its cities; the page has better maps of most boards."""
    return await asyncio.to_thread(board_map, find_board(key))


@get("/api/bots", tags=["about"], summary="The bots")
async def bot_list() -> list[BotInfo]:
    """All bots that can be given a seat, with the weakest of the built-in ones first."""
    return catalog.bot_list()


@get("/api/announcement", tags=["about"], summary="The restart that is announced")
async def announcement(request: AnyRequest) -> Announcement:
    """When this server is going to restart, if that is announced; over a socket it is told without being asked."""
    return context_of(request).administration.announcement()


@get(
    "/healthz",
    tags=["about"],
    summary="Whether this worker can serve",
    responses={503: ResponseSpec(Health, generate_examples=False, description="The database cannot be written.")},
)
async def health(request: AnyRequest) -> Response[Health]:
    """200 if the database can be written within two seconds, 503 if it hangs, is away, or its disk is full."""
    return _health(request, ok=await context_of(request).health.is_good())


@get(
    "/readyz",
    tags=["about"],
    summary="Whether this worker should be sent requests",
    responses={503: ResponseSpec(Health, generate_examples=False, description="Send requests to another worker.")},
)
async def readiness(request: AnyRequest) -> Response[Health]:
    """As ``/healthz``; but 503, too, while the worker finishes what it has and takes nothing new."""
    context = context_of(request)
    return _health(request, ok=not context.draining.is_set() and await context.health.is_good())


def _health(request: AnyRequest, *, ok: bool) -> Response[Health]:
    found = Health(ok, kilowatt.__version__, context_of(request).database.dialect)
    return Response(found, status_code=200 if ok else 503)


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kilowatt</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid #8885; }}
code {{ background: #8882; padding: .1rem .3rem; border-radius: .25rem; }}
</style></head><body>
<h1>Kilowatt</h1>
<p>The table server is running, version {version}. {counted}</p>
{note}
{tables}
<p>For programs: <a href="/schema/openapi.json">the OpenAPI description</a>,
<a href="/api/boards">the boards</a>, <a href="/api/bots">the bots</a>. <code>docs/server.md</code> is for authors of
clients, and <code>docs/operators.md</code> for operators.</p>
</body></html>
"""

NOT_BUILT = """<p>The page to play at is not part of this installation. To build it with Node, run <code>npm ci</code>
and <code>npm run build</code> in the folder <code>web</code> of the source; or install Kilowatt with
<code>KILOWATT_WEB=1</code>, which reports what is missing.</p>"""


@route("/plain", http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False, media_type=MediaType.HTML)
async def plain(request: AnyRequest) -> Response[str]:
    """The public tables, for browsers without JavaScript."""
    return await plain_page(request, built=True)


async def plain_page(request: AnyRequest, *, built: bool) -> Response[str]:
    """A page with the server's status and its public tables; if the web page is not built, also how to build it."""
    context = context_of(request)
    counts = await context.database.run(count_tables)
    found = await context.database.run(lobby)
    counted = ", ".join(f"{number} {status}" for status, number in sorted(counts.items())) or "none yet"
    rows = "".join(_row(row, seats) for row, seats in found)
    head = "<tr><th>Table</th><th>Board</th><th>Players</th><th>Status</th><th>Made</th></tr>"
    text = PAGE.format(
        version=kilowatt.__version__,
        counted=f"Tables: {counted}.",
        note="" if built else NOT_BUILT,
        tables=f"<table>{head}{rows}</table>" if rows else "<p>There are no public tables at the moment.</p>",
    )
    return Response(text, status_code=200, media_type=MediaType.HTML)


def _row(row: Any, seats: Any) -> str:
    names = ", ".join(html.escape(seat.nickname or "free") for seat in seats)
    minutes = max(0, int((time.time() - row.created_at) / 60))
    link = f'<a href="/api/tables/{row.id}">{row.id}</a>'
    board = html.escape(row.agreed.board)
    return f"<tr><td>{link}</td><td>{board}</td><td>{names}</td><td>{row.status}</td><td>{minutes} min ago</td></tr>"
