"""Judge one decision at a time: what the adviser would do from the seat's view, and what that would have been worth.

The worth of a difference is measured by playing: both actions are taken on the same deals of what the seat cannot see,
and planners with different habits play on: until the next round is over where a difference is looked for, and to the
end where it is proven. The difference between a pair of games comes from the two actions alone.
"""

import sys
from collections.abc import Callable
from math import sqrt
from random import Random
from typing import Any

from kilowatt import bots
from kilowatt.bots import Advice, Bot, Limit, Misbehaviour
from kilowatt.bots.outlook import chances
from kilowatt.bots.search import play_deal
from kilowatt.bots.search_play import AHEAD, TO_THE_END
from kilowatt.bots.tuned import habits_for
from kilowatt.processes.workers import calling
from kilowatt.review.results import Decision, ReviewReason, Worth
from kilowatt.rules.actions import Action, AnyAction
from kilowatt.rules.engine import question_of
from kilowatt.rules.errors import BadInput
from kilowatt.rules.game import Game
from kilowatt.rules.state import Ask, State

SURE = 2.0
"""How many standard errors make a difference clear."""
ENOUGH = 2
"""After this many pairs of games without any difference, the rest are skipped."""


class Judge:
    """Judges the decisions of one game, each independently of the others."""

    def __init__(self, game: Game, bot: Bot, limit: Limit, seed: int, playouts: int) -> None:
        self.game = game
        self.bot = bot
        self.limit = limit
        self.seed = seed
        self.playouts = playouts

    def judge(self, number: int) -> Decision:
        """Review the decision of this number."""
        before = self.game.at(number - 1)
        state = before.state
        chosen: AnyAction = self.game.log[number - 1].action  # type: ignore[assignment]  # one of those there are
        question = question_of(state).name
        assert question is not None
        decision = Decision(
            number=number,
            seat=state.seat,
            round=state.round,
            phase=state.phase,
            question=question,
            action=chosen,
            forced=len(before.legal_actions()) == 1,
            values=shares_of_the_win(before),
        )
        if decision.forced:
            return decision
        advice = self._advice(before, number)
        if advice.action == chosen:
            worth = None
        else:
            worth = self._worth(number, chosen, advice.action, range(self.playouts), proven=False)
        return Decision(
            **{name: getattr(decision, name) for name in Decision.__struct_fields__[:8]},
            advised=advice.action,  # type: ignore[arg-type]  # as above
            reasons=tuple([ReviewReason(one.code, dict(one.facts), one.sentence()) for one in advice.reasons]),
            advised_values=advice.values,
            worth=worth,
        )

    def prove(self, number: int, advised: Action, proofs: int) -> Worth:
        """Measure the worth again in new games: those in which it was noticed overestimate it."""
        chosen = self.game.log[number - 1].action
        return self._worth(number, chosen, advised, range(self.playouts, self.playouts + proofs), proven=True)

    def _advice(self, before: Game, number: int) -> Advice:
        try:
            return bots.ask(self.bot, before, Random(f"{self.seed} {number} advice"), self.limit)
        except Misbehaviour as error:
            raise BadInput(f"Decision {number}: {error}") from None

    def _worth(self, number: int, chosen: Action, advised: Action, playouts: range, *, proven: bool) -> Worth:
        before = self.game.at(number - 1)
        seat = before.state.seat
        view = before.view(seat)
        rng = Random(f"{self.seed} {number} playouts")
        seeds = [rng.getrandbits(64) for _ in range(playouts.stop)]
        differences = []
        for playout in playouts:
            better, worse = play_deal(view, [[advised], [chosen]], seeds[playout], TO_THE_END if proven else AHEAD)
            differences.append(100.0 * (better[seat] - worse[seat]))
            if len(differences) == ENOUGH and not any(differences):
                break  # the same tokens in another order, or a game that is decided
        count = len(differences)
        mean = sum(differences) / count
        error = sqrt(sum([(one - mean) ** 2 for one in differences]) / (count - 1) / count)
        return Worth(round(mean, 2), round(error, 2), count, proven and abs(mean) > SURE * error)


def judging(game: Game, bot: str, limit: Limit, seed: int, playouts: int, *, is_worker: bool) -> Callable[..., Any]:
    """A program for a pool: calls methods of a judge, which are named first. In a worker, bots print to stderr."""
    if is_worker:
        sys.stdout = sys.stderr  # what a bot prints is not part of the result
    judge = Judge(game, bots.load(bot), limit, seed, playouts)
    return calling(lambda method, *arguments: getattr(judge, method)(*arguments))


def shares_of_the_win(game: Game) -> tuple[float, ...]:
    """Each seat's share of the win: the actual one at the end, before that a planner's quick estimate."""
    state: State = game.state
    players = game.players
    if game.is_over:
        winners = game.ranking[0].seats
        return tuple([1 / len(winners) if seat in winners else 0.0 for seat in range(players)])
    if state.question == Ask.PICK:
        return (1 / players,) * players
    return tuple([round(share, 4) for share in chances(state, habits_for(players))])
