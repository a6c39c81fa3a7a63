"""Where the time goes: a profile of random play on Germany with four players, by function.

    .venv-bench-interpreted/bin/python bench/where.py [GAMES]

Meant for the interpreted build: what is compiled cannot be seen by Python's profiler.
"""

import cProfile
import pstats
import random
import sys

import kilowatt


def play(games: int) -> None:
    """Play this many games with random players."""
    rng = random.Random(3)
    for seed in range(games):
        game = kilowatt.new_game("germany", players=4, seed=seed)
        while not game.is_over:
            game.play(game.legal_actions().sample(rng))


if __name__ == "__main__":
    play(30)  # tables are made, caches are warm
    profile = cProfile.Profile()
    profile.runcall(play, int(sys.argv[1]) if len(sys.argv) > 1 else 60)
    pstats.Stats(profile).strip_dirs().sort_stats("tottime").print_stats(25)
