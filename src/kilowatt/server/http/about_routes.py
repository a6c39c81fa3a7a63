"""Routes about the server itself: its boards and bots, its health, its metrics, and a plain page for a browser."""

import asyncio
import html
import time
from typing import Annotated, Any

import msgspec
from litestar import HttpMethod, MediaType, Response, get, route
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

import kilowatt
from kilowatt import bots
from kilowatt.boards import boards, find_board
from kilowatt.boards.differences import Fact, own_rules_by_choice
from kilowatt.drawing.board_map import BoardMap, board_map
from kilowatt.rules.board import Board
from kilowatt.rules.tables import FEWEST_PLAYERS, MOST_PLAYERS, PLAYER_COUNTS
from kilowatt.server.http.guards import AnyRequest, context_of
from kilowatt.server.http.summary_card import SummaryCard, summary_card
from kilowatt.store.database import DatabaseTrouble
from kilowatt.store.tables import count_tables, lobby
from kilowatt.wording.board_rules import sentence

BoardKey = Annotated[str, Parameter(max_length=80, description="The board's key.")]
Players = Annotated[int, Parameter(ge=FEWEST_PLAYERS, le=MOST_PLAYERS, description="The number of players.")]
FirstGame = Annotated[bool, Parameter(description="With the option of that name (R11.1).")]


class OwnRule(msgspec.Struct, frozen=True):
    """A rule specific to a board: clause, code, the facts of a sentence, the sentence in English.

    ``only_with``: the choices of the board's options, by name, with which it applies; if empty, it always applies.
    """

    clause: str
    code: str
    facts: dict[str, Fact]
    sentence: str
    only_with: dict[str, str]


class Tip(msgspec.Struct, frozen=True):
    """A tip for a board: a code, and the sentence in English."""

    code: str
    sentence: str


class BoardInfo(msgspec.Struct, frozen=True):
    """A board to choose: its regions and cities by id and name.

    - ``rules``: where it differs from the standard game (section 9); if it does not, ``"standard"`` is the only code.
    - ``options``: the options specific to this board (R9.6), by name; the first choice of each is the default.
    - ``regions_in_play``: the number of regions in play, by the number of players (R1.5).
    - ``region_sets``: all sets of regions of those sizes that can be chosen (R2.1).
    """

    key: str
    name: str
    regions: dict[str, str]
    cities: dict[str, str]
    rules: list[OwnRule]
    tips: list[Tip]
    options: dict[str, list[str]]
    regions_in_play: dict[int, int]
    region_sets: list[tuple[str, ...]]


class BotInfo(msgspec.Struct, frozen=True):
    """A bot to play against."""

    name: str
    title: str
    about: str


class Health(msgspec.Struct, frozen=True):
    """Whether this worker can serve."""

    ok: bool
    version: str
    database: str


@get("/api/boards", tags=["about"], summary="The boards")
async def board_list() -> list[BoardInfo]:
    """All boards that can be played here."""
    return [_board_info(board) for board in boards()]


def _board_info(board: Board) -> BoardInfo:
    in_play = {players: count.regions for players, count in PLAYER_COUNTS.items()}
    return BoardInfo(
        board.key,
        board.name,
        regions={region.id: region.name for region in board.regions},
        cities={city.id: city.name for city in board.cities},
        rules=[
            OwnRule(rule.clause, rule.code, rule.facts, sentence(rule, board), only_with)
            for rule, only_with in own_rules_by_choice(board)
        ],
        tips=[Tip(code, tip) for code, tip in board.tips.items()],
        options={name: list(option.choices) for name, option in board.options.items()},
        regions_in_play=in_play,
        region_sets=[chosen for size in sorted(set(in_play.values())) for chosen in board.atlas.region_sets(size)],
    )


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
    found = []
    for name in bots.names():
        try:
            bot = bots.load(name)
        except bots.UnknownBot:  # a bot of another package that does not load cannot be given a seat
            continue
        found.append(BotInfo(name, bot.title, bot.about))
    return found


@get(
    "/healthz",
    tags=["about"],
    summary="Whether this worker can serve",
    responses={503: ResponseSpec(Health, generate_examples=False, description="The database does not answer.")},
)
async def health(request: AnyRequest) -> Response[Health]:
    """200 if the database answers, 503 if not."""
    context = context_of(request)
    try:
        await context.database.run(count_tables)
        ok = True
    except DatabaseTrouble:
        ok = False
    return Response(Health(ok, kilowatt.__version__, context.database.dialect), status_code=200 if ok else 503)


@get("/metrics", tags=["about"], media_type=MediaType.TEXT, summary="Metrics for Prometheus")
async def metrics(request: AnyRequest) -> Response[bytes]:
    """Counters of this worker."""
    return Response(context_of(request).metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


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
