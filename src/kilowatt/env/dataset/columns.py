"""The columns of a dataset: a row for each action index, with its observation, its bot and how the game ended."""

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

    A column with ``words`` holds positions in the list of that name in the plan of the manifest.
    """

    name: str
    type: str
    meaning: str
    width: int = 1
    words: str = ""


COLUMNS = (
    Column("observation", "uint8", "what the seat may know, in the order of the layout", OBSERVATION),
    Column("mask", "uint8", "the legal indices, a bit for each index, lowest bit first", PACKED),
    Column("action", "int16", "the index chosen"),
    Column("game", "int32", "the number of the game, from 0"),
    Column("seed", "uint64", "the seed that deals the game: new_game(board, players, seed=seed, **options)"),
    Column("board", "uint8", "the board", words="boards"),
    Column("players", "uint8", "the number of players"),
    Column("seat", "uint8", "the seat that acts, from 0"),
    Column("bot", "uint8", "the bot in this seat", words="bots"),
    Column("decision", "int32", "the position of the decision in the game, from 0"),
    Column("part", "uint8", "the position of the index in the decision, from 0"),
    Column("last", "bool", "whether it is the last index of this seat in the game"),
    Column("win", "float32", "the reward “win” of this seat at the end of the game"),
    Column("place", "float32", "the reward “place” of this seat at the end of the game"),
    Column("powered", "uint8", "the cities it powers at the end"),
    Column("money", "int32", "the money it has at the end"),
    Column("cities", "uint8", "the cities it has at the end"),
)


def packed(masks: bytes) -> NDArray[np.uint8]:
    """Pack concatenated masks of ``kilowatt.env.action_codec`` into rows of bits."""
    rows = np.frombuffer(masks, np.uint8).reshape(-1, ACTIONS)
    return np.packbits(rows, axis=1, bitorder=BIT_ORDER)


def unpacked(rows: NDArray[np.uint8], actions: int) -> NDArray[np.bool_]:
    """Unpack the rows of ``packed``: for every row and index, whether it is legal."""
    return np.unpackbits(rows, axis=1, count=actions, bitorder=BIT_ORDER).view(np.bool_)


def joined(parts: list[Columns]) -> Columns:
    """Concatenate the rows of several games."""
    return {column.name: np.concatenate([part[column.name] for part in parts]) for column in COLUMNS}
