"""A bot that misbehaves is named and pays for it; the arena plays on."""

import pytest

from kilowatt.arena.results import GameResult
from kilowatt.arena.runners import LocalRunner
from kilowatt.arena.schedule import TournamentPlan, fixtures
from kilowatt.bots.asking import PATIENCE
from kilowatt.runs.entrants import read_entrants


def plan(rogue: str, on_failure: str = "lose", limit: str = "work:5", patience: float = PATIENCE) -> TournamentPlan:
    return TournamentPlan(
        entrants=read_entrants(f"random,tests.arena.rogues:{rogue}@{limit}"),
        players=2,
        boards=("germany",),
        on_failure=on_failure,
        fallback="random",
        patience=patience,
    )


def results(plan: TournamentPlan, games: int = 2, workers: int = 1) -> list[GameResult]:
    pool = LocalRunner(plan, workers)
    try:
        return sorted(
            [played.result for played in pool.play(fixtures(plan, games))], key=lambda result: result.fixture.game
        )
    finally:
        pool.close()


@pytest.mark.parametrize(
    ("rogue", "kind", "words"),
    [
        ("Crasher", "crash", "crashed: LookupError: out of ideas. At tests/arena/rogues.py, line 29, in misbehave."),
        ("Illegal", "illegal", "chose Bid(amount=100000)."),
        ("Sleeper", "slow", "did not answer within 1.0 s."),
        ("Stubborn", "hung", "did not answer and could not be interrupted."),
        ("Deaf", "hung", "did not answer and could not be interrupted."),
        ("Quitter", "died", "ended its process (exit code 3)."),
        ("Faulty", "died", "ended its process (SIGSEGV)."),
    ],
)
def test_a_bot_that_misbehaves_is_named_and_loses(rogue: str, kind: str, words: str) -> None:
    # A bot that is slow or hangs never answers, so a second is enough. The others have all the time they need.
    patience = 1.0 if kind in ("slow", "hung") else PATIENCE
    for result in results(plan(rogue, patience=patience), games=2, workers=2):
        [misdeed] = result.misdeeds
        assert (misdeed.bot, misdeed.kind) == (f"tests.arena.rogues:{rogue}@work:5", kind)
        assert misdeed.what.startswith(words)
        guilty, other = result.seats[misdeed.seat], result.seats[1 - misdeed.seat]
        assert guilty.bot == misdeed.bot
        assert (guilty.is_out, guilty.place, guilty.win) == (True, 2, 0.0)
        assert (other.is_out, other.place, other.win) == (False, 1, 1.0)
        assert guilty.by_fallback > 0
        assert other.by_fallback == 0


def test_with_fallback_only_the_failed_decisions_are_made_for_the_bot() -> None:
    for result in results(plan("Crasher", on_failure="fallback")):
        [guilty] = [seat for seat in result.seats if seat.bot.startswith("tests")]
        assert not guilty.is_out
        assert guilty.by_fallback == len(result.misdeeds) < guilty.asked
        assert {misdeed.kind for misdeed in result.misdeeds} == {"crash"}


def test_the_games_of_others_are_not_harmed() -> None:
    everybody = TournamentPlan(
        entrants=read_entrants("random,random@work:2,tests.arena.rogues:Quitter"),
        players=2,
        boards=("germany", "japan"),
        fallback="random",
    )
    found = results(everybody, games=12, workers=2)
    assert [result.fixture for result in found] == fixtures(everybody, 12)
    for result in found:
        guilty = [seat.bot for seat in result.seats if seat.is_out]
        assert guilty == [bot for bot in result.fixture.seats if "Quitter" in bot]
        assert [misdeed.bot for misdeed in result.misdeeds] == guilty
        if not guilty:
            assert result == next(LocalRunner(everybody, 0).play([result.fixture])).result


@pytest.mark.parametrize(("rogue", "kind"), [("Leaver", "crash"), ("Breaker", "died")])
def test_exceptions_that_end_programs_do_not_end_the_arena(rogue: str, kind: str) -> None:
    for result in results(plan(rogue)):
        [misdeed] = result.misdeeds
        assert misdeed.kind == kind
        assert result.seats[misdeed.seat].is_out


def test_several_bots_may_die_in_one_game() -> None:
    both = TournamentPlan(
        entrants=read_entrants("tests.arena.rogues:Faulty,tests.arena.rogues:Quitter,random"),
        players=3,
        boards=("germany",),
        fallback="random",
    )
    [result, *_] = results(both, games=1)
    assert sorted([(seat.place, seat.is_out) for seat in result.seats]) == [(1, False), (2, True), (2, True)]
    assert {misdeed.kind for misdeed in result.misdeeds} == {"died"}


def test_a_limit_in_seconds_is_kept_too() -> None:
    [result, *_] = results(plan("Sleeper", limit="1"), games=1)
    [misdeed] = result.misdeeds
    assert (misdeed.kind, misdeed.what) == ("slow", "did not answer within 2.0 s.")  # not within the plan's patience
