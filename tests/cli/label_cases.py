"""Labels to place, with where they go: ``drawing/placing.py`` and the page's ``labelPlacement.ts`` must agree on them.

python -m tests.cli.label_cases        # write label_cases.json again, after both have changed
"""

import json
from pathlib import Path
from random import Random
from typing import Any

from kilowatt.drawing import placing
from kilowatt.drawing.geometry import Box
from kilowatt.drawing.placing import Thing, settle

FILE = Path(__file__).with_name("label_cases.json")
CASES = 40
MOST_LABELS = 14  # with many more, the page gives up earlier than we do

Case = dict[str, Any]


def make_case(rng: Random) -> Case:
    """A gap, and for each label its places: cost, left, top, right, bottom. Some labels cannot move."""
    labels = []
    room = rng.choice([60, 100, 160])
    spots = [(across, down) for across in range(-24, 25, 8) for down in range(-16, 17, 8)]
    for _ in range(rng.randint(3, MOST_LABELS)):
        width, height = rng.randint(8, 30), rng.randint(6, 12)
        x, y = rng.randint(0, room), rng.randint(0, room)
        chosen = [(0, 0)] if rng.random() < 0.2 else rng.sample(spots, rng.randint(2, 7))
        corners = [(x + across, y + down) for across, down in chosen]
        costs = rng.sample(range(60), len(chosen))
        boxes = [[left, top, left + width, top + height] for left, top in corners]
        labels.append([[cost, *box] for cost, box in zip(costs, boxes, strict=True)])
    return {"gap": rng.choice([0, 1.5, 2]), "labels": labels}


def placed(case: Case) -> list[list[float]]:
    """Where our labels go, with the gap of the case."""
    usual = placing.GAP
    placing.GAP = case["gap"]
    try:
        things = [Thing(sorted([(cost, Box(*box)) for cost, *box in places])) for places in case["labels"]]
        settle(things)
        return [list(thing.box) for thing in things]
    finally:
        placing.GAP = usual


if __name__ == "__main__":
    rng = Random(1)
    cases = [make_case(rng) for _ in range(CASES)]
    lines = [json.dumps({**case, "placed": placed(case)}, separators=(",", ":")) for case in cases]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
