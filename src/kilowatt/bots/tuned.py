"""The numbers that planners play with, by number of players.

Those for four players come from one round of the cross-entropy method against planners and players of the league; two
and three players share them. Those for five and six differ where single numbers were tried by hand.
`tools/tune_planner.py` looks for better ones. This module is not compiled: numbers can be tried without building.
"""

from kilowatt.bots.habits import Habits

OF_2026_FOR_TWO = {
    "plant_price": 4.5,
    "plant_growth": 4.9,
    "later_fuel": 0.57,
    "house_drift": 0.44,
    "money_left": 0.0145,
    "dark_city": 0.034,
    "order_price": 0.097,
    "rival_share": 0.24,
    "believed_end": 0.63,
    "certainty": 6.2,
    "next_round": 0.39,
    "detour": 6.3,
    "blocking": 0.24,
    "premium": 1.9,
    "next_best": 0.92,
}
FOR_THREE_AND_FOUR = {
    "plant_price": 6.95,
    "plant_drift": 0.046,
    "plant_growth": 4.67,
    "later_fuel": 0.32,
    "house_drift": 0.49,
    "money_left": 0.0117,
    "dark_city": 0.024,
    "order_price": 0.05,
    "rival_share": 0.37,
    "believed_end": 0.61,
    "certainty": 5.2,
    "premium": 3.3,
    "next_best": 0.96,
    "slides": 0.8,
    "least_gain": 0.09,
    "bid_share": 0.55,
    "bid_share_later": 0.56,
    "next_round": 0.59,
    "foresight": 0.42,
    "stock": 0.53,
}
FOR_TWO = FOR_THREE_AND_FOUR
FOR_FIVE_AND_SIX = FOR_THREE_AND_FOUR | {"bid_share": 0.7, "bid_share_later": 0.7}
"""With fewer plants to go round, one who bids only half way up is outbid too often."""


def habits_for(players: int) -> Habits:
    """The habits that suit this number of players."""
    few, many = 2, 5
    return made(FOR_TWO if players == few else FOR_FIVE_AND_SIX if players >= many else FOR_THREE_AND_FOUR)


def habits_of_2026(players: int) -> Habits:
    """The habits of the planner as it was before it met the league, kept to be compared with."""
    return made(OF_2026_FOR_TWO if players == 2 else {})


def made(numbers: dict[str, float]) -> Habits:
    """Habits with these numbers; the others are as in 2026."""
    habits = Habits()
    for name, value in numbers.items():
        setattr(habits, name, value)
    return habits
