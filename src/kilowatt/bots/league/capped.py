"""A planner that does not pay much more than a plant's number."""

from kilowatt.bots.habits import Habits
from kilowatt.bots.league.planner_2026 import Planner2026
from kilowatt.bots.tuned import habits_of_2026

EARLY_CAP = 3.0
LATER_CAP = 6.0


class Capped(Planner2026):
    """A planner with caps on its bids."""

    name = "capped"
    title = "Capped"
    about = "The planner of 2026 that bids at most 3 above a plant's number in rounds 1 and 2, and at most 6 later."

    def habits(self, players: int) -> Habits:
        """Those of 2026, with caps."""
        habits = habits_of_2026(players)
        habits.early_cap = EARLY_CAP
        habits.later_cap = LATER_CAP
        habits.rival_share = 0.0  # no bid is made only to make a rival pay more
        return habits
