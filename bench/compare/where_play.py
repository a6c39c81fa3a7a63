"""Where the engine's time goes: the games of ``kilowatt_play``, with a look at the clock between the parts.

A profiler cannot see into what is compiled. Looking at the clock takes a tenth of a decision, so these games are not
counted among the others, and what a look takes is taken off.
"""

import random
from collections import defaultdict
from time import perf_counter

from compare.contestants import PlayOne, Tally
from compare.kilowatt_play import BOARD, PLAYERS

import kilowatt


def engine() -> PlayOne:
    """Games of four random players: the seconds of each part, and of each phase with its decisions."""
    rng = random.Random(7)
    look = time_of_a_look()

    def play_one() -> Tally:
        sums: defaultdict[str, float] = defaultdict(float)
        begin = perf_counter()
        game = kilowatt.new_game(BOARD, players=PLAYERS, seed=rng.randrange(2**31))
        sums["setting up"] = perf_counter() - begin
        while not game.is_over:
            phase = game.phase
            begin = perf_counter()
            legal = game.legal_actions()
            offered = perf_counter()
            action = legal.sample(rng)
            chosen = perf_counter()
            game.play(action)
            played = perf_counter()
            sums["offering"] += offered - begin - look
            sums["choosing"] += chosen - offered - look
            sums["playing"] += played - chosen - look
            sums[f"phase {phase}"] += played - begin - 3 * look
            sums[f"decisions {phase}"] += 1
        return {**sums, "count": game.decisions}

    return play_one


def time_of_a_look(times: int = 1000, tries: int = 200) -> float:
    """The seconds that one look at the clock takes when nothing comes in between: the least of many tries."""
    least = 1.0
    for _ in range(tries):
        begin = perf_counter()
        for _ in range(times):
            perf_counter()
        least = min(least, (perf_counter() - begin) / times)
    return least
