"""A trained policy as a bot: at the table, in the arena, as an opponent.

>>> from random import Random
>>> import kilowatt
>>> from kilowatt.bots import Work, ask
>>> from kilowatt.env.agent import PolicyBot
>>> lowest = PolicyBot(lambda observation, mask: int(mask.argmax()), name="lowest")
>>> game = kilowatt.new_game("germany", players=2, seed=7)
>>> ask(lowest, game, Random(1), Work(1)).action
Open(plant=3, bid=3)

A policy is any function that is given an observation and a mask, and says an index: a network of any library fits.
``Network`` is one that needs NumPy and nothing else, and is kept in a file; ``load_agent`` makes a bot of such a file.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, cast
from zipfile import BadZipFile

import numpy as np

from kilowatt.bots import Bot, Limit
from kilowatt.env.action_codec import ACTIONS, decode
from kilowatt.env.arrays import Floats, Mask, mask_of, observation
from kilowatt.env.observation_codec import OBSERVATION
from kilowatt.rules.actions import Action
from kilowatt.rules.errors import BadInput
from kilowatt.rules.formats.view import View
from kilowatt.rules.legal import LegalActions
from kilowatt.rules.text import shown
from kilowatt.start import sample_game

Policy = Callable[[Floats, Mask], int]
Layer = tuple[Floats, Floats]
"""Weights, a row for each output, and what is added: as ``torch.nn.Linear`` keeps them."""

ACTIVATIONS: dict[str, Callable[[Floats], Floats]] = {
    "relu": lambda values: np.maximum(values, 0),
    "tanh": np.tanh,
}


class PolicyBot(Bot):
    """Decides as a policy says, index by index, from what its seat may know."""

    about = "Learnt to play by playing: its decisions are those of a trained policy."

    def __init__(self, policy: Policy, name: str = "policy", title: str = "", about: str = "") -> None:
        self.policy = policy
        self.name = name
        self.title = title or name.replace("_", " ").replace("-", " ").capitalize()
        if about:
            self.about = about

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        """Say indices until they make a decision; where there is one only, the policy is not asked."""
        assert view.seat is not None
        state = sample_game(view, rng).state  # what is dealt shows in neither observation nor mask
        prefix: tuple[int, ...] = ()
        while True:
            mask = mask_of(state, prefix)
            allowed = np.flatnonzero(mask)
            index = int(allowed[0] if len(allowed) == 1 else self.policy(observation(state, view.seat, prefix), mask))
            action = decode(state, prefix, index)
            if action is not None:
                return action
            prefix = (*prefix, index)


class Network:
    """A policy of fully connected layers, with an activation between them: says the allowed index rated highest."""

    def __init__(self, layers: Sequence[Layer], activation: str = "tanh") -> None:
        if activation not in ACTIVATIONS:
            message = f"The activation is one of {', '.join(ACTIVATIONS)}, not {shown(activation)}."
            raise BadInput(message)
        sizes = [OBSERVATION, *[len(added) for _, added in layers]]
        fits = [weights.shape == (sizes[place + 1], sizes[place]) for place, (weights, _) in enumerate(layers)]
        if not all(fits) or sizes[-1] != ACTIONS:
            message = f"The layers do not lead from {OBSERVATION} numbers of an observation to {ACTIONS} indices."
            raise BadInput(message)
        self.activation = activation
        self.layers: list[Layer] = [(_floats(weights.T), _floats(added)) for weights, added in layers]

    def ratings(self, seen: Floats) -> Floats:
        """A number for each index: the higher, the better the policy likes it."""
        some = np.flatnonzero(seen)  # most of an observation is 0
        weights, added = self.layers[0]
        values = _product(seen[some], weights[some]) + added
        for weights, added in self.layers[1:]:
            values = _product(ACTIVATIONS[self.activation](values), weights) + added
        return values

    def __call__(self, seen: Floats, mask: Mask) -> int:
        """The index that is rated highest of those allowed."""
        return int(np.where(mask, self.ratings(seen), -np.inf).argmax())

    def save(self, file: str | Path) -> None:
        """Write the network to an ``.npz`` file, in numbers of two bytes."""
        arrays = {}
        for place, (weights, added) in enumerate(self.layers):
            arrays[f"weights_{place}"] = weights.T.astype(np.float16)
            arrays[f"added_{place}"] = added.astype(np.float16)
        np.savez_compressed(file, allow_pickle=False, activation=np.array(self.activation), **arrays)


def _product(values: Floats, weights: Floats) -> Floats:
    """A vector times a matrix, in this thread: the usual product wakes one for each processor, and workers many."""
    return cast("Floats", np.einsum("i,ij->j", values, weights))


def _floats(values: Any) -> Floats:
    """As one block, which products are quickest with."""
    return np.ascontiguousarray(values, np.float32)


def load_network(file: str | Path) -> Network:
    """The network of a file that ``Network.save`` wrote; ``BadInput`` says what is wrong with another one."""
    try:
        with Path(file).open("rb") as opened, np.load(opened, allow_pickle=False) as arrays:
            count = sum(name.startswith("weights_") for name in arrays)
            layers = [(arrays[f"weights_{place}"], arrays[f"added_{place}"]) for place in range(count)]
            return Network(layers, str(arrays["activation"]))
    except (OSError, ValueError, LookupError, BadZipFile) as error:
        if isinstance(error, BadInput):
            message = f"{file} was made for another encoding, or by another program. {error}"
        else:
            message = f"{file} cannot be read as a network: {error}"
        raise BadInput(message) from error


def load_agent(file: str | Path, *, name: str | None = None, title: str = "", about: str = "") -> PolicyBot:
    """The bot of a network in a file, called like the file unless it is given a name."""
    return PolicyBot(load_network(file), name or Path(file).stem, title, about)
