"""Habits: the parameters of a planner. They decide what it values, and how it bids."""

from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

UNLIMITED: Final = 999.0


@mypyc_attr(acyclic=True)
class Habits:
    """The parameters of a planner."""

    def __init__(self) -> None:
        self.plant_price = 5.8  # what one more city of capacity costs, in the long run
        self.plant_drift = 0.0  # how much more for each city of capacity that is there already
        self.plant_growth = 4.6  # cities of capacity that one round can add
        self.later_fuel = 0.41  # fuel per round for a city of capacity still to be bought
        self.house_drift = 0.23  # how much more each further house costs
        self.money_left = 0.0115  # what an Elektro left at the end is worth, in cities
        self.dark_city = 0.04  # what an unpowered city is worth at the end
        self.order_price = 0.049  # what a place further up in the turn order costs, in cities
        self.rival_share = 0.35  # how much of a rival's gain is one's own loss
        self.believed_end = 0.55  # how likely a rival who can end the game is to do so
        self.certainty = 3.8  # what a sure win is worth on top of its margin, in cities
        self.detour = 5.5  # how much more than the cheapest house a better placed one may cost
        self.blocking = 0.3  # what raising the price of a rival's next houses is worth, as a share of it
        self.premium = 2.1  # what another plant of the row will cost above its number
        self.next_best = 1.0  # how much the seat counts on getting it
        self.slides = 0.0  # how much it counts on a plant of the future row that may come into the current one
        self.least_gain = 0.0  # what a plant must gain to be opened, in cities
        self.bid_share = 1.0  # how much of what a plant is worth above its number is bid in rounds 1 and 2 …
        self.bid_share_later = 1.0  # … and later
        self.early_cap = UNLIMITED  # the most above its number that is bid in rounds 1 and 2 …
        self.later_cap = UNLIMITED  # … and later
        self.haste = 0.0  # what a house is worth just for ending the game sooner, in cities
        self.next_round = 0.45  # the weight of the game lasting one round longer than it seems
        self.foresight = 0.0  # for how many rounds the change of fuel prices is foreseen
        self.stock = 0.0  # how much of its worth the fuel for another round counts

    def copy(self) -> "Habits":
        """Habits like these, to be changed."""
        other = Habits()
        for name in NAMES:
            setattr(other, name, getattr(self, name))
        return other

    def varied(self, rng: Random, spread: float) -> "Habits":
        """Habits like these, each number that tastes differ about a little larger or smaller."""
        other = self.copy()
        for name in VARIED:
            setattr(other, name, getattr(self, name) * (1.0 + spread * (2.0 * rng.random() - 1.0)))
        return other


NAMES: Final = (
    "plant_price",
    "plant_drift",
    "plant_growth",
    "later_fuel",
    "house_drift",
    "money_left",
    "dark_city",
    "order_price",
    "rival_share",
    "believed_end",
    "certainty",
    "detour",
    "blocking",
    "premium",
    "next_best",
    "slides",
    "least_gain",
    "bid_share",
    "bid_share_later",
    "early_cap",
    "later_cap",
    "haste",
    "next_round",
    "foresight",
    "stock",
)
VARIED: Final = (
    "plant_price",
    "plant_growth",
    "later_fuel",
    "house_drift",
    "money_left",
    "dark_city",
    "order_price",
    "rival_share",
    "certainty",
    "next_round",
)
"""The habits that differ between the players of an imagined game."""
