"""Win shares and Plackett–Luce ratings, with intervals from a bootstrap over deals.

The games of a deal are not independent (same cards, same seats, every bot in each), so the bootstrap resamples deals,
with all their games. Final rankings follow the Plackett–Luce model: the first place goes to a seat with a probability
in proportion to its bot's strength, the next is drawn among those left, and so on. Strengths are fitted to all games at
once by Hunter's MM algorithm (Annals of Statistics 32, 2004).

- Seats of the same bot have the same strength; which of them comes first carries no information.
- Seats that share a place count as every order among them, in equal parts.
- Every bot also plays one game against an imaginary player in the middle of the field, half won and half lost. It keeps
  the rating of a bot that always (or never) wins finite, and is negligible next to a hundred real games.
- 400 points are a factor of ten in strength, as with Elo; the mean of the field is 1500.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, permutations, product
from math import factorial
from typing import TypeAlias

import msgspec

from kilowatt.extras import missing
from kilowatt.runs.shares import wilson

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(error, "The arena", "arena") from error

Floats: TypeAlias = NDArray[np.float64]

POINTS = 400 / np.log(10)
MIDDLE = 1500.0
VIRTUAL = 1.0
"""Games against the imaginary player in the middle."""
REPLICATES = 1000
PRECISION = 1e-7
MOST_STEPS = 20_000


@dataclass(frozen=True)
class Game:
    """A game as ratings see it: its deal, and each seat's bot (from 0) and place (from 1)."""

    deal: int
    bots: tuple[int, ...]
    places: tuple[int, ...]


class Figure(msgspec.Struct, frozen=True):
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """One bot's result."""

    games: int  # it took part in
    wins: float
    fair: float  # the share of the seats it had
    share: Figure  # of the games it took part in
    rating: Figure | None


class Counts:
    """All that the fits need, summed for each deal, so that a bootstrap is a product of matrices."""

    def __init__(self, games: Sequence[Game], bots: int) -> None:
        deals = {deal: row for row, deal in enumerate(dict.fromkeys([game.deal for game in games]))}
        self.deals = len(deals)
        self.wins = np.zeros((self.deals, bots))
        self.games = np.zeros((self.deals, bots))
        self.seats = np.zeros((self.deals, bots))
        self.all_games = np.zeros(self.deals)
        self.chosen = np.zeros((self.deals, bots))  # how often the bot took the next place while others were left
        rows: dict[tuple[int, ...], int] = {}
        weights: list[tuple[int, int, float]] = []
        for game in games:
            deal = deals[game.deal]
            self.all_games[deal] += 1
            first = game.places.count(1) or 1  # nobody is first if every bot has failed
            for bot in set(game.bots):
                self.games[deal, bot] += 1
            for bot, place in zip(game.bots, game.places, strict=True):
                self.seats[deal, bot] += 1 / len(game.bots)
                self.wins[deal, bot] += (place == 1) / first
            for weight, order in orders(game):
                left = [order.count(bot) for bot in range(bots)]
                for bot in order:
                    if left[bot] == sum(left):
                        break  # only seats of one bot are left
                    key = tuple(left)
                    row = rows.setdefault(key, len(rows))
                    weights.append((deal, row, weight))
                    self.chosen[deal, bot] += weight
                    left[bot] -= 1
        self.groups = np.array(list(rows) or np.zeros((0, bots)), dtype=float).reshape(len(rows), bots)
        self.met = np.zeros((self.deals, len(rows)))  # how often each group of seats was left
        for deal, row, weight in weights:
            self.met[deal, row] += weight


def orders(game: Game) -> list[tuple[float, tuple[int, ...]]]:
    """The bots in ranking order, with a weight: one order, or several where places are shared."""
    ranked = sorted(zip(game.places, game.bots, strict=True))
    shared = [[bot for _, bot in seats] for _, seats in groupby(ranked, key=lambda seat: seat[0])]
    ways: dict[tuple[int, ...], float] = {}
    for choice in product(*[list(permutations(group)) for group in shared]):
        order = tuple([bot for group in choice for bot in group])
        ways[order] = ways.get(order, 0.0) + 1.0
    total = np.prod([factorial(len(group)) for group in shared])
    return [(float(number / total), order) for order, number in ways.items()]


