"""Train MaskablePPO of sb3-contrib on two-player Germany against the bot `novice`, and export it as a bot.

    python examples/train_ppo.py --minutes 15 --out learner.npz

It starts from scratch, or from a network exported before: `--start clone.npz`. Progress is printed along the way; at
the end, and on Ctrl-C, the policy is exported and evaluated in new games. Needs the extra `train`: docs/install.md.
"""

import argparse
import time
from collections import deque
from pathlib import Path

try:
    from kilowatt.extras import missing
except ModuleNotFoundError as error:
    hint = "in a checkout, run ./kilowatt once, then use .venv/bin/python"
    raise SystemExit(f"This Python has no {error.name}: {hint}.") from None

try:
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import DummyVecEnv
    from torch import nn
except ModuleNotFoundError as error:
    raise SystemExit(str(missing(error, "This example", "train"))) from None

from kilowatt.env.agent import Network, load_network, network_file
from kilowatt.env.evaluation import evaluate
from kilowatt.env.single_agent import KilowattEnv
from kilowatt.rules import engine
from kilowatt.rules.errors import BadInput
from kilowatt.runs.bot_files import find_bot

WIDTH = 256
"""The width of the two hidden layers, in the policy and in the value network."""
DEFAULT = " (default: %(default)s)"
ACTIVATIONS: dict[str, type[nn.Module]] = {"relu": nn.ReLU, "tanh": nn.Tanh}


def main(arguments: list[str] | None = None) -> None:
    """Train, export, evaluate."""
    parser = argparse.ArgumentParser(description="Train MaskablePPO against a bot.")
    bot = "a bot by name, or my_agent:agent for the function agent in my_agent.py"
    parser.add_argument("--minutes", type=float, default=15.0, help=f"the longest time to train{DEFAULT}")
    parser.add_argument("--steps", type=int, default=10**9, help=f"the most steps to train{DEFAULT}")
    parser.add_argument("--opponent", default="novice", help=f"{bot}{DEFAULT}")
    parser.add_argument(
        "--start", type=Path, help="a network to start from, as written by --out (default: from scratch)"
    )
    parser.add_argument("--games", type=int, default=32, help=f"games played side by side{DEFAULT}")
    parser.add_argument("--rollout", type=int, default=16384, help=f"steps of all games between updates{DEFAULT}")
    parser.add_argument("--out", type=Path, default=Path("learner.npz"), help=f"file for the network{DEFAULT}")
    parser.add_argument("--eval", type=int, default=400, help=f"games to evaluate it with{DEFAULT}")
    parser.add_argument("--seed", type=int, default=1, help=f"the seed of games and network{DEFAULT}")
    wanted = parser.parse_args(arguments)
    try:
        refuse_numbers(wanted)
        start = load_network(wanted.start) if wanted.start else None
        opponent = find_bot(wanted.opponent)  # in the current folder too
        new_env(opponent)  # raises if it cannot be loaded
        out = network_file(wanted.out)
    except BadInput as error:
        parser.exit(2, f"Error: {error}\n")
    print(f"The rules are {rules_build()}.", flush=True)
    torch.set_num_threads(1)  # the network is small: more threads hardly help, and on a busy machine they are slower
    games = DummyVecEnv([lambda: Monitor(new_env(opponent)) for _ in range(wanted.games)])
    games.seed(wanted.seed)
    model = new_model(games, start, wanted.rollout, wanted.seed)
    progress = Progress(60 * wanted.minutes)
    try:
        model.learn(wanted.steps, callback=progress)
    except KeyboardInterrupt:
        print("Stopped.")
    network = exported(model)
    network.save(out)
    learnt = f"{model.num_timesteps} steps in {progress.seconds() / 60:.1f} minutes"
    share = evaluate(network, wanted.eval, opponents=opponent)
    print(f"{out}: after {learnt} it won {share} against {wanted.opponent}, two players, Germany.")


