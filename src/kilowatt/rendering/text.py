"""A position as plain text: what one seat may know, for ``render_mode="ansi"``."""

from random import Random

import msgspec

from kilowatt.boards import find_board
from kilowatt.rules.events import Place
from kilowatt.rules.formats.view import View
from kilowatt.start import sample_game
from kilowatt.wording.position import Rows, auction, fuel, plant_rows, players, question, regions, when
from kilowatt.wording.words import count, places_in_words, seat_name


def text(view: View) -> str:
    """Describe the position in words and two tables, ending with the decision of the acting seat."""
    data = msgspec.to_builtins(view, str_keys=True)
    board = find_board(view.board)
    seen = "" if view.viewer is None else f", as {seat_name(view.viewer)} sees it"
    lines = [
        f"{board.name}: {when(data)}{seen}",
        regions(data, board.atlas),
        "",
        *plant_rows(data),
        f"{'Deck':12} {count(view.deck_size, 'card', 'cards')}",
        "",
        *_laid_out(fuel(data)),
        "",
        *_laid_out(players(data, board.atlas)),
        "",
    ]
    if view.over:
        lines += places_in_words(final_ranking(view))
    else:
        lines.append(" ".join([part for part in (auction(data), question(data)) if part]))
    return "\n".join(lines) + "\n"


def final_ranking(view: View) -> tuple[Place, ...]:
    """R8.6: the ranking of a game that is over. Its view hides nothing that counts, so any sampled deck is fine."""
    return sample_game(view, Random(0)).ranking


def _laid_out(rows: Rows) -> list[str]:
    """Format a table as lines, with two spaces between columns."""
    table = [rows.headings, *rows.rows]
    widths = [max([len(line[column]) for line in table]) for column in range(len(rows.headings))]
    lines = []
    for line in table:
        cells = [
            cell.rjust(width) if heading in rows.right else cell.ljust(width)
            for cell, width, heading in zip(line, widths, rows.headings, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
