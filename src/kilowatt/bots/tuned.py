"""The numbers that planners play with, by number of players.

They come from `tools/tune_planner.py`, which tunes them against planners that bid little, planners of 2026, and
themselves: for two players, for three and four, and for five and six. This module is not compiled: numbers can be tried
without building.
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
FOR_TWO = {
    "plant_price": 13.8,
    "plant_drift": 0.053,
    "plant_growth": 4.55,
    "later_fuel": 0.0,
    "house_drift": 0.219,
    "money_left": 0.0084,
    "dark_city": 0.0,
    "order_price": 0.0513,
    "rival_share": 0.407,
    "believed_end": 0.438,
    "certainty": 4.97,
    "detour": 3.0,
    "blocking": 0.19,
    "premium": 1.15,
    "next_best": 0.979,
    "slides": 0.808,
    "least_gain": 0.404,
    "bid_share": 0.0878,
    "bid_share_later": 0.617,
    "later_cap": 47.3,
    "next_round": 0.859,
    "foresight": 0.028,
    "stock": 0.131,
}
FOR_THREE_AND_FOUR = {
    "plant_price": 12.8,
    "plant_drift": 0.0,
    "plant_growth": 4.54,
    "later_fuel": 0.0,
    "house_drift": 0.0863,
    "money_left": 0.0039,
    "dark_city": 0.0165,
    "order_price": 0.0575,
    "rival_share": 0.241,
    "believed_end": 0.951,
    "certainty": 8.96,
    "detour": 3.91,
    "blocking": 0.608,
    "premium": 2.97,
    "next_best": 0.972,
    "slides": 0.785,
    "least_gain": 0.551,
    "bid_share": 0.281,
    "bid_share_later": 0.726,
    "later_cap": 20.0,
    "next_round": 0.78,
    "foresight": 0.494,
    "stock": 0.179,
}
FOR_FIVE_AND_SIX = {
    "plant_price": 8.55,
    "plant_drift": 0.0,
    "plant_growth": 5.31,
    "later_fuel": 0.0,
    "house_drift": 0.377,
    "money_left": 0.0051,
    "dark_city": 0.0158,
    "order_price": 0.0346,
    "rival_share": 0.301,
    "believed_end": 0.983,
    "certainty": 15.1,
    "detour": 0.0,
    "blocking": 0.355,
    "premium": 3.21,
    "next_best": 0.869,
    "slides": 0.82,
    "least_gain": 0.502,
    "bid_share": 0.486,
    "bid_share_later": 0.853,
    "later_cap": 45.3,
    "next_round": 0.822,
    "foresight": 0.586,
    "stock": 0.0,
}


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
