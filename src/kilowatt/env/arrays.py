"""Observations and masks as NumPy arrays: one flat vector or its named parts, for one game or many."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kilowatt.boards import find_board
from kilowatt.env.action_codec import ACTIONS, ALL_PLANTS, mask
from kilowatt.env.city_index import MOST_CITIES
from kilowatt.env.observation_codec import LAYOUT, OBSERVATION, observe
from kilowatt.rules.plants import KINDS
from kilowatt.rules.state import State

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]

_DIVISORS = np.array([divisor for part in LAYOUT for _ in range(part.rows) for divisor in part.divisors], np.float32)
SCALE: Floats = (1 / _DIVISORS).astype(np.float32)
"""The factor that turns each byte of an observation into a float of the flat vector."""
HIGHEST: Floats = np.where(_DIVISORS == 1, np.float32(1), 255 * SCALE)
"""The highest value of each number of the flat vector; the lowest is 0."""


def observation(state: State, seat: int, prefix: tuple[int, ...] = ()) -> Floats:
    """Return what this seat may know, as a flat vector of ``OBSERVATION`` floats."""
    return scaled(observe(state, seat, prefix)).reshape(OBSERVATION)


def scaled(raw: bytes) -> Floats:
    """Convert concatenated observations of ``kilowatt.env.observation_codec`` to rows of floats."""
    numbers = np.frombuffer(raw, np.uint8).reshape(-1, OBSERVATION)
    return np.multiply(numbers, SCALE, dtype=np.float32)


def mask_of(state: State, prefix: tuple[int, ...] = ()) -> Mask:
    """Return the mask of the acting seat's legal indices: ``ACTIONS`` numbers, 1 or 0."""
    return np.frombuffer(mask(state, prefix), np.int8).copy()


def masks_of(raw: bytes) -> Mask:
    """Convert concatenated masks to rows."""
    return np.frombuffer(raw, np.int8).reshape(-1, ACTIONS).copy()


def named(flat: Floats) -> dict[str, Floats]:
    """Split a flat vector into named parts, as views of it: ``plants`` has a row per plant, ``cities`` a row per city.

    An array of flat vectors gives arrays of parts. ``table`` is a single row, so it has one dimension less.
    """
    parts = {}
    for part in LAYOUT:
        shape = (part.width,) if part.name == "table" else (part.rows, part.width)
        parts[part.name] = flat[..., part.first : part.end].reshape(*flat.shape[:-1], *shape)
    return parts


@cache
def plant_cards() -> Floats:
    """Return what is printed on the cards, a row per plant: number / 50, fuel / 3, cities / 7, and its kind, one-hot.

    It never changes, so it is not part of an observation.
    """
    rows = []
    for plant in ALL_PLANTS:
        kinds = [float(kind == plant.kind) for kind in range(len(KINDS))]
        rows.append([plant.number / 50, plant.fuel / 3, plant.cities / 7, *kinds])
    return _fixed(rows)


@cache
def connections(board: str) -> Floats:
    """Return the board as a graph: for two cities, 1 + the price of their connection / 30; 0 if there is none.

    The 1 distinguishes a free connection from none. Rows and columns are cities as in the observation. Cities out of
    play are included: multiply by the column ``in play`` of ``cities``.
    """
    atlas = find_board(board).atlas
    number = {name: place for place, name in enumerate(sorted(city.id for city in atlas.cities))}
    prices = np.zeros((MOST_CITIES, MOST_CITIES), np.float32)
    for a, b, cost in atlas.connections:
        prices[number[a], number[b]] = prices[number[b], number[a]] = 1 + cost / 30
    return _fixed(prices)


def _fixed(rows: Any) -> Floats:
    """Return a read-only array that callers can share."""
    array = np.array(rows, np.float32)
    array.setflags(write=False)
    return array
