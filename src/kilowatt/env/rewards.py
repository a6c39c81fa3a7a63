"""The rewards of a finished game. Each kind lies in [-1, 1] and adds up to 0 over the seats."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

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


def with_last(ranking: Sequence[Place], seat: int) -> tuple[Place, ...]:
    """Return the ranking with this seat moved to a last place of its own."""
    [own] = [entry for entry in ranking if seat in entry.seats]
    others = [replace(entry, seats=tuple([other for other in entry.seats if other != seat])) for entry in ranking]
    return (*[entry for entry in others if entry.seats], replace(own, seats=(seat,)))


REWARDS: dict[str, Callable[[Sequence[Place], int], list[float]]] = {"win": win, "place": place}


def reward_named(name: object) -> Callable[[Sequence[Place], int], list[float]]:
    """Return the reward function with this name."""
    if isinstance(name, str) and name in REWARDS:
        return REWARDS[name]
    message = f"reward is one of {', '.join(REWARDS)}, not {shown(name)}."
    raise BadInput(message)
