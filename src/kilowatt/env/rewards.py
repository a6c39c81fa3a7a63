"""The rewards of a finished game. Each kind lies in [-1, 1] and adds up to 0 over the seats."""

from collections.abc import Callable, Sequence

from kilowatt.rules.errors import BadInput
from kilowatt.rules.events import Place
from kilowatt.rules.text import shown


def win(ranking: Sequence[Place], players: int) -> list[float]:
    """1 for a sole winner, -1 shared by the others; players tied for first place share the win."""
    winners = ranking[0].seats
    share = players / len(winners)
    return [((share if seat in winners else 0.0) - 1) / (players - 1) for seat in range(players)]


def place(ranking: Sequence[Place], players: int) -> list[float]:
    """From 1 for the first place down to -1 for the last, in equal steps; tied players get the mean of their places."""
    rewards = [0.0] * players
    before = 0
    for entry in ranking:
        middle = before + (len(entry.seats) - 1) / 2
        for seat in entry.seats:
            rewards[seat] = 1 - 2 * middle / (players - 1)
        before += len(entry.seats)
    return rewards


REWARDS: dict[str, Callable[[Sequence[Place], int], list[float]]] = {"win": win, "place": place}


def reward_named(name: object) -> Callable[[Sequence[Place], int], list[float]]:
    """Return the reward function with this name."""
    if isinstance(name, str) and name in REWARDS:
        return REWARDS[name]
    message = f"reward is one of {', '.join(REWARDS)}, not {shown(name)}."
    raise BadInput(message)
