"""``python -m tests.counts`` counts all positions again and rewrites the files; the diff is the review.

A board without a file gets one first, with positions out of games like the golden ones.
"""

import sys
from random import Random
from typing import Any

from tests.golden.decider import decide

import kilowatt
from kilowatt import Game

from .counting import Count, in_words, path_of, read_counts, ways, write_counts

ENOUGH = 20_000  # ways to walk; deeper counts take too long

PLANS: list[tuple[str, int, int, dict[str, Any]]] = [
    ("pick-region", 1, 4, {"regions": "draft"}),
    ("open", 1, 2, {}),
    ("open", 3, 3, {"flux": True}),
    ("bid", 4, 4, {"flux": True}),
    ("scrap", 4, 3, {"flux": True}),
    ("buy-fuel", 2, 5, {}),
    ("buy-fuel", 6, 2, {"flux": True}),
    ("build-house", 1, 3, {}),
    ("build-house", 5, 6, {"flux": True}),
    ("run-plants", 2, 6, {}),
    ("run-plants", 6, 4, {"flux": True}),
    ("build-house", 4, 2, {"first_game": True}),
]
"""The question, the round from which on it is looked for, the players, the options."""


def position(board: str, asked: str, from_round: int, players: int, options: dict[str, Any]) -> Count:
    """A position of a played game in which this is asked and there is much to choose from."""
    set_up = {"players": players, "seed": 10 * players + from_round, **options}
    game = kilowatt.new_game(board, **set_up)
    rng = Random(board)
    best: Game | None = None
    while not game.is_over and (best is None or game.round < from_round + 2):
        if game.round >= from_round and game.offers().asked == asked:
            if best is None or len(game.legal_actions()) > len(best.legal_actions()):
                best = game.copy()
            if asked in {"pick-region", "open"}:
                break
        game.play(decide(game, rng))
    assert best is not None, (board, asked)
    return Count(f"round {best.round}, {asked}", set_up, in_words(best))


def counted(count: Count, board: str) -> Count:
    """The numbers of this position, as deep as it is quick to count."""
    game = count.game(board)
    count.ways = {}
    for decisions in range(1, 6):
        if decisions > 2 and count.ways[decisions - 1] > ENOUGH:
            break
        count.ways[decisions] = ways(game, decisions)
    return count


def main() -> None:
    for board in kilowatt.boards():
        if path_of(board.key).exists():
            counts = read_counts(board.key)
        else:
            counts = [position(board.key, *plan) for plan in PLANS]
        write_counts(board.key, [counted(count, board.key) for count in counts])
        sys.stdout.write(f"{board.key}: {len(counts)} positions\n")


if __name__ == "__main__":
    main()
