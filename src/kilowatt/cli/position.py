"""A position of a game in the terminal: both markets, the players, what is asked."""

from typing import Any

from rich.text import Text

from kilowatt.cli.screen import Screen, in_colours, table
from kilowatt.rules.actions import Pass
from kilowatt.rules.game import Game
from kilowatt.wording.headers import headers_in_words
from kilowatt.wording.position import Rows, auction, fuel, plant_rows, players, question, regions, when
from kilowatt.wording.words import count, places_in_words


def show_position(game: Game, of: int, screen: Screen) -> None:
    """Print the position after the last decision of this game; ``of`` is how many the whole game has."""
    data = game.snapshot()
    board = game.setup.board
    screen.print_text(f"{board.name}, after decision {game.decisions} of {of}: {when(data)}", "bold")
    for line in headers_in_words(game.headers):
        screen.print_text(line)
    screen.print_text(regions(data, board.atlas))
    screen.print_text("")
    for row in plant_rows(data):
        screen.print_text(row)
    screen.print_text(f"{'Deck':12} {count(len(data['deck']), 'card', 'cards')}")
    screen.print_text("")
    _show(fuel(data), screen)
    screen.print_text("")
    _show(players(data, board.atlas), screen)
    screen.print_text("")
    if data["over"]:
        for place in places_in_words(game.ranking):
            screen.print_text(place)
    else:
        screen.print_text(_question(game, data))


def _show(rows: Rows, screen: Screen) -> None:
    made = table(*rows.headings, right=rows.right)
    for first, *others in rows.rows:
        made.add_row(in_colours(first), *[Text(cell) for cell in others])
    screen.show(made)


def _question(game: Game, data: dict[str, Any]) -> str:
    asked = question(data)
    if data["asked"] == "open" and game.refusal(Pass()):
        asked = asked.replace(", or pass", "")
    if data["auction"] is not None:
        return f"{auction(data)} {asked}"
    return asked if len(game.legal_actions()) > 1 else f"{asked} There is only one answer."
