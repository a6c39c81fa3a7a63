"""The move that is played for a bot that failed."""

from kilowatt.analysis import best_run
from kilowatt.rules.actions import Action
from kilowatt.rules.engine import question_of
from kilowatt.rules.game import Game
from kilowatt.rules.state import Ask


def safe_move(game: Game) -> Action:
    """Return a legal, cheap move without any search, for a bot that failed.

    Drop and pass, buy and build nothing. Run the plants that power the most cities with the least valuable fuel.
    Otherwise choose the first legal action: scrap the lowest plant and, where R4.2 does not allow passing, open the
    lowest plant at its number.
    """
    state = game.state
    if state.question == Ask.RUN:
        return best_run(state, state.seat).action()
    done = question_of(state).done
    if done is not None and game.refusal(done) is None:
        return done
    for action in game.legal_actions():
        return action
    raise ValueError("The game is over: there is nothing to decide.")
