"""Behaviour cloning: train a network to choose what the bot `planner` chooses, and export it as a bot.

    kilowatt dataset --bots planner,planner,novice --players 2 --games 3000 --out planner_games
    python examples/clone_planner.py --data planner_games --out clone.npz

Without `--data` it plays these games first. Only the planner's choices are learnt; games against the novice add
positions that a planner would not reach. The exported network then plays against `novice`. Needs the extra
`train`: docs/install.md.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

try:
    from kilowatt.extras import missing
except ModuleNotFoundError as error:
    hint = "in a checkout, run ./kilowatt once, then use .venv/bin/python"
    raise SystemExit(f"This Python has no {error.name}: {hint}.") from None

try:
    import numpy as np
    import torch
    from torch import nn
except ModuleNotFoundError as error:
    raise SystemExit(str(missing(error, "This example", "train"))) from None

from kilowatt.arena import read_entrants
from kilowatt.env.agent import Network, network_file
from kilowatt.env.arrays import SCALE
from kilowatt.env.dataset import DatasetPlan, make_dataset, open_dataset
from kilowatt.env.evaluation import evaluate
from kilowatt.rules.errors import BadInput

Rows = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
DEFAULT = " (default: %(default)s)"


def main(arguments: list[str] | None = None) -> None:
    """Play, learn, export, measure."""
    parser = argparse.ArgumentParser(description="Clone the bot planner.")
    parser.add_argument("--data", type=Path, help="a folder that kilowatt dataset made (default: play first)")
    parser.add_argument("--games", type=int, default=3000, help=f"without --data: games to play first{DEFAULT}")
    parser.add_argument("--epochs", type=int, default=8, help=f"passes over the rows{DEFAULT}")
    parser.add_argument("--width", type=int, default=256, help=f"width of the two hidden layers{DEFAULT}")
    parser.add_argument("--out", type=Path, default=Path("clone.npz"), help=f"file for the network{DEFAULT}")
    parser.add_argument("--eval", type=int, default=400, help=f"games to evaluate it with{DEFAULT}")
    wanted = parser.parse_args(arguments)
    torch.manual_seed(1)
    torch.set_num_threads(1)  # the network is small: more threads hardly help, and on a busy machine they are slower
    try:
        refuse_numbers(wanted)
        out = network_file(wanted.out)
        rows = read_rows(wanted.data) if wanted.data else play_and_read(wanted.games)
    except BadInput as error:
        parser.exit(2, f"Error: {error}\n")
    network = learn(rows, wanted.width, wanted.epochs)
    network.save(out)
    print(f"{out}: won {evaluate(network, wanted.eval)} against novice, two players, Germany.")


def refuse_numbers(wanted: argparse.Namespace) -> None:
    """Refuse numbers with which nothing can be learnt or evaluated."""
    for name in ("games", "epochs", "width", "eval"):
        if getattr(wanted, name) < 1:
            raise BadInput(f"--{name} is a whole number from 1 on, not {getattr(wanted, name)}.")


def play_and_read(games: int) -> Rows:
    """Play games of the planner, a third of them against itself, and return their rows."""
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        plan = DatasetPlan(bots=read_entrants("planner,planner,novice"), players=(2,))
        make_dataset(plan, games, folder, workers=os.cpu_count() or 1)
        print(f"{games} games, in {time.perf_counter() - started:.0f} s.", flush=True)
        return read_rows(Path(folder))


def read_rows(folder: Path) -> Rows:
    """Return the planner's observations, masks and actions, wherever it had a choice."""
    dataset = open_dataset(folder, columns=("observation", "mask", "action", "bot"))
    if "planner" not in dataset.bots or not len(dataset):
        raise BadInput(f"The dataset in {folder} has no games of planner.")
    planner = dataset.bots.index("planner")
    kept = []
    for shard in dataset:
        lessons = (shard["bot"] == planner) & (shard["mask"].sum(axis=1) > 1)
        kept.append([shard[name][lessons] for name in ("observation", "mask", "action")])
    seen, masks, actions = [torch.from_numpy(np.concatenate(parts)) for parts in zip(*kept, strict=True)]
    print(f"{len(dataset)} rows, {len(actions)} of them choices of the planner.", flush=True)
    return seen, masks, actions.long()


def learn(rows: Rows, width: int, epochs: int) -> Network:
    """Train a network to predict the planner's action among the legal ones; one row in twenty is kept for testing."""
    seen, masks, actions = rows
    model = nn.Sequential(
        nn.Linear(seen.shape[1], width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, masks.shape[1])
    )
    scale = torch.from_numpy(SCALE)
    order = torch.randperm(len(actions))
    test, train = order[: len(order) // 20], order[len(order) // 20 :]
    batches = max(1, len(train) // 512)
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 1e-3, total_steps=epochs * batches)
    started = time.perf_counter()
    for epoch in range(epochs):
        for batch in train[torch.randperm(len(train))].tensor_split(batches):
            ratings = model(seen[batch] * scale).masked_fill(~masks[batch], -1e9)
            loss = nn.functional.cross_entropy(ratings, actions[batch])
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call] # torch has no type for it
            optimiser.step()
            schedule.step()
        with torch.no_grad():
            hits = model(seen[test] * scale).masked_fill(~masks[test], -1e9).argmax(1) == actions[test]
        print(f"epoch {epoch + 1}: agrees {hits.float().mean():.1%}, {time.perf_counter() - started:.0f} s", flush=True)
    linear = [layer for layer in model if isinstance(layer, nn.Linear)]
    return Network([(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in linear], "relu")


if __name__ == "__main__":
    main()