def refuse_numbers(wanted: argparse.Namespace) -> None:
    """Refuse numbers with which nothing can be trained or evaluated."""
    if not wanted.minutes > 0:
        raise BadInput(f"--minutes is a number above 0, not {wanted.minutes:g}.")
    least = {"steps": 1, "games": 1, "rollout": max(8, wanted.games), "eval": 1, "seed": 0}
    for name, number in least.items():
        if getattr(wanted, name) < number:
            raise BadInput(f"--{name} is a whole number from {number} on, not {getattr(wanted, name)}.")


def rules_build() -> str:
    """Say whether the rules are compiled: if not, training takes longer."""
    if str(engine.__file__).endswith((".so", ".pyd")):
        return "compiled"
    return "interpreted, so training is slower than docs/training.md says: docs/install.md has how to compile them"


def new_env(opponent: str) -> KilowattEnv:
    """Two-player Germany with a dense reward and without forced steps: a beginner never wins by chance."""
    return KilowattEnv("germany", 2, opponent, reward="lead", skip_forced=True)


def new_model(games: DummyVecEnv, start: Network | None, rollout: int, seed: int) -> MaskablePPO:
    """Make the learner. With about eighty steps in a game, this gamma hardly discounts its end."""
    widths = [len(added) for _, added in start.layers[:-1]] if start else [WIDTH, WIDTH]
    activation = start.activation if start else "tanh"
    model = MaskablePPO(
        "MlpPolicy",
        games,
        learning_rate=1e-3,
        n_steps=rollout // games.num_envs,
        batch_size=rollout // 4,
        n_epochs=4,
        gamma=0.999,
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": widths, "activation_fn": ACTIVATIONS[activation]},
        seed=seed,
        device="cpu",  # a GPU gains nothing with a network this small
    )
    if start:
        begin_with(model, start)
    return model


def layers_of(model: MaskablePPO) -> list[nn.Linear]:
    """List the layers of the policy, from observation to indices."""
    parts = [*model.policy.mlp_extractor.policy_net, model.policy.action_net]
    return [part for part in parts if isinstance(part, nn.Linear)]


def exported(model: MaskablePPO) -> Network:
    """Return the policy as a network that plays without PyTorch."""
    layers = [(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in layers_of(model)]
    activation = next(name for name, kind in ACTIVATIONS.items() if model.policy.activation_fn is kind)
    return Network(layers, activation)


def begin_with(model: MaskablePPO, network: Network) -> None:
    """Replace the untrained policy with an exported network."""
    with torch.no_grad():
        for layer, (weights, added) in zip(layers_of(model), network.layers, strict=True):
            layer.weight.copy_(torch.from_numpy(weights.T))
            layer.bias.copy_(torch.from_numpy(added))


class Progress(BaseCallback):
    """Prints progress every half minute, and stops training when the time is up."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.most = seconds
        self.started = self.printed = time.perf_counter()
        self.returns: deque[float] = deque(maxlen=500)
        self.wins: deque[bool] = deque(maxlen=500)

    def seconds(self) -> float:
        """Return the seconds since the start."""
        return time.perf_counter() - self.started

    def _on_step(self) -> bool:
        for info, reward in zip(self.locals["infos"], self.locals["rewards"], strict=True):
            if "episode" in info:
                self.returns.append(info["episode"]["r"])
                self.wins.append(reward > 0)  # the last step of a game gives about 1 or -1
        return self.seconds() < self.most

    def _on_rollout_end(self) -> None:
        if self.wins and time.perf_counter() - self.printed > 30:
            self.printed = time.perf_counter()
            won, mean = sum(self.wins) / len(self.wins), sum(self.returns) / len(self.returns)
            pace = self.num_timesteps / self.seconds()
            line = f"{self.seconds() / 60:6.1f} min {self.num_timesteps:9} steps {pace:6.0f}/s"
            print(f"{line}  of the last {len(self.wins)} games {won:5.1%} won, return {mean:+.2f}", flush=True)


if __name__ == "__main__":
    main()
