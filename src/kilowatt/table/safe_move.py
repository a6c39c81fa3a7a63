"""The move that is played for a bot that failed."""

from kilowatt.analysis import best_run
from kilowatt.rules.actions import Action, Open, Scrap
from kilowatt.rules.game import Game
from kilowatt.rules.legal import DROP, PASS, STOP_BUILDING, STOP_BUYING
from kilowatt.rules.phases.auction import may_pass, openings, scrappable_plants
from kilowatt.rules.state import Ask


def safe_move(game: Game) -> Action:
    """Return a legal, cheap move without any search, for a bot that failed.

    Drop and pass; where R4.2 does not allow passing, open the lowest plant at its number. Buy and build nothing. Run
    the plants that power the most cities with the least valuable fuel. Scrap the lowest plant. Otherwise choose the
    first legal action.
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
