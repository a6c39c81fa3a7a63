"""The columns of a dataset: a row for each index said, with what its seat knew, who said it and how it ended."""

from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from kilowatt.env.action_codec import ACTIONS
from kilowatt.env.observation_codec import OBSERVATION

Columns = dict[str, NDArray[Any]]

BIT_ORDER: Final = "little"
"""The mask is packed with index 0 in the lowest bit of the first byte."""
PACKED = (ACTIONS + 7) // 8


class Column(msgspec.Struct, frozen=True):
    """A column: its name, the type of its numbers, how many a row has, and what they mean.

    A column with ``words`` holds places in the list of that name in the plan of the manifest.
    """

    name: str
    type: str
    meaning: str
    width: int = 1
    words: str = ""


COLUMNS = (
    Column("observation", "uint8", "what the seat may know, in the order of the layout", OBSERVATION),
    Column("mask", "uint8", "what may be said, a bit for each index, lowest bit first", PACKED),
    Column("action", "int16", "the index said"),
    Column("game", "int32", "the number of the game, from 0"),
    Column("seed", "uint64", "the seed that deals the game: new_game(board, players, seed=seed, **options)"),
    Column("board", "uint8", "the board", words="boards"),
    Column("players", "uint8", "how many play"),
    Column("seat", "uint8", "the seat to speak, from 0"),
    Column("bot", "uint8", "who has this seat", words="bots"),
    Column("decision", "int32", "the place of the decision in the game, from 0"),
    Column("part", "uint8", "the place of the index in the decision, from 0"),
    Column("last", "bool", "whether it is the last that this seat says in the game"),
    Column("win", "float32", "the reward “win” of this seat at the end of the game"),
    Column("place", "float32", "the reward “place” of this seat at the end of the game"),
    Column("powered", "uint8", "the cities it powers at the end"),
    Column("money", "int32", "the money it has at the end"),
    Column("cities", "uint8", "the cities it has at the end"),
)


def packed(masks: bytes) -> NDArray[np.uint8]:
    """Masks as ``kilowatt.env.action_codec`` writes them, one after the other, as rows of bits."""
    rows = np.frombuffer(masks, np.uint8).reshape(-1, ACTIONS)
    return np.packbits(rows, axis=1, bitorder=BIT_ORDER)


def unpacked(rows: NDArray[np.uint8], actions: int) -> NDArray[np.bool_]:
    """The masks of ``packed``: for every row and index whether it may be said."""
    return np.unpackbits(rows, axis=1, count=actions, bitorder=BIT_ORDER).view(np.bool_)


def joined(parts: list[Columns]) -> Columns:
    """The rows of several games, one after the other."""
    return {column.name: np.concatenate([part[column.name] for part in parts]) for column in COLUMNS}
