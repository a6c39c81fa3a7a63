"""Bots are found by name, asked through one door, see no more than their seat may, and are held to what they answer."""

import pickle
import re
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.playing import play_at_random

import kilowatt
from kilowatt import Action, BadInput, BuildHouse, Game, LegalActions, Open, View, new_game
from kilowatt.bots import SENTENCES, Advice, Bot, Limit, Misbehaviour, Reason, UnknownBot, Work, ask, load, names
from kilowatt.bots.asking import GRACE, PATIENCE, seconds_allowed
from kilowatt.bots.failures import LONGEST_ERROR, describe_error
from kilowatt.bots.registry import GROUP, LADDER

INTERRUPTS = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nothing is interrupted there")


class Doing(Bot):
    """Answers with what the given function returns."""

    name = "doing"
    title = "Doing"
    about = "Answers with what the given function returns."

    def __init__(self, deed: Callable[[View, LegalActions, Random], Any]) -> None:
        self.deed = deed

    def decide(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Any:  # noqa: ARG002
        return self.deed(view, legal, rng)


class Advising(Doing):
    """Advises what the given function returns."""

    def advise(self, view: View, legal: LegalActions, rng: Random, limit: Limit) -> Any:  # noqa: ARG002
        return self.deed(view, legal, rng)


def misbehaviour(bot: Bot, limit: Limit = Work(1), patience: float = PATIENCE) -> Misbehaviour:  # noqa: B008
    """How the bot misbehaves at the first decision of a game, which stays as it was."""
    game = new_game("germany", 3, seed=1)
    before = game.snapshot()
    with pytest.raises(Misbehaviour) as caught:
        ask(bot, game, Random(1), limit, patience)
    assert game.snapshot() == before
    assert not hasattr(signal, "setitimer") or signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    return caught.value


# Finding bots


def test_our_ladder_comes_first_among_the_names() -> None:
    assert names()[: len(LADDER)] == ["random", "novice", "steady", "planner", "search"]
    bot = load("random")
    assert isinstance(bot, Bot)
    assert (bot.name, bot.title) == ("random", "Random")
    assert load("random") is not bot


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("randon", "There is no bot 'randon'. Did you mean 'random'?"),
        ("SEARCH", "There is no bot 'SEARCH'. Did you mean 'search'?"),
        ("xyzzy", "There is no bot 'xyzzy'. There are: random, novice, steady, planner, search"),
        ("", "There is no bot ''. There are: random"),
        (None, "There is no bot 'None'. Did you mean 'novice'?"),
        (["random"], "There is no bot \"['random']\"."),
        ("x" * 300, "…'. There are: random"),
        ("no_such_module:Bot", "The bot 'no_such_module:Bot' cannot be loaded: ModuleNotFoundError: "),
        ("kilowatt.bots:Nobody", "cannot be loaded: AttributeError: "),
        ("kilowatt.bots:", "The bot 'kilowatt.bots:' cannot be loaded: AttributeError: "),
        (":Bot", "The bot ':Bot' cannot be loaded: ValueError: Empty module name."),
        ("kilowatt:Drop", "The bot 'kilowatt:Drop' has no decide(view, legal, rng, limit)."),
    ],
)
def test_a_bot_that_is_not_there_is_named_with_the_nearest(name: Any, sentence: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        load(name)
    assert isinstance(caught.value, BadInput)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_bot_is_found_at_a_module_and_attribute() -> None:
    bot = load("kilowatt.bots.chance:RandomBot")
    assert type(bot) is type(load("random"))
    assert bot.name == "random"


MODULE = """
from kilowatt.bots import Bot

class Sleepy(Bot):
    name = "zzz"
    title = "Sleepy"
    about = "Stops wherever it can."

    def decide(self, view, legal, rng, limit):
        return list(legal)[-1]

def make_one():
    return Sleepy()

class NoBot:
    def decide(self, view, legal, rng, limit): ...

class Broken(Bot):
    def __init__(self):
        raise OSError("the file weights.npz\\nis missing")

def leave():
    raise SystemExit(3)

thing = object
"""

POINTS = """[kilowatt.bots]
sleepy = {0}:Sleepy
made = {0}:make_one
no-bot = {0}:NoBot
broken = {0}:Broken
leaving = {0}:leave
missing = {0}_nowhere:Bot
thing = {0}:thing
random = {0}:Sleepy
"""


@pytest.fixture
def other_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package of somebody else, installed."""
    (tmp_path / "bots_of_others.py").write_text(MODULE, encoding="utf-8")
    info = tmp_path / "bots_of_others-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bots-of-others\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(POINTS.format("bots_of_others"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "bots_of_others", raising=False)
    return "bots_of_others"


def test_bots_of_other_packages_are_found_by_their_entry_points(other_package: str) -> None:
    assert GROUP == "kilowatt.bots"
    assert {"sleepy", "made", "broken"} <= set(names()[len(LADDER) :])
    assert len(names()) == len(set(names()))
    for name in ("sleepy", "made"):
        bot = load(name)
        assert (bot.name, bot.title) == (name, "Sleepy")
        assert type(bot).__module__ == other_package
        assert bot.version == "1.0"
    game = new_game("germany", 2, seed=1)
    assert ask(load("sleepy"), game, Random(1), Work(1)).action == list(game.legal_actions())[-1]
    assert load("random").title == "Random"  # ours stays ours
    assert load("random").version == kilowatt.__version__


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("broken", "cannot be loaded: OSError: the file weights.npz is missing."),
        ("missing", "cannot be loaded: ModuleNotFoundError: No module named 'bots_of_others_nowhere'."),
        ("leaving", "cannot be loaded: SystemExit: 3."),
        ("thing", "has no decide(view, legal, rng, limit)."),
        ("no-bot", "is not a kilowatt.bots.Bot."),
    ],
)
@pytest.mark.usefixtures("other_package")
def test_a_broken_bot_of_another_package_is_named(name: str, sentence: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        load(name)
    assert str(caught.value).startswith(f"The bot {name!r} of another package {sentence}")


# Asking


def test_a_legal_answer_comes_back_with_its_reasons_and_values() -> None:
    advice = Advice(Open(4, 4), (Reason("cheap"),), (0.5, 0.25, 0.25))
    game = new_game("germany", 3, seed=1)
    assert ask(Advising(lambda *_: advice), game, Random(1), 1.0) == advice
    assert ask(Doing(lambda *_: Open(4, 4)), game, Random(1), 1) == Advice(Open(4, 4))
    assert game.decisions == 0


def test_a_bot_without_a_decide_method_is_reported_as_crashed() -> None:
    assert str(misbehaviour(Bot())) == "The bot '' crashed: NotImplementedError."


class Mute(Exception):
    """An exception that cannot be shown."""

    def __str__(self) -> str:
        raise ValueError


def throw(error: BaseException) -> Any:
    raise error


@pytest.mark.parametrize(
    ("bot", "kind", "what"),
    [
        (Doing(lambda *_: 1 // 0), "crash", "crashed: ZeroDivisionError: integer division or modulo by zero."),
        (Doing(lambda *_: throw(KeyError("a\nb" * 999))), "crash", "crashed: KeyError: 'a\\nba\\nba\\nb"),
        (Doing(lambda *_: sys.exit(0)), "crash", "crashed: SystemExit: 0."),
        (Doing(lambda *_: throw(Mute())), "crash", "crashed: Mute."),
        (Doing(lambda *_: None), "illegal", "answered with None, which is not an action."),
        (Doing(lambda *_: "open"), "illegal", "answered with 'open', which is not an action."),
        (Doing(lambda *_: Action()), "illegal", "chose Action(). "),
        (Doing(lambda *_: Open(4, 3)), "illegal", "chose Open(plant=4, bid=3). Bid at least 4 for plant 4."),
        (Doing(lambda *_: BuildHouse("kiel")), "illegal", "chose BuildHouse(city='kiel'). BuildHouse is not what"),
        (Doing(lambda *_: Open("4", None)), "illegal", "chose Open(plant='4', bid=None). "),  # type: ignore[arg-type]
        (Advising(lambda *_: Open(4, 4)), "illegal", "advised Open(plant=4, bid=4), which is not an Advice."),
        (Advising(lambda *_: None), "illegal", "advised None, which is not an Advice."),
    ],
)
def test_a_bot_without_a_legal_answer_misbehaves(bot: Bot, kind: str, what: str) -> None:
    error = misbehaviour(bot)
    assert (error.bot, error.kind) == ("doing", kind)
    assert str(error).startswith(f"The bot 'doing' {what}")
    assert str(error) == f"The bot 'doing' {error.what}"
    assert len(str(error)) < LONGEST_ERROR + 150
    assert "\n" not in str(error)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 – our own
    assert (str(again), again.bot, again.kind) == (str(error), "doing", kind)


def test_only_a_bot_is_asked_and_only_about_a_game() -> None:
    game = kilowatt.new_game("germany", 2, seed=1)
    wrong: Any = "novice"
    with pytest.raises(BadInput, match=r"Ask a bot, as in bots\.load\('novice'\), not 'novice'"):
        ask(wrong, game, Random(1), 1.0)
    view: Any = game.view(0)
    with pytest.raises(BadInput, match=r"A bot is asked about a Game, not about .*; sample_game"):
        ask(load("novice"), view, Random(1), 1.0)


class Undecided(Bot):
    """A bot whose author has forgotten the method."""

    name = title = about = "undecided"


def test_a_bot_that_decides_nothing_is_not_loaded() -> None:
    with pytest.raises(UnknownBot, match=r"has no decide\(view, legal, rng, limit\)"):
        load(f"{__name__}:Undecided")


@pytest.mark.parametrize(
    ("rng", "limit", "sentence"),
    [
        (1, 1.0, "A bot is given a random.Random, not 1."),
        (Random(1), "fast", "A limit is seconds (0.2) or Work(40), not 'fast'."),
    ],
)
def test_a_wrong_question_is_not_the_fault_of_the_bot(rng: Any, limit: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=re.escape(sentence)):
        ask(load("random"), new_game("usa", 2, seed=1), rng, limit)


def test_a_finished_game_asks_nothing() -> None:
    game = new_game("usa", 2, seed=1)
    while not game.is_over:
        game.play(game.legal_actions().sample(Random(1)))
    with pytest.raises(BadInput, match="The game is over"):
        ask(load("random"), game, Random(1), 1.0)


def test_ctrl_c_is_not_the_fault_of_the_bot() -> None:
    with pytest.raises(KeyboardInterrupt):
        ask(Doing(lambda *_: throw(KeyboardInterrupt())), new_game("usa", 2, seed=1), Random(1), 1.0)


def test_a_limit_in_seconds_may_be_overrun_a_little_and_work_has_patience() -> None:
    assert seconds_allowed(2.0) == 3.0 + GRACE
    assert seconds_allowed(Work(1)) == PATIENCE
    assert seconds_allowed(Work(10**9), patience=7.0) == 7.0
    assert Work(5) == Work(steps=5) != Work(6)


def endlessly(*_: object) -> Action:
    while True:
        pass


@INTERRUPTS
@pytest.mark.parametrize("deed", [endlessly, lambda *_: time.sleep(30)])
def test_a_bot_that_never_answers_is_interrupted(deed: Callable[..., Any]) -> None:
    started = time.monotonic()
    error = misbehaviour(Doing(deed), patience=0.2)
    assert (error.kind, error.what) == ("slow", "did not answer within 0.2 s.")
    assert misbehaviour(Doing(deed), limit=0.01).what == "did not answer within 0.5 s."
    assert time.monotonic() - started < 10


def test_a_bot_that_cannot_be_interrupted_is_found_too_slow_in_the_end() -> None:
    found: list[Misbehaviour] = []

    def slowly(_: View, legal: LegalActions, rng: Random) -> Action:
        time.sleep(0.2)
        return legal.sample(rng)

    def elsewhere() -> None:
        with pytest.raises(Misbehaviour) as caught:
            ask(Doing(slowly), new_game("usa", 2, seed=1), Random(1), Work(1), patience=0.1)
        found.append(caught.value)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert found[0].kind == "slow"
    assert found[0].what.endswith(" s; 0.1 s were allowed.")


@INTERRUPTS
def test_an_alarm_that_was_set_before_still_goes_off_afterwards() -> None:
    rung: list[int] = []
    bot, game = load("random"), new_game("usa", 2, seed=1)
    before = signal.signal(signal.SIGALRM, lambda number, _: rung.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 1.0)
        ask(bot, game, Random(1), 30.0)
        assert not rung
        deadline = time.monotonic() + 10
        while not rung and time.monotonic() < deadline:
            time.sleep(0.01)
        assert rung == [signal.SIGALRM]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# What is hidden


def games_that_differ_only_in_what_is_hidden(seed: int) -> tuple[Game, Game]:
    """Two games after the same decisions, whose decks, removed cards and (hidden) money of others are not the same."""
    game = new_game("germany", 3, seed=seed, hidden_money=True)
    play_at_random(game, seed, 20 + seed)
    assert game.seat is not None
    return game, kilowatt.sample_game(game.view(game.seat), Random(seed + 1))


def everything_within_reach(_: View, legal: LegalActions, __: Random) -> dict[str, Any]:
    """What a spy finds who looks behind the legal actions."""
    game = legal._game
    assert game.state is legal._state
    assert not game.log
    assert not game.has_history
    return game.snapshot()


@pytest.mark.parametrize("seed", range(8))
def test_a_spy_finds_the_same_in_games_that_differ_only_in_what_is_hidden(seed: int) -> None:
    game, other = games_that_differ_only_in_what_is_hidden(seed)
    assert game.snapshot() != other.snapshot()
    found: list[tuple[View, dict[str, Any], list[Action]]] = []

    def spy(view: View, legal: LegalActions, rng: Random) -> Action:
        found.append((view, everything_within_reach(view, legal, rng), list(legal)))
        return legal.sample(rng)

    for one in (game, other):
        ask(Doing(spy), one, Random(1), Work(1))
    assert found[0] == found[1]
    assert found[0][0].viewer == game.seat
    assert found[0][2] == list(game.legal_actions())


def test_a_spy_guesses_the_next_card_no_better_than_chance() -> None:
    guesses: list[Any] = []

    def spy(view: View, legal: LegalActions, rng: Random) -> Action:
        guesses.append(everything_within_reach(view, legal, rng)["deck"][0])
        return legal.sample(rng)

    hits = 0
    for seed in range(150):
        game = new_game("germany", 4, seed=seed)
        play_at_random(game, 1, 12)  # plant 13, which all know to be on top, has been drawn
        assert game.view(None).drawn > 0
        ask(Doing(spy), game, Random(seed), Work(1))
        hits += guesses[-1] == game.snapshot()["deck"][0]
    assert len(set(guesses)) > 1
    assert hits < 15  # some 30 cards are left: about five by chance


def test_what_a_bot_does_to_its_view_and_its_game_changes_nothing() -> None:
    def vandal(view: View, legal: LegalActions, rng: Random) -> Action:
        action = legal.sample(rng)
        legal._game.play(action)
        legal._state.money[0] = 999
        view.fuel_market.clear()
        view.options.clear()
        return action

    game = new_game("japan", 3, seed=4)
    before = game.snapshot()
    ask(Doing(vandal), game, Random(1), Work(1))
    assert game.snapshot() == before
    assert ask(load("random"), game, Random(1), Work(1)).action in game.legal_actions()


# Reasons


def test_a_reason_reads_as_its_sentence_or_as_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SENTENCES, "cheap", "Plant {plant} costs only {price}.")
    assert Reason("cheap", {"plant": 4, "price": 5}).sentence() == "Plant 4 costs only 5."
    assert Reason("cheap", {"plant": 4}).sentence() == "cheap, plant 4."
    assert Reason("my-own", {"plant": 4, "bid": 6}).sentence() == "my-own, plant 4, bid 6."
    assert Reason("my-own").sentence() == "my-own."
    assert Reason("cheap", {"plant": 4}) == Reason("cheap", {"plant": 4})


def test_every_sentence_of_ours_reads_as_one() -> None:
    for code, template in SENTENCES.items():
        assert template[0].isupper() or template[0] == "{", code
        assert template.endswith("."), code


def test_what_an_error_says_is_shown_whole_unless_it_is_very_long() -> None:
    words = "The network was saved with version 1 of the encoding, and this is version 2: train it again."
    assert describe_error(ValueError(words)) == f"ValueError: {words}"
    assert len(describe_error(ValueError("x" * 5000))) < 420
