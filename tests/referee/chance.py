"""Players who decide by chance: every line they might choose, and one that is legal."""

from __future__ import annotations

import random
from itertools import combinations

from .data import FUELS, PLANTS, SEAT_NAMES, read_board
from .referee import Referee


def candidates(referee: Referee, chance: random.Random) -> list[str]:
    """Lines a player might choose now, many of them illegal."""
    seen = referee.snapshot()
    seat = seen["seat"]
    player = seen["players"][seat]
    lines: list[str] = []
    if seen["phase"] == 0:
        lines = [f"picks {region}" for region in read_board(seen["board"]).regions]
    elif seen["phase"] == 2:
        for plant in seen["current"]:
            minimum = PLANTS[plant].minimum_bid
            lines += [f"opens {plant} at {minimum}", f"opens {plant} at {minimum + chance.randrange(1, 5)}"]
        if seen["auction"]:
            lines += [f"bids {seen['auction']['bid'] + chance.randrange(1, 4)}"]
        lines += ["drops", "passes", *[f"scraps {plant}" for plant in player["plants"]]]
        lines += [f"keeps {heap}" for heap in heaps(referee.position.players[seat].fuel)]
    elif seen["phase"] == 3:
        lines = [f"buys {chance.randrange(1, 4)} {fuel}" for fuel in FUELS for _ in range(2)] + ["stops buying"]
    elif seen["phase"] == 4:
        cities = referee.position.cities_in_play()
        lines = [f"{verb} {city}" for city in cities for verb in ("builds", "starts")] + ["stops building"]
    else:
        for count in range(1, len(player["plants"]) + 1):
            for running in combinations(player["plants"], count):
                named = " ".join(str(plant) for plant in running)
                lines += [f"runs {named}"] + [f"runs {named} burning {heap}" for heap in heaps(player["fuel"])]
        lines.append("runs nothing")
    return [f"{SEAT_NAMES[seat]} {line}" for line in lines]


def heaps(fuel: dict[str, int]) -> list[str]:
    """Every part of some fuel, in words."""
    parts = [""]
    for name in FUELS:
        parts = [f"{part} {n} {name}" if n else part for part in parts for n in range(fuel[name] + 1)]
    return [part.strip() for part in parts if part]


def choose(referee: Referee, chance: random.Random) -> str:
    """A legal line by chance: rather act than stop, rather burn than idle."""
    lines = candidates(referee, chance)
    last = [line for line in lines if line.endswith(("stops buying", "stops building", "runs nothing", "passes"))]
    acts = [line for line in lines if line not in last]
    chance.shuffle(acts)
    if referee.snapshot()["phase"] in (3, 4) and chance.random() < 0.3:
        acts = []
    return next(line for line in acts + last if referee.is_legal(line))
