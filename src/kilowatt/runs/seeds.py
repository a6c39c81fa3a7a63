"""Pseudorandom choices that follow from words alone: the same on every machine, whatever is played first."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def number_from(*words: object) -> int:
    """A pseudorandom number that is the same everywhere: 64 bits of a hash over the words."""
    return int.from_bytes(sha256(" ".join([str(word) for word in words]).encode()).digest()[:8], "big")


def shuffled(things: Sequence[T], *words: object) -> list[T]:
    """The things in a pseudorandom order that is the same everywhere."""
    keys = {index: number_from(*words, index) for index in range(len(things))}
    return [things[index] for index in sorted(keys, key=keys.__getitem__)]
