"""`planner` as it was before it met the league."""

from kilowatt.bots.habits import Habits
from kilowatt.bots.planner import PlannerBot
from kilowatt.bots.tuned import habits_of_2026


class Planner2026(PlannerBot):
    """The planner of 2026."""

    name = "planner-2026"
    title = "Planner 2026"
    about = (
        "The planner as it was before it met the league. It bids all that a plant is worth to it, looks at the current "
        "row alone, and buys fuel for one round."
    )

    def habits(self, players: int) -> Habits:
        """The habits it had."""
        return habits_of_2026(players)
