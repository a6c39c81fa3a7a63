"""Games of OpenSpiel, played at random through Python; what chance decides is played, and not counted."""

import random

import pyspiel
from compare.contestants import PlayOne, Tally


def random_games(name: str) -> PlayOne:
    """Games of this name, by legal actions and steps, without observations."""
    rng = random.Random(7)
    game = pyspiel.load_game(name)

    def play_one() -> Tally:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return {"count": decisions}

    return play_one


def chess() -> PlayOne:
    """Chess, written in C++."""
    return random_games("chess")


def tic_tac_toe() -> PlayOne:
    """Noughts and crosses, OpenSpiel's example of a game written in Python."""
    import open_spiel.python.games  # noqa: F401, PLC0415 – makes the names of the Python games known

    return random_games("python_tic_tac_toe")


def kilowatt() -> PlayOne:
    """Kilowatt, on Germany with four."""
    import kilowatt.env.openspiel  # noqa: F401, PLC0415 – makes its name known

    return random_games("python_kilowatt(board=germany,players=4)")
