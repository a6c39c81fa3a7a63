"""A planner that builds where it hurts the others."""

from kilowatt.bots.habits import Habits
from kilowatt.bots.league.planner_2026 import Planner2026
from kilowatt.bots.tuned import habits_of_2026


class Blocker(Planner2026):
    """A planner that pays to take cities from the others."""

    name = "blocker"
    title = "Blocker"
    about = "The planner of 2026 that pays for detours to take the cities which the others would have built next."

    def habits(self, players: int) -> Habits:
        """Those of 2026, with long detours for the sake of blocking."""
        habits = habits_of_2026(players)
        habits.detour = 15.0
        habits.blocking = 1.5
        return habits
