"""The points where boards and options differ, each with the standard rule as its default.

Phases consult the rulebook and never check which board is being played. A rule that needs more than a number is a small
object; boards replace it with their own (``boards/special_rules.py``). Boards of other packages may do so too:
``allow_interpreted_subclasses`` permits that in the compiled build.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from kilowatt.rules.errors import Refusal
from kilowatt.rules.tables import HOUSES, PRICES, PriceList

if TYPE_CHECKING:
    from kilowatt.rules.events import Event
    from kilowatt.rules.plants import Plant
    from kilowatt.rules.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class BiddingRule:
    """Who may open with a plant or bid on it. Standard: everybody."""

    def refuse(self, state: "State", seat: int, plant: "Plant") -> Refusal | None:
        """Why this seat may not have this plant, or None."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class FuelPriceRule:
    """What fuel costs each player. Standard: the price of its space (R5.1)."""

    def prices(self, state: "State", seat: int, fuel: int) -> PriceList:
        """The price list of this fuel for this seat."""
        return PRICES[fuel]


@mypyc_attr(allow_interpreted_subclasses=True)
class RowRule:
    """How many plants of the market are in the current row while there is a future row (R4.7)."""

    def current(self, market: tuple["Plant", ...], size: int) -> int:
        """The number of plants in the current row; ``size`` is the number in the board's data."""
        return min(size, len(market))


@mypyc_attr(allow_interpreted_subclasses=True)
class EnteringRule:
    """What happens when a plant enters the market. Standard: nothing more."""

    def entered(self, state: "State", plant: "Plant", events: list["Event"]) -> None:
        """Called when this plant has just been sorted in."""


@mypyc_attr(allow_interpreted_subclasses=True)
class PassingRule:
    """What happens when a player passes in the auction (R4.2). Standard: nothing more."""

    def passed(self, state: "State", seat: int, events: list["Event"]) -> None:
        """Called when this seat has just passed; ``state.passed`` does not include it yet."""


@mypyc_attr(allow_interpreted_subclasses=True)
class MarketUpdateRule:
    """The plant market at the end of phase 5 while there is a future row (R7.3, Steps 1 and 2)."""

    def update(self, state: "State", events: list["Event"]) -> None:
        """The highest plant goes under the deck and is replaced."""
        from kilowatt.rules.phases.plant_market import highest_goes_under, replace_plant  # noqa: PLC0415 - they import this module

        highest_goes_under(state, events)
        replace_plant(state, events)


@mypyc_attr(allow_interpreted_subclasses=True)
class NetworkRule:
    """Where a player may build. Standard: the first house anywhere, the others from the network (R6.2, R6.3)."""

    def refuse_extension(self, state: "State", seat: int) -> Refusal | None:
        """Why this seat may not build by paying the route, or None."""
        return None

    def refuse_start(self, state: "State", seat: int, city: int) -> Refusal | None:
        """Why this seat may not start a network in this city, or None."""
        return Refusal("R6.3", "no-second-network")

    def starts(self, state: "State", seat: int) -> int:
        """The cities where this seat may start a network, regardless of cost, as a bit set."""
        return 0

    def started(self, state: "State", seat: int) -> None:
        """Called when this seat has just started a network."""

    def opening_board_state(self, players: int) -> tuple[int, ...]:
        """The initial ``state.board_state``, which belongs to this rule."""
        return ()

    def networks_started(self, state: "State", seat: int) -> int:
        """How many networks this seat has started; -1 on boards without ``BuildHouse(start=True)``."""
        return -1

    def restored(self, state: "State", seat: int, starts: int) -> tuple[int, ...]:
        """``state.board_state`` for a position from a snapshot where this seat has started ``starts`` networks."""
        return state.board_state


@dataclass(frozen=True)
class Rulebook:
    """One field per point where boards or options differ."""

    bidding: BiddingRule
    fuel_price: FuelPriceRule
    row: RowRule
    entering: EnteringRule
    passing: PassingRule
    market_update: MarketUpdateRule
    networks: NetworkRule
    obsolete_plants: bool = True  # R6.7
    unsold_round_removes_lowest: bool = True  # R4.8
    recommended_region: str | None = None  # R9.2: a random draw takes only sets that have it
    flux: bool = False  # section 10: the Flux Generator is in the deck
    only_step_1: bool = False  # R11.1
    end_cities: int | None = None  # R11.1, instead of R1.5
    most_cities: int = HOUSES  # R1.1, R11.1


STANDARD: Final = Rulebook(
    bidding=BiddingRule(),
    fuel_price=FuelPriceRule(),
    row=RowRule(),
    entering=EnteringRule(),
    passing=PassingRule(),
    market_update=MarketUpdateRule(),
    networks=NetworkRule(),
)
"""The rules of the standard game; a board replaces what it does otherwise: ``dataclasses.replace(STANDARD, …)``."""
