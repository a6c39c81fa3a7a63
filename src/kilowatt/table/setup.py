"""New tables: who sits where, and the game that begins once all seats are taken."""

import inspect
import secrets
from typing import Annotated, Any

import msgspec

import kilowatt
from kilowatt.rules.game import Game
from kilowatt.table.denials import Denied
from kilowatt.table.keys import clean_nickname, hashed, new_id, new_secret
from kilowatt.table.looks import with_looks
from kilowatt.table.rows import Agreement, Look, SeatRow, TableRow
from kilowatt.table.scenarios import BOT, agreement_of, beginning_of
from kilowatt.table.seating import bot_title

Nickname = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
BotName = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


MOST_ROUNDS = 100
"""The highest round limit of a table: no game that is played has a third of that."""


class Me(msgspec.Struct, frozen=True, tag_field="who", tag="me", forbid_unknown_fields=True):
    """The person who makes the table sits here; several such seats make a hot seat.

    ``look`` is the colour and roof they want; if it is taken, they get the first that is free.
    """

    nickname: Nickname
    look: Look | None = None


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


def new_rows(new: NewTable, at: float) -> tuple[TableRow, list[SeatRow], Made]:
    """Return the rows of a new table, and its secrets; ``BadInput`` if its game could not be set up."""
    new = _as_scenario(new)
    agreed = new.agreed
    if agreed.round_limit is None or agreed.round_limit > MOST_ROUNDS:
        raise Denied("wrong-input", why=f"A table plays {MOST_ROUNDS} rounds at most: set round_limit accordingly.")
    set_up(agreed)
    if len(new.seats) > agreed.players:
        raise Denied("wrong-input", why=f"{len(new.seats)} seats are given for {agreed.players} players.")
    given: dict[int, str] = {}
    places = []
    for number in range(agreed.players):
        wanted = new.seats[number] if number < len(new.seats) else Free()
        place, secret = _place(number, wanted, at)
        places.append(place)
        if secret is not None:
            given[number] = secret
    names = [place.nickname.casefold() for place in places if place.nickname is not None and place.bot is None]
    if len(set(names)) < len(names):
        raise Denied("nickname-taken")
    made = Made(new_id(), new_secret(), given)
    row = TableRow(made.id, "open", new.private, agreed, hashed(made.host), at, at)
    return row, with_looks(places), made


def _as_scenario(new: NewTable) -> NewTable:
    """Return the table as its scenario wants it, if it has one: with the scenario's agreement and bots."""
    if new.agreed.scenario is None:
        return new
    agreed = agreement_of(new.agreed.scenario, new.agreed.pause)
    return NewTable(agreed, [*(new.seats[:1] or [Free()]), *[BotSeat(BOT)] * (agreed.players - 1)], new.private)


def _place(number: int, wanted: Me | BotSeat | Free, at: float) -> tuple[SeatRow, str | None]:
    """Return the row of a seat, and its secret if a person holds it."""
    match wanted:
        case Me(nickname, look):
            secret = new_secret()
            return SeatRow(number, clean_nickname(nickname), hashed(secret), seen_at=at, look=look), secret
        case BotSeat(bot):
            return SeatRow(number, bot_title(bot), bot=bot), None
        case _:
            return SeatRow(number), None


_OUR_OPTIONS = inspect.signature(kilowatt.new_game).parameters.keys() - {"board_options"}
"""Names that a table may not use as options of a board, such as the seed, the order and the deck."""


def set_up(agreed: Agreement) -> Game:
    """Set up a new game as agreed, with a new random seed; ``BadInput`` if that is not possible.

    The game of a scenario is always the same, and has been played up to its beginning.
    """
    if agreed.scenario is not None:
        return beginning_of(agreed.scenario)
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
