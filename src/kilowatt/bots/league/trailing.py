"""A planner that stays last in the turn order until it can win."""

from kilowatt.bots.habits import Habits
from kilowatt.bots.league.planner_2026 import Planner2026
from kilowatt.bots.tuned import habits_of_2026


class Trailing(Planner2026):
    """A planner that is afraid of the lead."""

    name = "trailing"
    title = "Trailing"
    about = (
        "The planner of 2026 that stays behind the others in cities, to buy plants last, and fuel and houses first, "
        "until it can end the game."
    )

    def habits(self, players: int) -> Habits:
        """Those of 2026, with a high price for every place further up."""
        habits = habits_of_2026(players)
        habits.order_price = 0.8
        return habits
