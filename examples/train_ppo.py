"""MaskablePPO of sb3-contrib learns two-player Germany against the bot `novice`, and becomes a bot itself.

    python examples/train_ppo.py --minutes 15 --out learner.npz

It begins from nothing, or from a network that was exported before: `--start clone.npz`. Progress is printed as it goes;
at the end, and on Ctrl-C, the policy is exported and plays games that it has not seen. Needs `pip install
'kilowatt[train]'`.
"""

import argparse
import time
from collections import deque
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv
from torch import nn

from kilowatt.env.agent import Network, load_network
from kilowatt.env.evaluation import evaluate
from kilowatt.env.single_agent import KilowattEnv

WIDTH = 256
"""Of the two hidden layers, both of the policy and of the net that foresees what it will get."""
ACTIVATIONS: dict[str, type[nn.Module]] = {"relu": nn.ReLU, "tanh": nn.Tanh}


def main(arguments: list[str] | None = None) -> None:
    """Learn, export, measure."""
    parser = argparse.ArgumentParser(description="Train MaskablePPO against a bot.")
    parser.add_argument("--minutes", type=float, default=15.0, help="how long it learns at most")
    parser.add_argument("--steps", type=int, default=10**9, help="how many indices it says at most")
    parser.add_argument("--opponent", default="novice", help="a bot by name")
    parser.add_argument("--start", type=Path, help="a network to begin with, as --out writes them")
    parser.add_argument("--games", type=int, default=32, help="how many are played side by side")
    parser.add_argument("--rollout", type=int, default=16384, help="steps of all of them from one update to the next")
    parser.add_argument("--out", type=Path, default=Path("learner.npz"), help="where the network goes")
    parser.add_argument("--eval", type=int, default=400, help="games to measure it with")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(arguments)
    torch.set_num_threads(1)  # the network is small: a second one is hardly quicker, and on a busy machine much slower
    games = DummyVecEnv([lambda: Monitor(new_env(wanted.opponent)) for _ in range(wanted.games)])
    games.seed(wanted.seed)
    model = new_model(games, load_network(wanted.start) if wanted.start else None, wanted.rollout, wanted.seed)
    progress = Progress(60 * wanted.minutes)
    try:
        model.learn(wanted.steps, callback=progress)
    except KeyboardInterrupt:
        print("Stopped.")
    network = exported(model)
    network.save(wanted.out)
    learnt = f"{model.num_timesteps} steps in {progress.seconds() / 60:.1f} minutes"
    share = evaluate(network, wanted.eval, opponents=wanted.opponent)
    print(f"{wanted.out}: after {learnt} it won {share} against {wanted.opponent}, two players, Germany.")


def new_env(opponent: str) -> KilowattEnv:
    """Two-player Germany, rewarded step by step and never asked what is forced: a beginner does not win by chance."""
    return KilowattEnv("germany", 2, opponent, reward="lead", skip_forced=True)


def new_model(games: DummyVecEnv, start: Network | None, rollout: int, seed: int) -> MaskablePPO:
    """The learner. A game is over after some eighty steps, so that its end hardly counts less than the next step."""
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
        device="cpu",  # a network this small gains nothing elsewhere
    )
    if start:
        begin_with(model, start)
    return model


def layers_of(model: MaskablePPO) -> list[nn.Linear]:
    """The layers of the policy, from observation to indices."""
    parts = [*model.policy.mlp_extractor.policy_net, model.policy.action_net]
    return [part for part in parts if isinstance(part, nn.Linear)]


def exported(model: MaskablePPO) -> Network:
    """The policy as a network that plays without torch."""
    layers = [(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in layers_of(model)]
    activation = next(name for name, kind in ACTIVATIONS.items() if model.policy.activation_fn is kind)
    return Network(layers, activation)


def begin_with(model: MaskablePPO, network: Network) -> None:
    """Put an exported network in the place of the policy that knows nothing."""
    with torch.no_grad():
        for layer, (weights, added) in zip(layers_of(model), network.layers, strict=True):
            layer.weight.copy_(torch.from_numpy(weights.T))
            layer.bias.copy_(torch.from_numpy(added))


class Progress(BaseCallback):
    """Prints how it goes every half minute, and ends it when the time is over."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.most = seconds
        self.started = self.told = time.perf_counter()
        self.returns: deque[float] = deque(maxlen=500)
        self.wins: deque[bool] = deque(maxlen=500)

    def seconds(self) -> float:
        """Since the start."""
        return time.perf_counter() - self.started

    def _on_step(self) -> bool:
        for info, reward in zip(self.locals["infos"], self.locals["rewards"], strict=True):
            if "episode" in info:
                self.returns.append(info["episode"]["r"])
                self.wins.append(reward > 0)  # the last step of a game brings 1 or -1, and little else
        return self.seconds() < self.most

    def _on_rollout_end(self) -> None:
        if self.wins and time.perf_counter() - self.told > 30:
            self.told = time.perf_counter()
            won, mean = sum(self.wins) / len(self.wins), sum(self.returns) / len(self.returns)
            pace = self.num_timesteps / self.seconds()
            line = f"{self.seconds() / 60:6.1f} min {self.num_timesteps:9} steps {pace:6.0f}/s"
            print(f"{line}  of the last {len(self.wins)} games {won:5.1%} won, return {mean:+.2f}", flush=True)


if __name__ == "__main__":
    main()
