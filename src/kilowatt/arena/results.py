"""The stored results of a game. Everything follows from the plan except ``Timing``, which is kept apart."""

import msgspec

from kilowatt.arena.schedule import Fixture


class SeatResult(msgspec.Struct, frozen=True):
    """The result of one seat."""

    bot: str
    starts: int  # place in the turn order of round 1, from 1
    place: int  # from 1; seats that share a place have the same; the last for all if every seat is out
    win: float  # 1, or a fraction where a victory is shared; 0 for a seat that is out
    powered: int
    cities: int
    money: int
    start_money: int
    income: int  # all payments for powered cities
    for_plants: int
    for_fuel: int
    for_houses: int
    plants: tuple[str, ...]  # held at the end
    asked: int  # decisions the bot was asked about; those with one legal action are not counted
    by_fallback: int  # of these, how many the fallback made
    is_out: bool  # it misbehaved and is ranked last, whatever its seat reached
    cities_by_round: tuple[int, ...]
    money_by_round: tuple[int, ...]
    powered_by_round: tuple[int, ...]


class Misdeed(msgspec.Struct, frozen=True):
    """What a bot did wrong: crash, illegal, slow, hung (its process was killed) or died (it ended its process)."""

    seat: int
    bot: str
    kind: str
    round: int
    decision: int
    what: str
    trace: str = ""  # of the first crash of a seat


class GameResult(msgspec.Struct, frozen=True):
    """One finished game."""

    fixture: Fixture
    seed: str  # of kilowatt.new_game; a string, since some JSON readers cannot hold 64 bits
    rounds: int
    decisions: int
    step: int
    is_cut_short: bool  # by the round limit
    seats: tuple[SeatResult, ...]
    misdeeds: tuple[Misdeed, ...]
    record_hash: str  # of the record without headers


class Timing(msgspec.Struct, frozen=True):
    """The seconds that each seat's bot took, decision by decision."""

    seconds: tuple[tuple[float, ...], ...]


class Played(msgspec.Struct, frozen=True):
    """A finished game as a runner returns it."""

    result: GameResult
    timing: Timing
    record: str


class BotFailure(msgspec.Struct, frozen=True):
    """A bot that ended or hung its process: when the game is played again, the fallback plays in its seat."""

    seat: int
    kind: str  # "died" or "hung"
    what: str


class Job(msgspec.Struct, frozen=True):
    """A game to play, with the failures of earlier attempts."""

    fixture: Fixture
    failures: tuple[BotFailure, ...] = ()
