"""A trained policy as a bot: at the table, in the arena, as an opponent.

>>> from random import Random
>>> import kilowatt
>>> from kilowatt.bots import Work, ask
>>> from kilowatt.env.agent import PolicyBot
>>> lowest = PolicyBot(lambda observation, mask: int(mask.argmax()), name="lowest")
>>> game = kilowatt.new_game("germany", players=2, seed=7)
>>> ask(lowest, game, Random(1), Work(1)).action
Open(plant=3, bid=3)

A policy is any function from an observation and a mask to an action index: a network of any library fits. ``Network``
needs only NumPy and can be saved to a file; ``load_agent`` makes a bot from such a file.
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, cast
from zipfile import BadZipFile

import numpy as np

import kilowatt
from kilowatt.bots import Bot, Limit
from kilowatt.env.action_codec import ACTIONS, decode
from kilowatt.env.arrays import Floats, Mask, mask_of, observation
from kilowatt.env.city_index import ENCODING_VERSION
from kilowatt.env.observation_codec import OBSERVATION
from kilowatt.rules.actions import Action
from kilowatt.rules.errors import BadInput
from kilowatt.rules.formats.view import View
from kilowatt.rules.legal import LegalActions
from kilowatt.rules.text import shown
from kilowatt.start import sample_game

Policy = Callable[[Floats, Mask], int]
Layer = tuple[Floats, Floats]
"""Weights, a row for each output, and biases, as in ``torch.nn.Linear``."""

ACTIVATIONS: dict[str, Callable[[Floats], Floats]] = {
    "relu": lambda values: np.maximum(values, 0),
    "tanh": np.tanh,
}


class PolicyBot(Bot):
    """Decides with a policy, index by index, from what its seat may know."""

    about = "Learnt to play by playing: its decisions are those of a trained policy."

    def __init__(self, policy: Policy, name: str = "policy", title: str = "", about: str = "") -> None:
        self.policy = policy
        self.name = name
        self.title = title or name.replace("_", " ").replace("-", " ").capitalize()
        if about:
            self.about = about

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Action:  # noqa: ARG002
        """Choose indices until the decision is complete; the policy is called only where there is a choice."""
        assert view.seat is not None
        state = sample_game(view, rng).state  # hidden cards affect neither observation nor mask
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
    """A policy of fully connected layers with an activation between them; it picks the legal index rated highest."""

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
        """Return a rating for each index; higher is better."""
        some = np.flatnonzero(seen)  # most of an observation is 0
        weights, added = self.layers[0]
        values = _product(seen[some], weights[some]) + added
        for weights, added in self.layers[1:]:
            values = _product(ACTIVATIONS[self.activation](values), weights) + added
        return values

    def __call__(self, seen: Floats, mask: Mask) -> int:
        """Return the legal index with the highest rating."""
        return int(np.where(mask, self.ratings(seen), -np.inf).argmax())

    def save(self, file: str | Path) -> None:
        """Write the network to an ``.npz`` file, as 16-bit floats, with the versions of the encoding and Kilowatt.

        ``network_file`` returns the file that this writes: ``learner.npz`` for ``learner``.
        """
        arrays = {"encoding": np.array(ENCODING_VERSION), "kilowatt": np.array(kilowatt.__version__)}
        for place, (weights, added) in enumerate(self.layers):
            arrays[f"weights_{place}"] = weights.T.astype(np.float16)
            arrays[f"added_{place}"] = added.astype(np.float16)
        np.savez_compressed(_with_ending(file), allow_pickle=False, activation=np.array(self.activation), **arrays)


def network_file(file: str | Path) -> Path:
    """Return the file that ``Network.save`` writes, and create its folder: to be called before a long training.

    :raises BadInput: if it cannot be written.
    """
    path = _with_ending(file)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not path.exists()
        path.open("ab").close()
        if is_new:
            path.unlink()
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}.") from error
    return path


def _with_ending(file: str | Path) -> Path:
    """Return the path with ``.npz`` at its end, as NumPy would add it."""
    return Path(file if str(file).endswith(".npz") else f"{file}.npz")


def _product(values: Floats, weights: Floats) -> Floats:
    """Multiply a vector by a matrix in this thread: ``@`` would start one thread per core in every worker."""
    return cast("Floats", np.einsum("i,ij->j", values, weights))


def _floats(values: Any) -> Floats:
    """Return a contiguous array, the fastest to multiply."""
    return np.ascontiguousarray(values, np.float32)


_PARTS = ("activation", "encoding", "kilowatt", "weights_", "added_")
"""How the names of the arrays in a network's file begin."""
_NO_NETWORK = "is not a Kilowatt network: Network.save writes such files, and so do the examples that train."
_UNREADABLE = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    EOFError,
    NotImplementedError,
    BadZipFile,
    zlib.error,
)
"""What NumPy and zipfile raise for a file that is something else, or damaged."""


def load_network(file: str | Path) -> Network:
    """Load a network from a file written by ``Network.save``.

    :raises BadInput: if it is not such a file, or was saved with another version of the encoding.
    """
    arrays = _arrays_in(Path(file))
    try:
        _refuse_version(arrays)
        count = sum(name.startswith("weights_") for name in arrays)
        layers = [(arrays[f"weights_{place}"], arrays[f"added_{place}"]) for place in range(count)]
        return Network(layers, str(arrays["activation"]))
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        raise BadInput(f"{file} cannot be read as a network: {error}") from error


def _arrays_in(file: Path) -> dict[str, Any]:
    """Read the arrays of a file, if it has those that every network has."""
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as saved:
            arrays = {name: saved[name] for name in saved if name.startswith(_PARTS)}
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from error
    except _UNREADABLE as error:
        raise BadInput(f"{file} {_NO_NETWORK}") from error
    if not {"activation", "weights_0", "added_0"} <= set(arrays):
        raise BadInput(f"{file} {_NO_NETWORK}")
    return arrays


def _refuse_version(arrays: Mapping[str, Any]) -> None:
    """Refuse a network that was trained with another encoding. Version 1 was not written to files."""
    saved = int(arrays["encoding"]) if "encoding" in arrays else 1
    if saved != ENCODING_VERSION:
        maker = f"Kilowatt {arrays['kilowatt']}" if "kilowatt" in arrays else "the Kilowatt that saved it"
        message = (
            f"it was saved with version {saved} of the encoding, and this Kilowatt has version {ENCODING_VERSION}. "
            f"Train it again, or install {maker}."
        )
        raise BadInput(message)


def load_agent(file: str | Path, *, name: str | None = None, title: str = "", about: str = "") -> PolicyBot:
    """Make a bot from a network in a file; its default name is the file's."""
    return PolicyBot(load_network(file), name or Path(file).stem, title, about)
