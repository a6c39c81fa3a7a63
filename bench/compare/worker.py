"""The process of one contestant: it plays for a while on request, and reports what it did.

    python -m compare.worker KEY          in the folder bench/

A line ``run SECONDS`` is answered by a line of JSON: ``{"count": 81230, "games": 112, "seconds": 2.01}``. The first
line, before any order, has the versions. It ends with its input.
"""

import importlib
import json
import os
import platform
import sys
import time
from collections import defaultdict
from importlib.metadata import version
from typing import IO

from compare.contestants import CONTESTANTS, PlayOne

WARM_UP = 0.5
"""Seconds of play before the first order: tables are made, caches are warm."""


def run(play_one: PlayOne, seconds: float) -> dict[str, float]:
    """Play one game after the other until the time is over; the last one is played to its end.

    Seconds are those that this process had a processor for, so that other programs do not count.
    """
    sums: defaultdict[str, float] = defaultdict(float)
    games = 0
    begin = time.process_time()
    while (took := time.process_time() - begin) < seconds or not games:
        for what, number in play_one().items():
            sums[what] += number
        games += 1
    return {**sums, "games": games, "seconds": took}


def serve(play_one: PlayOne, about: dict[str, object], orders: IO[str], answers: IO[str]) -> None:
    """Print what this is, then answer every order."""
    print(json.dumps(about), file=answers, flush=True)
    for order in orders:
        word, _, seconds = order.strip().partition(" ")
        if word != "run":
            raise ValueError(f"{order.strip()!r} is not an order. Send `run SECONDS`.")
        print(json.dumps(run(play_one, float(seconds))), file=answers, flush=True)


def main() -> None:
    """Set up the contestant that the command line names, and serve."""
    # The answers get the standard output for themselves: some packages print a greeting when they are imported.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    contestant = next(one for one in CONTESTANTS if one.key == sys.argv[1])
    module, _, function = contestant.plays.partition(":")
    play_one: PlayOne = getattr(importlib.import_module(f"compare.{module}"), function)()
    run(play_one, WARM_UP)
    packages = {name: version(name) for name in contestant.packages}
    serve(play_one, {"python": platform.python_version(), "packages": packages}, sys.stdin, answers)


if __name__ == "__main__":
    main()
