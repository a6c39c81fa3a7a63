"""Review a whole game: advice for every decision, a closer look at the costliest, and the money lost."""

from collections.abc import Callable
from contextlib import closing
from functools import partial

import msgspec

from kilowatt import bots
from kilowatt.bots import Limit, Work
from kilowatt.processes.workers import ProcessDied, WorkerPool
from kilowatt.review.judging import judging, shares_of_the_win
from kilowatt.review.money import money_lost, sum_up
from kilowatt.review.results import Decision, Review, Worth
from kilowatt.rules.errors import BadInput
from kilowatt.rules.game import Game
from kilowatt.rules.text import shown

PLAYOUTS = 4
PROOFS = 64
SHORTLIST = 16
"""How many of the decisions that seem to cost most are measured again."""
COSTLIEST = 5
LEAST = 0.5
"""Smaller differences, in percentage points, are not reported."""
ADVISER = "search"
LIMIT = Work(60)

Progress = Callable[[str, int, int], None]
"""Called with ``"advice"`` or ``"proof"``, how many decisions are done, and the total."""


def review(
    game: Game,
    *,
    bot: str = ADVISER,
    limit: Limit = LIMIT,
    playouts: int = PLAYOUTS,
    proofs: int = PROOFS,
    seed: int = 1,
    seat: int | None = None,
    first: int = 1,
    last: int | None = None,
    workers: int = 0,
    progress: Progress | None = None,
) -> Review:
    """Review the decisions of a game.

    :param game: finished or not; an unfinished game is reviewed as far as it goes.
    :param bot: the bot to ask, by a name that ``kilowatt.bots.load`` knows.
    :param limit: how long it may think about a decision.
    :param playouts: how many pairs of games, as far as the next round, measure what a difference was worth.
    :param proofs: how many others, to the end, measure it again for the decisions that seem to cost most.
    :param seed: decides all deals and random choices.
    :param seat: review only this seat.
    :param first: the first decision to review, from 1; ``last`` is the last one. None: up to the end.
    :param workers: how many processes to use; 0: this one alone. The result is the same.
    :param progress: called as the work goes on.
    :raises BadInput: for impossible arguments, an unknown bot, or one that misbehaves.
    """
    last = game.decisions if last is None else last
    _check(game, seat, first, last, playouts, proofs)
    bots.load(bot)
    log = game.log
    numbers = [number for number in range(first, last + 1) if seat is None or log[number - 1].seat == seat]
    program = partial(judging, game, bot, limit, seed, playouts, is_worker=workers > 0)
    try:
        with closing(WorkerPool(max(workers, 0), program)) as judges:
            calls = [("judge", number) for number in numbers]
            decisions: list[Decision] = judges.call(calls, _reporter(progress, "advice", len(calls)))
            noticed = shortlist(decisions)
            proofs_of = [("prove", one.number, one.advised, proofs) for one in noticed]
            proven: list[Worth] = judges.call(proofs_of, _reporter(progress, "proof", len(noticed)))
    except ProcessDied:
        raise BadInput("A process of the analysis was killed, or ended by the bot it asked.") from None
    worths = {one.number: worth for one, worth in zip(noticed, proven, strict=True)}
    seats = range(game.players) if seat is None else (seat,)
    lost = [one for one in money_lost(game) if one.seat in seats and first <= one.decision <= last]
    return Review(
        board=game.board,
        players=game.players,
        options=game.options,
        length=game.decisions,
        rounds=game.round,
        over=game.is_over,
        ranking=game.ranking,
        bot=bot,
        limit=limit,
        playouts=playouts,
        proofs=proofs,
        seed=seed,
        seat=seat,
        first=first,
        last=last,
        decisions=tuple([msgspec.structs.replace(one, worth=worths.get(one.number, one.worth)) for one in decisions]),
        final_values=shares_of_the_win(game),
        costliest=costliest(worths),
        losses=sum_up(lost, seats),
        money=tuple(lost),
    )


def shortlist(decisions: list[Decision]) -> list[Decision]:
    """The decisions that seem to have cost most, the costliest first: one of each seat in each phase of a round.

    A turn counts once: of twenty raises in one auction only the costliest is listed.
    """
    of_turn: dict[tuple[int, int, int], tuple[float, Decision]] = {}
    for one in decisions:
        if one.worth is not None and one.worth.points >= LEAST:
            turn = one.seat, one.round, one.phase
            if turn not in of_turn or one.worth.points > of_turn[turn][0]:
                of_turn[turn] = one.worth.points, one
    ordered = sorted(of_turn.values(), key=lambda pair: (-pair[0], pair[1].number))
    return [one for _, one in ordered[:SHORTLIST]]


def costliest(worths: dict[int, Worth]) -> tuple[int, ...]:
    """The decisions that cost most: first those where it is clear, then those where it may be chance."""
    ordered = sorted(worths.items(), key=lambda pair: (not pair[1].clear, -pair[1].points, pair[0]))
    return tuple([number for number, worth in ordered if worth.points >= LEAST][:COSTLIEST])


def _check(game: Game, seat: int | None, first: int, last: int, playouts: int, proofs: int) -> None:
    if game.decisions == 0:
        raise BadInput("There is no decision in this game yet.")
    if seat is not None and (type(seat) is not int or not 0 <= seat < game.players):
        raise BadInput(f"There is no seat {shown(seat)}: seats are numbered from 0 to {game.players - 1}.")
    if not 1 <= first <= last <= game.decisions:
        raise BadInput(f"This game has decisions 1 to {game.decisions}; there is no part from {first} to {last}.")
    if playouts < 2 or proofs < 2:
        raise BadInput("It takes at least 2 playouts to know how far a difference can be trusted.")


def _reporter(progress: Progress | None, what: str, total: int) -> Callable[[int], None]:
    return lambda done: None if progress is None else progress(what, done, total)
