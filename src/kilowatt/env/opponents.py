"""The bots in the other seats of an environment with one learning seat."""

from collections.abc import Callable, Sequence
from random import Random

from kilowatt.bots import Bot, Limit, Misbehaviour, Work, ask, load
from kilowatt.bots.chance import RandomBot
from kilowatt.bots.novice import NoviceBot, novice_action
from kilowatt.bots.planner import PlannerBot
from kilowatt.bots.planner_play import Planner
from kilowatt.bots.steady import SteadyBot
from kilowatt.bots.steady_play import steady_action
from kilowatt.bots.tuned import habits_for
from kilowatt.env.session import GameSession
from kilowatt.rules.actions import Action
from kilowatt.rules.errors import BadInput
from kilowatt.rules.game import Game
from kilowatt.rules.state import Ask
from kilowatt.rules.text import shown
from kilowatt.runs.entrants import check_limit

Opponent = str | Bot
THOUGHT = Work(20)
"""The default limit for each decision of an opponent: counted in steps, so games can be repeated."""

TRUSTED: dict[type[Bot], Callable[[Game, Random], Action]] = {
    RandomBot: lambda game, rng: game.legal_actions().sample(rng),
    NoviceBot: lambda game, rng: novice_action(game.state, game.legal_actions(), rng),
    SteadyBot: lambda game, _: steady_action(game.state),
    PlannerBot: lambda game, _: Planner(habits_for(game.players), exact=True).action(game.state),
}
"""Built-in bots that decide on the game itself: making a view and sampling a game from it would take ten times as long
as the decision. They never read hidden cards: a test compares their decisions in games that differ in nothing else."""


class Opponents:
    """One bot for each seat except the learner's."""

    def __init__(self, chosen: Opponent | Sequence[Opponent], players: int, limit: Limit | str) -> None:
        given: object = chosen
        if not isinstance(given, str | Bot | Sequence):
            message = f"opponents is a bot, by name or as an object, or one for each other seat, not {shown(chosen)}."
            raise BadInput(message)
        bots = [chosen] * (players - 1) if isinstance(chosen, str | Bot) else list(chosen)
        if len(bots) != players - 1:
            needed = "is 1 opponent" if players == 2 else f"are {players - 1} opponents"
            message = f"With {players} players there {needed}, not {len(bots)}: {shown(chosen)}."
            raise BadInput(message)
        self.bots = [bot if isinstance(bot, Bot) else load(bot) for bot in bots]
        self.limit = check_limit(limit)

    def play_on(self, session: GameSession, learner: int, rng: Random, skip_forced: bool) -> None:
        """Let the bots play until it is the learner's turn, or the game is over; maybe play its forced indices."""
        game = session.game
        while not session.is_over():
            if game.seat != learner:
                game.play(self.answer(game, learner, rng))
                continue
            if not skip_forced:
                return
            allowed = session.mask()
            if allowed.count(1) > 1:
                return
            session.step_allowed(allowed.index(1))

    def answer(self, game: Game, learner: int, rng: Random) -> Action:
        """Return the action of the bot whose turn it is; a random one if the bot misbehaves."""
        assert game.seat is not None
        bot = self.bots[(game.seat - learner) % game.players - 1]
        trusted = TRUSTED.get(type(bot))
        if trusted is not None and not _hides_more_than_cards(game):
            return trusted(game, rng)
        try:
            return ask(bot, game, rng, self.limit).action
        except Misbehaviour:
            return game.legal_actions().sample(rng)


def _hides_more_than_cards(game: Game) -> bool:
    """Return whether money is hidden, or the turn order, which is drawn after a draft (R2.1)."""
    return game.setup.hidden_money or game.state.question == Ask.PICK
