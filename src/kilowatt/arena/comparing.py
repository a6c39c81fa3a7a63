"""Bots compared with each other: who finishes ahead of whom, and how a bot's lost games differ from the winner's."""

from collections.abc import Sequence
from itertools import product

import msgspec

from kilowatt.arena.journal import Entry
from kilowatt.arena.ratings import Figure, mean_by_deal
from kilowatt.arena.results import GameResult, SeatResult
from kilowatt.rules.plants import PLANTS

MOST_PLANTS = 5


class Loss(msgspec.Struct, frozen=True):
    """A game that a bot lost: its best seat, and that of the winner."""

    entry: Entry
    seat: int
    winner: int | None  # None if every seat is out

    @property
    def own(self) -> SeatResult:
        """The bot's best seat."""
        return self.entry.result.seats[self.seat]

    @property
    def best(self) -> SeatResult:
        """The winner's seat, if the game has one: always, unless the bot's own seat is out."""
        assert self.winner is not None
        return self.entry.result.seats[self.winner]


class Gap(msgspec.Struct, frozen=True):
    """How a bot's lost games differ from the winner's, on average: its own figures less the winner's.

    Games in which its seat is out are left out: another bot has played them for it.
    """

    bot: str
    losses: int
    powered: float
    cities: float
    output: float  # the cities that its plants can power
    income: float
    for_plants: float
    for_fuel: float
    for_houses: float
    money: float
    behind: int  # losses in which the winner had more cities at the end
    behind_from: float | None  # the round from which on the winner has more cities; None if that was never so
    rounds_lost: float
    rounds_won: float | None
    plants: tuple[tuple[str, float], ...]  # that winners held more often at the end, and by how much
    cities_by_round: tuple[float, ...]  # how far behind the winner
    money_by_round: tuple[float, ...]


def head_to_head(entries: Sequence[Entry], bots: Sequence[str], seed: int) -> dict[tuple[str, str], Figure]:
    """For each pair of bots, the share of their meetings in which the first finished ahead; a shared place is half."""
    deals: dict[tuple[str, str], list[int]] = {}
    shares: dict[tuple[str, str], list[float]] = {}
    for entry in entries:
        places: dict[str, list[int]] = {}
        for seat in entry.result.seats:
            places.setdefault(seat.bot, []).append(seat.place)
        for one, other in product(places, places):
            if one != other:
                ahead = [(a < b) + (a == b) / 2 for a, b in product(places[one], places[other])]
                deals.setdefault((one, other), []).append(entry.result.fixture.deal)
                shares.setdefault((one, other), []).append(sum(ahead) / len(ahead))
    pairs = [pair for pair in product(bots, bots) if pair in shares]
    return {pair: mean_by_deal(deals[pair], shares[pair], seed=seed) for pair in pairs}


def losses_of(entries: Sequence[Entry], bot: str) -> list[Loss]:
    """The games that a bot took part in and did not win, with its best seat in each."""
    found = []
    for entry in entries:
        seats = entry.result.seats
        own = [number for number, seat in enumerate(seats) if seat.bot == bot]
        if own and not any(seats[number].win for number in own):
            best = min(own, key=lambda number: seats[number].place)
            winner = next((number for number, seat in enumerate(seats) if seat.win), None)
            found.append(Loss(entry, best, winner))
    return found


def gap_of(entries: Sequence[Entry], bot: str) -> Gap | None:
    """How the bot's lost games differ from the winner's; None if it has played and lost none."""
    every = losses_of(entries, bot)
    losses = [loss for loss in every if not loss.own.is_out]
    if not losses:
        return None
    lost = {loss.entry.game for loss in every}
    won = [entry.result.rounds for entry in entries if entry.game not in lost and _plays(entry.result, bot)]
    since = [number for loss in losses if (number := behind_from(loss)) is not None]

    def less(field: str) -> float:
        return _mean([getattr(loss.own, field) - getattr(loss.best, field) for loss in losses])

    return Gap(
        bot=bot,
        losses=len(losses),
        powered=less("powered"),
        cities=less("cities"),
        output=_mean([output_of(loss.own) - output_of(loss.best) for loss in losses]),
        income=less("income"),
        for_plants=less("for_plants"),
        for_fuel=less("for_fuel"),
        for_houses=less("for_houses"),
        money=less("money"),
        behind=len(since),
        behind_from=_mean(since) if since else None,
        rounds_lost=_mean([loss.entry.result.rounds for loss in losses]),
        rounds_won=_mean(won) if won else None,
        plants=tuple(_plants_missed(losses)),
        cities_by_round=_by_round(losses, "cities_by_round"),
        money_by_round=_by_round(losses, "money_by_round"),
    )


def output_of(seat: SeatResult) -> int:
    """How many cities the plants can power that a seat held at the end."""
    cards = {str(name): card for name, card in PLANTS.items()}
    return sum([cards[plant].cities for plant in seat.plants])


def behind_from(loss: Loss) -> int | None:
    """The round from which on the winner had more cities until the end; None if it had not at the end."""
    found = None
    pairs = list(zip(loss.own.cities_by_round, loss.best.cities_by_round, strict=True))
    for number in range(len(pairs), 0, -1):
        own, best = pairs[number - 1]
        if best <= own:
            break
        found = number
    return found


def _plays(result: GameResult, bot: str) -> bool:
    return any(seat.bot == bot for seat in result.seats)


def _plants_missed(losses: Sequence[Loss]) -> list[tuple[str, float]]:
    """The plants that winners held at the end more often than the bot, the greatest difference first."""
    share: dict[str, float] = {}
    for loss in losses:
        for seat, sign in ((loss.best, 1), (loss.own, -1)):
            for plant in seat.plants:
                share[plant] = share.get(plant, 0.0) + sign / len(losses)
    ranked = sorted(share.items(), key=lambda pair: (-pair[1], pair[0]))
    return [(plant, by) for plant, by in ranked[:MOST_PLANTS] if by > 0.05]


def _by_round(losses: Sequence[Loss], field: str) -> tuple[float, ...]:
    """The mean of the winner's figure less the bot's, for the rounds that at least a tenth of the games reached."""
    values: list[float] = []
    for number in range(max([loss.entry.result.rounds for loss in losses])):
        there = [
            getattr(loss.best, field)[number] - getattr(loss.own, field)[number]
            for loss in losses
            if loss.entry.result.rounds > number
        ]
        if len(there) < len(losses) / 10:
            break
        values.append(_mean(there))
    return tuple(values)


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
