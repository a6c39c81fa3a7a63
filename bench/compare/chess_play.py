"""python-chess: random games."""

import random

from chess import Board
from compare.contestants import PlayOne, Tally


def engine() -> PlayOne:
    """Games of two random players."""
    rng = random.Random(7)

    def play_one() -> Tally:
        board = Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        return {"count": len(board.move_stack)}

    return play_one
