"""All figures of a run, as one value: what the command prints, writes as JSON, and the report draws."""

from collections import Counter
from collections.abc import Sequence
from statistics import mean, median

import msgspec

from kilowatt.arena import ratings
from kilowatt.arena.journal import Entry
from kilowatt.arena.ratings import REPLICATES, Figure
from kilowatt.arena.results import GameResult, SeatResult
from kilowatt.arena.schedule import Fixture, TournamentPlan


class BotFigures(msgspec.Struct, frozen=True):
    """One bot's figures, over all games or those of one board.

    Means are over the seats that it played to the end: in one that is out, another bot has played for it. They are None
    if it has no other seats.
    """

    bot: str
    games: int
    seats: int
    wins: float
    fair_share: float
    win_share: Figure
    rating: Figure | None  # None on single boards
    rounds: float
    powered: float | None
    cities: float | None
    money: float | None
    income: float | None
    for_plants: float | None
    for_fuel: float | None
    for_houses: float | None
    asked: int  # decisions whose time was taken; the fallback's are not among them
    median_seconds: float | None
    mean_seconds: float | None
    misdeeds: dict[str, int]
    out: int  # seats that were ranked last for it
    failed_games: int  # games in which it misbehaved, and another bot decided for it


class MisdeedFigures(msgspec.Struct, frozen=True):
    """How often a bot misbehaved in one way, with the first time as an example."""

    bot: str
    kind: str
    times: int
    game: int
    seat: int
    what: str
    decision: int  # how many were played before; 0 if its process ended, and the game was played again without it
    trace: str
    fixture: Fixture

    @property
    def is_repeatable(self) -> bool:
        """Whether the bot can be asked again; if its process ended, the game was played again without it."""
        return self.kind in ("crash", "illegal", "slow")


class Summary(msgspec.Struct, frozen=True):
    """A run in figures."""

    players: int
    games: int
    deals: int
    rounds: float
    bots: tuple[BotFigures, ...]
    boards: dict[str, tuple[BotFigures, ...]]
    misdeeds: tuple[MisdeedFigures, ...]


def summarise(plan: TournamentPlan, entries: Sequence[Entry], replicates: int = REPLICATES) -> Summary:
    """The figures of these games."""
    by_board = {
        board: [entry for entry in entries if entry.result.fixture.board == board]
        for board in plan.boards
        if len(plan.boards) > 1
    }
    results = [entry.result for entry in entries]
    return Summary(
        players=plan.players,
        games=len(entries),
        deals=len({result.fixture.deal for result in results}),
        rounds=_mean([result.rounds for result in results]),
        bots=_figures(plan, entries, replicates, with_ratings=True),
        boards={board: _figures(plan, some, replicates) for board, some in by_board.items() if some},
        misdeeds=tuple(_misdeeds(plan, results)),
    )


def labels_in(plan: TournamentPlan, entries: Sequence[Entry]) -> list[str]:
    """The labels of all bots, also of earlier versions."""
    return list(dict.fromkeys([*plan.labels, *[seat.bot for entry in entries for seat in entry.result.seats]]))


def _figures(
    plan: TournamentPlan, entries: Sequence[Entry], replicates: int, *, with_ratings: bool = False
) -> tuple[BotFigures, ...]:
    if not entries:
        return ()
    labels = labels_in(plan, entries)
    games = [
        ratings.Game(
            entry.result.fixture.deal,
            tuple([labels.index(seat.bot) for seat in entry.result.seats]),
            tuple([seat.place for seat in entry.result.seats]),
        )
        for entry in entries
    ]
    standings = ratings.standings(games, len(labels), seed=plan.seed, replicates=replicates, with_ratings=with_ratings)
    found = []
    for label, standing in zip(labels, standings, strict=True):
        if not standing.games:
            continue
        seats: list[SeatResult] = []
        rounds: list[int] = []
        seconds: list[float] = []
        for entry in entries:
            for seat, took in zip(entry.result.seats, entry.timing.seconds, strict=True):
                if seat.bot == label:
                    seats.append(seat)
                    rounds.append(entry.result.rounds)
                    seconds += took
        own = [seat for seat in seats if not seat.is_out]
        found.append(
            BotFigures(
                bot=label,
                games=standing.games,
                seats=len(seats),
                wins=standing.wins,
                fair_share=standing.fair,
                win_share=standing.share,
                rating=standing.rating,
                rounds=_mean(rounds),
                powered=_mean([seat.powered for seat in own]) if own else None,
                cities=_mean([seat.cities for seat in own]) if own else None,
                money=_mean([seat.money for seat in own]) if own else None,
                income=_mean([seat.income for seat in own]) if own else None,
                for_plants=_mean([seat.for_plants for seat in own]) if own else None,
                for_fuel=_mean([seat.for_fuel for seat in own]) if own else None,
                for_houses=_mean([seat.for_houses for seat in own]) if own else None,
                asked=len(seconds),
                median_seconds=median(seconds) if seconds else None,
                mean_seconds=mean(seconds) if seconds else None,
                misdeeds=dict(Counter([m.kind for e in entries for m in e.result.misdeeds if m.bot == label])),
                out=sum([seat.is_out for seat in seats]),
                failed_games=sum([any(m.bot == label for m in entry.result.misdeeds) for entry in entries]),
            )
        )
    return tuple(found)


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _misdeeds(plan: TournamentPlan, results: Sequence[GameResult]) -> list[MisdeedFigures]:
    found: dict[tuple[str, str], MisdeedFigures] = {}
    for result in results:
        for misdeed in result.misdeeds:
            key = (misdeed.bot, misdeed.kind)
            before = found.get(key)
            if before is None:
                found[key] = MisdeedFigures(
                    bot=misdeed.bot,
                    kind=misdeed.kind,
                    times=1,
                    game=result.fixture.game,
                    seat=misdeed.seat,
                    what=misdeed.what,
                    decision=misdeed.decision,
                    trace=misdeed.trace,
                    fixture=result.fixture,
                )
            else:
                found[key] = msgspec.structs.replace(before, times=before.times + 1)
    order = {label: number for number, label in enumerate(plan.labels)}  # earlier versions come last
    return sorted(found.values(), key=lambda one: (order.get(one.bot, len(order)), one.bot, -one.times))
