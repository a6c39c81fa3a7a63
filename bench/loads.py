"""The same work again and again, for ``bench/instructions.py`` to count: always the same seeds, so the same decisions.

    python bench/loads.py play NAME ROUNDS          prints how many things were done in a round
    python bench/loads.py time NAME                 prints how many yardsticks one thing takes

It runs in an environment with the compiled Kilowatt. A yardstick is a fixed piece of plain Python: on a machine that
is twice as slow, both it and the rules take twice as long.
"""

import statistics
import sys
import time
from collections.abc import Callable
from random import Random

import kilowatt
from kilowatt.rules import engine
from kilowatt.rules.formats.view import View

GAMES, DEALS = 30, 60
TABLES, STEPS = 64, 32
"""Games side by side in the vectorised environment, and how often they all go on."""
TRIES = 25


def random_play() -> int:
    """Whole games of four random players on Germany; the decisions made."""
    rng = Random(7)
    decisions = 0
    for seed in range(GAMES):
        game = kilowatt.new_game("germany", players=4, seed=seed)
        while not game.is_over:
            game.play(game.legal_actions().sample(rng))
        decisions += game.decisions
    return decisions


def dealing() -> int:
    """Games dealt from views, as at every decision of a bot; how many."""
    rng = Random(7)
    for number in range(DEALS):
        kilowatt.sample_game(VIEWS[number % len(VIEWS)], rng)
    return DEALS


def views_of_a_game() -> list[View]:
    """The views of the acting seat at intervals in one game."""
    rng = Random(7)
    game = kilowatt.new_game("germany", players=4, seed=7)
    views = []
    while not game.is_over:
        if game.decisions % 10 == 0:
            views.append(game.view(game.seat))
        game.play(game.legal_actions().sample(rng))
    return views


VIEWS = views_of_a_game()


def vectorised() -> int:
    """Observations, masks and steps of games side by side; the steps, all games together."""
    # Imported here: importing them takes longer than playing the games of the other loads.
    import numpy as np  # noqa: PLC0415
    from compare.env_play import one_open_each  # noqa: PLC0415

    from kilowatt.env.vector import KilowattVectorEnv  # noqa: PLC0415

    rng = np.random.default_rng(7)
    env = KilowattVectorEnv(TABLES, board="germany", players=4, opponents=None)
    _, info = env.reset(seed=7)
    for _ in range(STEPS):
        *_, info = env.step(one_open_each(info["action_mask"], rng))
    return STEPS * TABLES


LOADS: dict[str, Callable[[], int]] = {"decision": random_play, "deal": dealing, "vector-step": vectorised}


def yardstick() -> int:
    """A fixed piece of plain Python: small numbers, a list, a dictionary, calls."""
    found: dict[int, int] = {}
    row = [place * 7 % 31 for place in range(200)]
    for turn in range(300):
        for place, number in enumerate(row):
            if number > turn % 31:
                found[place] = found.get(place, 0) + min(number, turn)
    return len(found)


def seconds_of(work: Callable[[], int]) -> float:
    """The processor time of this process for it."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def in_yardsticks(work: Callable[[], int]) -> float:
    """How many yardsticks one of its things takes; the median of several tries, each beside a yardstick of its own."""
    things = work()  # tables are made, caches are warm
    found = [seconds_of(work) / things / seconds_of(yardstick) for _ in range(TRIES)]
    return statistics.median(found)


def main() -> None:
    """Run the command, and print one number."""
    if engine.__file__.endswith(".py"):
        sys.exit("The Kilowatt that is installed here is not compiled, so there is nothing to count.")
    what, work = sys.argv[1], LOADS[sys.argv[2]]
    if what == "time":
        print(in_yardsticks(work))
        return
    for _ in range(int(sys.argv[3])):
        done = work()
    print(done)


if __name__ == "__main__":
    main()
