"""The bots that sit at the other seats of an environment with one learning seat."""

from collections.abc import Sequence
from random import Random

from kilowatt.bots import Bot, Limit, Misbehaviour, Work, ask, load
from kilowatt.rules.actions import Action
from kilowatt.rules.errors import BadInput, shown
from kilowatt.rules.game import Game

Opponent = str | Bot
THOUGHT = Work(20)
"""How long an opponent may think about a decision unless another limit is set: steps of its own, so repeatable."""


class Opponents:
    """One bot per seat but the learner's."""

    def __init__(self, chosen: Opponent | Sequence[Opponent], players: int, limit: Limit) -> None:
        one_for_all = isinstance(chosen, str | Bot)
        bots = [chosen] * (players - 1) if one_for_all else list(chosen)  # type: ignore[arg-type] # the other case
        if len(bots) != players - 1:
            message = f"With {players} players there are {players - 1} opponents, not {len(bots)}: {shown(chosen)}."
            raise BadInput(message)
        self.bots = [bot if isinstance(bot, Bot) else load(bot) for bot in bots]
        self.limit = limit

    def answer(self, game: Game, learner: int, rng: Random) -> Action:
        """What the bot whose turn it is does; a bot that does not answer as it should is replaced by chance."""
        assert game.seat is not None
        place = (game.seat - learner) % game.players - 1
        try:
            return ask(self.bots[place], game, rng, self.limit).action
        except Misbehaviour:
            return game.legal_actions().sample(rng)
