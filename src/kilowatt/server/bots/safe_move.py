"""What is decided for a bot that failed, or for a player who is away."""

from kilowatt.analysis import best_run
from kilowatt.rules.actions import Action, Open, Scrap
from kilowatt.rules.game import Game
from kilowatt.rules.legal import DROP, PASS, STOP_BUILDING, STOP_BUYING
from kilowatt.rules.phases.auction import may_pass, openings, scrappable_plants
from kilowatt.rules.state import Ask


def safe_move(game: Game) -> Action:
    """What is decided for a bot that failed, or for a player who is away: legal, without thought, and never expensive.

    Drop and pass; where R4.2 lets nobody pass, open the lowest plant at its number. Buy and build nothing. Run what
    powers most cities with the fuel that is worth least. Scrap the lowest plant. Keep and pick what comes first.
    """
    state = game.state
    question = state.question
    if question == Ask.OPEN:
        if may_pass(state):
            return PASS
        plant, _ = openings(state)[0]
        return Open(plant.name, plant.number)
    if question == Ask.BID:
        return DROP
    if question == Ask.BUY:
        return STOP_BUYING
    if question == Ask.BUILD:
        return STOP_BUILDING
    if question == Ask.RUN:
        return best_run(state, state.seat).action()
    if question == Ask.SCRAP:
        return Scrap(min(scrappable_plants(state), key=lambda plant: plant.rank).name)
    for action in game.legal_actions():
        return action
    raise ValueError("The game is over: there is nothing to decide.")
