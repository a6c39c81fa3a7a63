"""Tables set in advance: games of a known seed, played by bots up to a question, and put into a database."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import kilowatt
from kilowatt import bots
from kilowatt.rules.formats.record import RULES_VERSION
from kilowatt.rules.hidden.commitments import commitment
from kilowatt.store.database import parse_url, sync_engine
from kilowatt.store.entries import add_entries
from kilowatt.store.tables import add_table
from kilowatt.store.upgrading import upgrade
from kilowatt.table.keys import hashed
from kilowatt.table.rows import Agreement, EntryRow, NewMessage, SeatRow, TableRow
from kilowatt.table.setup import chance_text
from kilowatt.table.state import action_text

SALT = "0" * 64
NAMES = ("Ada", "Béla", "Ceren", "Aleksandra Konstantinova", "Elena", "Fritz")
"""Of persons, by their seats; one as long as a name may be."""

Wanted = Callable[[kilowatt.Game], bool]


@dataclass(frozen=True)
class Staged:
    """A table as it is to be found: its name, its board, whose turn it is, and how far the game is."""

    name: str
    board: str = "germany"
    players: int = 4
    seed: int = 0
    until: Wanted | None = None
    """When the bots stop. None: nobody has begun, and the last seat is free."""
    asked_seat: int | None = None
    """The seat that is asked in the end, if it must be this one."""
    brain: str = "steady"
    """Who has played so far."""
    persons: tuple[int, ...] | None = None
    """The seats of persons at this device. None: the seat that is asked, or the first."""
    strangers: tuple[int, ...] = ()
    """The seats of persons elsewhere."""
    opponents: tuple[str, ...] = ("planner", "steady", "novice", "search", "random")
    """The bots in all other seats, in this order and then again."""
    names: tuple[str, ...] = NAMES
    """Of the persons, by their seats."""
    archived: bool = False
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Set:
    """A table that is in the database, and the seats of it that are ours."""

    staged: Staged
    seats: tuple[int, ...]
    decisions: int

    @property
    def path(self) -> str:
        """Its address in the page."""
        return f"/t/{self.staged.name}"

    @property
    def keys(self) -> dict[str, str]:
        """The secrets of whoever sits here, by name."""
        return {name: secret(self.staged.name, name) for name in ["host", *(f"seat-{seat}" for seat in self.seats)]}

    def cookies(self, url: str) -> list[dict[str, Any]]:
        """What a browser brings along that sits here."""
        host = url.partition("://")[2].partition(":")[0]
        return [
            {
                "name": f"kilowatt-{name}",
                "value": value,
                "domain": host,
                "path": f"/api/tables/{self.staged.name}",
                "httpOnly": True,
                "sameSite": "Strict",
            }
            for name, value in self.keys.items()
        ]


def secret(table: str, key: str) -> str:
    """What opens a seat of these tables, or proves the host."""
    return f"{table}-{key}"


def asks(question: str, *, least_round: int = 1, step: int = 1) -> Wanted:
    """Stop when this is asked, from this round and this step on."""
    return lambda game: (
        game.round >= least_round
        and game.step >= step
        and game.seat is not None
        and game.view(game.seat).asked == question
    )


def is_over(game: kilowatt.Game) -> bool:
    """Stop at the end."""
    return game.is_over


def play(staged: Staged) -> kilowatt.Game:
    """The game of a table, up to where the bots stop."""
    assert staged.until is not None
    game = kilowatt.new_game(staged.board, staged.players, seed=staged.seed, **staged.options)
    brain, rng = bots.load(staged.brain), Random(staged.seed)
    while not (staged.until(game) and staged.asked_seat in (None, game.seat)):
        assert not game.is_over, f"the game of {staged.name!r} never comes to that"
        game.play(bots.ask(brain, game, rng, 1.0).action)
    return game


def put(file: Path, tables: list[Staged]) -> dict[str, Set]:
    """Make a database with these tables; what was put there, by name."""
    url = parse_url(f"sqlite:///{file.as_posix()}")
    upgrade(url)
    engine = sync_engine(url)
    with engine.begin() as connection:
        found = {}
        for staged in tables:
            found[staged.name], row, places, entries = rows_of(staged)
            add_table(connection, row, places, NewMessage("made"))
            if entries:
                add_entries(connection, staged.name, entries)
    engine.dispose()
    return found


def rows_of(staged: Staged) -> tuple[Set, TableRow, list[SeatRow], list[EntryRow]]:
    """A table as it is stored, anywhere."""
    game = None if staged.until is None else play(staged)
    seats = _ours(staged, game)
    row = _row(staged, game)
    entries = [] if game is None else _entries(game, row.created_at)
    return Set(staged, seats, 0 if game is None else game.decisions), row, _places(staged, seats), entries


def _ours(staged: Staged, game: kilowatt.Game | None) -> tuple[int, ...]:
    if staged.persons is not None:
        return staged.persons
    return (0 if game is None or game.seat is None else game.seat,)


def _row(staged: Staged, game: kilowatt.Game | None) -> TableRow:
    begun: dict[str, Any] = {}
    if game is not None:
        begun = {
            "rules": RULES_VERSION,
            "chance": chance_text(game),
            "salt": SALT,
            "commitment": commitment(game.setup, SALT),
        }
    now = time.time()
    return TableRow(
        staged.name,
        "open" if game is None else "finished" if game.is_over else "playing",
        private=False,
        agreed=Agreement(staged.board, staged.players, **staged.options),
        host=hashed(secret(staged.name, "host")),
        created_at=now - 600,
        changed_at=now,
        archived=staged.archived,
        **begun,
    )


def _places(staged: Staged, ours: tuple[int, ...]) -> list[SeatRow]:
    places = []
    opponents = cycle(staged.opponents)
    for seat in range(staged.players):
        if seat in ours or seat in staged.strangers:
            places.append(SeatRow(seat, staged.names[seat], hashed(secret(staged.name, f"seat-{seat}"))))
        elif staged.until is None and seat == staged.players - 1:
            places.append(SeatRow(seat))
        else:
            bot = next(opponents)
            places.append(SeatRow(seat, bots.load(bot).title, bot=bot))
    return places


def _entries(game: kilowatt.Game, at: float) -> list[EntryRow]:
    return [
        EntryRow(number, entry.seat, "play", action_text(entry.action), None, at + number)
        for number, entry in enumerate(game.log)
    ]