def fit(chosen: Floats, met: Floats, groups: Floats) -> Floats:
    """Plackett–Luce ratings, one row for each row of ``chosen`` and ``met``."""
    strength = np.ones_like(chosen)
    wanted = chosen + VIRTUAL / 2
    for _ in range(MOST_STEPS):
        fair = (met / np.maximum(strength @ groups.T, 1e-300)) @ groups + VIRTUAL / (strength + 1.0)
        better = wanted / fair
        step = np.abs(np.log(better / strength)).max(initial=0.0)
        strength = better
        if step < PRECISION:
            break
    ratings: Floats = POINTS * np.log(strength)
    ratings += MIDDLE - ratings.mean(axis=1, keepdims=True)
    return ratings


def standings(
    games: Sequence[Game], bots: int, *, seed: int = 0, replicates: int = REPLICATES, with_ratings: bool = True
) -> list[Standing]:
    """Every bot's win share and rating with intervals; the seed decides which deals the bootstrap draws."""
    counts = Counts(games, bots)
    every = np.ones((1, counts.deals))
    draws = draw_deals(counts.deals, replicates, seed)
    shares, drawn_shares = _shares(every, counts)[0], _shares(draws, counts)
    if with_ratings:
        ratings = fit(every @ counts.chosen, every @ counts.met, counts.groups)[0]
        drawn = fit(draws @ counts.chosen, draws @ counts.met, counts.groups)
    found = []
    for bot in range(bots):
        part = float(counts.games[:, bot].sum())
        found.append(
            Standing(
                games=int(part),
                wins=float(counts.wins[:, bot].sum()),
                fair=float(counts.seats[:, bot].sum()) / part if part else 0.0,
                share=share_interval(float(shares[bot]), drawn_shares[:, bot], int((counts.games[:, bot] > 0).sum())),
                rating=interval(float(ratings[bot]), drawn[:, bot]) if with_ratings else None,
            )
        )
    return found


def draw_deals(deals: int, replicates: int, seed: int) -> Floats:
    """How often each replicate holds each deal."""
    generator = np.random.Generator(np.random.PCG64(seed))
    return generator.multinomial(deals, np.full(deals, 1 / deals), size=replicates).astype(float)


def mean_by_deal(deals: Sequence[int], values: Sequence[float], *, seed: int = 0) -> Figure:
    """A share over seats or games, with an interval that accounts for which of them share a deal."""
    rows = {deal: row for row, deal in enumerate(dict.fromkeys(deals))}
    sums, numbers = np.zeros(len(rows)), np.zeros(len(rows))
    for deal, value in zip(deals, values, strict=True):
        sums[rows[deal]] += value
        numbers[rows[deal]] += 1
    draws = draw_deals(len(rows), REPLICATES, seed)
    return share_interval(float(sums.sum() / numbers.sum()), (draws @ sums) / (draws @ numbers), len(rows))


def _shares(draws: Floats, counts: Counts) -> Floats:
    games = draws @ counts.games
    shares: Floats = np.divide(draws @ counts.wins, games, out=np.full_like(games, np.nan), where=games > 0)
    return shares


def share_interval(value: float, drawn: Floats, deals: int) -> Figure:
    """As ``interval``; where every deal has the same result, which no bootstrap can vary, Wilson's over the deals."""
    found = interval(value, drawn)
    if not deals or found.high - found.low > PRECISION:
        return found
    return Figure(value, *wilson(min(max(value, 0.0), 1.0), deals))


def interval(value: float, drawn: Floats) -> Figure:
    """The value with the 2.5 and 97.5 percentiles of the bootstrap."""
    known = drawn[~np.isnan(drawn)]
    if not len(known):
        return Figure(value, value, value)
    low, high = np.percentile(known, [2.5, 97.5])
    return Figure(value, float(low), float(high))
