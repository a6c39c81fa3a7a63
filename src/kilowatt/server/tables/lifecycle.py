"""The life of a table: make it, start its game, play again, archive it."""

import contextlib
import inspect
import secrets
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from sqlalchemy.engine import Connection

import kilowatt
from kilowatt.rules.formats.record import RULES_VERSION
from kilowatt.rules.game import Game
from kilowatt.rules.hidden.commitments import commitment
from kilowatt.server.denials import Denied
from kilowatt.server.tables import automatic_moves
from kilowatt.server.tables.keys import clean_nickname, hashed, new_id, new_secret
from kilowatt.server.tables.seating import bot_title
from kilowatt.server.tables.table import Table
from kilowatt.store.database import Conflict
from kilowatt.store.rows import Agreement, NewMessage, SeatRow, TableRow
from kilowatt.store.tables import add_table, change_table, start_table

if TYPE_CHECKING:
    from kilowatt.server.tables.registry import TableRegistry

Nickname = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
BotName = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class Me(msgspec.Struct, frozen=True, tag_field="who", tag="me", forbid_unknown_fields=True):
    """The person who makes the table sits here; several such seats make a hot seat."""

    nickname: Nickname


class BotSeat(msgspec.Struct, frozen=True, tag_field="who", tag="bot", forbid_unknown_fields=True):
    """A bot sits here."""

    bot: BotName


class Free(msgspec.Struct, frozen=True, tag_field="who", tag="anybody", forbid_unknown_fields=True):
    """Anyone may take this seat."""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to make: the agreement, and who sits where, from seat 0 on. Seats that are not listed are free."""

    agreed: Agreement
    seats: Annotated[list[Me | BotSeat | Free], msgspec.Meta(max_length=6)] = []
    private: bool = False


class Made(msgspec.Struct, frozen=True):
    """A new table, with the secrets of the host and of the seats."""

    id: str
    host: str
    seats: dict[int, str]


async def make_table(registry: "TableRegistry", new: NewTable) -> Made:
    """Make a table; ``BadInput`` if its game could not be set up."""
    agreed = new.agreed
    set_up(agreed)
    if len(new.seats) > agreed.players:
        raise Denied("wrong-input", why=f"{len(new.seats)} seats are given for {agreed.players} players.")
    given: dict[int, str] = {}
    places = []
    for number in range(agreed.players):
        wanted = new.seats[number] if number < len(new.seats) else Free()
        place, secret = _place(number, wanted)
        places.append(place)
        if secret is not None:
            given[number] = secret
    names = [place.nickname.casefold() for place in places if place.nickname is not None and place.bot is None]
    if len(set(names)) < len(names):
        raise Denied("nickname-taken")
    host = new_secret()
    made = Made(new_id(), host, given)
    now = time.time()
    row = TableRow(made.id, "open", new.private, agreed, hashed(host), now, now)
    # The ID is unique. If it exists, we have written it, and the response was lost with the connection.
    with contextlib.suppress(Conflict):
        await registry.database.run(add_table, row, places, NewMessage("made"))
    registry.metrics.tables_made.inc()
    return made


def _place(number: int, wanted: Me | BotSeat | Free) -> tuple[SeatRow, str | None]:
    """Return the row of a seat, and its secret if a person holds it."""
    match wanted:
        case Me(nickname):
            secret = new_secret()
            return SeatRow(number, clean_nickname(nickname), hashed(secret), seen_at=time.time()), secret
        case BotSeat(bot):
            return SeatRow(number, bot_title(bot), bot=bot), None
        case _:
            return SeatRow(number), None


_OUR_OPTIONS = inspect.signature(kilowatt.new_game).parameters.keys() - {"board_options"}
"""Names that a table may not use as options of a board, such as the seed, the order and the deck."""


def set_up(agreed: Agreement) -> Game:
    """Set up a new game as agreed, with a new random seed; ``BadInput`` if that is not possible."""
    if wrong := _OUR_OPTIONS & agreed.board_options.keys():
        raise Denied("wrong-input", why=f"No board has an option {min(wrong)!r}.")
    options: dict[str, Any] = {
        **agreed.board_options,
        "regions": None if agreed.regions == "drawn" else agreed.regions,
        "flux": agreed.flux,
        "first_game": agreed.first_game,
        "hidden_money": agreed.hidden_money,
        "round_limit": agreed.round_limit,
    }
    return kilowatt.new_game(
        agreed.board,
        agreed.players,
        seed=secrets.randbits(128),
        **options,
    )


async def start(registry: "TableRegistry", table: Table) -> None:
    """Start the game: everything random is drawn now, and the table commits to it with a hash."""
    async with table.lock:
        await registry.follow(table)
        if table.row.archived:
            raise Denied("archived")
        if table.row.status != "open":
            raise Denied("started")
        if any(place.is_free for place in table.seats):
            raise Denied("seats-free")
        game = set_up(table.agreed)
        salt = secrets.token_hex(32)
        try:
            begun = await registry.database.run(
                start_table,
                table.id,
                table.seats,
                NewMessage("started"),
                time.time(),
                rules=RULES_VERSION,
                chance=chance_text(game),
                salt=salt,
                commitment=commitment(game.setup, salt),
                wake_at=automatic_moves.wake_time(table, game, -1),
            )
        except Conflict:
            begun = False
        await registry.follow(table)
        if (
            not begun and table.row.salt != salt
        ):  # otherwise we did start it, and the response was lost with the connection
            raise Denied("stale")
        automatic_moves.schedule_next(registry, table, mine=True)


def chance_text(game: Game) -> str:
    """Return the start of a game, including everything random, as JSON arguments of ``new_game``."""
    setup = game.setup
    chance = {
        "board": setup.board.key,
        "players": setup.players,
        **setup.options,
        "regions": list(setup.regions) or "draft",
        "order": list(setup.order),
        "deck": [card.name for card in setup.deck],
        "deck_after_step_3": [plant.name for plant in setup.after_step_3],
    }
    return msgspec.json.encode(chance).decode()


async def rematch(registry: "TableRegistry", table: Table) -> str:
    """Make a table with the same settings, people and bots, once however often it is requested; return its ID.

    The secrets of the seats are the same at both tables.
    """
    async with table.lock:
        await registry.follow(table)
        if table.row.status != "finished":
            raise Denied("not-finished")
        if table.row.next_table is None:
            await registry.database.run(_add_rematch, table.row, table.seats)
            await registry.follow(table)
    assert table.row.next_table is not None
    return table.row.next_table


def _add_rematch(connection: Connection, old: TableRow, seats: Sequence[SeatRow]) -> None:
    now = time.time()
    row = TableRow(new_id(), "open", old.private, old.agreed, old.host, now, now)
    message = NewMessage("rematch", None, {"table": row.id})
    if change_table(connection, old.id, message, now, only_if={"next_table": None}, next_table=row.id):
        places = [
            SeatRow(place.seat) if place.is_free else msgspec.structs.replace(place, muted=False) for place in seats
        ]
        add_table(connection, row, places, NewMessage("made"))


async def archive(registry: "TableRegistry", table: Table) -> None:
    """Archive a table: it can still be viewed, but not played."""
    async with table.lock:
        message = NewMessage("archived")
        await registry.database.run(
            change_table, table.id, message, time.time(), only_if={"archived": False}, archived=True, wake_at=None
        )
        await registry.follow(table)
        automatic_moves.schedule_next(registry, table, mine=False)
