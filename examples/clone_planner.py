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

from kilowatt.extras import missing

try:
    import numpy as np
    import torch
    from torch import nn
except ModuleNotFoundError as error:
    raise SystemExit(str(missing(error, "This example", "train"))) from None

from kilowatt.arena import read_entrants
from kilowatt.env.agent import Network
from kilowatt.env.arrays import SCALE
from kilowatt.env.dataset import DatasetPlan, make_dataset, open_dataset
from kilowatt.env.evaluation import evaluate

Rows = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def main(arguments: list[str] | None = None) -> None:
    """Play, learn, export, measure."""
    parser = argparse.ArgumentParser(description="Clone the bot planner.")
    parser.add_argument("--data", type=Path, help="a folder that kilowatt dataset made")
    parser.add_argument("--games", type=int, default=3000, help="without --data: how many games to play first")
    parser.add_argument("--epochs", type=int, default=8, help="passes over the rows")
    parser.add_argument("--width", type=int, default=256, help="width of the two hidden layers")
    parser.add_argument("--out", type=Path, default=Path("clone.npz"), help="file for the network")
    parser.add_argument("--eval", type=int, default=400, help="games to evaluate it with")
    wanted = parser.parse_args(arguments)
    torch.manual_seed(1)
    torch.set_num_threads(1)  # the network is small: more threads hardly help, and on a busy machine they are slower
    rows = read_rows(wanted.data) if wanted.data else play_and_read(wanted.games)
    network = learn(rows, wanted.width, wanted.epochs)
    network.save(wanted.out)
    print(f"{wanted.out}: won {evaluate(network, wanted.eval)} against novice, two players, Germany.")


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
