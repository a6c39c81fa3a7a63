"""The first-game variant (section 11), for every board."""

from dataclasses import replace

from kilowatt.rules.rulebook import Rulebook

CITIES = 7


def with_first_game(rules: Rulebook) -> Rulebook:
    """R11.1: only Step 1; the seventh city ends the game, and nobody has more."""
    return replace(rules, only_step_1=True, end_cities=CITIES, most_cities=CITIES)
