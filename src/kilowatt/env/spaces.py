"""The Gymnasium spaces of the encoding."""

from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces

from kilowatt.env.action_codec import ACTIONS, MaskedAction, refuse_unknown
from kilowatt.env.arrays import HIGHEST, Floats, named
from kilowatt.env.observation_codec import OBSERVATION
from kilowatt.rules.text import shown


def action_space() -> "spaces.Discrete[Any]":
    """Return the space of action indices."""
    return spaces.Discrete(ACTIONS)


def index_of(action: Any) -> int:
    """Convert an action, an integer of Python or NumPy, to an index; ``MaskedAction`` if it is not in the space."""
    try:
        number = index(action)
    except TypeError:
        message = f"An action is one whole number from 0 to {ACTIONS - 1}, not {shown(action)}."
        raise MaskedAction(message) from None
    refuse_unknown(number)
    return number


def mask_space() -> spaces.Box:
    """Return the space of masks over the action indices."""
    return spaces.Box(0, 1, (ACTIONS,), np.int8)


def observation_space(kind: str) -> spaces.Space[Any]:
    """Return the space of the flat vector, or of its named parts."""
    if kind == "flat":
        return spaces.Box(np.zeros(OBSERVATION, np.float32), HIGHEST, dtype=np.float32)
    parts: dict[str, spaces.Space[Any]] = {name: _box(highest) for name, highest in named(HIGHEST).items()}
    return spaces.Dict(parts)


def _box(highest: Floats) -> spaces.Box:
    return spaces.Box(np.zeros_like(highest), highest, dtype=np.float32)


def shaped(flat: Floats, kind: str) -> Any:
    """Return an observation in the form of that space."""
    return flat if kind == "flat" else named(flat)
