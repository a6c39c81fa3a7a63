"""The bots that a learner plays against: asked quickly, and shown no more than their seats may know."""

from random import Random
from typing import Any

import numpy as np
import pytest

import kilowatt
from kilowatt.bots import Bot, Limit, Work, ask, load
from kilowatt.bots.novice import NoviceBot
from kilowatt.env.opponents import THOUGHT, TRUSTED, Opponents
from kilowatt.env.session import GameSession
from kilowatt.env.single_agent import KilowattEnv
from kilowatt.env.vector import KilowattVectorEnv
from kilowatt.rules.actions import Action
from kilowatt.rules.errors import BadInput
from kilowatt.rules.formats.view import View
from kilowatt.rules.game import Game
from kilowatt.rules.legal import LegalActions

TRUSTED_NAMES = sorted(bot.name for bot in TRUSTED)


class Spy(Bot):
    """Remembers the games it was shown."""

    name = "spy"

    def __init__(self) -> None:
        self.shown: list[Game] = []

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: object) -> Action:  # noqa: ARG002
        self.shown.append(legal._game)
        return legal.sample(rng)


def answer(name: str, game: Game, seed: int) -> Action:
    """What the bot does for the seat to act."""
    assert game.seat is not None
    return Opponents(name, game.players, THOUGHT).answer(game, (game.seat + 1) % game.players, Random(seed))


@pytest.mark.parametrize("name", TRUSTED_NAMES)
@pytest.mark.parametrize("board", ["germany", "russia"])
def test_a_trusted_bot_does_the_same_whatever_the_hidden_cards_are(name: str, board: str) -> None:
    game = kilowatt.new_game(board, 3, seed=11)
    differed = 0
    for decision in range(90):
        if game.is_over:
            break
        other = kilowatt.resample_game(game, Random(decision)) if decision % 6 == 0 else game
        differed += other.state.deck != game.state.deck
        action = answer(name, game, decision)
        assert answer(name, other, decision) == action
        game.play(action)
    assert differed > 5


@pytest.mark.parametrize("name", TRUSTED_NAMES)
def test_a_trusted_bot_leaves_the_true_game_as_it_is(name: str) -> None:
    game = kilowatt.new_game("germany", 2, seed=3)
    for decision in range(40):
        before = game.snapshot()
        action = answer(name, game, decision)
        assert game.snapshot() == before
        game.play(action)


@pytest.mark.parametrize("name", ["planner", "steady"])
def test_a_trusted_bot_answers_as_it_does_through_its_view(name: str) -> None:
    game = kilowatt.new_game("italy", 2, seed=4)
    for decision in range(60):
        action = answer(name, game, decision)
        assert action == ask(load(name), game, Random(decision), Work(1)).action
        game.play(action)


def test_a_bot_of_somebody_else_never_gets_the_true_game() -> None:
    spy = Spy()
    env = KilowattEnv("germany", 2, spy, seat=0)
    env.reset(seed=1)
    for _ in range(30):
        env.step(int(env.action_masks().argmax()))
    assert spy.shown
    assert env.session.game not in spy.shown
    assert not any(game.has_history for game in spy.shown)


def test_a_subclass_of_a_trusted_bot_is_not_trusted() -> None:
    shown: list[Game] = []

    class Curious(NoviceBot):
        def decide(self, view: View, legal: LegalActions, rng: Random, limit: object) -> Action:  # noqa: ARG002
            shown.append(legal._game)
            return legal.sample(rng)

    game = kilowatt.new_game("germany", 2, seed=1)
    assert game.seat is not None
    Opponents(Curious(), 2, THOUGHT).answer(game, 1 - game.seat, Random(1))
    assert len(shown) == 1
    assert shown[0] is not game


@pytest.mark.parametrize("settings", [{"hidden_money": True}, {"regions": "draft"}])
def test_money_and_order_that_are_hidden_stay_so_for_trusted_bots(
    settings: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_: Game, __: Random) -> Action:
        raise AssertionError

    monkeypatch.setitem(TRUSTED, NoviceBot, never)
    game = kilowatt.new_game("germany", 2, seed=1, **settings)  # type: ignore[arg-type] # either is fine
    assert answer("novice", game, 1) in game.legal_actions()
    with pytest.raises(AssertionError):
        answer("novice", kilowatt.new_game("germany", 2, seed=1), 1)


def test_bots_play_until_the_learner_acts_or_has_a_choice() -> None:
    for skip_forced in (False, True):
        session = GameSession(kilowatt.new_game("germany", 3, seed=2))
        bots = Opponents("novice", 3, THOUGHT)
        forced = 0
        for _ in range(60):
            bots.play_on(session, 1, Random(1), skip_forced)
            if session.is_over():
                break
            assert session.seat() == 1
            forced += session.mask().count(1) == 1
            session.step(session.mask().index(1))
        assert (forced == 0) is skip_forced


@pytest.mark.parametrize(
    ("given", "limit"), [(2, 2.0), (np.float32(0.5), 0.5), ("0.2", 0.2), ("work:20", Work(20)), (Work(3), Work(3))]
)
def test_a_limit_is_what_the_command_line_accepts_or_the_same_as_an_object(given: Any, limit: Limit) -> None:
    assert KilowattEnv(limit=given).opponents.limit == limit
    opponents = KilowattVectorEnv(1, limit=given).opponents
    assert opponents is not None
    assert opponents.limit == limit


@pytest.mark.parametrize("given", ["banana", "work:0", -1, 0, None, True, float("nan"), 3601, Work(0), np.ones(2)])
def test_a_limit_that_is_none_is_refused_when_the_environment_is_made(given: Any) -> None:
    for make in (lambda: KilowattEnv(limit=given), lambda: KilowattVectorEnv(1, opponents=None, limit=given)):
        with pytest.raises(BadInput, match=r"A limit is seconds for each decision \(0\.2\) or .* \(work:40\), not "):
            make()


def test_search_plays_with_a_limit_as_on_the_command_line() -> None:
    env = KilowattEnv("germany", 2, "search", seat=0, limit="work:1")
    env.reset(seed=1)
    for _ in range(3):
        env.step(int(env.action_masks().argmax()))
    assert env.game.log


def test_as_many_opponents_are_named_as_there_are_other_seats() -> None:
    assert len(Opponents(["novice", "steady"], 3, THOUGHT).bots) == 2
    with pytest.raises(BadInput, match="With 4 players there are 3 opponents, not 2"):
        Opponents(["novice", "steady"], 4, THOUGHT)
