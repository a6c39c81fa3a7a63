"""The whole of a stored game: its record and any of its positions, as a spectator may see them."""

from random import Random
from typing import Any

import msgspec

import kilowatt
from kilowatt.rules.actions import action_to_data
from kilowatt.rules.formats.action_words import action_in_words
from kilowatt.rules.formats.figures import Figures, figures_of
from kilowatt.rules.formats.headers import Headers
from kilowatt.rules.formats.view import View
from kilowatt.rules.game import Game
from kilowatt.table.denials import Denied
from kilowatt.table.rows import TableRow


class PlayedDecision(msgspec.Struct, frozen=True):
    """A decision that was not taken back: its seat, its action, the text of the record, and the events."""

    seat: int
    action: dict[str, Any]
    words: str
    events: list[dict[str, Any]]


class Replay(msgspec.Struct, frozen=True):
    """A game to step through: its board and players, all decisions, and the position after ``at`` of them."""

    board: str
    players: int
    headers: Headers
    is_over: bool
    decisions: list[PlayedDecision]
    at: int
    view: View
    figures: Figures


class Shown(msgspec.Struct, frozen=True):
    """A position, as a spectator sees it."""

    view: View
    figures: Figures


class Positions(msgspec.Struct, frozen=True):
    """Consecutive positions, starting with the one after ``first`` decisions."""

    first: int
    positions: list[Shown]


MOST_POSITIONS = 50
"""The most positions in one response, about 100 kB."""


def record_of(row: TableRow, game: Game) -> str:
    """Return the record of a game: with its salt if it is over, and without hidden information if it is running."""
    if game.is_over:
        return game.record(salt=row.salt)
    # The same position is always sampled in the same way, and the seed is not secret.
    return kilowatt.concealed_record(game, Random(f"{row.commitment} {game.decisions}"), row.commitment)


def replay_at(game: Game, at: int | None) -> Replay:
    """Return a game to step through, after ``at`` decisions; None is the last position."""
    place = game.decisions if at is None else at
    if not 0 <= place <= game.decisions:
        raise Denied("no-such-decision", decisions=game.decisions, at=place)
    shown = game.at(place)
    return Replay(
        board=game.board,
        players=game.players,
        headers=game.headers,
        is_over=game.is_over,
        decisions=[
            PlayedDecision(
                entry.seat,
                action_to_data(entry.action),
                action_in_words(entry.action),
                [msgspec.to_builtins(event) for event in entry.events],
            )
            for entry in game.log
        ],
        at=place,
        view=shown.view(None),
        figures=figures_of(shown.state),
    )


def positions_from(game: Game, first: int) -> Positions:
    """Return the position after ``first`` decisions, and those that follow it."""
    if first > game.decisions:
        raise Denied("no-such-decision", decisions=game.decisions, at=first)
    going = game.at(first)
    found = [_shown(going)]
    for entry in game.log[first : first + MOST_POSITIONS - 1]:
        going.play(entry.action)
        found.append(_shown(going))
    return Positions(first, found)


def _shown(game: Game) -> Shown:
    return Shown(game.view(None), figures_of(game.state))
