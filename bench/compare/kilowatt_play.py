"""Kilowatt's engine: random games on Germany with four seats, through the public interface with log and undo on."""

import random

from compare.contestants import PlayOne, Tally

import kilowatt

BOARD, PLAYERS = "germany", 4


def engine() -> PlayOne:
    """Games of four random players."""
    rng = random.Random(7)

    def play_one() -> Tally:
        game = kilowatt.new_game(BOARD, players=PLAYERS, seed=rng.randrange(2**31))
        while not game.is_over:
            game.play(game.legal_actions().sample(rng))
        return {"count": game.decisions}

    return play_one
