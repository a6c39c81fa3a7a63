"""Play one game of the arena and summarise it."""

import time
from collections.abc import Callable
from hashlib import sha256
from random import Random

import msgspec

from kilowatt.arena.results import GameResult, Job, Misdeed, Played, SeatResult, Timing
from kilowatt.arena.schedule import Fixture, TournamentPlan, deal_seed, seat_rng
from kilowatt.bots import Advice, Bot, Limit, Misbehaviour, Work, ask
from kilowatt.bots.asking import seconds_allowed
from kilowatt.review.chronicle import Ledger
from kilowatt.rules.actions import Action
from kilowatt.rules.formats.headers import Headers
from kilowatt.rules.formats.view import View
from kilowatt.rules.game import Game
from kilowatt.rules.legal import LegalActions
from kilowatt.runs.entrants import load_bot
from kilowatt.runs.headers import player_info
from kilowatt.start import new_game

FALLBACK_LIMIT = Work(20)

Watch = Callable[[int, float], None]
"""Called with the seat that starts thinking (from 1; 0: none) and the seconds it may take."""


def no_watchdog(seat: int, seconds: float) -> None:
    """For games without a watchdog."""


class Team:
    """The bots of a plan, each loaded once: they keep nothing between decisions."""

    def __init__(self, plan: TournamentPlan) -> None:
        self.plan = plan
        self.bots = {entrant.label: entrant.load() for entrant in plan.entrants}
        self._fallback: Bot | None = None

    @property
    def fallback(self) -> Bot:
        """The bot that replaces one that has failed."""
        if self._fallback is None:
            self._fallback = load_bot(self.plan.fallback)
        return self._fallback


class Player(Bot):
    """A bot in one seat of one game: it is watched and timed, and the fallback stands in when it fails."""

    def __init__(self, team: Team, job: Job, seat: int, watch: Watch) -> None:
        plan, fixture = team.plan, job.fixture
        self.name = fixture.seats[seat]
        self.seat = seat
        self.bot = team.bots[self.name]
        self.limit = plan.entrant(self.name).limit
        self.patience = plan.patience
        self.team = team
        self.watch = watch
        self.rng = seat_rng(plan, fixture, seat)
        self.fallback_rng = seat_rng(plan, fixture, seat, "fallback")
        self.seconds: list[float] = []
        self.asked = 0
        self.by_fallback = 0
        self.is_out = False
        self.misdeeds: list[Misdeed] = []
        for failure in job.failures:
            if failure.seat == seat:
                self.fail(failure.kind, failure.what, 0, 0)
                self.is_out = True

    def advise(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Advice:
        """Ask the bot and measure its time."""
        self.watch(self.seat + 1, seconds_allowed(limit, self.patience))
        started = time.perf_counter()
        try:
            advice = self.bot.advise(view, legal, rng, limit)
        finally:
            self.seconds.append(time.perf_counter() - started)
        self.watch(0, 0.0)
        return advice

    def choose(self, game: Game) -> Action:
        """Choose the action for this seat: the bot's, or the fallback's."""
        self.asked += 1
        if not self.is_out:
            try:
                return ask(self, game, self.rng, self.limit, self.patience).action
            except Misbehaviour as error:
                self.fail(error.kind, error.what, game.round, game.decisions, error.trace)
            # Any other exception is not caught: it ends the worker, and the shared clock still shows this seat.
            self.watch(0, 0.0)
            self.is_out = self.team.plan.on_failure == "lose"
        self.by_fallback += 1
        return fallback_action(self.team.fallback, game, self.fallback_rng)

    def fail(self, kind: str, what: str, round_: int, decision: int, trace: str = "") -> None:
        """Record what the bot did wrong."""
        first = "" if self.misdeeds else trace
        self.misdeeds.append(Misdeed(self.seat, self.name, kind, round_, decision, what, first))


def fallback_action(fallback: Bot, game: Game, rng: Random) -> Action:
    """The fallback's action; if it fails as well, any legal action."""
    try:
        return ask(fallback, game, rng, FALLBACK_LIMIT).action
    except Misbehaviour:
        return game.legal_actions().sample(rng)


def play(team: Team, job: Job, watch: Watch = no_watchdog) -> Played:
    """Play a game to its end."""
    plan, fixture = team.plan, job.fixture
    seed = deal_seed(plan, fixture)
    game = new_game(fixture.board, plan.players, seed=seed, **plan.options.get(fixture.board, {}))
    players = [Player(team, job, seat, watch) for seat in range(plan.players)]
    game.skip_forced()
    while game.seat is not None:
        game.play(players[game.seat].choose(game))
        game.skip_forced()
    record_hash = sha256(game.record().encode()).hexdigest()[:16]
    game.headers = headers_of(team, fixture)
    result = GameResult(
        fixture=fixture,
        seed=str(seed),
        rounds=game.round,
        decisions=game.decisions,
        step=game.step,
        is_cut_short=max(game.state.cities) < game.setup.end_cities,
        seats=tuple(seat_results(game, players)),
        misdeeds=tuple([misdeed for player in players for misdeed in player.misdeeds]),
        record_hash=record_hash,
    )
    return Played(result, Timing(tuple([tuple(player.seconds) for player in players])), game.record())


def headers_of(team: Team, fixture: Fixture) -> Headers:
    """What the record of a game says about it."""
    plan = team.plan
    return msgspec.structs.replace(
        plan.headers,
        event=plan.headers.event or f"kilowatt arena, seed {plan.seed}",
        players=tuple([player_info(plan.entrant(label), team.bots[label]) for label in fixture.seats]),
        other={"seed": str(deal_seed(plan, fixture)), "deal": str(fixture.deal), "rotation": str(fixture.rotation)},
    )


def seat_results(game: Game, players: list[Player]) -> list[SeatResult]:
    """The result of every seat: the ranking of R8.6, with seats that are out behind the others.

    If every seat is out, nobody has won, and all share the last place.
    """
    score = {seat: (place.powered, place.money, place.cities) for place in game.ranking for seat in place.seats}
    keys = [(not player.is_out, () if player.is_out else score[player.seat]) for player in players]
    best = keys.count(max(keys))
    nobody = all(player.is_out for player in players)
    ledger = Ledger(game)
    results = []
    for seat, (player, key) in enumerate(zip(players, keys, strict=True)):
        powered, money, cities = score[seat]
        spent = ledger.spending(seat)
        standings = [end.seats[seat] for end in ledger.rounds]
        results.append(
            SeatResult(
                bot=player.name,
                starts=1 + game.setup.order.index(seat),
                place=len(players) if nobody else 1 + sum([other > key for other in keys]),
                win=1 / best if key == max(keys) and not nobody else 0.0,
                powered=powered,
                cities=cities,
                money=money,
                start_money=spent.start,
                income=spent.income,
                for_plants=spent.plants,
                for_fuel=spent.fuel,
                for_houses=spent.routes + spent.slots,
                plants=tuple([str(plant) for plant in ledger.plants[seat]]),
                asked=player.asked,
                by_fallback=player.by_fallback,
                is_out=player.is_out,
                cities_by_round=tuple([standing.cities for standing in standings]),
                money_by_round=tuple([standing.money for standing in standings]),
                powered_by_round=tuple([standing.powered for standing in standings]),
            )
        )
    return results
