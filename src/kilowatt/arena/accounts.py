"""Where a seat's money came from and went, round by round, from the events of a game's log."""

from dataclasses import dataclass, field

from kilowatt.rules.actions import PlantName
from kilowatt.rules.events import Event, FuelBought, HouseBuilt, PlantScrapped, PlantSold, PlantsRan, RoundBegan
from kilowatt.rules.game import Game
from kilowatt.rules.phases.scoring import cities_powered


@dataclass
class Account:
    """The account of one seat."""

    start_money: int
    income: int = 0
    for_plants: int = 0
    for_fuel: int = 0
    for_houses: int = 0
    cities: int = 0
    powered: int = 0  # in the current round
    plants: list[PlantName] = field(default_factory=list)
    cities_by_round: list[int] = field(default_factory=list)
    money_by_round: list[int] = field(default_factory=list)
    powered_by_round: list[int] = field(default_factory=list)

    @property
    def money(self) -> int:
        """What is left of start money and income."""
        return self.start_money + self.income - self.for_plants - self.for_fuel - self.for_houses

    def close_round(self) -> None:
        """Record the seat's cities, money and powered cities."""
        self.cities_by_round.append(self.cities)
        self.money_by_round.append(self.money)
        self.powered_by_round.append(self.powered)
        self.powered = 0

    def enter(self, event: Event) -> None:
        """Book an event of this seat."""
        match event:
            case PlantSold():
                self.for_plants += event.price
                self.plants.append(event.plant)
            case PlantScrapped():
                self.plants.remove(event.plant)
            case FuelBought():
                self.for_fuel += event.cost
            case HouseBuilt():
                self.for_houses += event.route_price + event.slot_price
                self.cities += 1
            case PlantsRan():
                self.income += event.income
                self.powered = event.powered


def sum_up(game: Game) -> list[Account]:
    """The accounts of all seats of a finished game; the figures of a round are those at its end.

    The last round ends before plants run (R8.6), so its powered cities are those that count for the ranking.
    """
    accounts = [Account(money) for money in game.at(0).state.money]
    for event in [*game.opening_events, *[event for entry in game.log for event in entry.events]]:
        if isinstance(event, RoundBegan) and event.round > 1:
            for account in accounts:
                account.close_round()
        seat = getattr(event, "seat", None)
        if seat is not None:
            accounts[seat].enter(event)
    for seat, account in enumerate(accounts):
        account.powered = cities_powered(game.state, seat)
        account.close_round()
    return accounts
