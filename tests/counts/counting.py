"""Counts: a position, and in how many ways it can be played on. The files lie in ``counts/``, one for each board.

A file is a list of blocks, separated by blank lines; a line that begins with ``#`` is a comment::

    position round 2, a plant to open
    set-up {"players": 3, "seed": 7, "flux": true}
    played blue opens 4 at 4; red bids 5; blue drops
    ways 1: 54
    ways 2: 2034

``set-up`` has the arguments of ``kilowatt.new_game`` besides the board, ``played`` the decisions that lead to the
position, as a record writes them (there may be several such lines), and ``ways N`` how many distinct sequences of N
decisions there are from there. A game that ends before that counts once.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import kilowatt
from kilowatt import SEAT_NAMES, Game
from kilowatt.rules.formats.action_words import action_from_words, action_in_words

FOLDER = Path(__file__).parent / "counts"
WIDTH = 118


@dataclass
class Count:
    """One position of a file, with its numbers."""

    title: str
    set_up: dict[str, Any]
    played: list[str]
    ways: dict[int, int] = field(default_factory=dict)

    def game(self, board: str) -> Game:
        """The position."""
        game = kilowatt.new_game(board, **self.set_up)
        for line in self.played:
            seat, _, words = line.partition(" ")
            game.play(action_from_words(words), seat=SEAT_NAMES.index(seat))
        return game


def ways(game: Game, decisions: int) -> int:
    """In how many ways this many decisions can follow."""
    if game.is_over or decisions == 0:
        return 1
    legal = game.legal_actions()
    if decisions == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = game.copy()
        after.play(action)
        total += ways(after, decisions - 1)
    return total


def path_of(board: str) -> Path:
    """Where the counts of this board lie."""
    return FOLDER / f"{board}.counts"


def read_counts(board: str) -> list[Count]:
    """The counts of this board."""
    counts: list[Count] = []
    for line in path_of(board).read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        match word:
            case "position":
                counts.append(Count(rest, {}, []))
            case "set-up":
                counts[-1].set_up = json.loads(rest)
            case "played":
                counts[-1].played += rest.split("; ")
            case "ways":
                number, _, value = rest.partition(": ")
                counts[-1].ways[int(number)] = int(value)
            case _:
                assert not line or line.startswith("#"), line
    return counts


def write_counts(board: str, counts: list[Count]) -> None:
    """Write the counts of this board."""
    lines = [f"# {board}: positions, and in how many ways they can be played on; python -m tests.counts"]
    for count in counts:
        lines += ["", f"position {count.title}", f"set-up {json.dumps(count.set_up)}", *_played(count.played)]
        lines += [f"ways {decisions}: {number}" for decisions, number in count.ways.items()]
    path_of(board).parent.mkdir(exist_ok=True)
    path_of(board).write_text("\n".join([*lines, ""]), encoding="utf-8", newline="\n")


def _played(decisions: list[str]) -> list[str]:
    lines: list[str] = []
    for decision in decisions:
        if lines and len(lines[-1]) + len(decision) + 2 <= WIDTH:
            lines[-1] += f"; {decision}"
        else:
            lines.append(f"played {decision}")
    return lines


def in_words(game: Game) -> list[str]:
    """The decisions of a game, in the words of a record."""
    return [f"{SEAT_NAMES[entry.seat]} {action_in_words(entry.action)}" for entry in game.log]
