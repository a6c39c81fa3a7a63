"""Positions to try the analysis on: from games of a simple but sensible player, who builds and buys as people do."""

from collections.abc import Iterator
from functools import cache
from random import Random

from kilowatt import (
    Action,
    Bid,
    BuildHouse,
    BuyFuel,
    Drop,
    Game,
    Open,
    Pass,
    StopBuilding,
    StopBuying,
    boards,
    new_game,
)
from kilowatt.rules.phases.building import sites, slot_price, start_sites
from kilowatt.rules.phases.fuel import most_to_buy
from kilowatt.rules.state import Ask, State
from kilowatt.rules.tables import FUELS

BOARDS = [board.key for board in boards()]


def sensible_action(game: Game, rng: Random) -> Action:
    """Buys large plants near their number, fuel of any kind it can use, and the cheapest houses."""
    state = game.state
    seat, money = state.seat, state.money[state.seat]
    plants = state.holdings[seat].plants
    if state.question == Ask.OPEN:
        refuse = state.setup.rules.bidding.refuse
        row = [plant for plant in state.current_row() if plant.number <= money and not refuse(state, seat, plant)]
        best = max(row, key=lambda plant: 3 * plant.cities - plant.fuel, default=None)
        room = len(plants) < state.setup.max_plants or (best is not None and best.cities > plants[0].cities)
        return Open(best.name, best.number) if best and room else Pass()
    if state.question == Ask.BID:
        assert state.plant is not None
        return Bid(state.bid + 1) if state.bid < min(money, state.plant.number + rng.randrange(12)) else Drop()
    if state.question == Ask.BUY:
        amounts = [most_to_buy(state, seat, fuel) for fuel in range(4)]
        if not any(amounts) or rng.random() < 0.4:
            return StopBuying()
        fuel = rng.choice([fuel for fuel in range(4) if amounts[fuel]])
        return BuyFuel(FUELS[fuel], min(amounts[fuel], 1 + rng.randrange(3)))
    if state.question == Ask.BUILD:
        by_route = [(state.reach[seat][city] + slot_price(state, city), city, False) for city in sites(state)]
        houses = by_route + [(slot_price(state, city), city, True) for city in start_sites(state)]
        if not houses or rng.random() < 0.1:
            return StopBuilding()
        _, city, start = min(houses)
        return BuildHouse(state.grid.ids[city], start)
    if state.question == Ask.RUN:
        return max(game.legal_actions(), key=lambda action: len(getattr(action, "plants", ())))
    return game.legal_actions().sample(rng)


@cache
def sensible_game(board: str, players: int, seed: int, flux: bool = False, first_game: bool = False) -> Game:
    """A whole game, or its first rounds, on this board."""
    game = new_game(board, players, seed=seed, flux=flux, first_game=first_game, round_limit=25)
    rng = Random(seed)
    while not game.is_over:
        game.play(sensible_action(game, rng))
    return game


def positions(board: str, players: int, seed: int, number: int, *before: type[Action]) -> Iterator[Game]:
    """This many positions of such a game, in the order of play: those in which an action of these kinds was chosen."""
    whole = sensible_game(board, players, seed, flux=seed % 2 == 0)
    found = [place for place, entry in enumerate(whole.log) if not before or isinstance(entry.action, before)]
    for place in sorted(Random(seed).sample(found, min(number, len(found)))):
        yield whole.at(place)


def crowded(state: State, free: int, rng: Random) -> State:
    """The same position with all but this many of the cities full."""
    state = state.copy()
    cities = [city for city in range(state.grid.size) if slot_price(state, city) < 1000]
    for city in rng.sample(cities, max(0, len(cities) - free)):
        state.houses[city] = len(state.grid.slot_prices[0][city]) - 1
    return state
